/** The loudspeaker and the microphone of a browser, where they do not do what they should. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import type { SpeechEvent } from '../src/index.ts';
import { FakeAudioContext, FakeWorkletContext, FakeWorkletNode } from './support/fake-audio.ts';

type Playable = AsyncIterable<SpeechEvent> & { readonly sampleRate: number };

/** The part of the modules for browsers that is used: their own types need those of a browser, which tests do not have. */
interface BrowserModules {
  readonly AudioPlayer: new () => { play(speech: Playable): Promise<void>; close(): Promise<void> };
  readonly Microphone: new () => AsyncIterable<Uint8Array> & { open(): Promise<unknown> };
}

const { AudioPlayer, Microphone } = (await import(
  new URL('../src/browser/index.ts', import.meta.url).href
)) as BrowserModules;

function assertDeviceError(error: unknown, name: string, code: string): true {
  assert.ok(error instanceof Error && 'code' in error, String(error));
  assert.deepEqual([error.name, error.code], [name, code]);
  return true;
}

/** Puts these in the place of what the runtime has. @returns puts it back */
function replaceGlobals(values: Readonly<Record<string, unknown>>): () => void {
  const before = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
  };
}

/** A second of sound, and then nothing more and no end. */
function endless(sampleRate: number): Playable {
  let hasGiven = false;
  const left = Promise.withResolvers<IteratorResult<SpeechEvent>>();
  const event: SpeechEvent = { type: 'audio', bytes: new Uint8Array(2), samples: new Float32Array(sampleRate) };
  return {
    sampleRate,
    [Symbol.asyncIterator]: () => ({
      next: () => {
        if (hasGiven) return left.promise;
        hasGiven = true;
        return Promise.resolve({ done: false, value: event });
      },
      return: () => {
        left.resolve({ done: true, value: undefined });
        return left.promise;
      },
    }),
  };
}

describe('a player', { timeout: 15_000 }, () => {
  let putBack: () => void;
  before(() => (putBack = replaceGlobals({ AudioContext: FakeAudioContext })));
  after(() => putBack());
  beforeEach(() => FakeAudioContext.made.splice(0));

  it('fails when no sound comes out, also of speech that has no end', async () => {
    await assert.rejects(new AudioPlayer().play(endless(24_000)), (error) =>
      assertDeviceError(error, 'PlaybackError', 'no_output'),
    );
  });

  it('fails when the output reports an error', async () => {
    const playing = new AudioPlayer().play(endless(24_000));
    await eventually('it plays', () => (FakeAudioContext.made[0]?.pushed ?? 0) > 0);
    const moving = setInterval(() => (FakeAudioContext.made[0]!.currentTime += 0.001), 10);
    FakeAudioContext.made[0]!.dispatchEvent(new Event('error'));
    await assert
      .rejects(playing, (error) => assertDeviceError(error, 'PlaybackError', 'no_output'))
      .finally(() => clearInterval(moving));
  });

  it('plays at the rate of each speech, however fast one follows the other', async () => {
    const player = new AudioPlayer();
    const pushed = (): readonly (readonly [number, number])[] =>
      FakeAudioContext.made.filter((one) => one.pushed > 0).map((one) => [one.sampleRate, one.pushed]);
    const playing = [player.play(endless(24_000))];
    await eventually('the first one plays', () => pushed().length === 1);
    // The second one closes the output of the first one, and is superseded while it waits for that.
    playing.push(player.play(endless(16_000)));
    await Promise.resolve();
    playing.push(player.play(endless(24_000)));
    await eventually(
      'the third one plays',
      () => FakeAudioContext.made.reduce((sum, one) => sum + one.pushed, 0) >= 48_000,
    );
    playing.push(player.play(endless(16_000)));
    await eventually('the fourth one plays', () => FakeAudioContext.made.some((one) => one.pushed % 24_000 === 16_000));
    const last = FakeAudioContext.made.find((one) => one.pushed % 24_000 === 16_000)!;
    assert.equal(last.sampleRate, 16_000);
    await player.close();
    await Promise.all(playing);
  });
});

describe('a microphone', { timeout: 15_000 }, () => {
  const track = { isStopped: false, stop: () => (track.isStopped = true), addEventListener: () => undefined };
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] };
  let putBack: () => void;
  before(() => {
    putBack = replaceGlobals({
      AudioContext: FakeWorkletContext,
      AudioWorkletNode: FakeWorkletNode,
      navigator: { mediaDevices: { getUserMedia: () => Promise.resolve(stream) } },
    });
    FakeAudioContext.isAllowed = false;
  });
  after(() => {
    putBack();
    FakeAudioContext.isAllowed = true;
  });
  beforeEach(() => {
    FakeAudioContext.made.splice(0);
    track.isStopped = false;
  });

  it('says that a page without a gesture is not allowed to hear, and is given back', async () => {
    await assert.rejects(new Microphone().open(), (error) =>
      assertDeviceError(error, 'MicrophoneError', 'not_allowed'),
    );
    assert.equal(track.isStopped, true);
  });

  it('is given back at once when it is left while it is being opened', async () => {
    const microphone = new Microphone();
    const opening = microphone.open();
    await eventually('the browser has given it', () => FakeAudioContext.made.length === 1);
    await microphone[Symbol.asyncIterator]().return?.();
    assert.equal(track.isStopped, true);
    await opening;
  });
});
