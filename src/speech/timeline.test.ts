import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import type { SegmentResult, WordSpan } from '../engines/thread/protocol.ts';
import { neutralProsody, type Segment, type Token } from '../text/types.ts';
import type { WordTimestamps } from './events.ts';
import { Timeline, type TimelineOptions } from './timeline.ts';

function timelineOf(changes: Partial<TimelineOptions> = {}): Timeline {
  return new Timeline({ sampleRate: 10_000, normalized: false, hasWords: true, ...changes });
}

function token(text: string, changes: Partial<Token> = {}): Token {
  return { text, spoken: [text], continues: false, ...changes };
}

function segmentOf(...tokens: Token[]): Segment {
  return { tokens, prosody: neutralProsody, language: 'en', pauseSeconds: 0 };
}

/** Each spoken word takes 100 samples, 10 ms. */
function spokenEvenly({ tokens }: Segment): SegmentResult {
  const words: WordSpan[] = [];
  tokens.forEach(({ spoken }, at) =>
    spoken.forEach((_, word) =>
      words.push({ token: at, word, start: 100 * words.length, end: 100 * (words.length + 1) }),
    ),
  );
  return { samples: 100 * words.length, words, phonemes: [] };
}

function place(timeline: Timeline, segment: Segment, mayContinue = false): WordTimestamps | undefined {
  return timeline.place(segment, spokenEvenly(segment), mayContinue);
}

