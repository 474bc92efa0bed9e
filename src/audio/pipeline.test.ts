import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createContainerWriter } from './container.ts';
import {
  bitRates,
  bytesPerSample,
  encodings,
  isMp3Pair,
  payloadFormat,
  sampleRates,
  type OutputFormat,
} from './formats.ts';
import { mp3Frames } from './mp3/frames.ts';
import { createSegmentPipeline, type SegmentPipeline, type SegmentPipelineOptions } from './pipeline.ts';

const engineRates = [22_050, 16_000, 8000];
const formats: OutputFormat[] = [
  ...encodings.flatMap((encoding) =>
    sampleRates.flatMap((sampleRate) =>
      (['raw', 'wav'] as const).map((container) => ({ container, encoding, sampleRate })),
    ),
  ),
  ...sampleRates.flatMap((sampleRate) =>
    bitRates
      .filter((bitRate) => isMp3Pair(sampleRate, bitRate))
      .map((bitRate) => ({ container: 'mp3' as const, sampleRate, bitRate })),
  ),
];
const payloads = encodings.flatMap((encoding) => sampleRates.map((sampleRate) => ({ encoding, sampleRate })));

/** Speech-like: a tone that swells from silence and falls back to it. */
function segment(length: number): Int16Array {
  return Int16Array.from(
    { length },
    (_, index) => 12_000 * Math.sin(index * 0.06) * Math.sin((Math.PI * index) / length) ** 2,
  );
}

function speak(pipeline: SegmentPipeline, ...chunks: Int16Array[]): Buffer {
  return Buffer.concat([...chunks.map((chunk) => pipeline.write(chunk)), pipeline.end()]);
}

function cutAt(samples: Int16Array, lengths: readonly number[]): Int16Array[] {
  let at = 0;
  return [...lengths.map((length) => samples.slice(at, (at += length))), samples.slice(at)];
}

describe('the segment pipeline', () => {
  it('gives the same bytes however the engine cuts its chunks, for every encoding, rate and gain', () => {
    const options = fc.record({
      payload: fc.constantFrom(...payloads),
      inputRate: fc.constantFrom(...engineRates),
      gain: fc.constantFrom(1, 0.25, 0.7, 4),
    });
    fc.assert(
      fc.property(options, fc.array(fc.nat(900), { maxLength: 8 }), ({ payload, inputRate, gain }, lengths) => {
        const create = (): SegmentPipeline => createSegmentPipeline({ ...payload, inputRate, gain });
        assert.deepEqual(speak(create(), ...cutAt(segment(4000), lengths)), speak(create(), segment(4000)));
      }),
    );
  });

  it('loses and adds no sample', () => {
    for (const payload of payloads) {
      for (const inputRate of engineRates) {
        const bytes = speak(createSegmentPipeline({ ...payload, inputRate }), ...cutAt(segment(3001), [1000, 1, 500]));
        assert.equal(
          bytes.length / bytesPerSample(payload.encoding),
          Math.ceil((3001 * payload.sampleRate) / inputRate),
        );
      }
    }
  });

  it('applies the gain and clamps', () => {
    const options: SegmentPipelineOptions = { inputRate: 16_000, sampleRate: 16_000, encoding: 'pcm_s16le', gain: 2 };
    const bytes = speak(createSegmentPipeline(options), Int16Array.of(100, -200, 30_000, -30_000));
    assert.deepEqual(
      [0, 2, 4, 6].map((at) => bytes.readInt16LE(at)),
      [200, -400, 32_767, -32_768],
    );
  });

  it('clamps what the filter adds to a signal at full scale, instead of wrapping round', () => {
    const square = Int16Array.from({ length: 2000 }, (_, index) => (index % 40 < 20 ? 32_767 : -32_768));
    const bytes = speak(
      createSegmentPipeline({ inputRate: 22_050, sampleRate: 44_100, encoding: 'pcm_s16le' }),
      square,
    );
    for (let sample = 200; sample < 3800; sample++) {
      const inside = sample % 40;
      // Away from the edges of the square wave each sample keeps its sign.
      if (inside > 4 && inside < 35) assert.equal(Math.sign(bytes.readInt16LE(2 * sample)), sample % 80 < 40 ? 1 : -1);
    }
  });

  it('rounds silence to whole samples in the code that the encoding has for it', () => {
    const options = { inputRate: 22_050, sampleRate: 8000 } as const;
    assert.deepEqual(
      createSegmentPipeline({ ...options, encoding: 'pcm_mulaw' }).silence(0.01),
      new Uint8Array(80).fill(0xff),
    );
    assert.deepEqual(
      createSegmentPipeline({ ...options, encoding: 'pcm_alaw' }).silence(0.01),
      new Uint8Array(80).fill(0xd5),
    );
    assert.deepEqual(createSegmentPipeline({ ...options, encoding: 'pcm_s16le' }).silence(0.000_07), new Uint8Array(2));
  });

  it('joins segments without a step above −40 dBFS', () => {
    for (const sampleRate of sampleRates) {
      for (const inputRate of engineRates) {
        const parts = [1, 2, 3].map(() =>
          speak(createSegmentPipeline({ inputRate, sampleRate, encoding: 'pcm_f32le' }), segment(2500)),
        );
        parts.slice(1).forEach((part, index) => {
          const last = parts[index]!.readFloatLE(parts[index]!.length - 4);
          assert.ok(Math.abs(part.readFloatLE(0) - last) < 0.01);
        });
      }
    }
  });
});

describe('pipeline and container together', () => {
  it("make one container of several segments whose length is that of the engine's PCM, in every format", async () => {
    for (const format of formats) {
      const writer = await createContainerWriter(format);
      const payload = payloadFormat(format);
      const parts = [writer.header()];
      const header = parts[0]!.length;
      for (let count = 0; count < 3; count++) {
        const pipeline = createSegmentPipeline({ ...payload, inputRate: 22_050 });
        for (const chunk of cutAt(segment(6615), [1024, 1024])) parts.push(writer.write(pipeline.write(chunk)));
        parts.push(writer.write(pipeline.end()));
      }
      parts.push(writer.end());
      const stream = Buffer.concat(parts);
      const expected = 3 * Math.ceil((6615 * format.sampleRate) / 22_050);
      if (format.container === 'mp3') {
        const frames = mp3Frames(stream);
        const decoded = frames.reduce((sum, { samples }) => sum + samples, 0);
        assert.ok(decoded >= expected + 1105 && decoded <= expected + 1152 + frames[0]!.samples);
      } else {
        assert.ok('encoding' in format);
        assert.equal((stream.length - header) / bytesPerSample(format.encoding), expected);
      }
    }
  });
});
