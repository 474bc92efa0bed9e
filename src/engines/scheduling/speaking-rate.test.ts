import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { SpeakingRate, ThreadWarmth } from './speaking-rate.ts';

describe('the speaking rate', () => {
  it('is unknown and zero before anything was measured', () => {
    const rate = new SpeakingRate();
    assert.deepEqual([rate.isKnown, rate.audioPerWork, rate.secondsPerCharacter], [false, 0, 0]);
  });

  it('is known from ten seconds of audio on, in however many tasks', () => {
    const rate = new SpeakingRate();
    for (let task = 0; task < 9; task++) rate.measure(1, 0.01, 12);
    assert.equal(rate.isKnown, false);
    rate.measure(1, 0.01, 12);
    assert.equal(rate.isKnown, true);
  });

  it('is what was measured while nothing changes', () => {
    const rate = new SpeakingRate();
    for (let task = 0; task < 50; task++) rate.measure(3, 0.1, 45);
    assert.ok(Math.abs(rate.audioPerWork - 30) < 1e-9);
    assert.ok(Math.abs(rate.secondsPerCharacter - 3 / 45) < 1e-9);
  });

  it('weighs a task by its work, not by its number', () => {
    const rate = new SpeakingRate();
    rate.measure(1, 0.001, 10);
    rate.measure(10, 1, 10);
    assert.ok(rate.audioPerWork < 11, `${rate.audioPerWork}`);
  });

  it('forgets: five seconds of work at a new rate weigh as much as all before', () => {
    const rate = new SpeakingRate();
    for (let task = 0; task < 1000; task++) rate.measure(10, 0.1, 100);
    for (let task = 0; task < 50; task++) rate.measure(2, 0.1, 100);
    assert.ok(Math.abs(rate.audioPerWork - 60) < 1, `halfway between 100 and 20: ${rate.audioPerWork}`);
    for (let task = 0; task < 300; task++) rate.measure(2, 0.1, 100);
    assert.ok(Math.abs(rate.audioPerWork - 20) < 2, `${rate.audioPerWork}`);
  });

  it('takes nothing from a task without audio or without measurable work', () => {
    const rate = new SpeakingRate();
    rate.measure(0, 5, 100);
    rate.measure(20, 0, 100);
    assert.deepEqual([rate.isKnown, rate.audioPerWork, rate.secondsPerCharacter], [false, 0, 0]);
  });

  it('is always a number, never below 0', () => {
    const seconds = fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e6, noNaN: true }));
    const tasks = fc.array(fc.tuple(seconds, seconds, fc.nat(100_000)), { maxLength: 50 });
    fc.assert(
      fc.property(tasks, (measured) => {
        const rate = new SpeakingRate();
        for (const task of measured) rate.measure(...task);
        for (const value of [rate.audioPerWork, rate.secondsPerCharacter]) {
          assert.ok(Number.isFinite(value) && value >= 0, `${value}`);
        }
      }),
      runs(),
    );
  });
});

describe('the work of a longer task', () => {
  /** @param tasks seconds of audio of each, one after the other */
  function measured(tasks: readonly number[], { each, perSecond }: { each: number; perSecond: number }): SpeakingRate {
    const rate = new SpeakingRate();
    for (const audio of tasks) rate.measure(audio, each + perSecond * audio, 12);
    return rate;
  }
  const words = Array.from({ length: 100 }, () => 0.5);
  const mixed = Array.from({ length: 100 }, (_, index) => (index % 4 === 0 ? 3 : 0.5));

  it('is told by tasks of different lengths', () => {
    const work = measured(mixed, { each: 0.002, perSecond: 0.002 }).workOf(3);
    assert.ok(Math.abs(work - 0.008) < 0.0008, `${work}`);
    const proportional = measured(mixed, { each: 0, perSecond: 0.1 }).workOf(3);
    assert.ok(Math.abs(proportional - 0.3) < 1e-9, `${proportional}`);
  });

  it('is between half of and all that words take for a second, as long as there were only words', () => {
    const rate = measured(words, { each: 0.003, perSecond: 0.002 });
    const perSecond = 1 / rate.audioPerWork;
    assert.ok(Math.abs(rate.workOf(3) - perSecond * (0.5 + 0.5 * 2.5)) < 1e-9, `${rate.workOf(3)}`);
    assert.ok(Math.abs(rate.workOf(0.5) - 0.004) < 1e-9, 'what was measured is not bent');
    assert.ok(Math.abs(rate.workOf(0.25) - 0.002) < 1e-9, 'nor what is shorter');
    assert.equal(new SpeakingRate().workOf(3), 0);
  });
});

describe('what a thread speaks first', () => {
  const compiling = 20;

  it('says little of what it will speak', () => {
    const [rate, warmth] = [new SpeakingRate(), new ThreadWarmth()];
    for (let task = 0; task < 60; task++) {
      const workSeconds = task < compiling ? 0.08 : 0.004;
      rate.measure(0.4, workSeconds, 6, warmth.add(workSeconds));
    }
    assert.ok(rate.audioPerWork > 60, `near 100: ${rate.audioPerWork}`);
  });

  it('is all there is to go by at first', () => {
    const [rate, warmth] = [new SpeakingRate(), new ThreadWarmth()];
    for (let task = 0; task < compiling; task++) rate.measure(1, 0.2, 15, warmth.add(0.2));
    assert.ok(rate.isKnown && Math.abs(rate.audioPerWork - 5) < 1e-9, `${rate.audioPerWork}`);
  });

  it('does not hide what another thread has shown', () => {
    const rate = new SpeakingRate();
    for (let task = 0; task < 60; task++) rate.measure(1, 0.01, 15);
    const warmth = new ThreadWarmth();
    for (let task = 0; task < compiling; task++) rate.measure(1, 0.2, 15, warmth.add(0.2));
    assert.ok(rate.audioPerWork > 50, `${rate.audioPerWork}`);
  });

  it('weighs the more, the more it has spoken, and all when much was', () => {
    for (const workSeconds of [0.001, 0.1, 3]) {
      const warmth = new ThreadWarmth();
      const weights = Array.from({ length: 41 }, () => warmth.add(workSeconds));
      assert.deepEqual(
        weights,
        weights.toSorted((a, b) => a - b),
      );
      assert.ok(weights[0]! < 0.01 && weights.at(-1) === 1);
    }
    const slow = new ThreadWarmth();
    slow.add(5);
    assert.equal(slow.add(5), 1);
  });
});