describe('a timeline', () => {
  it('places each segment behind those before it', () => {
    const timeline = timelineOf();
    assert.deepEqual(place(timeline, segmentOf(token('one'), token('two'))), {
      words: ['one', 'two'],
      start: [0, 0.01],
      end: [0.01, 0.02],
    });
    assert.equal(timeline.samples, 200);
    assert.deepEqual(place(timeline, segmentOf(token('three'))), { words: ['three'], start: [0.02], end: [0.03] });
  });

  it('gives a word of the caller the time of all that is spoken for it', () => {
    const words = place(timelineOf(), segmentOf(token('$12', { spoken: ['twelve', 'dollars'] }), token('now')));
    assert.deepEqual(words, { words: ['$12', 'now'], start: [0, 0.02], end: [0.02, 0.03] });
  });

  it('gives the words as spoken where they are asked for', () => {
    const timeline = timelineOf({ normalized: true });
    const words = place(
      timeline,
      segmentOf(token('$12', { spoken: ['twelve', 'dollars'] }), token('—', { spoken: [] })),
    );
    assert.deepEqual(words?.words, ['twelve', 'dollars']);
  });

  it('puts a word of which nothing is spoken at the end of the one before, or at the start of the first', () => {
    const dash = token('—', { spoken: [] });
    assert.deepEqual(place(timelineOf(), segmentOf(dash, token('yes'), dash)), {
      words: ['—', 'yes', '—'],
      start: [0, 0, 0.01],
      end: [0, 0.01, 0.01],
    });
    const late = { samples: 300, words: [{ token: 1, word: 0, start: 200, end: 300 }], phonemes: [] };
    assert.deepEqual(timelineOf().place(segmentOf(dash, token('yes')), late, false), {
      words: ['—', 'yes'],
      start: [0.02, 0.02],
      end: [0.02, 0.03],
    });
  });

  it('joins the parts of a word inside a segment and over segments', () => {
    const timeline = timelineOf();
    const first = segmentOf(token('a'), token('wor'), token('ld', { continues: true }), token('hel'));
    assert.deepEqual(place(timeline, first, true), { words: ['a', 'world'], start: [0, 0.01], end: [0.01, 0.03] });
    assert.equal(place(timeline, segmentOf(token('l', { continues: true })), true), undefined);
    assert.deepEqual(place(timeline, segmentOf(token('o', { continues: true }), token('you'))), {
      words: ['hello', 'you'],
      start: [0.03, 0.06],
      end: [0.06, 0.07],
    });
  });

  it('gives an open word as it is when the next segment does not continue it', () => {
    const timeline = timelineOf();
    assert.equal(place(timeline, segmentOf(token('one')), true), undefined);
    assert.deepEqual(place(timeline, segmentOf(token('two')))?.words, ['one', 'two']);
  });

  it('keeps an open word over a segment of silence', () => {
    const timeline = timelineOf();
    place(timeline, segmentOf(token('one')), true);
    assert.deepEqual(timeline.place(segmentOf(), { samples: 50, words: [], phonemes: [] }, false)?.words, ['one']);
    assert.equal(timeline.samples, 150);
  });

  it('never joins words as spoken', () => {
    const timeline = timelineOf({ normalized: true });
    place(timeline, segmentOf(token('wor')), true);
    assert.deepEqual(place(timeline, segmentOf(token('ld', { continues: true })))?.words, ['wor', 'ld']);
  });

  it('releases the open word once', () => {
    const timeline = timelineOf();
    place(timeline, segmentOf(token('one')), true);
    assert.deepEqual(timeline.release(), { words: ['one'], start: [0], end: [0.01] });
    assert.equal(timeline.release(), undefined);
  });

  it('gives no words for a segment whose times are not known, and goes on behind it', () => {
    const timeline = timelineOf();
    assert.deepEqual(place(timeline, segmentOf(token('one')), true), undefined);
    const unknown = { samples: 500, words: [], phonemes: [] };
    assert.deepEqual(timeline.place(segmentOf(token('two')), unknown, true)?.words, ['one']);
    assert.deepEqual(place(timeline, segmentOf(token('three'))), { words: ['three'], start: [0.06], end: [0.07] });
  });

  it('gives no words for an engine without marks, and still sums the samples', () => {
    const timeline = timelineOf({ hasWords: false });
    const segment = segmentOf(token('one'), token('two'));
    assert.equal(timeline.place(segment, { samples: 500, words: [], phonemes: [] }, true), undefined);
    assert.equal(timeline.release(), undefined);
    assert.equal(timeline.samples, 500);
  });

  it('places phonemes before the segment’s words move it on', () => {
    const timeline = timelineOf();
    const result = { samples: 200, words: [], phonemes: [{ phoneme: 'ə', start: 50, end: 150 }] };
    timeline.phonemes(result);
    timeline.place(segmentOf(), result, false);
    assert.deepEqual(timeline.phonemes(result), { phonemes: ['ə'], start: [0.025], end: [0.035] });
    assert.equal(timeline.phonemes({ ...result, phonemes: [] }), undefined);
  });

  it('rounds down, so that no end lies behind the audio', () => {
    const timeline = timelineOf({ sampleRate: 22_050 });
    const words = timeline.place(
      segmentOf(token('a')),
      { samples: 7, words: [{ token: 0, word: 0, start: 1, end: 7 }], phonemes: [] },
      false,
    );
    assert.deepEqual(words, { words: ['a'], start: [0], end: [0.0003] });
  });

  it('gives every word once, in order and inside the audio, however the segments are cut', () => {
    const tokens = fc.array(
      fc.record({
        text: fc.constantFrom('a', 'bc', '—'),
        spoken: fc.array(fc.constantFrom('x', 'y'), { maxLength: 3 }),
        continues: fc.boolean(),
      }),
      { maxLength: 5 },
    );
    const segments = fc.array(fc.record({ tokens, mayContinue: fc.boolean() }), { maxLength: 6 });
    fc.assert(
      fc.property(segments, (all) => {
        const timeline = timelineOf();
        const given: WordTimestamps[] = [];
        for (const { tokens: own, mayContinue } of all) {
          given.push(place(timeline, segmentOf(...own), mayContinue) ?? { words: [], start: [], end: [] });
        }
        given.push(timeline.release() ?? { words: [], start: [], end: [] });
        const words = given.flatMap((each) => each.words);
        assert.equal(words.join(''), all.flatMap((each) => each.tokens.map(({ text }) => text)).join(''));
        const times = given.flatMap(({ start, end }) => start.flatMap((at, index) => [at, end[index]!]));
        assert.deepEqual(
          times,
          times.toSorted((a, b) => a - b),
        );
        assert.ok(times.every((time) => time >= 0 && time <= timeline.samples / 10_000));
      }),
      runs(),
    );
  });
});
