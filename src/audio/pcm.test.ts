import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { bytesPerSample, encodings } from './formats.ts';
import { decodeAlaw, decodeMulaw } from './g711.ts';
import { encodeSamples, encodeSilence } from './pcm.ts';

function integersOf(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength / 2 }, (_, index) => view.getInt16(2 * index, true));
}

function floatsOf(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength / 4 }, (_, index) => view.getFloat32(4 * index, true));
}

const int16 = fc.integer({ min: -32_768, max: 32_767 });

describe('sample encoding', () => {
  it('rounds floats to the nearest 16-bit value, halves away from zero', () => {
    const steps = [0, 0.4, 0.5, 0.6, 1.5, -0.4, -0.5, -0.6, -1.5, 32_766.4];
    assert.deepEqual(
      integersOf(
        encodeSamples(
          Float32Array.from(steps, (step) => step / 32_768),
          'pcm_s16le',
        ),
      ),
      [0, 0, 1, 1, 2, 0, -1, -1, -2, 32_766],
    );
  });

  it('rounds every value so', () => {
    const value = fc.float({ noNaN: true, min: -1.5, max: 1.5 });
    const near = fc.tuple(int16, fc.constantFrom(-0.5, -0.499, 0, 0.499, 0.5)).map(([step, off]) => step + off);
    const any = fc.oneof(
      value,
      near.map((step) => Math.fround(step / 32_768)),
    );
    fc.assert(
      fc.property(any, (sample) => {
        const [found] = integersOf(encodeSamples(Float32Array.of(sample), 'pcm_s16le'));
        const magnitude = Math.floor(Math.abs(sample) * 32_768 + 0.5);
        assert.equal(found, Math.max(-32_768, Math.min(32_767, (sample < 0 ? -magnitude : magnitude) + 0)));
      }),
      runs(300),
    );
  });

  it('clamps what exceeds the full scale and takes NaN for 0', () => {
    const input = Float32Array.of(1, 1.5, Infinity, -1, -1.5, -Infinity, NaN);
    assert.deepEqual(
      integersOf(encodeSamples(input, 'pcm_s16le')),
      [32_767, 32_767, 32_767, -32_768, -32_768, -32_768, 0],
    );
    assert.deepEqual(floatsOf(encodeSamples(input, 'pcm_f32le')), [1, 1, 1, -1, -1, -1, 0]);
    assert.deepEqual(
      [...decodeMulaw(encodeSamples(input, 'pcm_mulaw'))],
      [32_124, 32_124, 32_124, -32_124, -32_124, -32_124, 0],
    );
    assert.deepEqual(
      [...decodeAlaw(encodeSamples(input, 'pcm_alaw'))],
      [32_256, 32_256, 32_256, -32_256, -32_256, -32_256, 8],
    );
  });

  it('keeps 16-bit samples exact, also by way of floats', () => {
    fc.assert(
      fc.property(fc.array(int16), (values) => {
        const samples = Int16Array.from(values);
        const floats = encodeSamples(samples, 'pcm_f32le');
        assert.deepEqual(integersOf(encodeSamples(samples, 'pcm_s16le')), values);
        assert.deepEqual(integersOf(encodeSamples(Float32Array.from(floatsOf(floats)), 'pcm_s16le')), values);
      }),
      runs(),
    );
  });

  it('multiplies by the gain before it clamps', () => {
    assert.deepEqual(
      integersOf(encodeSamples(Int16Array.of(100, -101, 20_000, -20_000), 'pcm_s16le', 2)),
      [200, -202, 32_767, -32_768],
    );
    assert.deepEqual(integersOf(encodeSamples(Int16Array.of(101, -101), 'pcm_s16le', 0.5)), [51, -51]);
    assert.deepEqual(floatsOf(encodeSamples(Int16Array.of(8192, 20_000), 'pcm_f32le', 2)), [0.5, 1]);
    assert.deepEqual(integersOf(encodeSamples(Float32Array.of(0.25, 0.75), 'pcm_s16le', 2)), [16_384, 32_767]);
  });

  it('leaves the samples it was given as they were', () => {
    const samples = Int16Array.of(1, -2, 3);
    for (const encoding of encodings) encodeSamples(samples, encoding, 3);
    assert.deepEqual(samples, Int16Array.of(1, -2, 3));
  });

  it('has for silence what samples of 0 become', () => {
    for (const encoding of encodings) {
      assert.deepEqual(encodeSilence(50, encoding), encodeSamples(new Float32Array(50), encoding));
      assert.equal(encodeSilence(50, encoding).length, 50 * bytesPerSample(encoding));
    }
  });
});
