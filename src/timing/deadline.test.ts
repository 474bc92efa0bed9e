import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { systemClock } from './clock.ts';
import { answerTimer, arrivalTimer, unlessAborted, withHeadStart, withinTime } from './deadline.ts';
import { TestClock } from './testing.ts';

describe('work that is waited for within a time', () => {
  it('gives what the work gives, and leaves no timer', async () => {
    const clock = new TestClock();
    assert.equal(await withinTime(Promise.resolve('work'), 10, () => assert.fail('in time'), clock), 'work');
    await assert.rejects(
      withinTime(Promise.reject(new Error('failed')), 10, () => assert.fail('in time'), clock),
      /failed/,
    );
    assert.equal(clock.pending, 0);
  });

  it('gives what is said of late work, or fails with it; late work may fail later', async () => {
    const clock = new TestClock();
    const work = Promise.withResolvers<string>();
    const given = withinTime(work.promise, 10, () => 'late', clock);
    const thrown = withinTime(
      work.promise,
      20,
      () => {
        throw new Error('too late');
      },
      clock,
    );
    clock.advance(10);
    assert.equal(await given, 'late');
    clock.advance(10);
    await assert.rejects(thrown, /too late/);
    work.reject(new Error('after all'));
  });
});

describe('work with a head start', () => {
  const begin = () => {
    const clock = new TestClock();
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const begun: string[] = [];
    const begins = (name: string, { promise }: typeof first) => {
      return () => {
        begun.push(name);
        return promise;
      };
    };
    const both = withHeadStart(begins('first', first), 10, begins('second', second), clock);
    return { clock, first, second, begun, both };
  };

  it('is alone until it has ended', async () => {
    const { clock, first, second, begun, both } = begin();
    clock.advance(9);
    await turn();
    assert.deepEqual(begun, ['first']);
    first.resolve('1');
    second.resolve('2');
    assert.deepEqual(await both, ['1', '2']);
    assert.deepEqual(begun, ['first', 'second']);
    assert.equal(clock.pending, 0);
  });

  it('has the other beside it once its time is over, and fails with the one that fails', async () => {
    const { clock, first, second, begun, both } = begin();
    clock.advance(10);
    await turn();
    assert.deepEqual(begun, ['first', 'second']);
    second.reject(new Error('the second'));
    await assert.rejects(both, /the second/);
    first.reject(new Error('after all'));
  });

  it('is alone where it fails', async () => {
    const { first, begun, both } = begin();
    first.reject(new Error('the first'));
    await assert.rejects(both, /the first/);
    assert.deepEqual(begun, ['first']);
  });
});

describe('work that is waited for unless a signal aborts', () => {
  it('gives what the work gives, or fails with the reason, also of a signal that has aborted before', async () => {
    const controller = new AbortController();
    assert.equal(await unlessAborted(Promise.resolve('work'), controller.signal), 'work');
    const waiting = unlessAborted(new Promise(() => undefined), controller.signal);
    controller.abort(new Error('left'));
    await assert.rejects(waiting, /left/);
    await assert.rejects(unlessAborted(Promise.resolve('work'), controller.signal), /left/);
    await assert.rejects(unlessAborted(Promise.reject(new Error('work')), controller.signal), /left/);
  });
});

/** Keeps the process from its timers until those of the last millisecond are all due. */
function beBusy(): void {
  const until = performance.now() + 10;
  while (performance.now() < until);
}

describe('the wait for an answer', () => {
  it('is over behind what has arrived when its time is', async () => {
    const seen: string[] = [];
    const { promise, resolve } = Promise.withResolvers<undefined>();
    answerTimer.after(1, () => {
      seen.push('late');
      resolve(undefined);
    });
    setTimeout(() => setImmediate(() => seen.push('arrived')), 1);
    beBusy();
    await promise;
    assert.deepEqual(seen, ['arrived', 'late']);
  });

  it('is not over where an answer cancels it after its time', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const cancel = answerTimer.after(1, () => assert.fail('it was cancelled'));
    setTimeout(() => {
      setImmediate(() => {
        cancel();
        setImmediate(() => setImmediate(() => resolve(undefined)));
      });
    }, 1);
    beBusy();
    await promise;
  });

  it('goes by the clock of a test where there is one', () => {
    const clock = new TestClock();
    assert.deepEqual([arrivalTimer(systemClock), arrivalTimer(clock)], [answerTimer, clock]);
  });
});
