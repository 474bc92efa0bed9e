import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { encodeSamples } from '../pcm.ts';
import { decodeAndMeasure } from '../clip/measured-clip.ts';
import { DecodingError, decodeStream, type DecodedAudio } from './index.ts';
import type { TaskMessage } from '../threads/protocol.ts';
import type { StreamTask } from './stream-worker.ts';
import { libavOf, mp3Of, voiceLike, wavFile, wavOf } from './testing.ts';

const sound = voiceLike({ seconds: 7.3, sampleRate: 24_000, pitch: 150 });
const wav = wavOf(sound, 24_000);

async function allOf({ blocks }: DecodedAudio): Promise<Float32Array[]> {
  const all: Float32Array[] = [];
  for await (const block of blocks) all.push(block);
  return all;
}

describe('a file that is decoded as a stream', () => {
  it('gives the samples of the whole, a second at a time, in every format', async () => {
    const opus = { container: 'ogg', encoder: 'libopus' } as const;
    const resampled = voiceLike({ seconds: 3, sampleRate: 48_000, pitch: 150 });
    for (const bytes of [wav, await mp3Of(sound, 24_000), await libavOf(resampled, 48_000, opus)]) {
      const audio = await decodeStream(bytes);
      const blocks = await allOf(audio);
      const whole = await decodeAndMeasure(bytes, 600);
      assert.equal(audio.format, whole.format);
      assert.equal(audio.sampleRate, whole.sampleRate);
      assert.deepEqual(Buffer.concat(blocks.map(bytesOf)), bytesOf(whole.samples));
      assert.ok(blocks.slice(0, -1).every(({ length }) => length === audio.sampleRate));
    }
  });

  it('is decoded only as far ahead as a reader may need', { timeout: 60_000 }, async (test) => {
    const taken = new Int32Array(new SharedArrayBuffer(4));
    const task: StreamTask = { bytes: wav, maxSeconds: 60, taken };
    const worker = new Worker(new URL('../threads/main.ts', import.meta.url));
    test.after(() => worker.terminate());
    const module = new URL('./stream-worker.ts', import.meta.url).href;
    worker.postMessage({ module, task } satisfies TaskMessage);
    let received = 0;
    worker.on('message', () => received++);
    // notify() answers how many wait: it is the thread, which waits again as long as the number is the same.
    const waits = async () => {
      while (Atomics.notify(taken, 0) === 0) await turn();
    };
    for (const expected of [4, 5, 6]) {
      await waits();
      while (received < expected) await turn();
      await waits();
      assert.equal(received, expected);
      Atomics.add(taken, 0, 1);
    }
  });

  it('is not decoded on when its reader leaves', async () => {
    for (const bytes of [wav, await mp3Of(sound, 24_000)]) {
      const { blocks } = await decodeStream(bytes);
      for await (const block of blocks) {
        assert.equal(block.length, 24_000);
        break;
      }
      assert.ok(!process.getActiveResourcesInfo().includes('MessagePort'));
      assert.deepEqual(await blocks.next(), { value: undefined, done: true });
    }
  });

  it('leaves the event loop its turns, and needs no thread, where it is WAV', async () => {
    const audio = await decodeStream(wavOf(new Float32Array(24_000 * 60), 24_000));
    assert.ok(!process.getActiveResourcesInfo().includes('MessagePort'));
    let turns = 0;
    const count = (): void => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const blocks = await allOf(audio);
    clearImmediate(timer);
    assert.equal(blocks.length, 60);
    // Of 64 KiB each.
    assert.ok(turns >= (24_000 * 60 * 2) / 65_536 - 1, `${turns} turns`);
  });

  it('is read as it is also where many chunks stand in front of the samples of a WAV file', async () => {
    const chunks = Array.from({ length: 100 }, () => ['junk', new Uint8Array(2)] as const);
    const data = encodeSamples(sound, 'pcm_s16le');
    const samplesOf = async (bytes: Uint8Array): Promise<Buffer> =>
      Buffer.concat((await allOf(await decodeStream(bytes))).map(bytesOf));
    assert.deepEqual(await samplesOf(wavFile({ sampleRate: 24_000, data, chunks })), await samplesOf(wav));
  });

  it('fails at once where it is no audio, and where its limit is reached after what was read', async () => {
    await assert.rejects(decodeStream(new Uint8Array(1000)), (error) => hasFault(error, 'unknown_format'));
    await assert.rejects(decodeStream(wavOf(new Float32Array(0), 24_000)), (error) => hasFault(error, 'damaged'));
    const { blocks } = await decodeStream(wav, { maxSeconds: 3 });
    let seconds = 0;
    await assert.rejects(
      async () => {
        for await (const block of blocks) seconds += block.length / 24_000;
      },
      (error) => hasFault(error, 'too_long'),
    );
    assert.ok(seconds >= 1 && seconds <= 3, `${seconds} s`);
  });
});

function bytesOf(samples: Float32Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

function hasFault(error: unknown, fault: DecodingError['fault']): boolean {
  return error instanceof DecodingError && error.fault === fault;
}
