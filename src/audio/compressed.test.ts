/** The containers whose encoder is FFmpeg's: Opus in Ogg, and FLAC. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { decodeAndMeasure } from './clip/measured-clip.ts';
import { runs } from '../../test/support/property-runs.ts';
import { swept } from '../../test/support/sweeps.ts';
import { containerHeader, createContainerWriter } from './container.ts';
import { bitRates, opusSampleRates, payloadFormat, sampleRates, type OutputFormat } from './formats.ts';
import { loadEncoders, memoryBytes } from './libav/encoder.ts';
import { encodeSamples } from './pcm.ts';
import { containerOf, toneFrequency } from './testing.ts';

const opus: OutputFormat = { container: 'opus', sampleRate: 48_000, bitRate: 32_000 };
const flac: OutputFormat = { container: 'flac', sampleRate: 24_000 };
const both = [opus, flac] as const;
const all: readonly OutputFormat[] = [
  ...opusSampleRates.map((sampleRate) => ({ container: 'opus', sampleRate, bitRate: 32_000 }) as const),
  ...bitRates.map((bitRate) => ({ container: 'opus', sampleRate: 48_000, bitRate }) as const),
  ...sampleRates.map((sampleRate) => ({ container: 'flac', sampleRate }) as const),
];

/** A note of 440 Hz whose loudness moves, as payload of a format. */
function tone(format: OutputFormat, length: number): Uint8Array {
  const { sampleRate, encoding } = payloadFormat(format);
  const samples = Float32Array.from(
    { length },
    (_, index) => (0.3 + 0.2 * Math.sin(index / 900)) * Math.sin((2 * Math.PI * 440 * index) / sampleRate),
  );
  return encodeSamples(samples, encoding);
}

function bytesOfSample(format: OutputFormat): number {
  return payloadFormat(format).encoding === 'pcm_s16le' ? 2 : 4;
}

/** The pages of an Ogg file: where each begins, its flags, its packets by their lengths and its position. */
function oggPages(file: Buffer): { at: number; flags: number; granule: number; serial: number; packets: number[] }[] {
  const pages: ReturnType<typeof oggPages> = [];
  for (let at = 0; at < file.length;) {
    assert.equal(file.toString('latin1', at, at + 4), 'OggS', `a page at ${at}`);
    const pieces = [...file.subarray(at + 27, at + 27 + file[at + 26]!)];
    const packets: number[] = [];
    let length = 0;
    for (const piece of pieces) {
      length += piece;
      if (piece === 255) continue;
      packets.push(length);
      length = 0;
    }
    pages.push({
      at,
      flags: file[at + 5]!,
      granule: Number(file.readBigUInt64LE(at + 6)),
      serial: file.readUInt32LE(at + 14),
      packets,
    });
    at += 27 + pieces.length + pieces.reduce((sum, piece) => sum + piece, 0);
  }
  return pages;
}

