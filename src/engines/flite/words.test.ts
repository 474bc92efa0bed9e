import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/characters.ts';
import { runs } from '../../../test/support/property-runs.ts';
import type { Token } from '../../text/types.ts';
import { cutRuns, fliteTokens } from './words.ts';

function token(...spoken: string[]): Token {
  return { text: spoken.join(' '), spoken, continues: false };
}

function names(...spoken: string[]): string[] {
  return fliteTokens(spoken.map((word) => token(word))).map(({ name }) => name);
}

function marks(...spoken: string[]): string[] {
  return fliteTokens(spoken.map((word) => token(word))).map(({ punctuation }) => punctuation);
}

describe('the words flite is given', () => {
  it('are in lower case, so that no state or Roman numeral is read into them', () => {
    assert.deepEqual(names('Or', 'Me', 'II', 'Hello'), ['or', 'me', 'ii', 'hello']);
  });

  it('carry the one mark behind them that shapes the intonation', () => {
    assert.deepEqual(marks('one,', 'two.', 'three?!', 'four…', 'five:"', 'six”', '(seven)', 'eight—'), [
      ',',
      '.',
      '?',
      '.',
      ':',
      '',
      '',
      ',',
    ]);
  });

  it('keep an apostrophe inside, plain or typographic, and lose quotes around them', () => {
    assert.deepEqual(names("don't", 'it’s', '‘twas’', '"so"', "dogs'"), ["don't", "it's", 'twas', 'so', 'dogs']);
  });

  it('are split where a hyphen or a symbol joins two', () => {
    assert.deepEqual(fliteTokens([token('well-known,')]), [
      { name: 'well', punctuation: '', word: 0 },
      { name: 'known', punctuation: ',', word: 0 },
    ]);
  });

  it('are written without the marks on Latin letters', () => {
    assert.deepEqual(names('café', 'Straße', 'Łódź', 'fiancée', 'smørrebrød', 'ﬁne', 'Ｗｉｄｅ'), [
      'cafe',
      'strasse',
      'lodz',
      'fiancee',
      'smorrebrod',
      'fine',
      'wide',
    ]);
  });

  it('are left out when their script cannot be spoken, and the others keep their place', () => {
    assert.deepEqual(
      fliteTokens([token('see'), token('北京'), token('😀'), token('\u0000\ud800'), token('now')]).map(
        ({ name, word }) => [name, word],
      ),
      [
        ['see', 0],
        ['now', 4],
      ],
    );
  });

  it('are numbers, amounts and dotted letters as they stand, which flite reads by itself', () => {
    assert.deepEqual(names('1999', '$12.50,', '10:30', '3.14', 'U.S.A.', 'e.g.', '50%'), [
      '1999',
      '$12.50',
      '10:30',
      '3.14',
      'u.s.a',
      'e.g',
      '50%',
    ]);
  });

  it('are a symbol alone only where flite has a name for it', () => {
    assert.deepEqual(names('&', '@', '—', '"', '...'), ['&', '@']);
  });

  it('are titles in full', () => {
    assert.deepEqual(names('Dr.', 'Mr.', 'Mrs.', 'St.'), ['doctor', 'mister', 'missus', 'saint']);
  });

  it('name the letter a where it is one, and say the article elsewhere', () => {
    const phones = (...tokens: readonly (readonly string[])[]): (string | undefined)[] =>
      fliteTokens(tokens.map((spoken) => token(...spoken))).map((word) => word.phones);
    const letter = 'ey1';
    assert.deepEqual(phones(['A', 'I']), [letter, undefined]);
    assert.deepEqual(phones(['A', 'team']), [letter, undefined]);
    assert.deepEqual(phones(['vitamin'], ['A']), [undefined, letter]);
    assert.deepEqual(phones(['A'], ['dog']), [undefined, undefined]);
    assert.deepEqual(phones(['such'], ['a'], ['dog.'], ['A'], ['dog']), [
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    assert.deepEqual(phones(['THIS'], ['IS'], ['A'], ['DOG']), [undefined, undefined, undefined, undefined]);
  });

  it('are a pause where a dash stands between words', () => {
    assert.deepEqual(
      fliteTokens([token('so'), { text: '—', spoken: [], continues: false }, token('it goes')])[0]?.punctuation,
      ',',
    );
  });

  it('take given phones in the place of their spelling', () => {
    const word = { ...token('təˈmeɪtoʊ'), phones: ['t', 'ə', 'ˈm', 'eɪ', 't', 'oʊ'] };
    assert.equal(fliteTokens([word])[0]?.phones, 't ax m ey1 t ow');
  });

  it('write the same phones differently in neighbouring words, because flite would join them', () => {
    const word = { ...token('no'), phones: ['n', 'oʊ'] };
    const [first, second, third] = fliteTokens([word, word, word]).map(({ phones }) => phones);
    assert.equal(first?.trim(), second?.trim());
    assert.notEqual(first, second);
    assert.notEqual(second, third);
  });

  it('are ASCII without white space, never empty, never longer than 48, in the order of the words, for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter, maxLength: 300 }), { maxLength: 5 }), (spoken) => {
        let last = 0;
        for (const { name, punctuation, word } of fliteTokens(spoken.map((text) => token(text)))) {
          assert.match(name, /^[!-~]{1,48}$/);
          assert.match(punctuation, /^[.,;:?!]?$/);
          assert.ok(word >= last && word < spoken.length);
          last = word;
        }
      }),
      runs(),
    );
  });
});

describe('runs', () => {
  it('hold all words in order, and no more than the weight asked unless one word alone is heavier', () => {
    const tokens = fliteTokens(['one', 'two', 'three', 'four', 'five', 'bcdfghjk'].map((word) => token(word)));
    const runs = cutRuns(tokens, 10);
    assert.deepEqual(runs.flat(), tokens);
    assert.deepEqual(
      runs.map((run) => run.map(({ name }) => name)),
      [['one', 'two'], ['three'], ['four', 'five'], ['bcdfghjk']],
    );
  });

  it('are none for no words', () => {
    assert.deepEqual(cutRuns([], 10), []);
  });
});
