import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { turnOptions, TurnOptionsError, type TurnOptions } from './options.ts';
import { lineOf, runTurns } from './testing.ts';
import { beginTurns, step, type TurnInput } from './turns.ts';

function start(at: number, since = at): TurnInput {
  return { kind: 'sound_start', at, since };
}
function quiet(at: number, since = at): TurnInput {
  return { kind: 'sound_end', at, since };
}
function partial(at: number, text: string, opinion?: number): TurnInput {
  return { kind: 'partial', at, text, opinion };
}
function final(at: number, until: number, text: string, opinion?: number): TurnInput {
  return { kind: 'final', at, until, text, opinion };
}
function time(at: number): TurnInput {
  return { kind: 'time', at };
}
function stop(at: number): TurnInput {
  return { kind: 'stop', at };
}
function config(at: number, change: Partial<TurnOptions>): TurnInput {
  return { kind: 'config', at, change };
}

function lines(inputs: readonly TurnInput[], options: Partial<TurnOptions> = {}): string[] {
  return runTurns(inputs, options).decisions.map(lineOf);
}

/** One sentence, its sound from 1 to 2 s, its final known at 2.1 s. */
function said(text: string, opinion?: number): TurnInput[] {
  return [start(1), quiet(2), final(2.1, 2, text, opinion)];
}

describe('the end of a turn', () => {
  /** When the sentence has ended, in milliseconds of silence. */
  function endOf(text: string, options: Partial<TurnOptions> = {}, opinion?: number): number {
    const end = runTurns([...said(text, opinion), time(60)], options).decisions.at(-1)!;
    assert.equal(end.kind, 'end');
    return Math.round((end.at - 2) * 1000);
  }

  it('comes after 500 ms, 300 ms where the text looks finished, 3 s where it looks unfinished', () => {
    assert.deepEqual(
      ['a table', 'A table.', 'a table for'].map((text) => endOf(text)),
      [500, 300, 3000],
    );
  });

  it('comes after the times of the options, scaled by the threshold, at the latest after the timeout', () => {
    const options = { finishedMs: 200, minMs: 400, maxMs: 2000 };
    assert.deepEqual(
      ['a table', 'A table.', 'a table for'].map((text) => endOf(text, options)),
      [400, 200, 2000],
    );
    assert.equal(endOf('a table', { endThreshold: 0.05 }), 931);
    assert.equal(endOf('a table for', { endThreshold: 0.05 }), 5584);
    assert.equal(endOf('a table', { endThreshold: 0.39 }), 293);
    assert.equal(endOf('a table for', { endTimeoutMs: 640 }), 640);
    assert.equal(endOf('a table', { endTimeoutMs: 640 }), 500);
  });

  it('goes by an opinion instead of the look of the text', () => {
    assert.deepEqual(
      [0, 0.25, 0.5, 0.75, 1].map((opinion) => endOf('a table for', {}, opinion)),
      [300, 400, 500, 1750, 3000],
    );
  });

  it('goes by the look where an opinion is none', () => {
    assert.deepEqual(
      [Number.NaN, -1, 2].map((opinion) => endOf('a table for', {}, opinion)),
      [3000, 3000, 3000],
    );
  });

  it('goes by the language of the options, or of the text', () => {
    assert.equal(endOf('weil', { language: 'de' }), 3000);
    assert.equal(endOf('weil'), 500);
    const text: TurnInput = { kind: 'final', at: 2.1, until: 2, text: 'weil', language: 'de' };
    assert.equal(lines([start(1), quiet(2), text, time(9)]).at(-1), 'end 5: weil');
  });
});

