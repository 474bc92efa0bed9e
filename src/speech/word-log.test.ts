import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { SegmentResult, WordSpan } from '../engines/thread/protocol.ts';
import { neutralProsody, type Segment, type Token } from '../text/types.ts';
import { WordLog } from './word-log.ts';

function token(text: string, changes: Partial<Token> = {}): Token {
  return { text, spoken: [text], continues: false, ...changes };
}

function segmentOf(tokens: readonly Token[], pauseSeconds = 0): Segment {
  return { tokens: [...tokens], prosody: neutralProsody, language: 'en', pauseSeconds };
}

const three = segmentOf([token('one'), token('two'), token('three')]);

/** Each spoken word 100 samples long. */
function spansOf({ tokens }: Segment): WordSpan[] {
  const all = tokens.flatMap(({ spoken }, index) => spoken.map((_, word) => ({ token: index, word })));
  return all.map((place, index) => ({ ...place, start: 100 * index, end: 100 * (index + 1) }));
}

function resultOf(segment: Segment): SegmentResult {
  const words = spansOf(segment);
  return { samples: 100 * words.length, words, phonemes: [] };
}

function logOf(): WordLog {
  return new WordLog(10_000);
}

function said(log: WordLog, sample: number): { readonly words: readonly string[]; readonly exact: boolean } {
  const { words, exact } = log.before(sample);
  return { words, exact };
}

