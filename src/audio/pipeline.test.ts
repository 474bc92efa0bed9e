import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { swept } from '../../test/support/sweeps.ts';
import { createContainerWriter } from './container.ts';
import {
  bitRates,
  bytesPerSample,
  encodings,
  isMp3Pair,
  payloadFormat,
  sampleRates,
  type Encoding,
  type OutputFormat,
} from './formats.ts';
import { decodeAlaw, decodeMulaw } from './g711.ts';
import { mp3Frames } from './mp3/frames.ts';
import { createSegmentPipeline, type SegmentPipeline, type SegmentPipelineOptions } from './pipeline.ts';
import type { Samples } from './resampler.ts';
import { truePeakOf } from './true-peak.ts';

const engineRates = [22_050, 16_000, 8000];
const allFormats: OutputFormat[] = [
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
const formats = swept(allFormats, isInSample);
const payloads = swept(
  encodings.flatMap((encoding) => sampleRates.map((sampleRate) => ({ encoding, sampleRate }))),
  isInSample,
);

function isInSample({ sampleRate }: { readonly sampleRate: number }): boolean {
  return [8000, 24_000, 44_100].includes(sampleRate);
}

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

/** The samples of a payload. */
function decode(bytes: Buffer, encoding: Encoding): Samples {
  const values = new Uint8Array(bytes);
  switch (encoding) {
    case 'pcm_f32le':
      return new Float32Array(values.buffer);
    case 'pcm_s16le':
      return new Int16Array(values.buffer);
    case 'pcm_mulaw':
      return decodeMulaw(values);
    case 'pcm_alaw':
      return decodeAlaw(values);
  }
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
      runs(),
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

  it('applies the gain, and gives what stays below the limit without another change', () => {
    const options: SegmentPipelineOptions = { inputRate: 16_000, sampleRate: 16_000, encoding: 'pcm_s16le', gain: 2 };
    const bytes = speak(createSegmentPipeline(options), Int16Array.of(100, -200, 12_000, -12_000));
    assert.deepEqual(
      [0, 2, 4, 6].map((at) => bytes.readInt16LE(at)),
      [200, -400, 24_000, -24_000],
    );
  });

  it('keeps the true peak at or below −1 dBTP at four times the volume, for every encoding and rate', () => {
    for (const payload of payloads) {
      for (const inputRate of engineRates) {
        const bytes = speak(createSegmentPipeline({ ...payload, inputRate, gain: 4 }), segment(4000));
        const peak = truePeakOf(decode(bytes, payload.encoding));
        assert.ok(peak <= -1 && peak > -3, `${peak} dBTP in ${payload.encoding} at ${payload.sampleRate} Hz`);
      }
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
