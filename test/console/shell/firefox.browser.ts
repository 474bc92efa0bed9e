/** The console and the player of other pages in Firefox: signing in, speech that is heard, every page of the menu, the keyboard. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { apiKey, type TestServer } from '../../support/server.ts';
import { checkFits, eventually, hears, signInLink, startServer } from '../support/browser.ts';
import {
  arrives,
  chord,
  leaveFirefox,
  startFirefox,
  textsIn,
  typeOver,
  visitInFirefox,
  type FirefoxVisit,
} from '../support/firefox.ts';
import { lettersOf, playerKey, publishArticle, texts } from '../support/player-page.ts';

const sentence = 'One two three four five, six seven eight nine ten.';
const menu = 'nav[aria-label=Pages] a';

describe('Firefox', () => {
  let server: TestServer;
  let browser: Browser;
  /** Whatever of them was started: one that stays keeps the process. */
  const opened: { close(): Promise<void> }[] = [];
  before(async () => {
    opened.push((browser = await startFirefox()));
    opened.push((server = await startServer()));
  });
  after(async () => {
    await Promise.all(opened.map((each) => each.close()));
  });
  afterEach(() => leaveFirefox(browser));

  const visitAsAdmin = async (width = 1280): Promise<FirefoxVisit> => {
    const visit = await visitInFirefox(browser, `${server.url}/console/#link=${signInLink(server)}`, width);
    await arrives(visit.page, '/speak');
    return visit;
  };

  it('signs in with a key and speaks on Ctrl + Enter: it is heard, and its words light up', async () => {
    const { page, problems } = await visitInFirefox(browser, `${server.url}/console/speak`);
    await typeOver(page, 'input[type=password]', apiKey);
    await page.keyboard.press('Enter');
    await arrives(page, '/speak');
    await page.locator('.voice-button .voice-text').wait();
    await typeOver(page, 'textarea', sentence);
    await chord(page, 'Control', 'Enter');
    await hears(page, 2);
    await eventually('all words were heard', async () => {
      const heard = await textsIn(page, '.word[data-state=heard]');
      return heard.join(' ') === sentence;
    });
    assert.match((await textsIn(page, '[data-figure=seconds]')).join(), /^[2-9]\.\d+ s$/);
    assert.match((await textsIn(page, '[data-figure=first-audio]')).join(), /^\d+ ms$/);
    assert.deepEqual(problems, []);
  });

  for (const width of [1280, 390]) {
    it(`shows every page of the menu in ${width} px`, async () => {
      const { page, problems } = await visitAsAdmin(width);
      const paths = (await page.evaluate(
        `Array.from(document.querySelectorAll('${menu}'), ({ pathname }) => pathname)`,
      )) as string[];
      assert.ok(paths.length >= 20 && paths.includes('/console/server'), paths.join());
      for (const path of [...paths.slice(1), paths[0]!]) {
        if (width === 390) await page.locator('button[aria-label=Menu]').click();
        await page.locator(`${menu}[href="${path}"]`).click();
        await arrives(page, path.replace('/console', ''));
        await checkFits(page);
        assert.deepEqual(problems, [], path);
      }
    });
  }

  it('goes to a page by Ctrl + K, its name and Enter', async () => {
    const { page, problems } = await visitAsAdmin();
    await chord(page, 'Control', 'k');
    await page.locator('.palette-field input').wait();
    await page.keyboard.type('Webhooks');
    await eventually('it alone is found', async () => (await textsIn(page, '.palette [role=menuitem]')).length === 1);
    await page.keyboard.press('Enter');
    await arrives(page, '/webhooks');
    assert.deepEqual(problems, []);
  });

  it('reads the page of another origin to its end in the player, and lights each word in its order', async (t) => {
    const article = await publishArticle(server.url);
    t.after(() => article.close());
    article.setToken(await playerKey(server.url, article.origin));
    const { page, problems } = await visitInFirefox(browser, article.origin);
    const buttons = () => textsIn(page, 'sonorant-player >>> button');
    await page.locator('sonorant-player >>> button').click();
    await hears(page, 1);
    assert.equal(await page.evaluate('CSS.highlights.has("sonorant-word")'), true);
    await eventually('the end', async () => (await buttons())[0] === 'Listen', 30_000);
    assert.deepEqual(lettersOf((await page.evaluate('words')) as string[]), lettersOf(texts));
    assert.deepEqual(await page.evaluate('problems'), []);
    assert.deepEqual(problems, []);
  });
});
