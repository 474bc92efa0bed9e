/**
 * Every spoken word is heard: the voice of the language has phonemes for it, alone or joined to those of the word before,
 * as where eSpeak reads a preposition and its noun as one.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { voiceFiles } from '../src/engines/espeak/language-files.ts';
import { EspeakSynthesizer } from '../src/engines/espeak/synthesizer.ts';
import { initialReaderState, readSegments } from '../src/text/reader.ts';
import type { Segment } from '../src/text/types.ts';
import { languages } from '../src/voices/languages.ts';
import { sweptLanguages } from './support/sweeps.ts';

const texts = [
  '-5,5 % +3 ‰ ± 2',
  '5 €/kg, 5 l/100 km $5/x',
  '1/2 kg ½ 1½ ⅜ 3×4 5x3',
  '20 °C 5° 5 km/h 100 m²',
  'a@b.de www.a.de #tag2 @x',
  '10³ 10^3 √2 ∞ 3e-5',
  '3 < 5 > 2 = 2 ≈ 2 ≥ 1 ≠ 3 & 4',
  '12:30 2024-05-03 1:2 5–6 -5–-3',
  '§ 5 № 5 © ® ™ C++ C# C:\\x',
  '10k $1.5M 5 ¢ 5 µg 24/7 H₂O',
];

describe('the spoken words of signs and numbers', () => {
  let engine: EspeakSynthesizer;
  before(async () => {
    engine = await EspeakSynthesizer.load();
  });

  const heard = (segment: Segment): readonly { token: number; word: number; phonemes: string }[] => {
    const name = Object.keys(voiceFiles).find((voice) => voiceFiles[voice]!.language === segment.language)!;
    return engine
      .phonemize(segment, { engine: 'espeak', name })
      .map((word) => ({ ...word, phonemes: word.phonemes.replace(/[\sˈˌ_|]/gu, '') }));
  };
  const joined = (segment: Segment): string =>
    heard(segment)
      .map(({ phonemes }) => phonemes)
      .join('');

  /** The words that change nothing when they are left out. */
  const silentIn = (segment: Segment): string[] =>
    heard(segment)
      .filter(({ phonemes }) => phonemes === '')
      .filter(({ token, word }) => {
        const tokens = segment.tokens.map((each, index) =>
          index === token ? { ...each, spoken: each.spoken.filter((_word, at) => at !== word) } : each,
        );
        return joined({ ...segment, tokens }) === joined(segment);
      })
      .map(({ token, word }) => segment.tokens[token]!.spoken[word]!);

  for (const language of sweptLanguages(languages)) {
    it(`are heard in ${language}`, () => {
      const options = { language, normalization: 'auto', generationConfig: {} };
      const silent = texts.flatMap((text) =>
        readSegments(text, initialReaderState, options).segments.flatMap(silentIn),
      );
      assert.deepEqual(silent, []);
    });
  }
});
