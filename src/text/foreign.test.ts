import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { Dictionary } from './dictionary.ts';
import { initialReaderState, readSegments, type ReaderOptions } from './reader.ts';
import type { Segment } from './types.ts';

/** Runs by their language, `+` before a token that continues the one before it: `en:I like | ru:борщ`. */
function read(text: string, language: string, options: Partial<ReaderOptions> = {}): string {
  return segmentsOf(text, language, options)
    .map((segment) => {
      const words = segment.tokens.map(({ spoken, continues }) => (continues ? '+' : '') + spoken.join('_'));
      return `${segment.language}:${words.join(' ')}`;
    })
    .join(' | ');
}

function segmentsOf(text: string, language: string, options: Partial<ReaderOptions> = {}): Segment[] {
  const all = { language, normalization: 'auto', generationConfig: {}, foreignWords: {}, ...options };
  return readSegments(text, initialReaderState, all).segments;
}

describe('words of another script', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['I live in Москва, and in 北京 (東京).', 'en', 'en:I live in | ru:Москва, | en:and in | zh:北京, 東京.'],
    ['The words さくら and 日本 differ.', 'en', 'en:The words | ja:さくら | en:and | ja:日本 | en:differ.'],
    ['Das Wort Привет-Gruß heißt „Hallo“.', 'de', 'de:Das Wort | ru:Привет | de:+Gruß heißt Hallo.'],
    ['彼はNHKを見る。', 'ja', 'ja:彼 は | en:N_H_K | ja:を 見る。'],
    ['أعيش في London', 'ar', 'ar:أعيش في | en:London'],
    ['Привіт, світе', 'en', 'uk:Привіт, світе'],
    ['Привет, друг', 'bg', 'bg:Привет, друг'],
    ['서울에서 漢字', 'ko', 'ko:서울에서 | zh:漢字'],
    ['漢字とかな', 'ja', 'ja:漢字 と かな'],
    ['私はtaro@example.comに送る。', 'ja', 'ja:私 は | en:taro_at example_dot_com | ja:に 送る。'],
    ['私はwww.example.comを見る。', 'ja', 'ja:私 は | en:W_W_W_dot_example_dot_com | ja:を 見る。'],
    ['namaste नमस्ते', 'mr', 'en:namaste | mr:नमस्ते'],
    ['<spell>Да</spell> ok', 'en', 'ru:Д_а | en:ok'],
    ['See ბ and თბილისი', 'en', 'en:See ბ and | ka:თბილისი'],
  ];
  for (const [text, language, expected] of cases) {
    it(`are read by the language of that script: ${text}`, () => assert.equal(read(text, language), expected));
  }

  it('take numbers and marks between them along, read by their rules', () => {
    const text = 'Wait: Привет — 5 друзей, 5 friends.';
    assert.equal(read(text, 'en'), 'en:Wait: | ru:Привет,  пять друзей, | en:five friends.');
    assert.equal(read('Он: В 2024 году', 'en').replaceAll('_', ' '), 'ru:Он: В две тысячи двадцать четвёртом году');
  });

  it('are not single letters, and not what the rules of the text know', () => {
    assert.equal(read('R is 5 Ω, μm and π, Δt.', 'en').includes('|'), false);
    assert.equal(read('Πάω 5 km', 'el').includes('|'), false);
    assert.equal(read('витамин C', 'ru').includes('|'), false);
  });

  it('are left to an engine that reads them', () => {
    assert.equal(read('Он живёт в London.', 'ru', { foreignWords: { en: { notIn: ['ja'] } } }).includes('|'), false);
    assert.equal(read('東京はLondonより', 'ja', { foreignWords: { en: { notIn: ['ja'] } } }).includes('| en:'), true);
    assert.equal(read('I live in Москва.', 'en', { foreignWords: undefined }), 'en:I live in Москва.');
  });

  it('are spoken as a dictionary or phones say', () => {
    const dictionary = new Dictionary([{ text: 'Москва', pronunciation: 'Moscow' }]);
    assert.equal(read('In Москва.', 'en', { dictionary }), 'en:In Moscow.');
    assert.equal(read('In <<m|ɐ>>', 'en').includes('|'), false);
  });

  it('keep the tokens of the caller, the prosody of the text and a pause before the first of them', () => {
    const [silence, first, ...rest] = segmentsOf('A <break time="1s"/><speed ratio="1.2"/>Да, нет. Yes', 'en');
    assert.deepEqual([silence?.pauseSeconds, first?.language, first?.pauseSeconds], [0, 'ru', 1]);
    assert.deepEqual(
      [first!, ...rest].map(({ prosody, pauseSeconds }) => [prosody.rate, pauseSeconds]),
      [
        [1.2, 1],
        [1.2, 0],
      ],
    );
    const word = fc.constantFrom('Hello', 'мир', '北京', 'さくら', '5', '—', 'Привет-Gruß', 'Ω', 'นคร', '…', 'א');
    fc.assert(
      fc.property(fc.array(word), fc.constantFrom('en', 'ru', 'he'), (words, language) => {
        const tokens = segmentsOf(words.join(' '), language).flatMap((segment) => segment.tokens);
        const joined = tokens.map(({ text, continues }) => (continues ? '' : ' ') + text).join('');
        assert.equal(joined.trim(), words.join(' '));
      }),
      runs(),
    );
  });
});
