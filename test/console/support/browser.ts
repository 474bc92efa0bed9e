/**
 * The console in a real browser: a server on a free port with a data folder of its own, Debian's Chromium with a fake microphone,
 * and what the tests do with both. Functions that run in the page are given as text or stand in files of their own, since the
 * tests know no types of a page.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import type { RecognizerDescriptor } from '../../../src/recognizers/adapter.ts';
import { allEngines } from '../../../src/engines/registry.ts';
import type { ServerChoices } from '../../../src/server/shared-limits.ts';
import { apiKey, start, type TestServer } from '../../support/server.ts';

export { eventually } from '../../support/eventually.ts';
export { adminKey, apiKey } from '../../support/server.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** A script for {@link heard}, to be in a page before its own scripts. */
export const probe = fileURLToPath(new URL('audio-probe.js', import.meta.url));
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Widths that every page has to fit: a phone and a desktop. */
export const widths = [375, 1280] as const;

export type Credential =
  { readonly key: string } | { readonly email: string; readonly password: string } | { readonly link: string };

export interface VisitOptions extends BrowserContextOptions {
  /** Signs in with it before the page opens, without the sign-in page; `false` opens the page signed out. Default: the API key. */
  readonly as?: Credential | false;
  /** Below `/console`. Default `/`. */
  readonly path?: string;
  /** Address of the server as the browser names it. Default the server's own. */
  readonly origin?: string;
}

/** A page and what went wrong in it. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Uncaught errors, and what the content security policy refused. */
  readonly problems: string[];
}

export interface Console {
  readonly server: TestServer;
  readonly browser: Browser;
  /** A new profile: no cookies, nothing stored. */
  readonly visit: (options?: VisitOptions) => Promise<Visit>;
  /** Closes all pages and forgets their profiles. */
  readonly leave: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ConsoleOptions {
  /** Settings of the server. */
  readonly settings?: Record<string, string>;
  /** What no setting changes. */
  readonly choices?: ServerChoices;
  /** Default: none. */
  readonly recognizers?: readonly RecognizerDescriptor[];
  /** A WAV file that the fake microphone plays in a loop; once with `%noloop` behind its name. Default: Chromium's beeps. */
  readonly microphone?: string;
  /** Further arguments of Chromium. */
  readonly args?: readonly string[];
}

/** Builds the console if that has to be, and starts a server with every engine. */
export async function startServer({
  settings = {},
  choices = {},
  recognizers = [],
}: Pick<ConsoleOptions, 'settings' | 'choices' | 'recognizers'> = {}): Promise<TestServer> {
  await built();
  return start(settings, allEngines, recognizers, choices);
}

/** {@link startServer}, and a browser. */
export async function startConsole({ microphone, args = [], ...options }: ConsoleOptions = {}): Promise<Console> {
  // First, since a server without its test keeps the process.
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      ...(microphone === undefined ? [] : [`--use-file-for-fake-audio-capture=${microphone}`]),
      ...args,
    ],
  });
  const server = await startServer(options).catch(async (error: unknown) => {
    await browser.close();
    throw error;
  });
  return {
    server,
    browser,
    visit: (options = {}) => visit(server, browser, options),
    leave: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

async function visit(
  server: TestServer,
  browser: Browser,
  { as = { key: apiKey }, path = '/', origin = server.url, ...options }: VisitOptions,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(20_000);
  await context.addInitScript({ path: probe });
  if (as !== false) await signIn(context, origin, as);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) problems.push(message.text());
  });
  await page.goto(`${origin}/console${path}`);
  return { page, context, problems };
}

/** @returns token of a new link that signs in as admin, as the start prints it */
export function signInLink({ consoleUrl }: TestServer): string {
  const token = /#link=(.+)$/.exec(consoleUrl(true))?.[1];
  assert.ok(token !== undefined, 'the server gives no link');
  return token;
}

