import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadEncoders } from '../libav/encoder.ts';
import { createFrameEncoder } from './frames.ts';

function noise(length: number, seed: number): Int16Array {
  return Int16Array.from({ length }, (_, index) => 20_000 * Math.sin(seed + index * index * 1e-3));
}

describe('the frames of FLAC', () => {
  it('are those of an encoder that has the stream to itself, however many streams share one', async () => {
    const encoders = await loadEncoders();
    const frameLength = 768;
    const streams = [1, 2, 3].map((seed) => ({
      seed,
      own: encoders.flac({ sampleRate: 16_000, frameLength }),
      shared: createFrameEncoder(encoders, 16_000, frameLength),
    }));
    for (let index = 0; index < 300; index++) {
      for (const { seed, own, shared } of streams) {
        const samples = noise(frameLength, seed + index);
        assert.deepEqual(Buffer.from(shared.frame(samples)), Buffer.from(own.encode(samples)), `${seed}: ${index}`);
      }
    }
    for (const { seed, own, shared } of streams) {
      const samples = noise(100 + seed, seed);
      assert.deepEqual(Buffer.from(shared.lastFrame(samples)), Buffer.from(own.encode(samples)));
      own.close();
    }
  });

  it('keep their numbers when these take more bytes', async () => {
    const encoders = await loadEncoders();
    const frameLength = 32;
    const samples = noise(frameLength, 1);
    // No other test has frames of this rate, which are all as long as the first.
    const sampleRate = 6000;
    const own = encoders.flac({ sampleRate, frameLength });
    const shared = createFrameEncoder(encoders, sampleRate, frameLength);
    for (let index = 0; index < 66_000; index++) {
      const [expected, frame] = [own.encode(samples), shared.frame(samples)];
      // One to four bytes: about each border.
      if ([0, 126, 127, 128, 2046, 2047, 2048, 65_534, 65_535, 65_536, 65_999].includes(index)) {
        assert.deepEqual(Buffer.from(frame), Buffer.from(expected), `frame ${index}`);
      }
    }
    own.close();
  });
});