describe('the Opus and FLAC writers', () => {
  it('make files that decode to the tone that went in, at every sample rate and bit rate', async () => {
    for (const format of swept(all, ({ sampleRate }) => sampleRate === 8000 || sampleRate === 24_000)) {
      const length = 2 * format.sampleRate + 123;
      const clip = await decodeAndMeasure(await containerOf(format, tone(format, length)), 600);
      const rate = format.container === 'opus' ? 48_000 : format.sampleRate;
      assert.deepEqual([clip.format, clip.sampleRate], [format.container === 'opus' ? 'ogg' : 'flac', rate]);
      const middle = clip.samples.subarray(rate / 2, (3 * rate) / 2);
      const frequency = toneFrequency(middle, rate);
      assert.ok(Math.abs(frequency - 440) < 2, `${JSON.stringify(format)}: ${frequency} Hz`);
      // The decoder here leaves the samples at the end of the last Opus packet; where the file ends is said in its last page.
      const expected = (length * rate) / format.sampleRate;
      const beyond = clip.samples.length - expected;
      assert.ok(
        beyond >= 0 && beyond <= (format.container === 'opus' ? 1272 : 0),
        `${beyond} samples beyond ${expected}`,
      );
    }
  });

  it('keep every sample of 16 bits in FLAC', async () => {
    for (const length of [1, 1151, 1152, 1153, 50_000]) {
      const payload = tone(flac, length);
      const { samples } = await decodeAndMeasure(await containerOf(flac, payload), 600);
      assert.deepEqual(encodeSamples(samples, 'pcm_s16le'), payload);
    }
  });

  it('say in the last page of Opus where the audio ends, to the sample, whatever its length', async () => {
    for (const sampleRate of swept(opusSampleRates, (rate) => rate === 8000 || rate === 48_000)) {
      for (const length of [0, 1, sampleRate / 50, sampleRate / 50 + 1, sampleRate - 7, 1.2 * sampleRate]) {
        const format = { container: 'opus', sampleRate, bitRate: 32_000 } as const;
        const pages = oggPages(await containerOf(format, tone(format, length)));
        const last = pages.at(-1)!;
        assert.equal(last.granule, 312 + (length * 48_000) / sampleRate);
        assert.deepEqual(
          pages.map(({ flags }) => flags),
          [2, ...pages.slice(1, -1).map(() => 0), 4],
        );
        const packets = pages.slice(2).flatMap((page) => page.packets);
        assert.ok(960 * packets.length >= last.granule && 960 * (packets.length - 1) < last.granule);
        assert.ok(packets.every((bytes) => bytes > 0));
      }
    }
  });

  it('have Opus in pages of one packet for a second, and of 100 ms from there on', async () => {
    const pages = oggPages(await containerOf(opus, tone(opus, 3 * 48_000))).slice(2, -1);
    assert.deepEqual(
      pages.map(({ packets }) => packets.length),
      pages.map((_, index) => (index < 50 ? 1 : 5)),
    );
    assert.deepEqual(
      pages.slice(48, 52).map(({ granule }) => granule / 960),
      [49, 50, 55, 60],
    );
  });

  it('spend the bits that are asked for', async () => {
    let before = 0;
    const seconds = 5;
    for (const bitRate of bitRates) {
      const format = { container: 'opus', sampleRate: 48_000, bitRate } as const;
      const noise = Float32Array.from({ length: seconds * 48_000 }, (_, index) => 0.5 * Math.sin(index * index * 1e-3));
      const { length } = await containerOf(format, encodeSamples(noise, 'pcm_f32le'));
      const spent = (8 * length) / seconds;
      assert.ok(spent > 0.6 * bitRate && spent < 1.8 * bitRate, `${bitRate}: ${spent} bit/s`);
      assert.ok(spent > before);
      before = spent;
    }
  });

  it('state in the header what the encoders say themselves', async () => {
    const opusEncoder = (await loadEncoders()).opus({ sampleRate: 24_000, bitRate: 32_000 });
    const head = containerHeader({ container: 'opus', sampleRate: 24_000, bitRate: 32_000 });
    assert.deepEqual(Buffer.from(head.subarray(28, 47)), Buffer.from(opusEncoder.streamHeader));
    opusEncoder.close();
    for (const sampleRate of sampleRates) {
      const stream = Buffer.from(containerHeader({ container: 'flac', sampleRate }));
      const encoder = (await loadEncoders()).flac({ sampleRate, frameLength: Math.round(0.048 * sampleRate) });
      const { frameLength, streamHeader } = encoder;
      encoder.close();
      assert.deepEqual([stream.readUInt16BE(8), stream.readUInt16BE(10)], [frameLength, frameLength]);
      // Rate, channels and bits; between them and the block sizes lie the sizes of the frames, which are left open.
      assert.deepEqual(stream.subarray(18, 22), Buffer.from(streamHeader.subarray(10, 14)));
      assert.ok(stream.subarray(12, 18).every((byte) => byte === 0));
      assert.ok(stream.subarray(22).every((byte) => byte === 0));
    }
  });

  it('begin with what containerHeader gives', async () => {
    for (const format of all) {
      const writer = await createContainerWriter(format);
      assert.deepEqual(Buffer.from(writer.header()), Buffer.from(containerHeader(format)));
      writer.close();
    }
  });

  it('give the same bytes for the same payload, however it is cut', async () => {
    for (const format of both) {
      const payload = tone(format, 60_000);
      const whole = await containerOf(format, payload);
      assert.deepEqual(await containerOf(format, payload), whole);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(9000), { maxLength: 6 }), async (lengths) => {
          const parts: Uint8Array[] = [];
          let at = 0;
          for (const length of lengths) parts.push(payload.subarray(at, (at += bytesOfSample(format) * length)));
          assert.deepEqual(await containerOf(format, ...parts, payload.subarray(at)), whole);
        }),
        runs(10),
      );
    }
  });

  it('give audio from the first 60 ms on, and bytes in step with the payload', async () => {
    for (const format of both) {
      const writer = await createContainerWriter(format);
      const step = tone(format, format.sampleRate / 50);
      const given = Array.from({ length: 100 }, () => writer.write(step).length);
      writer.close();
      assert.ok(given.slice(0, 3).some((length) => length > 0));
      // At most 100 ms pass without bytes.
      for (let index = 0; index + 6 < given.length; index++) {
        assert.ok(
          given.slice(index, index + 6).some((length) => length > 0),
          `${format.container} at ${index}`,
        );
      }
    }
  });

  it('encode many streams at once without mixing them', async () => {
    for (const format of both) {
      const payload = tone(format, 20_000);
      const step = 1600 * bytesOfSample(format);
      const writers = await Promise.all(Array.from({ length: 32 }, () => createContainerWriter(format)));
      const streams = writers.map((writer) => [writer.header()]);
      for (let at = 0; at < payload.length; at += step) {
        writers.forEach((writer, index) => streams[index]!.push(writer.write(payload.subarray(at, at + step))));
      }
      writers.forEach((writer, index) => streams[index]!.push(writer.end()));
      const alone = await containerOf(format, payload);
      for (const parts of streams) assert.deepEqual(Buffer.concat(parts), alone);
    }
  });

  it('give the same stream in worker threads', async () => {
    for (const format of both) {
      const program = `
        import { parentPort } from 'node:worker_threads';
        const { createContainerWriter } = await import(${JSON.stringify(new URL('./container.ts', import.meta.url).href)});
        parentPort.once('message', async (payload) => {
          const writer = await createContainerWriter(${JSON.stringify(format)});
          parentPort.postMessage([writer.header(), writer.write(payload), writer.end()]);
        });`;
      const payload = tone(format, 9600);
      const runs = [1, 2].map(
        () =>
          new Promise<Uint8Array[]>((resolve, reject) => {
            const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
            worker.once('message', resolve).once('error', reject);
            worker.postMessage(payload);
          }),
      );
      const alone = await containerOf(format, payload);
      for (const parts of await Promise.all(runs)) assert.deepEqual(Buffer.concat(parts), alone);
    }
  });

  it('take payload at any address', async () => {
    for (const format of both) {
      const payload = tone(format, 5000);
      const shifted = new Uint8Array(payload.length + 1);
      shifted.set(payload, 1);
      assert.deepEqual(await containerOf(format, shifted.subarray(1)), await containerOf(format, payload));
    }
  });

  it('free what a stream held, whether it was ended or dropped', async () => {
    for (const format of both) {
      const payload = tone(format, 5000);
      const stream = async (index: number): Promise<void> => {
        const writer = await createContainerWriter(format);
        writer.write(payload);
        if (index % 2 === 0) writer.end();
        writer.close();
      };
      for (let index = 0; index < 20; index++) await stream(index);
      const before = await memoryBytes();
      for (const index of swept([...Array(1000).keys()], (each) => each % 10 < 2)) await stream(index);
      assert.equal(await memoryBytes(), before, format.container);
    }
  });
});
