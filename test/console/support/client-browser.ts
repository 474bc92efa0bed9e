/** The built client on a page of another origin, in a browser with a fake microphone, and a server that hears. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { hearing, rate, voiceSamples } from '../../support/voice.ts';
import { wavOf } from '../../../src/audio/decoding/testing.ts';
import { eventually } from '../../support/eventually.ts';
import { allEngines } from '../../../src/engines/registry.ts';
import { apiKey, start, type TestServer } from '../../support/server.ts';
import { serveClientPage } from './client-page.ts';

const probe = fileURLToPath(new URL('audio-probe.js', import.meta.url));
/** The browser takes it for any other host of the network, so that its pages have no secure context. */
export const remoteHost = 'speech.example.test';

/** What is heard of the fake microphone. */
export const said = 'I would like a coffee.';

export interface ClientPageVisit {
  readonly page: Page;
  /** Uncaught errors, and what the content security policy refused. */
  readonly problems: string[];
}

export interface ClientBrowser {
  readonly server: TestServer;
  /** Of the page. */
  readonly origin: string;
  /** The profile that {@link begin} has made. */
  readonly context: BrowserContext;
  /** Makes a new profile. */
  readonly begin: () => Promise<void>;
  /** Opens the page and clicks on it, so that it may be heard. */
  readonly open: (options?: { readonly host?: string }) => Promise<ClientPageVisit>;
  /** The body of an async function in the page, with `sonorant`, and a `player` that notes in `notes` what happens. */
  readonly run: <T>(page: Page, body: string, options?: string) => Promise<T>;
  readonly close: () => Promise<void>;
}

export async function startClientBrowser(): Promise<ClientBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'sonorant-microphone-'));
  const microphone = join(folder, 'microphone.wav');
  await writeFile(microphone, wavOf(voiceSamples(-1, 3, -6), rate));
  const [server, files] = await Promise.all([start({}, allEngines, [hearing(said)]), serveClientPage()]);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--host-resolver-rules=MAP ${remoteHost} 127.0.0.1`,
      '--autoplay-policy=document-user-activation-required',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${microphone}`,
    ],
  });
  let context: BrowserContext | undefined;
  const current = (): BrowserContext => {
    if (context === undefined) throw new Error('begin() was not called');
    return context;
  };
  return {
    server,
    origin: files.origin,
    get context() {
      return current();
    },
    async begin() {
      context = await browser.newContext();
      context.setDefaultTimeout(20_000);
      await context.addInitScript({ path: probe });
    },
    async open({ host = '127.0.0.1' } = {}) {
      const page = await current().newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) problems.push(message.text());
      });
      await page.goto(`http://${host}:${files.port}/`);
      await eventually('the client is there', () => page.evaluate<boolean>('globalThis.isReady === true'));
      await page.click('button');
      return { page, problems };
    },
    run: <T>(page: Page, body: string, options = ''): Promise<T> =>
      page.evaluate<T>(`(async () => {
    const sonorant = new Sonorant({ baseUrl: '${server.url}', apiKey: '${apiKey}' });
    const notes = { words: [], times: [], levels: [], ends: [] };
    const player = new AudioPlayer({
      onWord: (word) => { notes.words.push(word.word); notes.times.push([word.start, player.currentTime]); },
      onLevel: (level) => notes.levels.push(level),
      onEnd: (isWhole) => notes.ends.push(isWhole),
      ${options}
    });
    const failed = (promise) => promise.then(() => undefined, ({ name, code, message, heard }) => ({ name, code, message, heard }));
    ${body}
  })()`),
    async close() {
      await browser.close();
      await Promise.all([files.close(), server.close(), rm(folder, { recursive: true })]);
    },
  };
}

/** Seconds that came out of the page's loudspeaker. */
export function heard(page: Page): Promise<number> {
  return page.evaluate<number>('audioProbe.seconds');
}
