import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { swept } from '../../../test/support/sweeps.ts';
import { createContainerWriter } from '../container.ts';
import { bitRates, isMp3Pair, sampleRates, type Mp3Format } from '../formats.ts';
import { encodeSamples } from '../pcm.ts';
import { mp3Frames } from './frames.ts';

const pairs = sampleRates.flatMap((sampleRate) =>
  bitRates.map((bitRate): Mp3Format => ({ container: 'mp3', sampleRate, bitRate })),
);
const legal = pairs.filter(({ sampleRate, bitRate }) => isMp3Pair(sampleRate, bitRate));
const usual: Mp3Format = { container: 'mp3', sampleRate: 24_000, bitRate: 64_000 };
/** Samples before the first one of the payload in what a decoder gives: 576 of the encoder, 529 of the decoder. */
const codecDelay = 1105;
/** The encoder closes with silence enough to bring the last sample through the decoder's overlapping windows. */
const leastPadding = 47;

function tone(length: number): Uint8Array {
  return encodeSamples(
    Float32Array.from({ length }, (_, index) => 0.4 * Math.sin(index * 0.1) + 0.2 * Math.sin(index * index * 1e-4)),
    'pcm_f32le',
  );
}

async function encode(format: Mp3Format, ...payload: Uint8Array[]): Promise<Buffer> {
  const writer = await createContainerWriter(format);
  return Buffer.concat([writer.header(), ...payload.map((part) => writer.write(part)), writer.end()]);
}

describe('the MP3 writer', () => {
  it('makes frames of exactly the asked sample rate and bit rate, mono, for every legal pair', async () => {
    for (const format of legal) {
      const frames = mp3Frames(await encode(format, tone(format.sampleRate)));
      const described = new Set(
        frames.map(({ sampleRate, bitRate, channels }) => `${sampleRate} ${bitRate} ${channels}`),
      );
      assert.deepEqual([...described], [`${format.sampleRate} ${format.bitRate} 1`]);
    }
  });

  it('refuses the pairs that MP3 does not have', async () => {
    const illegal = pairs.filter((format) => !legal.includes(format));
    assert.deepEqual(
      illegal.map(({ sampleRate, bitRate }) => `${sampleRate} ${bitRate}`),
      ['8000 96000', '8000 128000', '8000 192000', '16000 192000', '22050 192000', '24000 192000'],
    );
    for (const format of illegal) await assert.rejects(createContainerWriter(format), RangeError);
  });

  it('holds all samples, and beside the delay of the codec at most a frame more', async () => {
    for (const format of swept(legal, ({ bitRate }) => bitRate === 64_000)) {
      for (const length of [1, 575, 1152, format.sampleRate + 123]) {
        const frames = mp3Frames(await encode(format, tone(length)));
        const decoded = frames.reduce((sum, { samples }) => sum + samples, 0);
        assert.ok(decoded >= length + codecDelay, `${length} samples became ${decoded}`);
        assert.ok(
          decoded <= length + codecDelay + leastPadding + frames[0]!.samples,
          `${length} samples became ${decoded}`,
        );
      }
    }
  });

  it('is one run of frames without a tag frame, however the payload is cut', async () => {
    const payload = tone(20_000);
    const whole = await encode(usual, payload);
    assert.ok(!whole.includes('Xing') && !whole.includes('Info') && !whole.includes('LAME3.100 '));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9000), { maxLength: 6 }), async (lengths) => {
        const parts: Uint8Array[] = [];
        let at = 0;
        for (const length of lengths) parts.push(payload.subarray(at, (at += 4 * length)));
        assert.deepEqual(await encode(usual, ...parts, payload.subarray(at)), whole);
      }),
      runs(10),
    );
  });

  it('gives bytes while the payload comes, not all at the end', async () => {
    const writer = await createContainerWriter(usual);
    const early = Array.from({ length: 50 }, () => writer.write(tone(480)).length).reduce(
      (sum, length) => sum + length,
    );
    assert.ok(early > 8 * writer.end().length);
  });

  it('encodes many streams at once without mixing them', async () => {
    const writers = await Promise.all(Array.from({ length: 32 }, () => createContainerWriter(usual)));
    const payload = tone(9600);
    const streams = writers.map((writer) => [writer.header()]);
    for (let at = 0; at < payload.length; at += 3840) {
      writers.forEach((writer, index) => streams[index]!.push(writer.write(payload.subarray(at, at + 3840))));
    }
    writers.forEach((writer, index) => streams[index]!.push(writer.end()));
    const alone = await encode(usual, payload);
    for (const parts of streams) assert.deepEqual(Buffer.concat(parts), alone);
  });

  it('gives the same stream in worker threads', async () => {
    const program = `
      import { parentPort } from 'node:worker_threads';
      const { createContainerWriter } = await import(${JSON.stringify(new URL('../container.ts', import.meta.url).href)});
      parentPort.once('message', async (payload) => {
        const writer = await createContainerWriter(${JSON.stringify(usual)});
        parentPort.postMessage([writer.header(), writer.write(payload), writer.end()]);
      });`;
    const payload = tone(9600);
    const runs = [1, 2].map(
      () =>
        new Promise<Uint8Array[]>((resolve, reject) => {
          const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
          worker.once('message', resolve).once('error', reject);
          worker.postMessage(payload);
        }),
    );
    const alone = await encode(usual, payload);
    for (const parts of await Promise.all(runs)) assert.deepEqual(Buffer.concat(parts), alone);
  });

  it('takes payload at any address', async () => {
    const payload = tone(2000);
    const shifted = new Uint8Array(payload.length + 1);
    shifted.set(payload, 1);
    assert.deepEqual(await encode(usual, shifted.subarray(1)), await encode(usual, payload));
  });

  it('makes of no payload a valid stream', async () => {
    const frames = mp3Frames(await encode(usual));
    assert.ok(frames.length <= 2);
  });
});

describe('the MP3 frame reader', () => {
  it('throws where no frame begins and where the last one is cut off', async () => {
    const stream = await encode(usual, tone(5000));
    assert.throws(() => mp3Frames(stream.subarray(0, stream.length - 1)), /No whole MP3 frame/);
    assert.throws(() => mp3Frames(stream.subarray(1)), /at byte 0/);
    assert.deepEqual(mp3Frames(new Uint8Array(0)), []);
  });
});
