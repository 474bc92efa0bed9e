import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestClock } from '../timing/testing.ts';
import { CircuitBreaker, type Pass } from './circuit-breaker.ts';

function breakerOf() {
  const clock = new TestClock();
  const breaker = new CircuitBreaker({ breakerFailures: 3, breakerPauseMs: 10_000 }, clock);
  const pass = (): Pass => {
    const entered = breaker.enter();
    assert.ok('done' in entered, 'refusal' in entered ? entered.refusal : '');
    return entered;
  };
  const refusal = (): string => {
    const entered = breaker.enter();
    assert.ok('refusal' in entered);
    return entered.refusal;
  };
  const open = (): void => {
    for (let count = 0; count < 3; count++) pass().failed();
  };
  return { clock, pass, refusal, open };
}

describe('a circuit breaker', () => {
  it('lets nothing out after so many failures in a row, for its time', () => {
    const { clock, pass, refusal } = breakerOf();
    for (let round = 0; round < 3; round++) {
      pass().failed();
      pass().failed();
      pass().done();
    }
    for (let count = 0; count < 3; count++) pass().failed();
    assert.match(refusal(), /for 10 s/);
    clock.advance(9_999);
    assert.match(refusal(), /for 1 s/);
  });

  it('then lets one request out, whose end decides', () => {
    const { clock, pass, refusal, open } = breakerOf();
    open();
    clock.advance(10_000);
    const failing = pass();
    assert.match(refusal(), /being tried/);
    failing.failed();
    assert.match(refusal(), /for 10 s/);
    clock.advance(10_000);
    pass().left();
    const answering = pass();
    answering.answered();
    pass().done();
    answering.done();
    pass().failed();
    pass().failed();
    pass();
  });

  it('keeps the pause that a server asks for, after the first failure', () => {
    const { clock, pass, refusal } = breakerOf();
    pass().failed(7000);
    assert.match(refusal(), /for 7 s/);
    clock.advance(7000);
    pass().done();
  });

  it('forgets failures with an answer that begins, also where it is left', () => {
    const { pass, refusal } = breakerOf();
    for (let round = 0; round < 4; round++) {
      pass().failed();
      pass().failed();
      const left = pass();
      left.answered();
      left.left();
    }
    pass().failed();
    pass().failed();
    const broken = pass();
    broken.answered();
    broken.failed();
    assert.match(refusal(), /for 10 s/);
  });

  it('lets one out beside those that went out before', () => {
    const { clock, pass, refusal, open } = breakerOf();
    const [left, failed] = [pass(), pass()];
    open();
    clock.advance(10_000);
    const trial = pass();
    left.left();
    assert.match(refusal(), /being tried/);
    failed.failed();
    clock.advance(10_000);
    assert.match(refusal(), /being tried/);
    trial.left();
    pass();
  });

  it('hears of each request once', () => {
    const { pass } = breakerOf();
    const settled = pass();
    settled.done();
    for (let count = 0; count < 5; count++) settled.failed();
    pass();
  });
});