describe('decisions', () => {
  it('come when they are due, in their order, and wakeAt says when', () => {
    const run = runTurns([start(1.2, 1), partial(1.5, 'I want'), partial(1.8, 'I want tea'), quiet(2.2, 2)]);
    assert.deepEqual(run.decisions.map(lineOf), ['start 1.5 since 1', 'update 1.8: I want']);
    const eager = step(run.state, time(run.wakeAt!));
    assert.deepEqual(eager.decisions.map(lineOf), ['eager_end 2.284662: I want tea']);
    assert.ok(eager.decisions[0]!.at === run.wakeAt && eager.wakeAt === 2.5);
    const late = step(eager.state, time(eager.wakeAt));
    assert.deepEqual([late.decisions, late.awaitsFinal, late.wakeAt], [[], true, undefined]);
    const end = step(late.state, final(2.7, 2, 'I want tea.'));
    assert.deepEqual(end.decisions.map(lineOf), ['end 2.5: I want tea.']);
    assert.deepEqual([end.awaitsFinal, end.wakeAt], [false, undefined]);
  });

  it('are those of the due time where the clock is late', () => {
    assert.deepEqual(lines([...said('a table'), time(50)]), [
      'start 2.1 since 1',
      'update 2.1: a table',
      'eager_end 2.284662: a table',
      'end 2.5: a table',
    ]);
  });

  it('resume with the first word that is new, and not with a cough', () => {
    const eager = [start(1), partial(1.5, 'a table'), quiet(2), final(2.1, 2, 'a table')];
    assert.deepEqual(lines([...eager, start(2.4), partial(2.9, 'for'), partial(3, 'for two')]).slice(1), [
      'update 2.1: a table',
      'eager_end 2.284662: a table',
      'resume 2.9',
      'update 3: a table for',
    ]);
    // Half a second of silence has passed before it is known that the sound had no word.
    assert.deepEqual(lines([...eager, start(2.4), quiet(2.6), final(2.9, 2.6, ''), time(9)]).slice(3), [
      'end 2.9: a table',
    ]);
  });

  it('give a late word of the same sound as a new probable end', () => {
    const inputs = [start(1), partial(1.5, 'a table'), quiet(2), time(2.3), partial(2.4, 'a table please'), time(2.45)];
    assert.deepEqual(lines(inputs).slice(1), [
      'eager_end 2.284662: a table',
      'resume 2.4',
      'update 2.4: a table',
      'eager_end 2.4: a table please',
    ]);
  });

  it('end at once where the text that was awaited has other words', () => {
    const inputs = [start(1), partial(1.5, 'a table'), quiet(2), time(2.6), final(2.7, 2, 'a table please')];
    assert.deepEqual(lines(inputs).slice(1), ['eager_end 2.284662: a table', 'end 2.5: a table please']);
  });

  it('never take back a word in an update, and correct it at the end', () => {
    const inputs = [
      start(1),
      partial(1.2, 'I scream.'),
      partial(1.4, 'I scream.'),
      partial(1.6, 'Ice cream for'),
      partial(1.8, 'Ice cream for'),
      quiet(2),
      final(2.1, 2, 'Ice cream for two.'),
      time(9),
    ];
    assert.deepEqual(lines(inputs).slice(1), [
      'update 1.4: I scream',
      'update 1.8: I scream for',
      'update 2.1: I scream for two.',
      'eager_end 2.170797: Ice cream for two.',
      'end 2.3: Ice cream for two.',
    ]);
  });

  it('have the text of languages without spaces as it is written', () => {
    const inputs = [
      start(1),
      partial(1.2, '東京に'),
      partial(1.4, '東京へ行'),
      quiet(1.9),
      final(2, 1.9, '東京へ'),
      start(2.1),
      quiet(3),
      final(3.1, 3, '行きたいです'),
      time(9),
    ];
    const decided = lines(inputs, { language: 'ja' });
    assert.equal(decided[1], 'update 1.4: 東京');
    assert.equal(decided.at(-1), 'end 3.3: 東京へ行きたいです');
  });
});

