import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { initialReaderState, readSegments } from '../../../text/reader.ts';
import { EspeakSynthesizer } from '../synthesizer.ts';

describe('vowelled Arabic', () => {
  let espeak: EspeakSynthesizer;
  before(async () => {
    espeak = await EspeakSynthesizer.load();
  });

  const cases: readonly (readonly [string, string])[] = [
    ['مُحَمَّد', 'muħammad'],
    ['السَّلَام', 'ʔassalaːm'],
    ['دَرَّسَ', 'darrasa'],
    ['كَتَبَ', 'kataba'],
    ['كِتَابٌ', 'kitaːbun'],
  ];
  for (const [word, sounds] of cases) {
    it(`is read as it is written: ${word}`, () => {
      const options = { language: 'ar', normalization: 'auto', generationConfig: {} };
      const [segment] = readSegments(word, initialReaderState, options).segments;
      const [heard] = espeak.phonemize(segment!, { engine: 'espeak', name: 'ar' });
      assert.equal(heard?.phonemes.replace(/[ˈˌ]/gu, ''), sounds);
    });
  }
});
