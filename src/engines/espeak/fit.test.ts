import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { swept } from '../../../test/support/sweeps.ts';
import { measureSpeech, type SpeechMeasures } from '../../audio/clip/measures.ts';
import { loudnessOf } from '../../audio/loudness.ts';
import type { EngineVoice, SpeakerProfile, Synthesizer } from '../adapter.ts';
import { assertMarks, loadSynthesizer, segmentOf, speakWith } from '../testing.ts';
import { espeak } from './index.ts';

const said = 'Her purse was full of useless trash, and they found a box of old coins under the wall of the house.';
const text =
  'The birch canoe slid on the smooth planks, and the source of the huge river is a clear spring. Help the woman get back to her feet.';
const speakers = ['Andrea', 'f1', 'edward', 'm3'] as const;
const tested = swept(speakers, (speaker) => speaker === 'Andrea');

function distance(a: SpeechMeasures, b: SpeechMeasures): number {
  const differences = a.timbre!.spectrum.map((level, band) => level! - b.timbre!.spectrum[band]!);
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  return Math.sqrt(differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / differences.length);
}

describe('a clone fitted to its speaker', () => {
  let engine: Synthesizer;
  before(async () => {
    engine = await loadSynthesizer(espeak);
  });
  const speak = async (voice: Omit<EngineVoice, 'engine' | 'name'>, words = text) => {
    const spoken = await speakWith(engine, segmentOf(words), { engine: 'espeak', name: 'en-us', ...voice });
    return { ...spoken, samples: Float32Array.from(spoken.samples, (sample) => sample / 32_768) };
  };
  /** Each is measured once for all tests. */
  const known = new Map<string, Promise<SpeechMeasures>>();
  const measured = (voice: Omit<EngineVoice, 'engine' | 'name'>, words?: string): Promise<SpeechMeasures> => {
    const key = JSON.stringify([voice, words]);
    const measuring =
      known.get(key) ??
      speak(voice, words).then(({ samples }) => measureSpeech(samples, espeak.capabilities.sampleRate));
    known.set(key, measuring);
    return measuring;
  };
  const profileOf = ({ pitch, timbre }: SpeechMeasures): SpeakerProfile => ({
    medianPitch: pitch!.median,
    pitchSpread: 0.35,
    timbre,
  });

  for (const speaker of tested) {
    it(`has the pitch, the upper formants and the spectrum of ${speaker}, who says something else`, async () => {
      const clip = await measured({ variant: speaker }, said);
      const profile = profileOf(clip);
      const variant = clip.pitch!.median < 160 ? 'masculine1' : 'f2';
      const [clone, base] = [await measured({ variant, profile }), await measured({ variant })];
      assert.ok(Math.abs(clone.pitch!.median / clip.pitch!.median - 1) < 0.03, `${clone.pitch!.median} Hz`);
      for (const [index, formant] of clip.timbre!.formants.entries()) {
        const error = clone.timbre!.formants[index]! / formant - 1;
        // The lower two depend on what is said.
        assert.ok(Math.abs(error) < (index < 2 ? 0.2 : 0.07), `F${index + 1} is off by ${error}`);
      }
      const [far, further] = [distance(clone, clip), distance(base, clip)];
      assert.ok(far < 0.8 * further && far < 3.5, `${far} dB, ${further} dB before`);
    });
  }

  it('is nearer to its own speaker than to any other', async () => {
    const clips = await Promise.all(speakers.map((variant) => measured({ variant }, said)));
    for (const [own, clip] of clips.entries()) {
      if (!tested.includes(speakers[own]!)) continue;
      const clone = await measured({ variant: 'masculine1', profile: profileOf(clip) });
      const distances = clips.map(
        (other) => distance(clone, other) / 3 + Math.abs(Math.log(clone.pitch!.median / other.pitch!.median)) / 0.1,
      );
      assert.equal(distances.indexOf(Math.min(...distances)), own);
    }
  });

  it('is as loud as the engine tells, with marks where the words are', async () => {
    for (const variant of tested) {
      const profile = profileOf(await measured({ variant }, said));
      const spoken = await speak({ profile });
      const loudness = loudnessOf(spoken.samples, espeak.capabilities.sampleRate);
      const estimated = engine.level!(segmentOf(text), { engine: 'espeak', name: 'en-us', profile })!;
      assert.ok(Math.abs(loudness - estimated) < 3, `${loudness} LUFS, told ${estimated}`);
      assertMarks(segmentOf(text), { ...spoken, samples: new Int16Array(spoken.samples.length) }, espeak.capabilities);
    }
  });

  it('speaks other languages with the same timbre', async () => {
    const profile = profileOf(await measured({ variant: 'Andrea' }, said));
    const german = segmentOf('Der Wärter des Leuchtturms ging zum Hafen und wartete bis zum Abend auf das Boot.', {
      language: 'de',
    });
    const { samples } = await speakWith(engine, german, { engine: 'espeak', name: 'de', profile });
    const { pitch, timbre } = measureSpeech(
      Float32Array.from(samples, (sample) => sample / 32_768),
      espeak.capabilities.sampleRate,
    );
    assert.ok(Math.abs(pitch!.median / profile.medianPitch - 1) < 0.05);
    assert.ok(Math.abs(timbre!.formants[3]! / profile.timbre!.formants[3]! - 1) < 0.08);
  });
});