/** Gives the browser a session, as its sign-in page would. */
export async function signIn(context: BrowserContext, origin: string, credential: Credential): Promise<void> {
  const answer = await context.request.post(`${origin}/console/api/session`, {
    data: credential,
    headers: { origin },
  });
  assert.equal(answer.status(), 200, await answer.text());
}

/** What came out of the page's loudspeaker so far. */
export interface LoudspeakerOutput {
  /** Seconds that could be heard. */
  readonly seconds: number;
  /** Loudest sample, 0 to 1. */
  readonly peak: number;
}

/** A page of either driver. */
export interface AnyPage {
  evaluate(text: string): Promise<unknown>;
  url(): string;
}

export async function heard(page: AnyPage): Promise<LoudspeakerOutput> {
  return (await page.evaluate('({ seconds: audioProbe.seconds, peak: audioProbe.peak })')) as LoudspeakerOutput;
}

/** Waits until so many seconds of sound came out of the page. */
export async function hears(page: AnyPage, seconds: number): Promise<void> {
  await eventually(`${seconds} s of sound`, async () => (await heard(page)).seconds >= seconds, 20_000);
  const { peak } = await heard(page);
  assert.ok(peak > 0.01, `the loudest sample is ${peak}`);
}

/** Forgets what came out so far. */
export function forgetHeard(page: Page): Promise<void> {
  return page.evaluate('audioProbe.reset()');
}

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

const axePath = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

/**
 * Fails with what axe finds serious or critical on the page as it stands. React Aria announces a busy button by a reference to it, and
 * takes the announcement away some seconds later, when the button may be gone: what is read out is left out.
 */
export async function checkAccessible(page: Page): Promise<void> {
  // Evaluated through the debugger, since the content security policy takes no other script.
  await page.evaluate(`${await readFile(axePath, 'utf8')}; undefined`);
  const violations = await page.evaluate<Violation[]>(
    `axe.run({ exclude: ['[data-live-announcer]'] }, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  );
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const found = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  assert.deepEqual(found, [], `axe on ${page.url()}`);
}

/** Fails when the page is wider than the window. */
export async function checkFits(page: AnyPage): Promise<void> {
  const { wide, room } = (await page.evaluate(
    '({ wide: document.documentElement.scrollWidth, room: document.documentElement.clientWidth })',
  )) as { wide: number; room: number };
  assert.ok(wide <= room, `${page.url()} is ${wide} px wide in a window of ${room} px`);
}

/** Waits until the page has read what it shows. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await eventually('nothing is loading', async () => (await page.locator('.loading').count()) === 0);
}

/** Opens Speak, with its voices there. */
export async function openSpeak(console_: Console): Promise<Visit> {
  const visit = await console_.visit({ path: '/speak' });
  await speakButton(visit.page).waitFor();
  await voicesAreRead(visit.page);
  return visit;
}

export function speakButton(page: Page) {
  return page.getByRole('button', { name: 'Speak', exact: true });
}

/** The text on Speak. */
export function speakText(page: Page) {
  return page.getByRole('textbox', { name: 'Text' });
}

/** Waits until a page that speaks knows its voices. */
export async function voicesAreRead(page: Page): Promise<void> {
  await page.locator('.voice-button .voice-text').first().waitFor();
}

/** Newest time of change of a folder's files, in ms. */
async function newest(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const times = files
    .filter((file) => file.isFile())
    .map(async (file) => (await stat(`${file.parentPath}/${file.name}`)).mtimeMs);
  return Math.max(0, ...(await Promise.all(times)));
}

/** Builds the console unless the built one is younger than its sources. */
async function built(): Promise<void> {
  const sources = ['console/src', 'console/public', 'client/src'].map((folder) => newest(root + folder));
  const changed = Math.max(...(await Promise.all(sources)));
  const made = await stat(`${root}console/dist/index.html`).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  if (made > changed) return;
  const child = spawn(process.execPath, ['console/prepare.js'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  assert.equal(code, 0, 'the console was not built');
}
