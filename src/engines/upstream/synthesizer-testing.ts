/** A synthesizer before a server of the test, with a clock that the test drives. */
import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import { TestClock } from '../../timing/testing.ts';
import { EngineUnavailableError, type EngineVoice } from '../adapter.ts';
import { segmentOf, speakWith, type Spoken } from '../testing.ts';
import { UpstreamSynthesizer, type UpstreamSynthesizerOptions } from './synthesizer.ts';
import { testVoices, UpstreamServer, type Answer } from './testing.ts';

export const voice: EngineVoice = { engine: 'upstream:gpu', name: testVoices[0] };
export const key = 'sk-very-secret';
export const words = 'One two three four.';

export const closing: (() => unknown)[] = [];
/** For the top of a test file: what a test has opened is closed behind it. */
export function closeAfterEach(): void {
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
}

export interface Opened {
  readonly server: UpstreamServer;
  readonly engine: UpstreamSynthesizer;
  readonly clock: TestClock;
}

export function engineAt(
  url: string,
  changes: Partial<UpstreamSynthesizerOptions> = {},
  clock = new TestClock(),
): UpstreamSynthesizer {
  const engine = new UpstreamSynthesizer(
    { id: 'gpu', url, model: 'kokoro', key, sampleRate: 24_000, concurrency: 8, voices: testVoices, ...changes },
    clock,
  );
  closing.push(() => engine.close());
  return engine;
}

export async function open(answer?: Answer, changes: Partial<UpstreamSynthesizerOptions> = {}): Promise<Opened> {
  const server = await UpstreamServer.open({ ...(answer && { answer }) });
  closing.push(() => server.close());
  const clock = new TestClock();
  return { server, engine: engineAt(server.url, changes, clock), clock };
}

export function say(
  engine: UpstreamSynthesizer,
  text = words,
  onAudio?: () => void,
  signal?: AbortSignal,
): Promise<Spoken> {
  return speakWith(engine, segmentOf(text), voice, signal, onAudio);
}

/** Samples of silence behind a sentence. */
export const sentencePause = 0.33 * 24_000;

/** Over so many samples the start of speech is faded in. */
const fadeSamples = 48;

/** What is spoken is a body's samples, faded in, and the pause of a sentence. */
export function assertSpoken({ samples }: Spoken, pcm: Buffer): void {
  const given = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.byteLength / 2);
  assert.deepEqual(samples.slice(fadeSamples, given.length), given.slice(fadeSamples));
  assert.deepEqual(samples.slice(given.length), new Int16Array(sentencePause));
}

/** Rejects as it has to before any audio: with the upstream's name and without its key. */
export function unavailable(message: RegExp): (error: Error) => boolean {
  return (error) => {
    assert.ok(error instanceof EngineUnavailableError, String(error));
    assert.match(error.message, /^the upstream gpu /u);
    assert.match(error.message, message);
    assert.doesNotMatch(error.message, /very-secret/u);
    return true;
  };
}

/** Rejects as it has to inside its audio. */
export function broken(message: RegExp): (error: Error) => boolean {
  return (error) => {
    assert.ok(!(error instanceof EngineUnavailableError), String(error));
    assert.match(error.message, /^the upstream gpu /u);
    assert.match(error.message, message);
    return true;
  };
}
