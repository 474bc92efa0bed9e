/** `<sonorant-player>` in a page of another origin, whose content security policy allows the server and nothing else. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { clientOf, expectJson } from '../support/resources.ts';
import { visitAsAdmin } from './pages.ts';
import {
  adminKey,
  checkAccessible,
  eventually,
  forgetHeard,
  heard,
  hears,
  startConsole,
  type Console,
} from './browser.ts';

const texts = ['A first paragraph.', 'Then 3 more words, and a link.', 'The end comes last.'];

/** Notes the words that the player lights, and what goes wrong. */
const watch = `
window.words = [];
window.problems = [];
document.addEventListener('word', ({ detail }) => window.words.push(detail));
document.addEventListener('problem', ({ detail }) => window.problems.push(detail));
document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => window.problems.push(violatedDirective));
`;

function html(server: string, token: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
<script src="/watch.js"></script><script src="${server}/player.js" async></script></head><body>
<nav><a href="/elsewhere">Menu that is not read</a></nav>
<main><h1 hidden>Not shown</h1><p>${texts[0]!}</p>
<p>Then <b>3
 more</b> words, and a <a href="/link">link</a>.</p><p aria-hidden="true">Never read</p>
<div><p>${texts[2]!}</p></div>
<sonorant-player token="${token}"></sonorant-player></main></body></html>`;
}

describe('the player in a page', () => {
  let console_: Console;
  let pages: Server;
  let origin: string;
  let body = '';
  before(async () => {
    console_ = await startConsole();
    const { url } = console_.server;
    const policy = `default-src 'none'; script-src 'self' ${url}; connect-src ${url}; base-uri 'none'; form-action 'none'`;
    pages = createServer((request, response) => {
      response.setHeader('content-security-policy', policy);
      response.setHeader('content-type', request.url === '/watch.js' ? 'text/javascript' : 'text/html');
      response.end(request.url === '/watch.js' ? watch : body);
    }).listen(0, '127.0.0.1');
    await once(pages, 'listening');
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  });
  after(async () => {
    pages.closeAllConnections();
    pages.close();
    await console_.close();
  });
  afterEach(() => console_.leave());

  async function keyFor(page: string, characters = 10_000): Promise<string> {
    const admin = clientOf(console_.server.url, adminKey);
    const limits = { scopes: ['tts'], budget: { characters }, origins: [page] };
    return (await expectJson<{ key: string }>(admin('POST', '/api-keys', { name: 'Page', ...limits }), 201)).key;
  }

  async function open(token: string): Promise<Page> {
    body = html(console_.server.url, token);
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
    // Three is spoken for a digit, which no word of the text is like.
    const written = texts.join(' ').match(/[a-z]+/gi)!;
    const lit = (await words(page)).flatMap((word) => word.match(/[a-z]+/gi) ?? []);
    assert.deepEqual(lit, written);
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
    await page.getByText(texts[2]!).click({ position: { x: 3, y: 5 } });
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
