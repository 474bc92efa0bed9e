import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeAndMeasure } from '../clip/measured-clip.ts';
import { openClip } from './clip-samples.ts';
import { DecodingError } from './decoding.ts';
import { libavOf, voiceLike, wavOf } from './testing.ts';

const rate = 24_000;
const speech = voiceLike({ seconds: 4, sampleRate: rate, pitch: 150 });

describe('a clip of which parts are read', () => {
  for (const [name, encode] of [
    ['WAV', () => Promise.resolve(wavOf(speech, rate))],
    ['FLAC', () => libavOf(speech, rate, { encoder: 'flac', container: 'flac' })],
  ] as const) {
    it(`has the samples of the decoded ${name}, wherever it is read`, async () => {
      const bytes = await encode();
      const { samples } = await decodeAndMeasure(bytes, 10);
      const clip = await openClip(bytes, 10);
      assert.deepEqual([clip.length, clip.sampleRate], [samples.length, rate]);
      for (const [from, to] of [
        [0, samples.length],
        [0, 1],
        [65_000, 70_000],
        [65_536, 65_537],
        [samples.length - 3, samples.length + 10],
        [samples.length, samples.length + 1],
      ] as const) {
        assert.deepEqual(clip.read(from, to), samples.slice(from, to), `${from} to ${to}`);
        const into = new Float32Array(to - from).fill(9);
        const read = clip.read(from, to, into);
        assert.deepEqual(read, samples.slice(from, to), `${from} to ${to}, into memory of the caller`);
        assert.equal(read.buffer, into.buffer);
      }
    });
  }

  it('is refused when it is too long or empty', async () => {
    for (const [bytes, fault] of [
      [wavOf(speech, rate), 'too_long'],
      [wavOf(new Float32Array(0), rate), 'damaged'],
      [await libavOf(speech, rate, { encoder: 'flac', container: 'flac' }), 'too_long'],
    ] as const) {
      await assert.rejects(openClip(bytes, 2), (error) => error instanceof DecodingError && error.fault === fault);
    }
  });
});
