/** Speak: sound comes out while it is made, words light up in order, stop, download, code, and what was typed stays. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { emotionNames } from '../../../src/text/emotion.ts';
import { expectJson } from '../../support/resources.ts';
import { metric } from '../../support/server.ts';
import {
  apiKey,
  eventually,
  heard,
  hears,
  openSpeak,
  speakButton,
  speakText,
  startConsole,
  voicesAreRead,
  type Console,
} from '../support/browser.ts';
import { ask } from '../support/pages.ts';

const run = promisify(execFile);
const sentence = 'One two three four five, six seven eight nine ten.';
const sixty = `${sentence} `.repeat(60);
const long = `${sentence} `.repeat(300);

describe('speak', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());
  afterEach(() => console_.leave());

  const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true });

  it('plays the text, lights its words in order at their time, and tells how long the first audio took', async () => {
    const { page, problems } = await openSpeak(console_);
    await speakText(page).fill(sentence);
    // Keeps the order in which words become the one that is heard.
    await page.evaluate(`
      globalThis.lit = [];
      new MutationObserver((changes) => {
        for (const { target } of changes) if (target.dataset?.state === 'now') lit.push([target.textContent, audioProbe.seconds]);
      }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-state'] });
    `);
    await speakButton(page).click();
    await hears(page, 2);
    await speakButton(page).waitFor();
    const lit = await page.evaluate<[string, number][]>('lit');
    const words = sentence.split(' ');
    const order = lit.map(([word]) => words.indexOf(word));
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
      JSON.stringify(lit),
    );
    assert.ok(
      lit.length >= words.length - 3,
      `only ${lit.length} of ${words.length} words were lit: ${JSON.stringify(lit)}`,
    );
    // The last words light up after most of the sound, not when their times come.
    const { seconds } = await heard(page);
    assert.ok(lit.at(-1)![1] > seconds / 2, JSON.stringify({ lit, seconds }));
    assert.equal(await page.locator('.word[data-state=heard]').count(), words.length);
    assert.match((await page.locator('[data-figure=first-audio]').textContent()) ?? '', /^\d+ ms$/);
    assert.deepEqual(problems, []);
  });

  it('leaves no request that failed in the log of the browser, from the first visit on', async () => {
    const { page } = await console_.visit({ as: false, path: '/speak' });
    await page.waitForLoadState('networkidle');
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(`${request.url()} ${request.failure()?.errorText ?? ''}`));
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.url()} ${response.status()}`);
    });
    await page.reload();
    await page.getByRole('textbox', { name: 'Key' }).fill(apiKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await voicesAreRead(page);
    await speakText(page).fill(sentence);
    await speakButton(page).click();
    await hears(page, 2);
    await speakButton(page).waitFor();
    await page.waitForLoadState('networkidle');
    assert.deepEqual(failed, []);
  });

  it('keeps the lit word in view, and leaves a person who scrolls away where they are until they come back', async () => {
    const { page } = await console_.visit({ path: '/speak', viewport: { width: 390, height: 700 } });
    await voicesAreRead(page);
    // How the words were scrolled.
    await page.evaluate(`
      globalThis.ways = [];
      const { scrollTo } = Element.prototype;
      Element.prototype.scrollTo = function (options) { ways.push(options.behavior); return scrollTo.call(this, options); };
    `);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const box = page.getByRole('group', { name: 'Words' });
    const top = () => page.evaluate<number>(`document.querySelector('.spoken-words').scrollTop`);
    const isInView = () =>
      page.evaluate<boolean>(`(() => {
        const word = document.querySelector('.word[data-state=now]')?.getBoundingClientRect();
        const box = document.querySelector('.spoken-words')?.getBoundingClientRect();
        return word !== undefined && box !== undefined && word.top >= Math.max(box.top, 0) && word.bottom <= Math.min(box.bottom, innerHeight);
      })()`);
    await speakText(page).fill(sixty);
    await speakButton(page).click();
    await eventually('the first word is in view', isInView);
    await eventually('the server is done', async () => (await box.locator('.word').count()) === 600, 90_000);
    assert.match((await page.locator('[data-figure=seconds]').textContent()) ?? '', /^\d+ min \d+ s$/);
    // From the middle on, to be there sooner.
    await page.locator('.waveform').click();
    await eventually('the words in the middle are in view', async () => (await top()) > 500 && (await isInView()));
    const middle = await top();
    await eventually('the box goes on with the voice', async () => (await top()) > middle && (await isInView()));
    assert.deepEqual(new Set(await page.evaluate<string[]>('ways')), new Set(['instant']));
    await page.emulateMedia({ reducedMotion: 'no-preference' });

    await box.hover();
    await page.mouse.wheel(0, -10_000);
    await eventually('the beginning is there', async () => (await top()) === 0);
    const heardWords = () => box.locator('.word[data-state=heard]').count();
    const before = await heardWords();
    await eventually('more is heard', async () => (await heardWords()) > before + 6);
    assert.equal(await top(), 0);
    await eventually('the person is back', async () => {
      if (await isInView()) return true;
      await page.mouse.wheel(0, 150);
      return false;
    });
    const found = await top();
    await eventually('the box goes on again', async () => (await top()) > found && (await isInView()));
    assert.equal((await page.evaluate<string[]>('ways')).at(-1), 'smooth');

    await box.hover();
    await page.mouse.wheel(0, -10_000);
    await eventually('the beginning is there again', async () => (await top()) === 0);
    await page.locator('.waveform').click({ position: { x: 250, y: 10 } });
    await eventually(
      'the words at the chosen place are in view',
      async () => (await top()) > 500 && (await isInView()),
    );
  });

  it('plays while the rest is still being made, and stop ends the work of the server too', async () => {
    const { page } = await openSpeak(console_);
    const engines = () => metric(console_.server.url, 'sonorant_contexts');
    await speakText(page).fill(long);
    await speakButton(page).click();
    await hears(page, 0.5);
    assert.equal(await engines(), 1);
    await stopButton(page).click();
    await speakButton(page).waitFor();
    await eventually('the server has stopped', async () => (await engines()) === 0);
    const { seconds } = await heard(page);
    await page.waitForTimeout(500);
    assert.ok((await heard(page)).seconds - seconds < 0.2, 'sound went on after stop');
    assert.equal(await page.getByRole('status').filter({ hasText: 'Stopped' }).count(), 1);
  });

  it('plays again what was made, without asking the server', async () => {
    const { page } = await openSpeak(console_);
    await speakText(page).fill('Once more.');
    await speakButton(page).click();
    const again = page.getByRole('button', { name: 'Hear it again' });
    await again.waitFor();
    let asked = 0;
    page.on('request', () => asked++);
    await page.evaluate('audioProbe.reset()');
    await again.click();
    await hears(page, 0.3);
    assert.equal(asked, 0);
  });

  it('keeps text and settings over a reload, and another tab begins anew', async () => {
    const { page, context } = await openSpeak(console_);
    await speakText(page).fill('Not to be lost.');
    await page.getByRole('slider', { name: 'Speed' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.reload();
    assert.equal(await speakText(page).inputValue(), 'Not to be lost.');
    assert.equal(await page.getByRole('slider', { name: 'Speed' }).inputValue(), '1.05');
    const other = await context.newPage();
    await other.goto(`${console_.server.url}/console/speak`);
    assert.notEqual(await speakText(other).inputValue(), 'Not to be lost.');
  });

  it('downloads the text in the chosen format', async () => {
    const { page } = await openSpeak(console_);
    await speakText(page).fill('A file to keep.');
    await page.getByRole('button', { name: /File format/ }).click();
    await page.getByRole('option', { name: 'FLAC, 24 kHz' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'A-file-to-keep.flac');
    const file = await readFile(await download.path());
    assert.equal(file.toString('latin1', 0, 4), 'fLaC');
  });

  it('shows the request as curl, TypeScript and Python, and the curl command speaks when pasted', async () => {
    const { page } = await openSpeak(console_);
    await speakText(page).fill(`It's "quoted" & $HOME \\ done.`);
    await page.getByText('The same request in code').click();
    const code = page.locator('.code-block code');
    const curl = (await code.textContent()) ?? '';
    const { stdout, stderr } = await run('sh', ['-c', curl.replace('-o speech.wav', '-o -')], {
      env: { ...process.env, SONORANT_API_KEY: apiKey },
      encoding: 'latin1',
      maxBuffer: 1 << 25,
      timeout: 30_000,
    });
    assert.equal(stdout.slice(0, 4), 'RIFF', stderr);
    assert.ok(!curl.includes(apiKey));
    for (const [tab, expected] of [
      ['TypeScript', 'sonorant.speak('],
      ['Python', 'requests.post('],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      const text = (await code.textContent()) ?? '';
      assert.ok(text.includes(expected), text);
      assert.ok(!text.includes(apiKey));
    }
    const python = (await code.textContent()) ?? '';
    await run('python3', ['-c', 'import ast, sys; ast.parse(sys.argv[1])', python]);
  });

  it('finds a voice by search and filters, previews it and chooses it, with the keyboard alone', async () => {
    const { page } = await openSpeak(console_);
    await page.getByRole('button', { name: /^Voice: / }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Choose a voice' });
    await dialog.getByRole('searchbox', { name: 'Search' }).waitFor();
    await page.keyboard.type('scottish');
    await dialog.getByText(/^\d+ voices?$/).waitFor();
    await eventually('the list is short', async () => (await dialog.getByRole('row').count()) <= 10);
    await page.keyboard.press('ArrowDown');
    const name = (await dialog.getByRole('row').first().locator('strong').textContent()) ?? '';
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await hears(page, 0.3);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: new RegExp(`^Voice: .*${name}`) }).waitFor();
  });

  it('begins with the voice that was chosen last in this browser, else with one of the server: never with a new clone', async () => {
    const ofServer = 'Sadie';
    const named = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).waitFor();
    const { page, context } = await openSpeak(console_);
    await named(page, new RegExp(`^Voice: .*${ofServer}`));
    const { data } = await expectJson<{ data: readonly { id: string }[] }>(
      ask(console_)('GET', '/voices?q=Sadie'),
      200,
    );
    const localize = { voice_id: data[0]!.id, name: 'Quite new', accent: 'british' };
    await expectJson(ask(console_)('POST', '/voices/localize', localize), 200);
    const at = async (path: string) => {
      const other = await context.newPage();
      await other.goto(`${console_.server.url}/console${path}`);
      return other;
    };
    await named(await at('/speak'), new RegExp(`^Voice: .*${ofServer}`));
    const compare = await at('/compare');
    await named(compare, new RegExp(`^Voice A: .*${ofServer}`));
    await named(compare, /^Voice B: .*Russell/);
    await page.getByRole('button', { name: /^Voice: / }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('scottish');
    await page.getByRole('row', { name: /Alasdair/ }).click();
    await named(await at('/speak'), /^Voice: .*Alasdair/);
    await named(await at('/live'), /^Voice: .*Alasdair/);
    await named((await openSpeak(console_)).page, new RegExp(`^Voice: .*${ofServer}`));
  });

  it('offers the emotions that the server takes', async () => {
    const { page } = await openSpeak(console_);
    await page.getByRole('button', { name: /Emotion/ }).click();
    const names = await page.getByRole('option').allTextContents();
    assert.deepEqual(
      names.map((name) => name.toLowerCase()),
      ['none', ...emotionNames],
    );
  });
});
