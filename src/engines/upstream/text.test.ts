import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Dictionary } from '../../text/dictionary.ts';
import { initialReaderState, readSegments } from '../../text/reader.ts';
import { textOf } from './text.ts';

const dictionary = new Dictionary([{ text: 'Nginx', pronunciation: 'engine ex' }]);

function textsOf(raw: string, language = 'en', normalization = 'auto'): string[] {
  const options = { language, normalization, dictionary, generationConfig: {} };
  return readSegments(raw, initialReaderState, options).segments.map(textOf);
}

describe('the text that an upstream is given', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['is that of the caller, with its punctuation', "Hello, it's me; are you there?", "Hello, it's me; are you there?"],
    ['has no full stop inside a sentence', 'See the U.S. and Canada.', 'See the U S and Canada.'],
    [
      'is read as the other engines read it',
      'It costs $12.50 today.',
      'It costs twelve dollars and fifty cents today.',
    ],
    ['has pronunciations of a dictionary', 'Restart Nginx, please.', 'Restart engine ex, please.'],
    ['is spelled where that is asked', '<spell>AB1</spell>', 'A B one'],
    ['has a comma for a dash that is a pause', 'Wait — no.', 'Wait, no.'],
    ['has no emoji and no marks of emphasis', 'So **good**! 😀', 'So good!'],
    ['keeps a word together that a tag cuts', 'He said x<<a|b>>y twice.', 'He said xaby twice.'],
  ];
  for (const [what, raw, expected] of cases) {
    it(what, () => assert.deepEqual(textsOf(raw), [expected]));
  }

  it('is as the caller wrote it where normalisation is off', () => {
    assert.deepEqual(textsOf('It costs $12.50.', 'en', 'off'), ['It costs $12.50.']);
  });

  it('has the spaces of its language', () => {
    assert.deepEqual(textsOf('你好，世界。New York 很大。', 'zh'), ['你好，世界。New York很大。']);
    assert.deepEqual(textsOf('Guten Tag, Welt.', 'de'), ['Guten Tag, Welt.']);
  });

  it('is empty where nothing can be said', () => {
    for (const raw of ['😀', '— …', '?!']) assert.deepEqual(textsOf(raw), ['']);
  });
});
