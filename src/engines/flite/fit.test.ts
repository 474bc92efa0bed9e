import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { measureSpeech, type SpeechMeasures } from '../../audio/clip/measures.ts';
import type { EngineVoice, SpeakerProfile, Synthesizer } from '../adapter.ts';
import { assertMarks, digest, loadSynthesizer, segmentOf, speakWith } from '../testing.ts';
import { flite } from './index.ts';

const said = 'Her purse was full of useless trash, and they found a box of old coins under the wall of the house.';
const text = 'The source of the huge river is a clear spring. Help the woman get back to her feet.';

describe('a clone on a voice of flite', () => {
  let engine: Synthesizer;
  before(async () => {
    engine = await loadSynthesizer(flite);
  });
  const speak = (voice: Omit<EngineVoice, 'engine'>, words = text) =>
    speakWith(engine, segmentOf(words), { engine: 'flite', ...voice });
  const measured = async (voice: Omit<EngineVoice, 'engine'>, words?: string): Promise<SpeechMeasures> =>
    measureSpeech(
      Float32Array.from((await speak(voice, words)).samples, (sample) => sample / 32_768),
      flite.capabilities.sampleRate,
    );
  const profileOf = ({ pitch, timbre }: SpeechMeasures): SpeakerProfile => ({
    medianPitch: pitch!.median,
    pitchSpread: 0.25,
    timbre,
  });
  const distance = (a: SpeechMeasures, b: SpeechMeasures): number => {
    const differences = a.timbre!.spectrum.flatMap((level, band) =>
      level === null ? [] : [level - b.timbre!.spectrum[band]!],
    );
    const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
    return Math.sqrt(differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / differences.length);
  };

  for (const [name, speaker] of [
    ['kal16', 'awb'],
    ['awb', 'kal16'],
  ] as const) {
    it(`made from ${name} has the pitch, the spectrum and the upper formants of ${speaker}`, async () => {
      // Awb goes no lower than 90 Hz.
      const clip = await measured({ name: speaker, pitch: 1.1 }, said);
      const [clone, base] = [await measured({ name, profile: profileOf(clip) }), await measured({ name })];
      assert.ok(Math.abs(clone.pitch!.median / clip.pitch!.median - 1) < 0.06, `${clone.pitch!.median} Hz`);
      for (const index of [2, 3]) {
        const error = clone.timbre!.formants[index]! / clip.timbre!.formants[index]! - 1;
        assert.ok(Math.abs(error) < 0.1, `F${index + 1} is off by ${error}`);
      }
      const [far, further] = [distance(clone, clip), distance(base, clip)];
      assert.ok(far < 0.7 * further, `${far} dB, ${further} dB before`);
    });
  }

  it('has its marks at the words, the same samples each time, and leaves its base as it was', async () => {
    const profile = profileOf(await measured({ name: 'awb' }, said));
    const [plain, first] = [await speak({ name: 'rms' }), await speak({ name: 'rms', profile })];
    assertMarks(segmentOf(text), first, flite.capabilities);
    assert.equal(digest((await speak({ name: 'rms', profile })).samples), digest(first.samples));
    assert.equal(digest((await speak({ name: 'rms' })).samples), digest(plain.samples));
    const pitchOnly = await speak({ name: 'rms', profile: { ...profile, timbre: undefined } });
    assert.notEqual(digest(pitchOnly.samples), digest(first.samples));
  });
});
