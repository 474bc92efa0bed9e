/** Compare: two voices on one text, one after the other, or switched at the same word. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, hears, startConsole, type Console } from '../support/browser.ts';

describe('compare', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());

  const side = (page: Page, name: string) => page.getByRole('region', { name: `Voice ${name}` });
  const isHeard = async (page: Page, name: string) => (await side(page, name).getAttribute('data-heard')) === 'true';
  const heardWords = (page: Page, name: string) => side(page, name).locator('.word:not([data-state=ahead])').count();
  const open = async (text: string) => {
    const visit = await console_.visit({ path: '/compare' });
    await visit.page.getByRole('button', { name: /^Voice B: / }).waitFor();
    await visit.page.getByRole('textbox', { name: 'Text' }).fill(text);
    return visit;
  };

  it('speaks with one voice and then with the other', async () => {
    const { page, problems } = await open('One after the other.');
    const names = await Promise.all(
      ['A', 'B'].map((name) =>
        side(page, name)
          .getByRole('button', { name: /^Voice/ })
          .innerText(),
      ),
    );
    assert.notEqual(names[0], names[1]);
    await page.getByRole('button', { name: 'One after the other' }).click();
    await eventually('A is heard', () => isHeard(page, 'A'));
    await eventually('B is heard', () => isHeard(page, 'B'));
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
    assert.equal(await heardWords(page, 'B'), 4);
    await hears(page, 1);
    assert.deepEqual(problems, []);
  });

  it('goes on with the other voice at the same word', async () => {
    const text = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen.';
    const { page } = await open(text);
    await page.getByRole('button', { name: 'Hear A' }).click();
    await eventually('both are made', async () => (await page.getByText('Complete').count()) === 2);
    await eventually('A has spoken six words', async () => (await heardWords(page, 'A')) >= 6);
    await page.getByRole('button', { name: 'Switch to B' }).click();
    await eventually('B is heard', () => isHeard(page, 'B'));
    const [a, b] = [await heardWords(page, 'A'), await heardWords(page, 'B')];
    assert.ok(b >= 5 && b <= 12, `B goes on at word ${b}`);
    assert.ok(a === 0 || a >= 6, `A stands at word ${a}`);
    await eventually('B ends', async () => (await heardWords(page, 'B')) === 16);
  });
});
