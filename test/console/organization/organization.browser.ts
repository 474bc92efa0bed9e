/** Members, keys, usage, requests and the state of the server. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { clientOf, expectJson } from '../../support/resources.ts';
import { speech } from '../../support/server.ts';
import { eventually, settled, startConsole, type Console } from '../support/browser.ts';
import { ask, checkUnharmed, checkWidths, hostileName, visitAsAdmin } from '../support/pages.ts';

describe('the organization', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());

  it('invites a person by a link, who sets a password, signs in with fewer rights, and is removed', async () => {
    const visit = await visitAsAdmin(console_, '/members');
    const { page } = visit;
    await page.getByRole('button', { name: 'Invite' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Invite' });
    await dialog.getByRole('textbox', { name: 'Emails' }).fill('no address');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Nobody was invited' }).waitFor();
    await dialog.getByRole('textbox', { name: 'Emails' }).fill('ann@example.com');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const links = page.getByRole('alertdialog', { name: 'Pass these links on' });
    const url = (await links.locator('code').textContent()) ?? '';
    await links.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('rowheader', { name: 'ann@example.com' }).waitFor();
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });

    const { page: hers } = await console_.visit({
      as: false,
      path: new URL(url).pathname.replace('/console', '') + new URL(url).search,
    });
    await hers.getByRole('textbox', { name: 'Your name' }).fill(hostileName);
    await hers.getByRole('textbox', { name: 'Password' }).fill('a password of hers');
    await hers.getByRole('button', { name: 'Join' }).click();
    await hers.getByRole('link', { name: 'Voices', exact: true }).waitFor();
    for (const name of ['Webhooks', 'Members', 'Keys', 'Server', 'Requests']) {
      assert.equal(await hers.getByRole('link', { name, exact: true }).count(), 0, name);
    }

    await page.reload();
    await settled(page);
    await page.getByRole('button', { name: /^Remove .*onerror/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('rowheader', { name: /onerror/ }).waitFor({ state: 'detached' });
    await hers.getByRole('link', { name: 'Voices', exact: true }).click();
    await hers.getByText('Your session has ended').waitFor();
    await checkUnharmed(visit);
  });

  // Before anything else is spoken, of which it counts all.
  it('shows what was made and how soon, as charts and tables, by voice and by key', async () => {
    await ask(console_)('POST', '/tts/bytes', { ...speech, transcript: 'x'.repeat(123) });
    await expectJson(ask(console_)('POST', '/tts/bytes', { ...speech, transcript: '' }), 400);
    const visit = await visitAsAdmin(console_, '/usage');
    const { page } = visit;
    await page.getByRole('img', { name: /^Audio minutes by day from .* to .*; most on .*: 0\.\d+$/ }).waitFor();
    const totals = page.getByRole('list', { name: 'Totals' });
    for (const total of ['2 requests', '1 errors', '123 characters']) await totals.getByText(total).waitFor();
    await page.getByRole('table').getByRole('cell', { name: '123', exact: true }).waitFor();
    await checkWidths(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await eventually('labels of 12 px', async () => {
        // At once: the chart may be drawn anew, with fewer labels, between one question and the next.
        const heights = await page.evaluate<number[]>(
          `Array.from(document.querySelectorAll('.chart-text'), (label) => label.getBoundingClientRect().height)`,
        );
        return heights.length > 3 && heights.every((height) => height === 0 || (height >= 11 && height <= 18));
      });
    }
    const choose = async (select: string, option: string): Promise<void> => {
      await page.getByRole('button', { name: new RegExp(`${select}$`) }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choose('Show', 'First audio, p95');
    await page.getByRole('img', { name: /^First audio, p95 by day .* ms$/ }).waitFor();
    await page.getByText('p50', { exact: true }).first().waitFor();
    await choose('Period', 'Last 24 hours');
    await page.getByRole('img', { name: /^First audio, p95 by hour / }).waitFor();
    await choose('By', 'Key');
    await page.getByRole('rowheader', { name: 'Given by a setting' }).waitFor();
    await choose('By', 'Voice');
    await page.getByRole('rowheader', { name: 'No voice' }).waitFor();
    await choose('Show', 'Errors');
    await page.getByRole('img', { name: /^Errors by hour .*: 1$/ }).waitFor();
    await checkWidths(page);
    await checkUnharmed(visit);
  });

  it('makes a key with few scopes, changes, rotates and revokes it, and then it fails', async () => {
    const visit = await visitAsAdmin(console_, '/keys');
    const { page } = visit;
    await page.getByRole('button', { name: 'New key' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`${hostileName} key`);
    for (const name of ['Agents', 'Files, datasets and fine-tunes']) {
      await dialog.getByRole('checkbox', { name }).uncheck();
    }
    const budget = dialog.getByRole('textbox', { name: 'Monthly budget in characters' });
    await budget.fill('many');
    await dialog.getByText('Enter a number of characters, or leave it empty.').waitFor();
    const sentence = dialog.getByText('Enter a number of characters, or leave it empty.');
    await budget.fill('10,000');
    assert.equal(await sentence.count(), 0);
    for (const text of ['10,000.00', '1000.5', '1.5e6', '0']) {
      await budget.fill(text);
      assert.equal(await sentence.count(), 1, text);
    }
    await budget.fill('40');
    await dialog.getByRole('checkbox', { name: 'Only alert: speech goes on beyond the budget' }).check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    const shown = page.getByRole('alertdialog', { name: 'The new key' });
    const key = (await shown.locator('code').textContent()) ?? '';
    await shown.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('cell', { name: 'Speech, Transcription, Voices and dictionaries' }).waitFor();
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    const use = (secret: string, path: string) =>
      clientOf(console_.server.url, secret)('GET', path).then(({ status }) => status);
    assert.deepEqual([await use(key, '/voices'), await use(key, '/v1/agents')], [200, 403]);
    const spoken = { ...speech, transcript: 'x'.repeat(36) };
    assert.equal((await clientOf(console_.server.url, key)('POST', '/tts/bytes', spoken)).status, 200);
    await page.reload();
    const state = page.getByRole('cell', { name: '36 of 40 90 % Only alert' });
    await state.waitFor();
    await page.getByRole('button', { name: /^Change .*onerror/ }).click();
    const change = page.getByRole('dialog', { name: 'Change the key' });
    await change.getByRole('textbox', { name: 'Monthly budget in characters' }).fill('100000');
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: '36 of 100,000 0 % Only alert' }).waitFor();

    await page.getByRole('button', { name: /^Rotate .*onerror/ }).click();
    const rotation = page.getByRole('dialog', { name: 'Rotate the key' });
    await rotation.getByRole('button', { name: 'Make the new key' }).click();
    const next = (await shown.locator('code').textContent()) ?? '';
    await shown.getByRole('button', { name: 'I have kept it' }).click();
    assert.notEqual(next, key);
    assert.deepEqual([await use(key, '/voices'), await use(next, '/voices')], [200, 200]);

    const mine = page.getByRole('button', { name: /^Revoke .*onerror/ });
    for (const left of [2, 1]) {
      await eventually('the rows are there', async () => (await mine.count()) === left);
      await mine.first().click();
      const question = page.getByRole('alertdialog', { name: 'Revoke this key?' });
      await question.getByRole('button', { name: 'Revoke' }).click();
      await question.waitFor({ state: 'detached' });
    }
    await eventually('both fail', async () => {
      const statuses = await Promise.all([use(key, '/voices'), use(next, '/voices')]);
      return statuses.every((status) => status === 401);
    });
    await checkUnharmed(visit);
  });

  it('makes an admin key, finds it among those of its kind, and revokes it', async () => {
    const visit = await visitAsAdmin(console_, '/keys');
    const { page } = visit;
    await page.getByRole('button', { name: 'New key' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Accounting');
    await dialog.getByRole('button', { name: /Kind$/ }).click();
    await page.getByRole('option', { name: /^Admin key/ }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    const shown = page.getByRole('alertdialog', { name: 'The new key' });
    const key = (await shown.locator('code').textContent()) ?? '';
    await shown.getByRole('button', { name: 'I have kept it' }).click();
    const use = (secret: string) =>
      clientOf(console_.server.url, secret)('GET', '/api-keys').then(({ status }) => status);
    assert.equal(await use(key), 200);
    const row = page.getByRole('row').filter({ hasText: 'Accounting' });
    await row.getByText('Admin key', { exact: true }).waitFor();
    await row.getByRole('cell', { name: 'The organization' }).waitFor();
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });

    // The old key is gone from the list that is read when the person comes back from where the new one is needed.
    await row.getByRole('button', { name: /^Rotate / }).click();
    const rotation = page.getByRole('dialog', { name: 'Rotate the key' });
    await rotation.getByRole('button', { name: /The old key ends$/ }).click();
    await page.getByRole('option', { name: 'At once' }).click();
    // Closed before the answer, the dialog does not take the key with it.
    const answer = Promise.withResolvers<undefined>();
    await page.route('**/api-keys/*/rotate', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await rotation.getByRole('button', { name: 'Make the new key' }).click();
    await page.keyboard.press('Escape');
    await rotation.waitFor({ state: 'detached' });
    answer.resolve(undefined);
    await shown.locator('code').waitFor();
    const next = (await shown.locator('code').textContent()) ?? '';
    const read = page.waitForResponse((response) => response.url().includes('/api-keys?'));
    await page.clock.install({ time: Date.now() + 60_000 });
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await read;
    await settled(page);
    assert.equal(await shown.locator('code').textContent(), next);
    await shown.getByRole('button', { name: 'I have kept it' }).click();

    await row.getByRole('button', { name: /^Revoke / }).click();
    const question = page.getByRole('alertdialog', { name: 'Revoke this key?' });
    await question.getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    const states = [use(key), use(next)];
    assert.deepEqual(await Promise.all(states), [401, 401]);
    await checkUnharmed(visit);
  });

  it('shows the state of the server and its last requests', async () => {
    const visit = await visitAsAdmin(console_, '/server');
    const { page } = visit;
    await page.getByText('Ready to speak').waitFor();
    await page.getByRole('table').first().getByRole('rowheader', { name: 'espeak' }).waitFor();
    await page.getByRole('searchbox', { name: 'Find a model, a language or what it is for' }).fill('kokoro-multi');
    await page.getByRole('button', { name: 'Install kokoro-multi-lang-v1_0' }).waitFor();
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expectJson(ask(console_)('GET', '/voices/none'), 404);
    assert.equal((await ask(console_)('POST', '/tts/bytes', { ...speech, transcript: 'Hello.' })).status, 200);
    await page.getByRole('link', { name: 'Requests', exact: true }).click();
    await eventually('the request is in the list', async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await settled(page);
      return (await page.getByRole('link', { name: 'voice_not_found' }).count()) > 0;
    });
    await page
      .getByRole('img', { name: /^Time to the first audio by hour: p50 \d+ ms, p95 \d+ ms of \d+ utterances$/ })
      .waitFor();
    assert.equal(await page.getByRole('cell', { name: /Console$/ }).count(), 0, 'programs only');
    await page.getByRole('button', { name: /From$/ }).click();
    await page.getByRole('option', { name: 'The console' }).click();
    await page
      .getByRole('cell', { name: /Console$/ })
      .first()
      .waitFor();
    assert.equal(await page.getByRole('link', { name: 'voice_not_found' }).count(), 0);
    await checkWidths(page);
    await checkUnharmed(visit);
  });
});
