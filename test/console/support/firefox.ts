/**
 * Debian's Firefox on the console of a server. Playwright drives only Firefoxes that it has built itself; this one is driven through
 * WebDriver BiDi, which every Firefox speaks. Functions that run in the page are given as text, as in `browser.ts`.
 */
import { readFile } from 'node:fs/promises';
import puppeteer, { type Browser, type KeyInput, type Page } from 'puppeteer-core';
import { eventually, probe } from './browser.ts';

const executablePath = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const deadlineMs = 20_000;

/** A page and what went wrong in it. */
export interface FirefoxVisit {
  readonly page: Page;
  /** Errors in the log and uncaught ones, what the content security policy refused, answers that refuse. */
  readonly problems: string[];
}

/** Firefox without a window. It has its own rules for what may sound unasked, and a sound device that plays in real time, unheard. */
export function startFirefox(): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    // Without a device, as on a server, no AudioContext of Firefox ever runs.
    extraPrefsFirefox: { 'media.cubeb.force_mock_context': true },
  });
}

/** A new profile, no cookies and nothing stored, at an address. */
export async function visitInFirefox(browser: Browser, url: string, width = 1280): Promise<FirefoxVisit> {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(deadlineMs);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  await page.setViewport({ width, height: 900 });
  await page.evaluateOnNewDocument(`(() => { ${await readFile(probe, 'utf8')} })()`);
  await page.evaluateOnNewDocument(`addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(\`the policy refused \${blockedURI} by \${violatedDirective}\`))`);
  await page.goto(url);
  return { page, problems };
}

/** Closes all pages and forgets their profiles. */
export async function leaveFirefox(browser: Browser): Promise<void> {
  const visited = browser.browserContexts().filter((context) => context !== browser.defaultBrowserContext());
  await Promise.all(visited.map((context) => context.close()));
}

/** Types into a field in place of what is in it, as a person would. */
export async function typeOver(page: Page, selector: string, text: string): Promise<void> {
  await page.locator(selector).click();
  await chord(page, 'Control', 'a');
  await page.keyboard.type(text);
}

/** Presses a key while another one is held. */
export async function chord(page: Page, held: KeyInput, key: KeyInput): Promise<void> {
  await page.keyboard.down(held);
  await page.keyboard.press(key);
  await page.keyboard.up(held);
}

/** What is written in the elements that a selector finds; `>>>` in it goes into a shadow root. */
export function textsIn(page: Page, selector: string): Promise<string[]> {
  return page.$$eval(selector, (found: unknown) =>
    (found as readonly { readonly textContent: string }[]).map(({ textContent }) => textContent),
  );
}

/** Waits until the page of the console at a path has read what it shows. */
export async function arrives(page: Page, path: string): Promise<void> {
  await eventually(
    `${path} is there`,
    async () =>
      new URL(page.url()).pathname === `/console${path}` &&
      (await page.evaluate(
        `document.querySelector('main h1') !== null && document.querySelector('.loading') === null`,
      )) === true,
  );
  await page.waitForNetworkIdle({ idleTime: 100 });
}