describe('the words before a sample', () => {
  it('tell where the last of them ends, inside a segment and behind it', () => {
    const log = logOf();
    log.segment(three, resultOf(three), false, 'exact');
    assert.deepEqual(
      [99, 100, 199, 250, 1000].map((sample) => log.before(sample).endsAt),
      [0, 100, 100, 200, 300],
    );
    log.audio(three, 250, spansOf(three).slice(0, 2));
    assert.deepEqual(
      [300, 399, 400, 549].map((sample) => log.before(sample).endsAt),
      [300, 300, 400, 500],
    );
  });

  it('are those that end at or before it, in segments that have ended', () => {
    const log = logOf();
    log.segment(three, resultOf(three), false, 'exact');
    log.segment(three, resultOf(three), false, 'aligned');
    assert.deepEqual(said(log, 99), { words: [], exact: true });
    assert.deepEqual(said(log, 100), { words: ['one'], exact: true });
    assert.deepEqual(said(log, 399), { words: ['one', 'two', 'three'], exact: true });
    assert.deepEqual(log.before(Infinity).words, ['one', 'two', 'three', 'one', 'two', 'three']);
  });

  it('are exact inside a segment whose words come with its audio, and end with the audio', () => {
    const log = logOf();
    log.segment(three, resultOf(three), false, 'exact');
    const [one, two] = spansOf(three);
    const again = segmentOf(three.tokens);
    log.audio(again, 150, [one!]);
    log.audio(again, 60, [two!]);
    assert.deepEqual(said(log, 399), { words: ['one', 'two', 'three'], exact: true });
    assert.deepEqual(said(log, 400), { words: ['one', 'two', 'three', 'one'], exact: true });
    assert.deepEqual(said(log, Infinity), { words: ['one', 'two', 'three', 'one', 'two'], exact: true });
  });

  it('are the same when the segment is spoken again from where it was', () => {
    const log = logOf();
    const [one, two, last] = spansOf(three);
    log.audio(three, 250, [one!, two!]);
    log.audio(three, 0, [one!]);
    log.audio(three, 50, [two!, last!]);
    assert.deepEqual(said(log, Infinity), { words: ['one', 'two', 'three'], exact: true });
  });

  it('are estimated inside a segment whose words have not come, and known when it has ended', () => {
    const log = logOf();
    log.segment(three, resultOf(three), false, 'exact');
    const again = segmentOf(three.tokens);
    log.audio(again, 200, undefined);
    assert.deepEqual(said(log, 300), { words: ['one', 'two', 'three'], exact: true });
    const guess = said(log, 450);
    assert.deepEqual(guess, { words: ['one', 'two', 'three', 'one'], exact: false });
    log.segment(again, resultOf(again), false, 'exact');
    assert.equal(said(log, 450).exact, true);
  });

  it('are estimated of an engine without times, but for the ends of its segments', () => {
    for (const [words, marks] of [
      [[], 'none'],
      [spansOf(three), 'estimated'],
    ] as const) {
      const log = logOf();
      log.segment(three, { samples: 300, words, phonemes: [] }, false, marks);
      assert.deepEqual(said(log, 300), { words: ['one', 'two', 'three'], exact: true });
      assert.deepEqual(said(log, 299), { words: ['one', 'two'], exact: false });
      assert.deepEqual(said(log, 0), { words: [], exact: true });
    }
  });

  it('begin behind the pause of an estimated segment', () => {
    const log = logOf();
    const late = segmentOf(three.tokens, 1);
    log.audio(late, 10_000, undefined);
    assert.deepEqual(log.before(10_000).words, []);
    log.segment(late, { samples: 10_014, words: [], phonemes: [] }, false, 'none');
    assert.deepEqual(log.before(10_003).words, []);
    assert.deepEqual(log.before(10_004).words, ['one']);
  });

  it('hold a word that goes on in the next segment only when that has ended', () => {
    const log = logOf();
    const begin = segmentOf([token('a'), token('wor')]);
    const rest = segmentOf([token('ld', { continues: true }), token('b')]);
    log.segment(begin, resultOf(begin), true, 'exact');
    assert.deepEqual(log.before(Infinity).words, ['a', 'wor'], 'nothing continues it');
    log.audio(rest, 50, []);
    assert.deepEqual(log.before(Infinity).words, ['a']);
    log.audio(rest, 60, [spansOf(rest)[0]!]);
    assert.deepEqual(said(log, Infinity), { words: ['a', 'world'], exact: true });
  });

  it('hold a word of several spoken ones, or one in parts, only when the last of them has ended', () => {
    const log = logOf();
    const segment = segmentOf([
      token('—', { spoken: [] }),
      token('$2', { spoken: ['two', 'dollars'] }),
      token('wor'),
      token('ld', { continues: true }),
    ]);
    const spans = spansOf(segment);
    const heard = (count: number): readonly string[] => {
      log.audio(segment, 100, [spans[count - 1]!]);
      return log.before(Infinity).words;
    };
    assert.deepEqual([heard(1), heard(2), heard(3), heard(4)], [['—'], ['—', '$2'], ['—', '$2'], ['—', '$2', 'world']]);
  });

  it('are always a beginning of the whole, whatever audio has come', () => {
    const tokens = fc.array(
      fc.record({
        text: fc.constantFrom('a', 'bc', '—'),
        spoken: fc.array(fc.constantFrom('x', 'long'), { maxLength: 3 }),
        continues: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(tokens, fc.boolean(), fc.array(fc.nat(150)), (own, isLive, parts) => {
        const log = logOf();
        const first = segmentOf([token('first')]);
        const segment = segmentOf(own);
        log.segment(first, resultOf(first), false, 'exact');
        const known: string[] = [];
        let given = 0;
        for (const part of parts) {
          const samples = Math.min(part, resultOf(segment).samples - given);
          const words = spansOf(segment).filter(({ end }) => end > given && end <= given + samples);
          given += samples;
          log.audio(segment, samples, isLive ? words : undefined);
          const { words: now } = log.before(Infinity);
          assert.ok(now.length >= known.length || !isLive);
          known.splice(0, known.length, ...now);
        }
        log.segment(segment, resultOf(segment), false, 'exact');
        const whole = log.before(Infinity).words;
        assert.deepEqual(known.slice(1), whole.slice(1, known.length));
        assert.ok(!isLive || known.length > 0 || parts.length === 0);
      }),
    );
  });
});
