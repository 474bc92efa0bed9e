/** The console while the server is away, and after it came back with another build: the frame stays, and so does a way on. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import {
  checkAccessible,
  checkFits,
  eventually,
  startConsole,
  voicesAreRead,
  type Console,
} from '../support/browser.ts';
import { proxyTo } from '../support/tcp-proxy.ts';

const scripts = /\/console\/assets\/[\w-]+-page-[\w-]+\.js$/;

describe('an outage', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());
  afterEach(() => console_.leave());

  const open = async (options = {}) => {
    const visit = await console_.visit({ path: '/speak', ...options });
    await voicesAreRead(visit.page);
    // Gone when the page is loaded anew.
    await visit.page.evaluate('globalThis.marker = true');
    return visit;
  };
  const isSameDocument = (page: Page) => page.evaluate<boolean>('globalThis.marker === true');
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
  const navigation = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
  const follow = (page: Page, name: string) => navigation(page).getByRole('link', { name, exact: true }).click();
  /** The page that the server is asked for by the console, not by the browser, names another build. */
  const serveOtherBuild = (page: Page) =>
    page.route(/\/console\/$/, async (route) => {
      if (route.request().resourceType() === 'document') return route.continue();
      const answer = await route.fetch();
      return route.fulfill({
        response: answer,
        body: (await answer.text()).replace(/index-[\w-]+\.js/, 'index-new.js'),
      });
    });

  it('leaves the frame around a page that cannot be loaded, and loads it when the server is back', async (t) => {
    const proxy = await proxyTo(console_.server.url);
    t.after(() => proxy.close());
    const { page, problems } = await open({ origin: proxy.origin });
    proxy.setDown(true);
    await follow(page, 'Agents');
    await heading(page, 'This page could not be loaded').waitFor();
    await page.getByRole('alert').filter({ hasText: 'The server could not be reached' }).waitFor();
    await checkFits(page);
    await checkAccessible(page);
    await follow(page, 'Speak');
    await heading(page, 'Speak').waitFor();
    await follow(page, 'Agents');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.click();
    await again.waitFor();
    proxy.setDown(false);
    await again.click();
    await heading(page, 'Agents').waitFor();
    assert.ok(await isSameDocument(page));
    assert.deepEqual(problems, []);
  });

  it('loads a tab anew that is older than the server when a page is missing, once, and then leaves it to the person', async () => {
    const { page, problems } = await open();
    await serveOtherBuild(page);
    await page.route(scripts, (route) => route.fulfill({ status: 404 }));
    await follow(page, 'Agents');
    await eventually('the console is loaded anew', async () => !(await isSameDocument(page).catch(() => true)));
    await page.getByRole('alert').filter({ hasText: 'another version of the console' }).waitFor();
    await page.evaluate('globalThis.marker = true');
    await navigation(page).waitFor();
    await follow(page, 'Files');
    await page.getByRole('alert').filter({ hasText: 'another version of the console' }).waitFor();
    assert.ok(await isSameDocument(page));
    await page.unroute(scripts);
    await page.getByRole('button', { name: 'Load the console anew' }).click();
    await heading(page, 'Files').waitFor();
    assert.deepEqual(problems, []);
  });

  it('says that the server has a newer version, and what was typed outlives loading it', async () => {
    const { page } = await open();
    await page.clock.install();
    await page.reload();
    await voicesAreRead(page);
    await page.getByRole('textbox', { name: 'Text' }).fill('Typed before.');
    const notice = page.getByRole('status').filter({ hasText: 'newer version of the console' });
    const asked = page.waitForResponse(/\/console\/$/);
    await page.clock.fastForward('10:00');
    await (await asked).finished();
    assert.equal(await notice.count(), 0);
    await serveOtherBuild(page);
    await page.clock.fastForward('10:00');
    await notice.waitFor();
    await checkAccessible(page);
    await page.unroute(/\/console\/$/);
    await notice.getByRole('button', { name: 'Load it' }).click();
    await notice.waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('textbox', { name: 'Text' }).inputValue(), 'Typed before.');
  });

  it('leaves the frame around a page that breaks', async () => {
    const { page } = await open();
    const answer = /\/console\/api\/pronunciation-dicts/;
    await page.route(answer, (route) =>
      route.fulfill({ json: { data: [{ id: 'of another version' }], has_more: false, next_page: null } }),
    );
    await follow(page, 'Dictionaries');
    await heading(page, 'This page broke').waitFor();
    await follow(page, 'Files');
    await heading(page, 'Files').waitFor();
    await follow(page, 'Dictionaries');
    await heading(page, 'This page broke').waitFor();
    await page.unroute(answer);
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Dictionaries').waitFor();
  });

  it('asks a server of the same house while there is no internet', async () => {
    const { page } = await open();
    await page.evaluate(`dispatchEvent(new Event('offline'))`);
    await follow(page, 'Dictionaries');
    await page.getByText('No dictionary yet.').waitFor();
  });
});
