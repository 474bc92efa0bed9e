import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bandCount } from '../audio/timbre/bands.ts';
import { similarityInWords, similarityOf, spectralDistance, type ComparedVoice } from './similarity.ts';

const levels = Array.from({ length: bandCount }, (_, band) => -10 - band);
const timbre = {
  formants: [500, 1500, 2500, 3500],
  tractLength: 17,
  spectrum: levels,
  tilt: -8,
  harmonicity: 12,
  syllableRate: 4,
};
const voice: ComparedVoice = { medianPitch: 100, timbre };

describe('similarityOf', () => {
  it('is 1 for the same measures, whatever the level', () => {
    const louder = { ...timbre, spectrum: levels.map((level) => level + 6) };
    const found = similarityOf(voice, { medianPitch: 100, timbre: louder });
    assert.deepEqual([found.pitch, found.formants, found.overall], [0, 0, 1]);
    assert.ok(found.spectrum! < 1e-9);
  });

  it('gives what differs, and falls to 0 with it', () => {
    const other = {
      medianPitch: 110,
      timbre: {
        ...timbre,
        formants: timbre.formants.map((formant) => formant * 1.08),
        spectrum: levels.map((level, band) => level + (band % 2 === 0 ? 3 : -3)),
      },
    };
    const found = similarityOf(voice, other);
    assert.ok(Math.abs(found.pitch - 0.1) < 1e-9);
    assert.ok(Math.abs(found.formants! - 0.08) < 1e-9);
    assert.ok(Math.abs(found.spectrum! - 3) < 1e-9);
    // Each about one unit, which is 0.5 above where the scale begins, of 2.5.
    assert.ok(Math.abs(found.overall! - 0.8) < 0.02, String(found.overall));
    assert.equal(
      similarityInWords(found),
      'Pitch 10 % apart, formants 8 % apart on average, spectrum 3.0 dB apart on average.',
    );
    assert.equal(similarityOf(voice, { ...other, medianPitch: 300 }).overall, 0);
  });

  it('tells no more than was measured', () => {
    const found = similarityOf(voice, { medianPitch: 98 });
    assert.deepEqual([found.formants, found.spectrum, found.overall], [undefined, undefined, undefined]);
    assert.equal(similarityInWords(found), 'Pitch 2 % apart, formants not measured, spectrum not measured.');
    assert.equal(spectralDistance([null, -3], [-3, null]), undefined);
    // A clip without anything above 4 kHz has no F4, and no upper bands.
    const narrow = {
      ...timbre,
      formants: [500, 1500, 2500],
      spectrum: levels.map((level, band) => (band < 16 ? level : null)),
    };
    assert.equal(similarityOf({ medianPitch: 100, timbre: narrow }, voice).overall, 1);
  });
});