describe('a turn', () => {
  it('starts with the first word, or one heard twice where the threshold is above 0.8', () => {
    const inputs = [start(1), time(1.4), partial(1.5, ''), partial(1.6, 'I'), partial(1.7, 'I'), partial(1.8, 'I am')];
    assert.deepEqual(lines(inputs).slice(0, 1), ['start 1.6 since 1']);
    assert.deepEqual(lines(inputs, { startThreshold: 0.85 }).slice(0, 1), ['start 1.7 since 1']);
    assert.deepEqual(lines(inputs, { startThreshold: 0.5 }).slice(0, 1), ['start 1.6 since 1']);
  });

  it('is none where there was sound and no word, and ends empty where its words were none', () => {
    assert.deepEqual(
      lines([start(1), quiet(2), final(2.3, 2, ''), start(3), quiet(4), final(4.2, 4, ' ... '), stop(9)]),
      [],
    );
    assert.deepEqual(lines([start(1), partial(1.5, 'uh'), quiet(2), final(2.3, 2, ''), time(9)]), [
      'start 1.5 since 1',
      'end 2.3: ',
    ]);
  });

  it('is judged by the silence in the audio, however late its text comes', () => {
    const sounds = [start(1), quiet(2.2, 2), start(2.9), quiet(4.2, 4), start(9), time(10)];
    const texts = [final(10, 2, 'a table'), final(10, 4, 'and a chair.')];
    assert.deepEqual(lines([...sounds, ...texts]), [
      'start 2.5 since 1',
      'update 2.5: a table',
      'end 2.5: a table',
      'start 4.5 since 2.9',
      'update 4.5: and a chair.',
      'end 4.5: and a chair.',
    ]);
    const unfinished = [final(10, 2, 'a table and'), final(10, 4, 'a chair.')];
    assert.deepEqual(lines([...sounds, ...unfinished]).at(-1), 'end 4.5: a table and a chair.');
  });

  it('goes on over a cut inside of speech', () => {
    const inputs = [start(1), final(31, 31, 'a long'), time(40), quiet(41.2, 41), final(41.3, 41, 'story.'), time(50)];
    assert.equal(lines(inputs).at(-1), 'end 41.3: a long story.');
    assert.equal(lines(inputs).filter((line) => line.startsWith('end')).length, 1);
  });

  it('ends with the stream, with the words that had no final', () => {
    assert.deepEqual(lines([...said('a table for'), stop(2.2), time(9), start(10)]).at(-1), 'end 2.2: a table for');
    assert.equal(lines([start(1), partial(1.5, 'a table'), stop(2)]).at(-1), 'end 2: a table');
    assert.equal(lines([start(1), partial(1.5, 'a table'), quiet(2), stop(8)]).at(-1), 'end 2.5: a table');
    assert.deepEqual(lines([start(1), stop(2)]), []);
  });
});

describe('options', () => {
  it('change from the audio time on at which they are given', () => {
    const later = config(2.2, { minMs: 1000 });
    assert.equal(lines([...said('a table'), later, time(9)]).at(-1), 'end 3: a table');
    assert.equal(lines([...said('a table'), config(2.6, { minMs: 1000 }), time(9)]).at(-1), 'end 2.5: a table');
    assert.equal(
      lines([...said('a table for'), config(2.6, { endTimeoutMs: 640 }), time(9)]).at(-1),
      'end 2.64: a table for',
    );
    assert.equal(lines([...said('a table for'), config(4, { endTimeoutMs: 640 })]).at(-1), 'end 4: a table for');
  });

  it('that are wrong throw an error with their name, and the state stays good', () => {
    const wrong: readonly [keyof TurnOptions, Partial<TurnOptions>][] = [
      ['minMs', { minMs: 0 }],
      ['maxMs', { maxMs: Number.NaN }],
      ['maxMs', { maxMs: 400 }],
      ['finishedMs', { finishedMs: 501 }],
      ['startThreshold', { startThreshold: 0.95 }],
      ['eagerEndThreshold', { eagerEndThreshold: 0.2 }],
      ['eagerEndThreshold', { eagerEndThreshold: 0.8 }],
      ['endThreshold', { endThreshold: 0.4 }],
      ['endThreshold', { endThreshold: 0.51 }],
      ['endTimeoutMs', { endTimeoutMs: 639 }],
      ['endTimeoutMs', { endTimeoutMs: 11_201 }],
    ];
    const state = beginTurns();
    for (const [field, change] of wrong) {
      assert.throws(
        () => step(state, config(1, change)),
        (error) => error instanceof TurnOptionsError && error.field === field && error.message.startsWith(`${field}: `),
      );
    }
    assert.deepEqual(state, beginTurns());
  });

  it('that are left out give way to the one that is given', () => {
    assert.deepEqual([turnOptions({ minMs: 200 }).finishedMs, turnOptions({ minMs: 4000 }).maxMs], [200, 4000]);
    const { minMs, finishedMs, maxMs } = turnOptions({ maxMs: 900 }, turnOptions({ minMs: 600, finishedMs: 100 }));
    assert.deepEqual([minMs, finishedMs, maxMs], [600, 100, 900]);
  });
});
