/**
 * Every page of the navigation at the width of a phone and of a desktop, light and dark: it fits, and axe finds nothing serious.
 * The short form (SONORANT_TEST_SHORT=1) leaves the dark ones out.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import {
  checkAccessible,
  checkFits,
  settled,
  signInLink,
  startConsole,
  widths,
  type Console,
} from '../support/browser.ts';

/** Reached from other pages. */
const more = ['/account', '/voices/clone', '/voices/blend', '/metrics/results'];
const schemes = process.env.SONORANT_TEST_SHORT === '1' ? (['light'] as const) : (['light', 'dark'] as const);

describe('all pages', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());

  const addresses = (page: Page): Promise<string[]> =>
    page.evaluate(
      `Array.from(document.querySelectorAll('nav[aria-label=Pages] a'), (link) => new URL(link.href).pathname)`,
    );

  for (const width of widths) {
    for (const colorScheme of schemes) {
      // Each page has the deadline of a test; all of them together have more.
      it(`at ${width} px, ${colorScheme}`, { timeout: 600_000 }, async (t) => {
        // Pages that stay open go on asking the server.
        t.after(() => console_.leave());
        const link = signInLink(console_.server);
        const { page, problems } = await console_.visit({
          as: { link },
          viewport: { width, height: 900 },
          colorScheme,
        });
        await settled(page);
        const paths = await addresses(page);
        assert.ok(paths.length >= 10, paths.join());
        for (const path of [...paths.map((path) => path.replace('/console', '')), ...more]) {
          await t.test(path, { timeout: 120_000 }, async () => {
            await page.goto(`${console_.server.url}/console${path}`);
            await settled(page);
            await checkFits(page);
            await checkAccessible(page);
          });
        }
        assert.deepEqual(problems, []);
      });
    }
  }

  it('the first load is small', async () => {
    const { page } = await console_.visit({ path: '/speak' });
    await settled(page);
    const bytes = await page.evaluate<number>(
      `performance.getEntriesByType('resource')
        .filter(({ name }) => name.includes('/console/assets/'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    );
    // Zipped: scripts and styles of the frame and of the first page.
    assert.ok(bytes > 100_000 && bytes <= 210_000, `${bytes} bytes`);
  });

  it('something is painted before the scripts are there', async () => {
    const { page, context, problems } = await console_.visit({ path: '/speak' });
    await settled(page);
    await context.route(/\.js$/, (route) => route.abort());
    await page.reload();
    await page.getByRole('img', { name: 'Sonorant is loading' }).waitFor();
    await checkAccessible(page);
    assert.deepEqual(problems, []);
  });

  it('the pages without a session', async () => {
    for (const path of ['/', '/accept?token=x', '/reset?token=x']) {
      for (const width of widths) {
        const { page, problems } = await console_.visit({ as: false, path, viewport: { width, height: 900 } });
        await page.locator('h1').waitFor();
        await checkFits(page);
        await checkAccessible(page);
        assert.deepEqual(problems, []);
      }
    }
  });

  it('the menu of a phone, and the choice of a voice', async () => {
    const { page } = await console_.visit({ viewport: { width: 375, height: 700 }, path: '/speak' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Live' }).waitFor();
    await checkAccessible(page);
    await page.getByRole('link', { name: 'Live' }).click();
    await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Speak' }).isVisible(), false);
    // The link of the page that is open closes the menu too.
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Live' }).click();
    await page.getByRole('link', { name: 'Live' }).waitFor({ state: 'hidden' });
    assert.equal(await page.locator(':focus').getAttribute('id'), 'content');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Voices' }).focus();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Voices' }).waitFor({ state: 'hidden' });
    assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Menu');
    await page.getByRole('button', { name: /^Voice: / }).click();
    await page.getByRole('row').first().waitFor();
    await checkFits(page);
    await checkAccessible(page);
  });

  it('the account and the way out are in view beside every page, and so is the name of the page', async () => {
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 1440, height: 900 },
    ]) {
      const { page } = await console_.visit({ as: { link: signInLink(console_.server) }, viewport, path: '/requests' });
      await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
      const pages = page.getByRole('navigation', { name: 'Pages' });
      const list = (await pages.boundingBox())!;
      const current = (await pages.getByRole('link', { name: 'Requests' }).boundingBox())!;
      assert.ok(current.y >= list.y - 1 && current.y + current.height <= list.y + list.height + 1);
      const { y, height } = (await page.getByRole('button', { name: 'Sign out' }).boundingBox())!;
      assert.ok(y >= list.y + list.height && y + height <= viewport.height, `${y} of ${viewport.height} px`);
      await checkAccessible(page);
    }
  });
});
