import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import type { Mark } from '../adapter.ts';
import { segmentOf } from '../testing.ts';
import { placeMarks, WordsInTime, type MarkPlacement } from './segment-marks.ts';

const claims = { marks: 'exact', phonemes: true } as const;
const segment = segmentOf([['twelve', 'dollars'], [], 'please.']);
const plain: MarkPlacement = { ratio: 1, lead: 0, samples: 300, engineSamples: 300 };

function word(token: number, index: number, start: number, end: number): Mark {
  return { kind: 'word', token, word: index, start, end };
}

function phoneme(start: number, end: number, name = 'a'): Mark {
  return { kind: 'phoneme', phoneme: name, start, end };
}

const good = [word(0, 0, 0, 100), word(0, 1, 100, 200), word(2, 0, 200, 300)];

describe('the marks of a segment', () => {
  it('come as spans of the output, behind its pause', () => {
    const placement = { ratio: 2, lead: 50, samples: 650, engineSamples: 300 };
    assert.deepEqual(placeMarks(segment, [...good, phoneme(10, 20)], claims, placement), {
      words: [
        { token: 0, word: 0, start: 50, end: 250 },
        { token: 0, word: 1, start: 250, end: 450 },
        { token: 2, word: 0, start: 450, end: 650 },
      ],
      phonemes: [{ phoneme: 'a', start: 70, end: 90 }],
    });
  });

  it('may touch, be empty and stand between each other by kind', () => {
    const mixed = [word(0, 0, 0, 0), phoneme(5, 5), word(0, 1, 0, 300), phoneme(5, 9), word(2, 0, 300, 300)];
    assert.equal(placeMarks(segment, mixed, claims, plain).words.length, 3);
  });

  const breaches: readonly (readonly [string, readonly Mark[], RegExp])[] = [
    ['out of order', [good[1]!, good[0]!, good[2]!], /word mark at 0–100 behind 200/],
    ['overlapping', [word(0, 0, 0, 101), good[1]!, good[2]!], /behind 101/],
    ['ending before their start', [word(0, 0, 50, 40), good[1]!, good[2]!], /50–40/],
    ['beyond the audio', [good[0]!, good[1]!, word(2, 0, 200, 301)], /in 300 samples/],
    ['before the audio', [word(0, 0, -1, 100), good[1]!, good[2]!], /-1/],
    ['no numbers', [word(0, 0, NaN, 100), good[1]!, good[2]!], /NaN/],
    ['without an end', [word(0, 0, 0, NaN), good[1]!, good[2]!], /NaN/],
    ['short of a word', good.slice(0, 2), /no mark for word 0 of token 2/],
    ['given twice for a word', [...good, word(2, 0, 300, 300)], /4 word marks for 3 words/],
    ['for a word that is not there', [good[0]!, good[1]!, word(1, 0, 200, 300)], /word 0 of token 2/],
    ['none at all', [], /word 0 of token 0/],
    ['phonemes out of order', [...good, phoneme(20, 30), phoneme(10, 20)], /phoneme mark/],
    ['phonemes beyond the audio', [...good, phoneme(290, 310)], /phoneme mark/],
  ];
  for (const [name, marks, message] of breaches) {
    it(`are refused: ${name}`, () => {
      assert.throws(() => placeMarks(segment, marks, claims, plain), message);
    });
  }

  it('of kinds that are not claimed are left out, right or wrong', () => {
    const wrong = [word(9, 9, 400, 2), phoneme(50, 40)];
    const nothing = { words: [], phonemes: [] };
    assert.deepEqual(placeMarks(segment, wrong, { marks: 'none', phonemes: false }, plain), nothing);
    const { words, phonemes } = placeMarks(
      segment,
      [...good, wrong[1]!],
      { marks: 'estimated', phonemes: false },
      plain,
    );
    assert.deepEqual([words.length, phonemes.length], [3, 0]);
  });

  it('stay in order and inside the output at every pair of rates', () => {
    const bounds = fc.array(fc.nat(48_000), { minLength: 7, maxLength: 7 }).map((list) => list.sort((a, b) => a - b));
    const ratio = fc.double({ min: 0.1, max: 6, noNaN: true });
    fc.assert(
      fc.property(bounds, ratio, fc.nat(10_000), (at, factor, lead) => {
        const marks = [word(0, 0, at[0]!, at[1]!), word(0, 1, at[2]!, at[3]!), word(2, 0, at[4]!, at[5]!)];
        const engineSamples = at[6]!;
        const samples = lead + Math.ceil(engineSamples * factor);
        let last = lead;
        for (const { start, end } of placeMarks(segment, marks, claims, { ratio: factor, lead, samples, engineSamples })
          .words) {
          assert.ok(last <= start && start <= end && end <= samples);
          last = end;
        }
      }),
      runs(),
    );
  });
});

describe('the words of a segment with its audio', () => {
  it('come with the audio that they end in, each once, behind the leading pause', () => {
    const words = new WordsInTime(2);
    assert.equal(words.next(100), undefined, 'the marks are not known');
    words.begin([word(0, 0, 0, 100), word(1, 0, 100, 150), word(1, 1, 150, 300)], 50);
    assert.deepEqual(words.next(149), []);
    assert.deepEqual(words.next(1), [{ token: 0, word: 0, start: 50, end: 250 }]);
    assert.deepEqual(words.next(500), [
      { token: 1, word: 0, start: 250, end: 350 },
      { token: 1, word: 1, start: 350, end: 650 },
    ]);
    assert.deepEqual(words.next(1), []);
  });
});
