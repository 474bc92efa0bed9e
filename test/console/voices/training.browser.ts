/** Files, datasets and fine-tunes: uploaded, downloaded, trained to a voice. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { hears, settled, startConsole, type Console } from '../support/browser.ts';
import { checkUnharmed, checkWidths, clip, clipFile, hostileName } from '../support/pages.ts';

describe('files, datasets and fine-tunes', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());

  it('uploads files, sends a refused one again, gives them back as they were, and deletes them', async () => {
    const visit = await console_.visit({ path: '/files' });
    const { page } = visit;
    await page.getByText('No file yet.').waitFor();
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    const broken = { name: 'broken.wav', mimeType: 'audio/wav', buffer: Buffer.from('no sound') };
    await page.locator('input[type=file]').setInputFiles([broken, clipFile('ocean <b>waves.wav')]);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    const uploads = page.getByRole('group', { name: 'Uploads' });
    await uploads.getByText(/broken\.wav.*: not uploaded/).waitFor();
    await uploads.getByRole('alert').waitFor();
    await uploads.getByText(/waves\.wav.*: done/).waitFor();
    await uploads.getByRole('button', { name: 'Send it again' }).waitFor();
    await page.getByRole('rowheader', { name: /ocean/ }).waitFor();
    assert.equal(await page.getByRole('rowheader').count(), 1);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Download/ }).click();
    assert.deepEqual(await readFile(await (await download).path()), clip());
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No file yet.').waitFor();
    await checkUnharmed(visit);
  });

  it('cancels uploads without calling that an error, and sends them again', async () => {
    const { page } = await console_.visit({ path: '/files' });
    await page.route('**/console/api/files', (route) =>
      route.request().method() === 'POST' ? undefined : route.continue(),
    );
    await page.locator('input[type=file]').setInputFiles([clipFile('one.wav'), clipFile('two.wav')]);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    const uploads = page.getByRole('group', { name: 'Uploads' });
    await uploads.getByText(/one\.wav.*: sending/).waitFor();
    await uploads.getByRole('button', { name: 'Cancel' }).click();
    for (const name of ['one', 'two']) await uploads.getByText(new RegExp(`${name}\\.wav.*: cancelled`)).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await uploads.getByRole('button', { name: 'Send the 2 again' }).click();
    for (const name of ['one', 'two']) await uploads.getByText(new RegExp(`${name}\\.wav.*: done`)).waitFor();
  });

  it('trains a voice from the clips of a dataset, and leads to it', async () => {
    const visit = await console_.visit({ path: '/datasets' });
    const { page } = visit;
    await page.getByRole('button', { name: 'New dataset' }).first().click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(hostileName);
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByText('No recording in it yet.').waitFor();
    await page.locator('input[type=file]').setInputFiles([clipFile('one.wav', 150), clipFile('two.wav', 155)]);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('rowheader', { name: 'one.wav' }).waitFor();
    await page.getByRole('rowheader', { name: 'two.wav' }).waitFor();
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: 'Fine-tune from it' }).click();
    const dialog = page.getByRole('dialog', { name: 'New fine-tune' });
    await dialog.getByRole('textbox', { name: 'Name of the voice' }).fill('Trained');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: 'Trained' }).click();
    await page.getByRole('heading', { name: /Trained/ }).waitFor();
    await page.getByRole('button', { name: /^Preview of/ }).click();
    await hears(page, 0.3);
    await checkUnharmed(visit);
  });

  it('says why a dataset without speech makes no voice', async () => {
    const { page } = await console_.visit({ path: '/datasets' });
    await page.getByRole('button', { name: 'New dataset' }).first().click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Empty');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Fine-tune from it' }).click();
    const dialog = page.getByRole('dialog', { name: 'New fine-tune' });
    const chosen = dialog.getByRole('button', { name: /Dataset$/ });
    await dialog.getByRole('textbox', { name: 'Name of the voice' }).fill('Never');
    // Another one that is chosen and cancelled does not come before the one that the page is opened from next.
    await chosen.filter({ hasText: 'Empty' }).click();
    await page.getByRole('option', { name: /onerror/ }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.goBack();
    await page.getByRole('link', { name: 'Fine-tune from it' }).click();
    await chosen.filter({ hasText: 'Empty' }).waitFor();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Failed', { exact: true }).waitFor();
    await page.getByText('Why there is no voice').waitFor();
    await settled(page);
  });

  it('leads nowhere when the dialog of a new one was closed before the answer', async () => {
    const { page } = await console_.visit({ path: '/datasets' });
    const arrival = Promise.withResolvers<undefined>();
    await page.route('**/datasets', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch();
      await arrival.promise;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'New dataset' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Closed early');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    arrival.resolve(undefined);
    await page.getByRole('link', { name: 'Closed early' }).waitFor();
    assert.match(page.url(), /\/datasets$/);
  });
});
