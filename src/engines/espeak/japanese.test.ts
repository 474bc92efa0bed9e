import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { kanjiReadings, wordReadings } from './japanese-readings.ts';
import { respellJapanese } from './japanese.ts';

describe('Japanese in kana', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['reads a word with a reading of its own', '今日', 'きょう'],
    ['reads a compound by its Chinese readings', '電車', 'でんしゃ'],
    ['reads a kanji before kana by its stem', '食べる', 'たべる'],
    ['reads a kanji alone as a word', '犬', 'いぬ'],
    ['doubles a consonant between two readings', '学校', 'がっこう'],
    ['doubles a consonant between two readings', '出発', 'しゅっぱつ'],
    ['repeats a kanji', '人々', 'ひとびと'],
    ['repeats a kanji', '山々', 'さんさん'],
    ['finds a known word in front of kana', '勉強する', 'べんきょうする'],
    ['reads the particles as they are spoken', 'は', 'わ'],
    ['reads the particles as they are spoken', 'を', 'お'],
    ['leaves kana inside a word alone', 'はな', 'はな'],
    ['keeps punctuation', '「天気」。', '「てんき」。'],
    ['leaves other scripts alone', 'NHK', 'NHK'],
    ['leaves out a kanji it does not know', '鬱', ''],
  ];
  for (const [rule, word, kana] of cases) it(`${rule}: ${word}`, () => assert.equal(respellJapanese(word).text, kana));

  it('has readings in hiragana only', () => {
    for (const [word, reading] of wordReadings) assert.match(reading, /^\p{Script=Hiragana}+$/u, word);
    for (const [character, { compound, stem, alone }] of kanjiReadings) {
      assert.match(character, /^\p{Script=Han}$/u);
      assert.match(compound + stem + alone, /^\p{Script=Hiragana}+$/u, character);
    }
  });
});
