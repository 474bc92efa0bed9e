/** A take that is shared: the link is made, opened by who has no account, heard with its words, and revoked. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { openStore } from '../../../src/store/index.ts';
import { passwordCost } from '../../../src/store/testing.ts';
import {
  checkAccessible,
  checkFits,
  eventually,
  settled,
  startConsole,
  voicesAreRead,
  type Console,
} from '../support/browser.ts';
import { checkUnharmed, checkWidths, hostileName } from '../support/pages.ts';

const credential = { email: 'ann@example.org', password: 'correct horse battery' };

describe('a shared take', () => {
  let console_: Console;
  before(async () => {
    console_ = await startConsole();
    const store = await openStore({ dataDir: console_.server.dataDir, passwordCost });
    const { id: organizationId } = (await store.organizations.first())!;
    const { id } = await store.users.create({ organizationId, role: 'member', email: credential.email });
    await store.accounts.setPassword(id, credential.password);
    await store.close();
  });
  after(() => console_.close());
  afterEach(() => console_.leave());

  it('is heard by whoever has its link, with the words lit, until the link is revoked', async () => {
    const { page } = await console_.visit({ as: credential, path: '/speak' });
    await voicesAreRead(page);
    await page.getByRole('textbox', { name: 'Text' }).fill(`One two three four five. ${hostileName}`);
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    await page.getByText('Kept in your history').waitFor();
    await page.goto(`${console_.server.url}/console/history`);
    await page.getByRole('button', { name: /^Share: / }).click();
    await checkAccessible(page);
    // Not by its button, which would announce that it is busy while the next view takes its place.
    await page
      .getByRole('dialog')
      .locator('form')
      .evaluate((form: unknown) => (form as { requestSubmit: () => void }).requestSubmit());
    const url = await page.getByRole('link', { name: /\/s\/\w{43}$/ }).textContent();
    await checkWidths(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Shared links' }).waitFor();
    await checkWidths(page);

    const visit = await console_.visit({ as: false });
    const { page: stranger } = visit;
    await stranger.goto(url!);
    await stranger.getByText('Spoken by a computer').waitFor();
    for (const width of [375, 1280]) {
      await stranger.setViewportSize({ width, height: 800 });
      await checkFits(stranger);
      await checkAccessible(stranger);
    }
    await stranger.locator('#text span', { hasText: 'three' }).click();
    await eventually('a word is lit', async () => /^(three|four|five)/.test(await litWord()), 20_000);
    async function litWord(): Promise<string> {
      const lit = stranger.locator('#text .now');
      return (await lit.count()) === 0 ? '' : ((await lit.textContent()) ?? '');
    }
    assert.match((await stranger.locator('time').textContent()) ?? '', /20\d\d.*:/);
    await checkUnharmed(visit);

    await settled(page);
    await page.getByRole('button', { name: /^Revoke the link to / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('heading', { name: 'Shared links' }).waitFor({ state: 'detached' });
    await stranger.reload();
    await stranger.getByRole('heading', { name: 'Nothing plays here' }).waitFor();
    await checkAccessible(stranger);
  });
});
