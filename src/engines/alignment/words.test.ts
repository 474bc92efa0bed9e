import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { alignWords, spokenWords, wordMarks } from './words.ts';

describe('word alignment', () => {
  it('keeps reported spans as they are', () => {
    const reports = [
      { word: 0, start: 0, end: 100 },
      { word: 1, start: 150, end: 300 },
    ];
    assert.deepEqual(alignWords(['a', 'b'], reports, 400), [
      { start: 0, end: 100 },
      { start: 150, end: 300 },
    ]);
  });

  it('shares the span of merged words in proportion to their letters', () => {
    const spans = alignWords(
      ['from', 'the', 'bank'],
      [
        { word: 0, start: 0, end: 700 },
        { word: 2, start: 700, end: 1000 },
      ],
      1000,
    );
    assert.deepEqual(spans, [
      { start: 0, end: 400 },
      { start: 400, end: 700 },
      { start: 700, end: 1000 },
    ]);
  });

  it('moves a shared border to the nearest phoneme', () => {
    const spans = alignWords(['from', 'the'], [{ word: 0, start: 0, end: 700 }], 700, [0, 90, 200, 430, 600]);
    assert.deepEqual(spans, [
      { start: 0, end: 430 },
      { start: 430, end: 700 },
    ]);
  });

  it('joins the reports of a word that is reported several times', () => {
    const reports = [
      { word: 0, start: 0, end: 100 },
      { word: 1, start: 100, end: 200 },
      { word: 1, start: 200, end: 500 },
    ];
    assert.deepEqual(alignWords(['pay', '12.50'], reports, 500)[1], { start: 100, end: 500 });
  });

  it('gives words before the first report a share of it', () => {
    assert.deepEqual(alignWords(['of', 'me'], [{ word: 1, start: 0, end: 80 }], 80), [
      { start: 0, end: 40 },
      { start: 40, end: 80 },
    ]);
  });

  it('gives a word without letters an empty span after the word before it', () => {
    const spans = alignWords(
      ['well', '—', 'yes'],
      [
        { word: 0, start: 10, end: 90 },
        { word: 2, start: 200, end: 300 },
      ],
      300,
    );
    assert.deepEqual(spans[1], { start: 90, end: 90 });
    assert.deepEqual(spans[0], { start: 10, end: 90 });
  });

  it('spreads the words over the audio when nothing was reported', () => {
    assert.deepEqual(alignWords(['ab', 'ab'], [], 100), [
      { start: 0, end: 50 },
      { start: 50, end: 100 },
    ]);
    assert.deepEqual(alignWords(['—'], [], 0), [{ start: 0, end: 0 }]);
    assert.deepEqual(alignWords([], [], 100), []);
  });

  it('gives every word one span, in order and inside the audio, whatever was reported', () => {
    const report = fc.record({
      word: fc.nat(12),
      start: fc.integer({ min: -50, max: 1200 }),
      end: fc.integer({ min: -50, max: 1200 }),
    });
    const input = fc.record({
      words: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 12 }),
      reports: fc.array(report, { maxLength: 20 }),
      total: fc.nat(1000),
      borders: fc.array(fc.nat(1000)).map((list) => list.sort((a, b) => a - b)),
    });
    fc.assert(
      fc.property(input, ({ words, reports, total, borders }) => {
        const known = reports.filter(({ word }) => word < words.length);
        const spans = alignWords(words, known, total, borders);
        assert.equal(spans.length, words.length);
        let last = 0;
        for (const { start, end } of spans) {
          assert.ok(Number.isInteger(start) && Number.isInteger(end) && start >= last && end >= start && end <= total);
          last = end;
        }
      }),
      runs(),
    );
  });

  it('numbers the spoken words by token and place', () => {
    const token = (spoken: string[]) => ({ text: spoken.join(' '), spoken, continues: false });
    const words = spokenWords([token(['a']), token([]), token(['b', 'c'])]);
    assert.deepEqual(
      words.map(({ text, token: t, word }) => [text, t, word]),
      [
        ['a', 0, 0],
        ['b', 2, 0],
        ['c', 2, 1],
      ],
    );
    assert.deepEqual(wordMarks(words.slice(0, 1), [{ start: 1, end: 2 }]), [
      { kind: 'word', token: 0, word: 0, start: 1, end: 2 },
    ]);
  });
});
