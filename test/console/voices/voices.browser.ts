/** Voices: found, heard, cloned from a file and from the microphone, changed, deleted. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { hears, settled, startConsole, type Console } from '../support/browser.ts';
import { ask, checkUnharmed, checkWidths, clip, clipFile, hostileName } from '../support/pages.ts';

describe('voices', () => {
  let console_: Console;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonorant-clip-'));
    await writeFile(join(folder, 'voice.wav'), clip(180, 6));
    console_ = await startConsole({
      microphone: join(folder, 'voice.wav'),
      settings: { SONORANT_MAX_CLIP_BYTES: '1000000' },
    });
  });
  after(async () => {
    await console_.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are found by search and filters, and heard', async () => {
    const visit = await console_.visit({ path: '/voices' });
    const { page } = visit;
    await page.getByText('You have no voice of your own yet.').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('Anke');
    await page.getByRole('link', { name: 'Anke' }).waitFor();
    await page.getByRole('link', { name: 'Sadie' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Preview of .*Anke/ }).click();
    await hears(page, 0.3);
    await checkUnharmed(visit);
  });

  it('stand in the order that is wished, fifty at first, and say how many there are', async () => {
    const visit = await console_.visit({ path: '/voices' });
    const { page } = visit;
    const region = page.getByRole('region', { name: 'Voices of this server' });
    const names = () => region.getByRole('heading', { level: 3 }).allTextContents();
    const all = Number(/^50 of (\d+) voices$/.exec((await region.getByRole('status').textContent()) ?? '')?.[1]);
    assert.ok(all > 100, String(all));
    assert.equal((await names()).length, 50);
    assert.equal((await names())[0], 'Sadie');
    await page.getByRole('button', { name: /Order/ }).click();
    await page.getByRole('option', { name: 'Name', exact: true }).click();
    await region.getByRole('button', { name: 'Show 50 more' }).click();
    await region.getByText(`100 of ${all} voices`).waitFor();
    await region.getByRole('button', { name: `Show ${all - 100} more` }).click();
    await region.getByText(`${all} voices`, { exact: true }).waitFor();
    const shown = await names();
    assert.equal(shown.length, all);
    assert.deepEqual(
      shown,
      shown.toSorted((a, b) => a.localeCompare(b, 'en')),
    );
    await checkWidths(page);
    await checkUnharmed(visit);
  });

  it('of one name are told apart by when they were made, and by their speaker', async () => {
    for (const pitch of [120, 210]) {
      const body = new FormData();
      body.set('clip', new Blob([Uint8Array.from(clip(pitch))]), 'clip.wav');
      body.set('name', 'Twin');
      body.set('language', 'en');
      assert.equal((await ask(console_)('POST', '/voices/clone', body)).status, 200);
    }
    const { page } = await console_.visit({ path: '/voices' });
    const twins = page.getByRole('listitem').filter({ hasText: 'Twin' });
    await twins.nth(1).waitFor();
    const texts = await twins.allTextContents();
    for (const text of texts) assert.match(text, /Made \d+ \w+ \d{4}, \d\d:\d\d, of a recording at \d+ Hz/);
    assert.notEqual(texts[0], texts[1]);
    await page.goto(`${console_.server.url}/console/speak`);
    await page.getByRole('button', { name: /^Voice: / }).click();
    const row = page.getByRole('row').filter({ hasText: 'Twin' }).first();
    await row.getByText(/made \d+ \w+ \d{4}/).waitFor();
  });

  it('are cloned from a file, and show what was measured in it', async () => {
    const visit = await console_.visit({ path: '/voices/clone' });
    const { page } = visit;
    await page.getByRole('button', { name: 'Clone', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill(hostileName);
    await page.getByRole('button', { name: 'Clone', exact: true }).click();
    await page.getByText('Choose a recording first.').waitFor();
    await page.getByText('Confirm that the speaker agrees.').waitFor();
    await page.getByRole('checkbox', { name: /the speaker has agreed/ }).check();
    await page.getByText('More about the voice').click();
    await page.getByRole('textbox', { name: 'Description' }).fill(hostileName);
    await page.locator('input[type=file]').setInputFiles(clipFile('a <b>.wav'));
    await page.getByRole('button', { name: 'Clone', exact: true }).click();
    await page.waitForURL(/\/voices\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { name: 'What its recording told' }).waitFor();
    assert.match(
      (await page.getByRole('img', { name: /^Spectrum/ }).getAttribute('aria-label')) ?? '',
      /pitch 1[34]\d Hz/,
    );
    await page.getByRole('button', { name: /^Preview of/ }).click();
    await hears(page, 0.3);
    await checkWidths(page);
    await checkUnharmed(visit);
  });

  it('are cloned from the microphone', async () => {
    const visit = await console_.visit({ path: '/voices/clone' });
    const { page } = visit;
    await page.getByRole('textbox', { name: 'Name' }).fill('Spoken');
    await page.getByRole('checkbox', { name: /the speaker has agreed/ }).check();
    await page.getByRole('tab', { name: 'From the microphone' }).click();
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('timer').filter({ hasText: '0:03' }).waitFor();
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByRole('button', { name: 'Clone', exact: true }).click();
    await page.waitForURL(/\/voices\/[0-9a-f-]{36}$/);
    assert.match(
      (await page.getByRole('img', { name: /^Spectrum/ }).getAttribute('aria-label')) ?? '',
      /pitch 1[6-9]\d Hz/,
    );
    await checkUnharmed(visit);
  });

  it('says before anything is sent that a file is too big, and keeps what was typed when the server refuses a clip', async () => {
    const { page } = await console_.visit({ path: '/voices/clone' });
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed');
    await page.getByRole('checkbox', { name: /the speaker has agreed/ }).check();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'long.wav', mimeType: 'audio/wav', buffer: Buffer.alloc(1_500_000) });
    await page.getByText(/long\.wav is 1\.4 MiB; this server takes at most 977 KiB/).waitFor();
    assert.deepEqual(sent, []);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'noise.wav', mimeType: 'audio/wav', buffer: Buffer.from('no sound at all') });
    await page.getByRole('button', { name: 'Clone', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'No voice was made' }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Typed');
  });

  it('keeps what was typed when the session ends, and saves it after signing in again', async () => {
    const { page, context } = await console_.visit({ path: '/voices' });
    await page.getByRole('link', { name: 'Spoken' }).click();
    await page.getByRole('textbox', { name: 'Tagline' }).fill('Clear');
    const origin = console_.server.url;
    await context.request.delete(`${origin}/console/api/session`, { headers: { origin } });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Your session has ended').waitFor();
    await dialog.getByRole('textbox', { name: 'Key', exact: true }).fill('test-api-key');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('textbox', { name: 'Tagline' }).inputValue(), 'Clear');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The voice was saved.').waitFor();
    await page.reload();
    await settled(page);
    assert.equal(await page.getByRole('textbox', { name: 'Tagline' }).inputValue(), 'Clear');
  });

  it('are deleted after a question', async () => {
    const visit = await console_.visit({ path: '/voices' });
    const { page } = visit;
    await page.getByRole('link', { name: 'Spoken' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this voice?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Voices', exact: true, level: 1 }).waitFor();
    await settled(page);
    assert.equal(await page.getByRole('link', { name: 'Spoken' }).count(), 0);
    await checkWidths(page);
    await checkUnharmed(visit);
  });
});
