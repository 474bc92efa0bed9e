/** What goes wrong is told where the person looks, and nothing that was typed is lost. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import {
  apiKey,
  checkAccessible,
  eventually,
  hears,
  settled,
  startConsole,
  voicesAreRead,
  type Console,
} from '../support/browser.ts';
import { proxyTo } from '../support/tcp-proxy.ts';

const long = 'A long text that takes the server some time to speak. '.repeat(1200);
const hostile = `"><img src=x onerror=globalThis.injected=1><script>globalThis.injected=1</script>{{7*7}}\u202Egnirts`;

describe('errors', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole({ settings: { SONORANT_MAX_CONTEXTS: '1' } })));
  after(() => console_.close());
  afterEach(() => console_.leave());

  const open = async (options = {}) => {
    const visit = await console_.visit({ path: '/speak', ...options });
    await voicesAreRead(visit.page);
    return visit;
  };
  const field = (page: Page) => page.getByRole('textbox', { name: 'Text' });
  const speak = (page: Page) => page.getByRole('button', { name: 'Speak', exact: true });
  const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

  it('the server goes away while it speaks: what had come is heard, the text stays, and it speaks again when it is back', async (t) => {
    const proxy = await proxyTo(console_.server.url);
    t.after(() => proxy.close());
    const { page } = await open({ origin: proxy.origin });
    await field(page).fill(long);
    await speak(page).click();
    await hears(page, 0.5);
    proxy.setDown(true);
    await alert(page, 'The speech broke off').waitFor();
    assert.equal(await field(page).inputValue(), long);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await field(page).fill('Short now.');
    await speak(page).click();
    await alert(page, 'Nothing was spoken').waitFor();
    await checkAccessible(page);
    proxy.setDown(false);
    await speak(page).click();
    await page.getByText('Complete').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  it('the session ends while it speaks: the sign-in appears over the page, which goes on afterwards', async () => {
    const { page, context } = await open();
    await field(page).fill(long);
    await speak(page).click();
    await hears(page, 0.3);
    const { url } = console_.server;
    const answer = await context.request.delete(`${url}/console/api/session`, { headers: { origin: url } });
    assert.equal(answer.status(), 204);
    const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await dialog.getByRole('textbox', { name: 'Key' }).fill(apiKey);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await field(page).inputValue(), long);
  });

  it('one utterance too many is refused with its reason, and later taken', async () => {
    const first = await open();
    await field(first.page).fill(long);
    await speak(first.page).click();
    await hears(first.page, 0.3);
    const { page } = await open();
    await field(page).fill('One too many.');
    await speak(page).click();
    await alert(page, 'concurrency_limited').waitFor();
    await first.page.getByRole('button', { name: 'Stop', exact: true }).click();
    await eventually('it is taken', async () => {
      await speak(page).click();
      await page.getByText('Complete').or(page.getByRole('alert')).first().waitFor();
      return (await page.getByRole('alert').count()) === 0;
    });
  });

  it('says that there is no sound device', async () => {
    const { page } = await open();
    // As browsers do it without one: the context never runs.
    await page.evaluate('AudioContext.prototype.resume = () => new Promise(() => {})');
    await page.evaluate(
      `Object.defineProperty(BaseAudioContext.prototype, 'state', { get: () => 'suspended', configurable: true })`,
    );
    await speak(page).click();
    await alert(page, 'Nothing is heard').waitFor();
    await page.getByText('Complete').waitFor();
  });

  it('the server does not answer at all: the page says so and tries again on demand', async (t) => {
    const proxy = await proxyTo(console_.server.url);
    t.after(() => proxy.close());
    const { page } = await open({ origin: proxy.origin });
    await page.route('**/console/api/session', (route) => route.abort());
    await page.reload();
    await alert(page, 'The server does not answer').waitFor({ timeout: 30_000 });
    await page.unroute('**/console/api/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await speak(page).waitFor();
  });

  it('shows markup in names and texts as text', async () => {
    const { server } = console_;
    const headers = { authorization: `Bearer ${apiKey}`, 'service-version': '2026-08-14' };
    const { data } = (await (await fetch(`${server.url}/voices?limit=1`, { headers })).json()) as {
      data: { id: string }[];
    };
    const { page, problems } = await open();
    // The names are the server's: put into its answer, so that no name it would refuse is needed.
    await page.route('**/console/api/voices?*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as {
        data: { id: string; name: string; description: string; tagline: string }[];
      };
      for (const voice of body.data) {
        if (voice.id === data[0]!.id) Object.assign(voice, { name: hostile, description: hostile, tagline: hostile });
      }
      await route.fulfill({ response: answer, json: body });
    });
    await page.reload();
    await settled(page);
    await field(page).fill(hostile);
    await page.getByRole('button', { name: /^Voice: / }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('onerror');
    await page.getByRole('row').filter({ hasText: '<script>' }).click();
    await speak(page).click();
    await page.getByText('Complete').waitFor();
    for (const path of ['/live', '/compare', '/voices']) {
      await page.goto(`${server.url}/console${path}`);
      await settled(page);
    }
    assert.equal(await page.evaluate('globalThis.injected'), undefined);
    assert.deepEqual(problems, []);
  });
});
