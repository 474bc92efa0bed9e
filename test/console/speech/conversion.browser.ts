/** Change voice and Join: heard, seen and downloaded beside what they were made from; cancelled, broken off, refused in words. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { voiceLike, wavOf } from '../../../src/audio/decoding/testing.ts';
import {
  eventually,
  forgetHeard,
  heard,
  hears,
  startConsole,
  voicesAreRead,
  type Console,
} from '../support/browser.ts';
import { checkUnharmed, checkWidths, clip, clipFile, hostileName } from '../support/pages.ts';
import { proxyTo } from '../support/tcp-proxy.ts';

interface File {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

function wavFile(name: string, buffer: Uint8Array): File {
  return { name, mimeType: 'audio/wav', buffer: Buffer.from(buffer) };
}

function sound(page: Page, title: RegExp | string): Locator {
  return page.locator('figure.sound').filter({ has: page.getByText(title).first() });
}

/** Waits for both pictures. */
async function isDrawn(figure: Locator): Promise<void> {
  await figure.locator('.spectrogram[data-drawn=true]').waitFor();
}

/** As far as it is asked for its state. */
interface Player {
  readonly duration: number;
  readonly currentTime: number;
  readonly paused: boolean;
}

function player(figure: Locator): Promise<Player> {
  return figure.locator('audio').evaluate((audio: unknown) => {
    const { duration, currentTime, paused } = audio as Player;
    return { duration, currentTime, paused };
  });
}

async function duration(figure: Locator): Promise<number> {
  return (await player(figure)).duration;
}

async function isPaused(figure: Locator): Promise<boolean> {
  return (await player(figure)).paused;
}

function play(figure: Locator): Promise<void> {
  return figure.locator('audio').evaluate((audio: unknown) => (audio as { play: () => Promise<void> }).play());
}

async function downloaded(page: Page, button: RegExp): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

async function chooseFormat(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /File format/ }).click();
  await page.getByRole('option', { name }).click();
}

async function chooseVoice(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(Target voice|Voice): / }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await page.getByRole('row', { name }).click();
}

