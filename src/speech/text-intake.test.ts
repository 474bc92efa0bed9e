import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../errors/service-error.ts';
import { fakeEngine } from '../engines/fake/index.ts';
import { TestClock } from '../timing/testing.ts';
import { piece } from './testing.ts';
import { TextIntake, type IntakeOptions, type Item } from './text-intake.ts';
import { Transcript } from './transcript.ts';

function opened(options: Partial<IntakeOptions> = {}): {
  readonly intake: TextIntake;
  readonly clock: TestClock;
  readonly timers: number[];
} {
  const { segmentation: limits, prosody } = fakeEngine().capabilities;
  const transcript = new Transcript(
    { language: 'en', limits, reader: { language: 'en', normalization: 'auto', prosody } },
    {},
  );
  const clock = new TestClock();
  const timers: number[] = [];
  const intake = new TextIntake(transcript, {
    clock,
    maxBufferDelayMs: 0,
    maxCharacters: 100,
    expiryMs: 1000,
    onTimer: (change) => {
      change();
      timers.push(clock.now());
    },
    ...options,
  });
  return { intake, clock, timers };
}

function nameOf(item: Item | undefined): string | undefined {
  return item?.kind === 'speak' ? item.segment.tokens.map(({ text }) => text).join(' ') : item?.kind;
}

describe('the text of a context', () => {
  it('is given item by item, with what is between, and what was put back once more', () => {
    const { intake } = opened();
    intake.push(piece('One. Two.', { flush: true, continue: true }));
    const first = intake.next(() => false);
    intake.readAhead();
    assert.ok(intake.isAhead);
    intake.putBack(first!);
    const names = Array.from({ length: 4 }, () => nameOf(intake.next(() => false)));
    assert.deepEqual(names, ['One.', 'Two.', 'flush_done', undefined]);
  });

  it('skips segments where nothing more is to be spoken', () => {
    const { intake } = opened();
    intake.push(piece('One. Two.', { continue: false }));
    assert.equal(nameOf(intake.next(() => true)), 'finish');
  });

  it('counts what it takes and refuses more than its limit', () => {
    const { intake } = opened({ maxCharacters: 4 });
    intake.push(piece(' 😀 '));
    assert.deepEqual([intake.codePoints, intake.firstTextAt], [3, 0]);
    assert.throws(
      () => intake.push(piece('x')),
      (error) => error instanceof ServiceError && error.code === 'invalid_request',
    );
  });

  it('is released when its delay has run out since it came', () => {
    const { intake, clock, timers } = opened();
    intake.push(piece('Undecided', { maxBufferDelayMs: 300 }));
    clock.advance(100);
    intake.wait(-Infinity);
    assert.equal(
      intake.next(() => false),
      undefined,
    );
    clock.advance(200);
    assert.deepEqual([timers, nameOf(intake.next(() => false)), intake.isOpen], [[300], 'Undecided', true]);
  });

  it('ends when nothing has come for its expiry behind the last audio', () => {
    const { intake, clock, timers } = opened();
    intake.wait(-Infinity);
    assert.equal(clock.pending, 0, 'without text nothing expires');
    intake.push(piece('One.', { flush: true }));
    while (intake.next(() => false) !== undefined);
    intake.wait(500);
    clock.advance(1499);
    assert.ok(intake.isOpen);
    clock.advance(1);
    assert.deepEqual([timers, intake.isOpen, nameOf(intake.next(() => false))], [[1500], false, 'finish']);
  });

  it('has no timer behind a message or its end', () => {
    const { intake, clock } = opened();
    intake.push(piece('Undecided', { maxBufferDelayMs: 300 }));
    intake.wait(-Infinity);
    assert.equal(clock.pending, 1);
    intake.push(piece(' text', { continue: false }));
    assert.deepEqual([clock.pending, intake.isOpen], [0, false]);
    intake.wait(-Infinity);
    assert.equal(clock.pending, 0);
  });
});
