/** Transcribe: a file and the microphone become words with their times, in step with the recording; what is missing and what fails. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { hearing, rate, voiceSamples } from '../../support/voice.ts';
import { wavOf } from '../../../src/audio/decoding/testing.ts';
import { RecognizerError } from '../../../src/recognizers/adapter.ts';
import { fakeRecognizer } from '../../../src/recognizers/fake/index.ts';
import { metric } from '../../support/server.ts';
import { checkFits, eventually, settled, startConsole, type Console } from '../support/browser.ts';
import { checkUnharmed, checkWidths, hostileName } from '../support/pages.ts';

const texts = ['I would like a coffee.', 'It is for my mother.'] as const;
const all = texts.join(' ');
const spoken = voiceSamples(-0.5, 3, -1.5, 3, -1);

function recording(samples = spoken, name = 'talk.wav'): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'audio/wav', buffer: Buffer.from(wavOf(samples, rate)) };
}

function words(page: Page): Locator {
  return page.locator('.transcript .word');
}

function chooseFile(page: Page, file = recording()): Promise<void> {
  return page.locator('input[type=file]').setInputFiles(file);
}

function figure(page: Page, name: string): Locator {
  return page.locator(`[data-figure=${name}]`);
}

async function downloaded(page: Page, button: string): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** Seconds at which the recording stands. */
function position(page: Page): Promise<number> {
  return page.evaluate<number>(`document.querySelector('.transcript audio').currentTime`);
}

