/** `<sonorant-player>` in a page of another origin, whose content security policy allows the server and nothing else. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import {
  checkAccessible,
  eventually,
  forgetHeard,
  heard,
  hears,
  startConsole,
  type Console,
} from '../support/browser.ts';
import { visitAsAdmin } from '../support/pages.ts';
import { lettersOf, playerKey, publishArticle, texts, type Article } from '../support/player-page.ts';

describe('the player in a page', () => {
  let console_: Console;
  let article: Article;
  let origin: string;
  before(async () => {
    console_ = await startConsole();
    article = await publishArticle(console_.server.url);
    ({ origin } = article);
  });
  after(async () => {
    article.close();
    await console_.close();
  });
  afterEach(() => console_.leave());

  const keyFor = (page: string, characters?: number): Promise<string> =>
    playerKey(console_.server.url, page, characters);

  async function open(token: string): Promise<Page> {
    article.setToken(token);
    const { page } = await console_.visit({ as: false });
    await page.goto(origin);
    await page.getByRole('button', { name: 'Listen' }).waitFor();
    return page;
  }

  const words = (page: Page): Promise<readonly string[]> => page.evaluate<string[]>('words');
  const problems = (page: Page): Promise<readonly string[]> => page.evaluate<string[]>('problems');

  it('reads its paragraphs to the end and lights each word in its order, in pages of a strict policy', async () => {
    const page = await open(await keyFor(origin));
    await checkAccessible(page);
    await page.getByRole('button', { name: 'Listen' }).focus();
    await page.keyboard.press('Enter');
    await hears(page, 1);
    assert.equal(await page.evaluate('CSS.highlights.has("sonorant-word")'), true);
    await eventually('the end', async () => (await page.getByRole('button', { name: 'Listen' }).count()) === 1, 30_000);
    assert.deepEqual(lettersOf(await words(page)), lettersOf(texts));
    assert.equal(await page.evaluate('CSS.highlights.has("sonorant-word")'), false);
    assert.deepEqual(await problems(page), []);
  });

  it('pauses, goes on, changes its speed, reads from a word that is clicked, and stops', async () => {
    const page = await open(await keyFor(origin));
    await page.getByRole('button', { name: 'Listen' }).click();
    await hears(page, 0.3);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Speed 1', exact: true }).click();
    await page.getByRole('button', { name: 'Speed 1.2' }).waitFor();
    await page.evaluate('words.length = 0');
    await page.getByText(texts[2]).click({ position: { x: 3, y: 5 } });
    await eventually(
      'the third paragraph',
      async () => (await words(page)).some((word) => word.startsWith('last')),
      20_000,
    );
    assert.equal((await words(page))[0], 'The');
    await page.getByRole('button', { name: 'Listen' }).waitFor();
    await page.getByRole('button', { name: 'Listen' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Listen' }).waitFor();
    await forgetHeard(page);
    assert.equal((await heard(page)).seconds, 0);
    assert.deepEqual(await problems(page), []);
  });

  it('says why it is silent: on a foreign origin, without a token, with one that is used up', async () => {
    const foreign = await open(await keyFor('https://blog.example.com'));
    await foreign.getByRole('button', { name: 'Listen' }).click();
    await foreign.getByRole('alert').getByText('pages of other origins').waitFor();
    await checkAccessible(foreign);

    const none = await open('');
    await none.getByRole('button', { name: 'Listen' }).click();
    await none.getByRole('alert').getByText('no token').waitFor();

    const used = await open(await keyFor(origin, 1));
    await eventually('the budget is used up', async () => {
      await used.getByRole('button', { name: 'Listen' }).click();
      await used.getByRole('button', { name: 'Listen' }).waitFor();
      return (await used.getByRole('alert').textContent())?.includes('budget') ?? false;
    });
  });

  it('gets its key in the console, where a budget is asked for and the element is shown', async () => {
    const { page } = await visitAsAdmin(console_, '/keys');
    await page.getByRole('button', { name: 'New key' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Blog');
    await dialog.getByRole('textbox', { name: 'Web pages' }).fill(`${origin}/an/article https://blog.example.com`);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('expected a budget that refuses').waitFor();
    await dialog.getByRole('textbox', { name: 'Monthly budget in characters' }).fill('5000');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const shown = page.getByRole('alertdialog', { name: 'The new key' });
    const key = (await shown.locator('code').last().textContent()) ?? '';
    const element = (await shown.locator('code').first().textContent()) ?? '';
    assert.ok(element.includes(`<sonorant-player token="${key}">`) && element.includes('/player.js'), element);
    await checkAccessible(page);
    const reader = await open(key);
    await reader.getByRole('button', { name: 'Listen' }).click();
    await hears(reader, 0.3);
  });

  it('is one small script, which browsers ask for anew only when it has changed', async () => {
    const url = `${console_.server.url}/player.js`;
    const first = await fetch(url);
    const text = await first.text();
    assert.match(first.headers.get('content-type')!, /^text\/javascript/);
    assert.equal(first.headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.ok(Buffer.byteLength(text) <= 8192, `${Buffer.byteLength(text)} bytes`);
    assert.ok(gzipSync(text).byteLength <= 4096, `${gzipSync(text).byteLength} bytes zipped`);
    const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag')! } });
    assert.equal(again.status, 304);
  });
});