let console_: Console;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonorant-conversion-'));
  await writeFile(join(folder, 'voice.wav'), clip(180, 6));
  console_ = await startConsole({ microphone: join(folder, 'voice.wav') });
});
after(async () => {
  await console_.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => console_.leave());

async function open(path: string, options: object = {}) {
  const visit = await console_.visit({ path, ...options });
  await voicesAreRead(visit.page);
  return visit;
}

describe('change voice', () => {
  const changeButton = (page: Page) => page.getByRole('button', { name: 'Change the voice' });

  it('asks for a clip, and plays and shows the changed one beside it; by the keyboard alone', async () => {
    const visit = await open('/change');
    const { page } = visit;
    await changeButton(page).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Choose a recording first.').waitFor();
    await page.locator('input[type=file]').setInputFiles(clipFile(`${hostileName}.wav`, 120));
    await isDrawn(sound(page, 'Before'));
    await chooseVoice(page, 'Sadie');
    await changeButton(page).focus();
    await page.keyboard.press('Enter');
    await hears(page, 1);
    const changed = sound(page, /^After: .*Sadie/);
    await isDrawn(changed);
    await page.getByText(/^Done: 2\.0 s of audio in/).waitFor();
    assert.equal(await changed.locator('[data-figure=seconds]').textContent(), '2.0 s');
    assert.equal(await duration(changed), await duration(sound(page, 'Before')));
    assert.match((await changed.getByRole('img').getAttribute('aria-label')) ?? '', /2\.0 seconds, 60 to 8000 Hz/);
    await page.getByText('accent, rhythm and breath').waitFor();
    await checkUnharmed(visit);
  });

  it('plays one at a time, and from the place of a picture that is pressed', async () => {
    const { page } = await open('/change');
    await page.locator('input[type=file]').setInputFiles(clipFile('voice.wav'));
    await changeButton(page).click();
    const [first, second] = [sound(page, 'Before'), sound(page, /^After/)];
    await isDrawn(second);
    await play(first);
    assert.equal(await isPaused(first), false);
    await second.locator('.spectrogram').click();
    await eventually('the other one plays', async () => !(await isPaused(second)));
    assert.equal(await isPaused(first), true);
    const at = (await player(second)).currentTime;
    assert.ok(at >= 0.95, `it plays at ${at} s`);
  });

  it('is downloaded in the format that was chosen', async () => {
    const { page } = await open('/change');
    await page.locator('input[type=file]').setInputFiles(clipFile('My clip.wav'));
    await chooseVoice(page, 'Sadie');
    await changeButton(page).click();
    await isDrawn(sound(page, /^After/));
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    const wav = await downloaded(page, /^Download WAV/);
    assert.equal(wav.name, 'My-clip-Sadie.wav');
    assert.equal(wav.bytes.length, 44 + 2 * 2 * 24_000);
    assert.deepEqual(sent, []);
    await chooseFormat(page, 'FLAC, 24 kHz');
    const flac = await downloaded(page, /^Download FLAC/);
    assert.equal(flac.name, 'My-clip-Sadie.flac');
    assert.equal(flac.bytes.toString('latin1', 0, 4), 'fLaC');
    assert.match(
      (await page.locator('.code-block code').first().textContent()) ?? '',
      /output_format\[container\]=flac/,
    );
  });

  it('takes the microphone', async () => {
    const visit = await open('/change');
    const { page } = visit;
    await page.getByRole('tab', { name: 'From the microphone' }).click();
    await changeButton(page).click();
    await page.getByText('Record something first.').waitFor();
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('timer').filter({ hasText: '0:02' }).waitFor();
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await changeButton(page).click();
    await isDrawn(sound(page, /^After/));
    await page.getByText(/^Done: /).waitFor();
    // What was made of the last recording does not stand beside the next one.
    await page.getByRole('button', { name: 'Record again' }).click();
    await page.getByRole('timer').filter({ hasText: '0:01' }).waitFor();
    assert.equal(await sound(page, /^After/).count(), 0);
    // Out of sight nothing is recorded.
    await page.getByRole('tab', { name: 'From a file' }).click();
    await page.getByRole('tab', { name: 'From the microphone' }).click();
    await page.getByRole('button', { name: 'Record again' }).waitFor();
    await checkUnharmed(visit);
  });

  it('says at the field what is wrong with a clip, in the words of the server, and takes the next one', async () => {
    const { page } = await open('/change');
    const field = page.getByRole('group', { name: 'Clip', exact: true });
    for (const [file, about] of [
      [wavFile('silence.wav', wavOf(new Float32Array(32_000), 16_000)), /The clip is silent/],
      [wavFile('text.wav', Buffer.from('no sound at all')), /none of the audio formats/],
    ] as const) {
      await page.locator('input[type=file]').setInputFiles(file);
      await changeButton(page).click();
      await field.getByText(about).waitFor();
      await page.getByRole('alert').filter({ hasText: 'The voice was not changed' }).waitFor();
      assert.equal(await sound(page, /^After/).count(), 0);
    }
    await page.getByText('This browser cannot read the file').waitFor();
    await page.getByText('This browser does not play the file.').waitFor();
    await page.locator('input[type=file]').setInputFiles(clipFile('good.wav'));
    assert.equal(await field.getByText(/none of the audio formats/).count(), 0);
    assert.equal(await page.getByText('This browser does not play the file.').count(), 0);
    await changeButton(page).click();
    await isDrawn(sound(page, /^After/));
  });

  /** Five minutes, which take some seconds to be changed. */
  const long = () => wavFile('long.wav', wavOf(voiceLike({ seconds: 300, sampleRate: 8000, pitch: 140 }), 8000));

  it('is heard while it is made, and keeps what had come when the connection is lost or it is cancelled', async (t) => {
    const proxy = await proxyTo(console_.server.url);
    t.after(() => proxy.close());
    const visit = await open('/change', { origin: proxy.origin });
    const { page } = visit;
    await page.locator('input[type=file]').setInputFiles(long());
    await changeButton(page).click();
    await page.getByText('The changed voice arrives').waitFor();
    proxy.cut();
    await page.getByRole('alert').filter({ hasText: 'It broke off; what had come is kept' }).waitFor();
    const changed = sound(page, /^After/);
    await isDrawn(changed);
    const kept = await duration(changed);
    assert.ok(kept > 0.5 && kept < 299, `${kept} s are kept`);
    assert.equal(await page.getByRole('button', { name: /^Download WAV/ }).count(), 0);

    await forgetHeard(page);
    await changeButton(page).click();
    await page.getByText('The changed voice arrives').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText(/^Cancelled after \d+\.\d s of audio/).waitFor();
    await isDrawn(changed);
    const { seconds } = await heard(page);
    assert.ok(seconds < 60, `${seconds} s were heard of what was cancelled`);
    await checkUnharmed(visit);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`fits and is accessible with a result: ${colorScheme}`, async () => {
      const { page } = await open('/change', { colorScheme });
      await page.locator('input[type=file]').setInputFiles(clipFile('voice.wav'));
      await changeButton(page).click();
      await isDrawn(sound(page, /^After/));
      await changeButton(page).waitFor();
      await checkWidths(page);
    });
  }
});

describe('join', () => {
  const joinButton = (page: Page) => page.getByRole('button', { name: 'Join', exact: true });
  const side = (page: Page, name: string) => page.getByRole('group', { name: `${name} recording`, exact: true });
  const choose = (page: Page, name: 'Left' | 'Right', file: File) =>
    side(page, name).locator('input[type=file]').setInputFiles(file);
  const words = (page: Page) => page.getByRole('textbox', { name: 'The words between' });
  const result = (page: Page) => sound(page, /^(Joined|Between)/);

  it('speaks between two recordings, shows and plays the joints, and gives all of it or what is between', async () => {
    const visit = await open('/join');
    const { page } = visit;
    await joinButton(page).click();
    await page.getByText('Write what should be said.').waitFor();
    await page.getByText('Give a recording here, on the right, or both.').waitFor();
    await choose(page, 'Left', clipFile('left.wav'));
    await choose(page, 'Right', clipFile('right.wav', 150));
    await words(page).fill('and then it was good');
    await joinButton(page).click();
    await isDrawn(result(page));
    const joints = result(page).getByRole('button', { name: /^Hear the joint at/ });
    const [first, last] = (await joints.allTextContents()).map((text) => Number(/[\d.]+/.exec(text)![0]));
    assert.equal(first, 2);
    const whole = await duration(result(page));
    assert.ok(Math.abs(whole - 2 - last!) < 0.01, `${whole} s with a joint at ${last} s`);
    await joints.nth(1).click();
    await eventually('it plays', async () => !(await isPaused(result(page))));
    const at = (await player(result(page))).currentTime;
    assert.ok(at >= last! - 1.1 && at < last! + 1, `it plays at ${at} s`);
    const all = await downloaded(page, /^Download WAV/);
    assert.deepEqual([all.name, all.bytes.length], ['left-joined.wav', 44 + Math.round(2 * 24_000 * whole)]);

    await page.getByRole('checkbox', { name: 'With the recordings around it' }).uncheck();
    await sound(page, /^Between/).waitFor();
    await isDrawn(result(page));
    assert.ok(Math.abs((await duration(result(page))) - (last! - first)) < 0.01);
    assert.equal(await joints.count(), 0);
    const between = await downloaded(page, /^Download WAV/);
    await chooseFormat(page, 'Raw PCM, 16 bit, 24 kHz');
    const raw = await downloaded(page, /^Download Raw/);
    assert.equal(raw.name, 'left-between.pcm');
    // What the server gives alone is what the page cuts out of all of it.
    assert.equal(between.name, 'left-between.wav');
    assert.deepEqual(between.bytes.subarray(44), raw.bytes);
    assert.equal(raw.bytes.length, Math.round((await duration(result(page))) * 24_000) * 2);
    assert.deepEqual(raw.bytes, all.bytes.subarray(44 + 2 * 2 * 24_000, 44 + 2 * 2 * 24_000 + raw.bytes.length));
    await checkUnharmed(visit);
  });

  it('goes on from one recording, or leads into one', async () => {
    const { page } = await open('/join');
    await words(page).fill('and then it was good');
    await choose(page, 'Right', clipFile('right.wav'));
    await joinButton(page).click();
    await isDrawn(result(page));
    const joints = result(page).getByRole('button', { name: /^Hear the joint at/ });
    assert.equal(await joints.count(), 1);
    const joint = Number(/[\d.]+/.exec((await joints.textContent()) ?? '')![0]);
    assert.ok(Math.abs((await duration(result(page))) - joint - 2) < 0.01);
    await side(page, 'Right')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await choose(page, 'Left', clipFile('left.wav'));
    await joinButton(page).click();
    await joints.filter({ hasText: 'at 2.00 s' }).waitFor();
    assert.equal(await joints.count(), 1);
  });

  it('says at each field what is wrong, keeps what was typed, and can be cancelled', async () => {
    const visit = await open('/join');
    const { page } = visit;
    await words(page).fill(hostileName);
    await choose(page, 'Left', clipFile('left.wav'));
    await choose(page, 'Right', wavFile('text.wav', Buffer.from('no sound at all')));
    await joinButton(page).click();
    await side(page, 'Right')
      .getByText(/none of the audio formats/)
      .waitFor();
    await page.getByRole('alert').filter({ hasText: 'Nothing was joined' }).waitFor();
    assert.equal(await words(page).inputValue(), hostileName);
    await choose(page, 'Right', clipFile('right.wav'));
    // The answer is held back until it was cancelled.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/infill/bytes', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await joinButton(page).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await joinButton(page).waitFor();
    release();
    await page.unroute('**/infill/bytes');
    assert.equal(await result(page).count(), 0);
    await joinButton(page).click();
    await isDrawn(result(page));
    await page.reload();
    await voicesAreRead(page);
    assert.equal(await words(page).inputValue(), hostileName);
    await checkUnharmed(visit);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`fits and is accessible with a result: ${colorScheme}`, async () => {
      const { page } = await open('/join', { colorScheme });
      await words(page).fill('and then');
      await choose(page, 'Left', clipFile('left.wav'));
      await joinButton(page).click();
      await isDrawn(result(page));
      await checkWidths(page);
    });
  }
});
