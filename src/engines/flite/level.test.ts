import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loudnessOf, speechLoudness } from '../../audio/loudness.ts';
import type { Synthesizer } from '../adapter.ts';
import { loadSynthesizer, segmentOf, speakWith } from '../testing.ts';
import { flite } from './index.ts';

describe('the level of a voice of flite', () => {
  let engine: Synthesizer;
  before(async () => {
    engine = await loadSynthesizer(flite);
  });

  for (const { key, speaker } of flite.voices()) {
    it(`brings ${key} to −20 LUFS`, async () => {
      const text =
        'The birch canoe slid on the smooth planks, and a large size in stockings is hard to sell. Rice is round.';
      const segment = segmentOf(text);
      const { samples } = await speakWith(engine, segment, speaker);
      const loudness = loudnessOf(samples, 16_000) + speechLoudness - engine.level!(segment, speaker)!;
      assert.ok(Math.abs(loudness + 20) <= 1.2, `${loudness} LUFS`);
    });
  }
});
