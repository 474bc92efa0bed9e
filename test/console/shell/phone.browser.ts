/** What a finger on a narrow screen finds: what a page is for is in view, and nothing is offered that takes a keyboard or a mouse. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import {
  checkAccessible,
  checkFits,
  settled,
  signInLink,
  startConsole,
  voicesAreRead,
  type Console,
} from '../support/browser.ts';
import { clipFile } from '../support/pages.ts';

const viewport = { width: 390, height: 844 };

describe('on a phone', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());
  afterEach(() => console_.leave());

  const open = async (path: string) => {
    const as = { link: signInLink(console_.server) };
    const { page } = await console_.visit({ as, path, viewport, isMobile: true, hasTouch: true });
    await settled(page);
    return page;
  };
  const bottomOf = async (element: Locator): Promise<number> => {
    const box = await element.boundingBox();
    assert.ok(box !== null);
    return box.y + box.height;
  };

  it('Speak has its voice in view and before the figures, and folds the offer of a model', async () => {
    const page = await open('/speak');
    await voicesAreRead(page);
    const voice = page.getByRole('button', { name: /^Voice: / });
    const offer = page.getByRole('region', { name: 'Give it a natural voice' });
    await offer.getByRole('button', { name: 'Show it' }).waitFor();
    assert.ok((await bottomOf(voice)) <= viewport.height);
    await page.getByRole('button', { name: 'Speak', exact: true }).tap();
    const state = page.locator('.take-figures dt', { hasText: 'State' });
    await state.waitFor();
    assert.ok((await bottomOf(voice)) < (await bottomOf(state)));
    assert.equal(await page.getByText('Ctrl + Enter').isVisible(), false);
    assert.equal(await page.getByText('Alt with P').isVisible(), false);
    await offer.getByRole('button', { name: 'Show it' }).tap();
    await offer.getByRole('button', { name: 'Accept the licence and install' }).waitFor();
    await checkFits(page);
    await checkAccessible(page);
  });

  it('the choice of a voice gives its room to the voices, and its filters are one button away', async () => {
    const page = await open('/speak');
    await voicesAreRead(page);
    await page.getByRole('button', { name: /^Voice: / }).tap();
    const dialog = page.getByRole('dialog');
    const rows = dialog.getByRole('row');
    await rows.first().waitFor();
    const { y, height } = (await dialog.boundingBox())!;
    const list = (await dialog.locator('.voice-list').boundingBox())!;
    assert.ok(list.height > height / 2 && list.y + list.height <= y + height + 1, JSON.stringify({ list, y, height }));
    assert.equal(await dialog.getByText('With the keyboard').isVisible(), false);
    const count = await rows.count();
    await dialog.getByRole('button', { name: 'Filters', exact: true }).tap();
    await checkAccessible(page);
    await dialog.getByRole('button', { name: /Language/ }).tap();
    await page.getByRole('option', { name: 'German', exact: true }).tap();
    await dialog.getByRole('button', { name: 'Filters (1)' }).tap();
    await dialog.getByRole('button', { name: /Language/ }).waitFor({ state: 'hidden' });
    assert.ok((await rows.count()) < count);
  });

  it('Clone has its button in view at all times, and speaks of no dropping', async () => {
    const page = await open('/voices/clone');
    const button = page.getByRole('button', { name: 'Clone', exact: true });
    assert.ok((await bottomOf(button)) <= viewport.height);
    await page.locator('input[type=file]').setInputFiles(clipFile());
    await page.getByRole('textbox', { name: 'What is said in the recording' }).waitFor();
    assert.ok((await bottomOf(button)) <= viewport.height);
    assert.equal(await page.getByText('drop it here').isVisible(), false);
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await checkFits(page);
    await checkAccessible(page);
  });

  it('a table has what belongs to a value beside the value, not below its title', async () => {
    const page = await open('/account');
    const row = page.getByRole('rowheader').filter({ hasText: 'this one' });
    const badge = (await row.getByText('this one').boundingBox())!;
    const browser = (await row.locator('div').boundingBox())!;
    assert.ok(badge.x >= browser.x && browser.x > 100, JSON.stringify({ badge, browser }));
  });
});
