/** Dictionaries: made, an entry heard before and after, refused entries shown where they stand, nothing lost. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { expectJson } from '../../support/resources.ts';
import { forgetHeard, heard, hears, settled, startConsole, type Console } from '../support/browser.ts';
import { ask, checkUnharmed, checkWidths, hostileName } from '../support/pages.ts';

interface Dictionaries {
  readonly data: readonly { readonly items: readonly { readonly text: string; readonly pronunciation: string }[] }[];
}

describe('dictionaries', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());

  const written = (page: Page, entry: number) => page.getByRole('textbox', { name: `Written, entry ${entry}` });
  const said = (page: Page, entry: number) => page.getByRole('textbox', { name: `Said, entry ${entry}` });

  it('begin with an empty list that says how, and an entry is heard before and after', async () => {
    const visit = await console_.visit({ path: '/dictionaries' });
    const { page } = visit;
    await page.getByText('No dictionary yet.').waitFor();
    await page.getByRole('button', { name: 'New dictionary' }).first().click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(hostileName);
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Add an entry' }).click();
    await written(page, 1).fill('A');
    await said(page, 1).fill('A much longer way to say one letter of the alphabet');
    await page.getByRole('button', { name: /^Before: / }).click();
    await hears(page, 0.1);
    await page.getByRole('button', { name: /^Before: / }).waitFor();
    const before = (await heard(page)).seconds;
    await forgetHeard(page);
    await page.getByRole('button', { name: /^After: / }).click();
    await hears(page, before * 2);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The dictionary was saved.').waitFor();
    const { data } = await expectJson<Dictionaries>(ask(console_)('GET', '/pronunciation-dicts'), 200);
    assert.deepEqual(
      data[0]?.items.map(({ text, pronunciation }) => [text, pronunciation]),
      [['A', 'A much longer way to say one letter of the alphabet']],
    );
    await checkWidths(page);
    await checkUnharmed(visit);
  });

  it('shows what is wrong with an entry in its cell, and keeps all others as they were typed, also on another page', async () => {
    const { page } = await console_.visit({ path: '/dictionaries' });
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Add an entry' }).click();
    await written(page, 2).fill('SQL');
    await said(page, 2).fill('???');
    await page.getByRole('button', { name: 'Add an entry' }).click();
    await written(page, 3).fill('PHP');
    await said(page, 3).fill('pee');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('textbox', { name: /^Said, entry 2: Expected text with a letter/ }).waitFor();
    await page.getByRole('alert').filter({ hasText: 'The dictionary was not saved' }).waitFor();
    assert.equal(await written(page, 3).inputValue(), 'PHP');
    await page.getByRole('link', { name: 'All dictionaries' }).click();
    await settled(page);
    await page.getByRole('table').getByRole('link').first().click();
    assert.equal(await said(page, 2).inputValue(), '???');
    await said(page, 2).fill('sequel');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The dictionary was saved.').waitFor();
    await page.reload();
    await settled(page);
    assert.equal(await said(page, 2).inputValue(), 'sequel');
  });
});
