import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/characters.ts';
import { runs } from '../../test/support/property-runs.ts';
import { Dictionary, isFindable, readPronunciation, type DictionaryItem } from './dictionary.ts';

function words(text: string): { text: string; glued: boolean }[] {
  return text.split(' ').map((word) => ({ text: word, glued: false }));
}

function find(
  items: readonly DictionaryItem[],
  text: string,
): readonly [length: number, pronunciation: unknown] | undefined {
  const match = new Dictionary(items).find(words(text), 0);
  return match && [match.length, match.pronunciation];
}

function item(text: string, pronunciation = 'found', caseSensitive = false): DictionaryItem {
  return { text, pronunciation, caseSensitive };
}

describe('a dictionary', () => {
  it('finds whole words in any letter case, whatever marks stand around them', () => {
    for (const text of ['gif', 'GIF,', '"Gif"', '(gif).', '**GIF**', 'gif…', '¿Gif?', 'gif😀']) {
      assert.deepEqual(find([item('GIF')], text), [1, 'found'], text);
    }
    for (const text of ['gifs', 'agif', 'gif-file', "gif's", 'g', '']) {
      assert.equal(find([item('GIF')], text), undefined, text);
    }
  });

  it('holds to the letter case where an item says so, and such an item goes first', () => {
    const items = [item('US', 'you ess', true), item('us', 'uss')];
    assert.deepEqual(find(items, 'US.'), [1, 'you ess']);
    assert.deepEqual(find(items, 'us.'), [1, 'uss']);
    assert.deepEqual(find(items, 'Us.'), [1, 'uss']);
    assert.equal(find([item('US', 'you ess', true)], 'us'), undefined);
  });

  it('keeps the marks that belong to a word', () => {
    assert.deepEqual(find([item('C++')], 'C++,'), [1, 'found']);
    assert.equal(find([item('C++')], 'C,'), undefined);
    assert.equal(find([item('C')], 'C++'), undefined);
    assert.deepEqual(find([item('.NET')], '.net,'), [1, 'found']);
    assert.equal(find([item('.NET')], 'net'), undefined);
    for (const text of ['U.S.', 'U.S.,', 'U.S']) assert.deepEqual(find([item('U.S.')], text), [1, 'found'], text);
  });

  it('takes both forms of an apostrophe and of composed letters for one', () => {
    assert.deepEqual(find([item('o’clock')], "o'clock"), [1, 'found']);
    assert.deepEqual(find([item('cafe\u0301')], 'CAFÉ'), [1, 'found']);
  });

  it('finds phrases, the longest one first, and none across a mark', () => {
    const items = [item('New', 'n'), item('New York', 'ny'), item('New York City', 'nyc')];
    assert.deepEqual(find(items, 'New York City, yes'), [3, 'nyc']);
    assert.deepEqual(find(items, '"New York" is'), [2, 'ny']);
    assert.deepEqual(find(items, 'New, York'), [1, 'n']);
    assert.deepEqual(find([item('New\n York')], 'new york'), [2, 'found']);
  });

  it('finds words that are written without spaces between', () => {
    const glued = ['東京', 'スカイ', 'ツリー', 'へ。'].map((text, index) => ({ text, glued: index > 0 }));
    const dictionary = new Dictionary([item('東京スカイツリー')]);
    assert.deepEqual(dictionary.find(glued, 0), { length: 3, pronunciation: 'found' });
    assert.equal(dictionary.find(glued, 1), undefined);
  });

  it('lets the later of two items with the same text count', () => {
    assert.deepEqual(find([item('a', 'first'), item('A', 'second')], 'a'), [1, 'second']);
  });

  it('passes over what could never be spoken or found', () => {
    assert.equal(find([item('?!'), item(''), item('a', '')], 'a'), undefined);
    assert.deepEqual(['a', 'C++', '東', '$', '5%', '?!', ' ', '。', '😀'].map(isFindable), [
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('answers for any items and any words', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            text: fc.string({ unit: anyCharacter, maxLength: 12 }),
            pronunciation: fc.string({ unit: anyCharacter, maxLength: 12 }),
            caseSensitive: fc.boolean(),
          }),
          { maxLength: 8 },
        ),
        fc.array(
          fc.record({ text: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }), glued: fc.boolean() }),
          {
            minLength: 1,
            maxLength: 12,
          },
        ),
        (items, given) => {
          const match = new Dictionary(items).find(given, 0);
          assert.ok(match === undefined || (match.length >= 1 && match.length <= given.length));
        },
      ),
      runs(),
    );
  });
});

describe('a pronunciation', () => {
  it('is text to read or phones, with a space between words', () => {
    assert.equal(readPronunciation(' so  no rant '), 'so no rant');
    assert.deepEqual(readPronunciation('<<dʒ|ɪ|f>>'), ['dʒ', 'ɪ', 'f']);
    assert.deepEqual(readPronunciation('<<n|j|uː>> <<j|ɔːk>>'), ['n', 'j', 'uː', ' ', 'j', 'ɔːk']);
    assert.deepEqual(readPronunciation('<<dʒ|ɪ|f>>.'), ['dʒ', 'ɪ', 'f']);
  });

  it('leaves out markup that says nothing about sounds', () => {
    assert.equal(readPronunciation('so <break time="1s"/>no [laughter]'), 'so no');
  });

  it('is neither both of them nor nothing', () => {
    for (const text of ['so <<n|oʊ>>', '', '  ', '…', '<break time="1s"/>', '<<>>']) {
      assert.equal(readPronunciation(text), undefined, text);
    }
  });
});