describe('transcribe', () => {
  let console_: Console;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonorant-microphone-'));
    const microphone = join(folder, 'microphone.wav');
    await writeFile(microphone, wavOf(voiceSamples(-0.5, 3, -1.5, 3, -4), rate));
    const script = () => Promise.reject(new RecognizerError('failed', 'broken'));
    const recognizers = [
      hearing(...texts),
      fakeRecognizer({ id: 'broken', script, capabilities: { languages: ['de'] } }),
    ];
    console_ = await startConsole({ recognizers, microphone });
  });
  after(async () => {
    await console_.close();
    await rm(folder, { recursive: true });
  });
  afterEach(() => console_.leave());

  const open = async (options: object = {}) => {
    const visit = await console_.visit({ path: '/transcribe', ...options });
    await visit.page.getByRole('button', { name: 'Choose a file' }).waitFor();
    return visit;
  };

  it('hears a file, tells by what, and lights its words up in step with the recording', async () => {
    const visit = await open();
    const { page } = visit;
    await chooseFile(page);
    await words(page).last().waitFor();
    assert.deepEqual(await words(page).allTextContents(), all.split(' '));
    assert.equal(await figure(page, 'recognizer').textContent(), 'fake');
    assert.equal(await figure(page, 'language').textContent(), 'English');
    assert.equal(await figure(page, 'seconds').textContent(), '9.0 s');
    assert.match((await figure(page, 'took').textContent()) ?? '', /^\d+\.\d s$/);
    await page.evaluate(`
      globalThis.lit = [];
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          if (target.dataset?.state === 'now') lit.push([target.textContent, document.querySelector('.transcript audio').currentTime]);
        }
      }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-state'] });
      undefined`);
    await words(page).getByText('mother').click();
    await eventually('the recording has ended', async () =>
      page.evaluate<boolean>(`document.querySelector('.transcript audio').ended`),
    );
    const lit = await page.evaluate<[string, number][]>('lit');
    assert.deepEqual(
      lit.map(([word]) => word),
      ['mother.'],
    );
    assert.ok(lit[0]![1] > 5, `at ${lit[0]![1]} s`);
    await checkUnharmed(visit);
  });

  it('goes from word to word by the keyboard, and plays from the one that is chosen', async () => {
    const { page } = await open();
    await chooseFile(page);
    await words(page).last().waitFor();
    await words(page).last().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    const focused = await page.evaluate<string>('document.activeElement.textContent');
    assert.equal(focused, 'would');
    await page.keyboard.press('Enter');
    await page.locator('.word[data-state=now]').waitFor();
    const at = await position(page);
    assert.ok(at > 0.5 && at < 3, `it plays at ${at} s`);
    // The others are not stops of the Tab key.
    assert.equal(await page.locator('.transcript .word[tabindex="0"]').count(), 1);
  });

  it('gives the text and subtitles as files', async () => {
    const { page } = await open();
    await chooseFile(page);
    await words(page).last().waitFor();
    assert.deepEqual(await downloaded(page, 'Text'), { name: 'talk.txt', text: `${all}\n` });
    const srt = await downloaded(page, 'SRT');
    assert.equal(srt.name, 'talk.srt');
    assert.match(srt.text, /^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\nI would like a coffee\.\n\n2\n/);
    const vtt = await downloaded(page, 'VTT');
    assert.match(vtt.text, /^WEBVTT\n\n00:00:00\.\d{3} --> /);
  });

  it('hears the microphone while one speaks, and keeps the recording with its words', async () => {
    const visit = await open();
    const { page } = visit;
    await page.getByRole('button', { name: 'Use the microphone' }).click();
    const log = page.getByRole('log', { name: 'What is heard' });
    // Before its pause, what is said may still change.
    await log.locator('.interim').first().waitFor();
    await eventually(
      'both are final',
      async () => (await log.locator('.word[data-state=heard]').count()) === all.split(' ').length,
    );
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await words(page).last().waitFor();
    assert.deepEqual(await words(page).allTextContents(), all.split(' '));
    assert.equal(await figure(page, 'recognizer').textContent(), 'fake');
    const seconds = parseFloat((await figure(page, 'seconds').textContent()) ?? '');
    assert.ok(seconds > 7.5, `${seconds} s`);
    const length = await page.evaluate<number>(`document.querySelector('.transcript audio').duration`);
    assert.ok(Math.abs(length - seconds) < 0.2, `${length} s are kept of ${seconds} s`);
    const { name } = await downloaded(page, 'VTT');
    assert.match(name, /^recording-\d{4}-.*\.vtt$/);
    await checkUnharmed(visit);
  });

  it('gives the microphone back when it is discarded, and when the page is left', async () => {
    const { page } = await open();
    for (const leave of ['Discard', 'Live'] as const) {
      await page.getByRole('button', { name: 'Use the microphone' }).click();
      await page.getByRole('timer').waitFor();
      await eventually(
        'a socket hears',
        async () => (await metric(console_.server.url, 'sonorant_recognitions')) === 1,
      );
      await page.getByRole(leave === 'Live' ? 'link' : 'button', { name: leave }).click();
      await eventually(
        'no socket is left',
        async () => (await metric(console_.server.url, 'sonorant_recognitions')) === 0,
      );
    }
  });

  it('says in words what cannot be heard, and hears the next one', async () => {
    const visit = await open();
    const { page } = visit;
    await chooseFile(page, {
      name: `${hostileName}.wav`,
      mimeType: 'audio/wav',
      buffer: Buffer.from('no audio at all'),
    });
    const alert = page.getByRole('alert');
    await alert.waitFor();
    assert.match((await alert.textContent()) ?? '', /Nothing was heard.*file/s);
    await chooseFile(page, recording(voiceSamples(-2), 'silence.wav'));
    await page.getByText('No speech was heard in it.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'SRT' }).count(), 0);
    await page.getByRole('button', { name: /Recognizer/ }).click();
    await page.getByRole('option', { name: 'broken' }).click();
    await page.getByRole('button', { name: /Language/ }).click();
    await page.getByRole('option', { name: 'German' }).click();
    await chooseFile(page);
    await page.getByText('The recognizer failed on this audio.').waitFor();
    await page.getByRole('button', { name: 'Use the microphone' }).click();
    await page.getByText('The recognizer failed on this audio.').waitFor();
    await page.getByRole('button', { name: 'Use the microphone' }).waitFor();
    assert.match(
      (await page.locator('.code-block code').first().textContent()) ?? '',
      /-F model=broken .*-F language=de/s,
    );
    await checkUnharmed(visit);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`fits and is accessible with a transcript: ${colorScheme}`, async () => {
      const { page } = await open({ colorScheme });
      await chooseFile(page);
      await words(page).last().waitFor();
      await words(page).nth(2).click();
      await page.locator('.word[data-state=now]').waitFor();
      await page.evaluate(`document.querySelector('.transcript audio').pause()`);
      await checkWidths(page);
    });
  }
});

describe('transcribe at a server without a recognizer', () => {
  it('says how to get one', async () => {
    const console_ = await startConsole();
    try {
      const { page } = await console_.visit({ path: '/transcribe' });
      await settled(page);
      await page.getByText('This server has no recognizer yet').waitFor();
      const codes = await page.locator('.code-block code').allTextContents();
      assert.match(codes[0]!, /SONORANT_RECOGNIZERS=/);
      assert.match(codes[1]!, /apt-get install pocketsphinx pocketsphinx-en-us/);
      await checkWidths(page);
      await checkFits(page);
    } finally {
      await console_.close();
    }
  });
});
