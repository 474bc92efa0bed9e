import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { voiceLike } from '../decoding/testing.ts';
import { loudnessOf } from '../loudness.ts';
import { joinFloats } from '../samples.ts';
import { bandCount, bandMiddles } from './bands.ts';
import { EnvelopeWarp } from './envelope-warp.ts';
import { FrameSpectra } from './frame-spectra.ts';

const sampleRate = 24_000;

/** A speaker who is silent for a second between two sounds. */
const speech = joinFloats(
  [120, 0, 160].map((pitch) =>
    pitch === 0 ? new Float32Array(sampleRate) : voiceLike({ seconds: 1.5, sampleRate, pitch, peak: 0.2 }),
  ),
);

/** @param stretch of the formants @param gainAt dB of the middle of a band in Hz */
function warpOf(stretch: number, gainAt: (hertz: number) => number): EnvelopeWarp {
  const gains = Array.from({ length: bandCount }, (_, band) => gainAt(bandMiddles[band]!));
  return new EnvelopeWarp({ sampleRate, source: (hertz) => hertz / stretch, gains });
}

const unchanged = warpOf(1, () => 0);

function behind(warp: EnvelopeWarp, heard?: FrameSpectra): Float32Array {
  const filter = warp.unlimited(heard);
  return joinFloats([filter.write(speech), filter.end()].map((samples) => new Float32Array(samples)));
}

describe('the spectra of frames', () => {
  const heard = new FrameSpectra(unchanged, sampleRate);
  const usual = behind(unchanged, heard);

  it('tell by how much louder the same is behind another warp', () => {
    const warps = {
      'louder as a whole': warpOf(1, () => 6),
      'with more of what is low': warpOf(1, (hertz) => (hertz < 500 ? 8 : -4)),
      'with more of what is high': warpOf(1, (hertz) => (hertz > 2000 ? 12 : -3)),
      'with lower formants': warpOf(0.8, () => 0),
      'with higher formants': warpOf(1.3, () => -2),
      'with its hisses alone': warpOf(1, (hertz) => (hertz > 3000 ? 10 : -30)),
      'beyond full scale': warpOf(1, (hertz) => (hertz < 1000 ? 24 : 0)),
    };
    for (const [name, warp] of Object.entries(warps)) {
      const louder = loudnessOf(behind(warp), sampleRate) - loudnessOf(usual, sampleRate);
      const told = heard.louderBehind(warp, unchanged);
      assert.ok(Math.abs(told - louder) < 0.3, `${name}: ${told} of ${louder} LU`);
    }
  });

  it('leave what is filtered as it is', () => {
    assert.deepEqual(behind(unchanged), usual);
  });
});
