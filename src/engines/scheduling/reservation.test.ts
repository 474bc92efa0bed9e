import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../errors/service-error.ts';
import { ManualEngines, ownThreads } from './testing.ts';
import type { SpeechDemand } from './admitted-demands.ts';
import { TaskError } from './task.ts';

function demandOf(given: Partial<SpeechDemand> = {}): SpeechDemand {
  return {
    engine: 'fake',
    audioEndsAt: () => -Infinity,
    remainingCharacters: () => Infinity,
    isPaused: () => false,
    ...given,
  };
}

/** Engines that were measured to speak no faster than their audio plays: one stream has room. */
async function fullWithOne(): Promise<ManualEngines> {
  const stage = await ManualEngines.open();
  for (let task = 1; task <= 3; task++) {
    stage.speak('a', { characters: 75 });
    stage.clock.advance(5000);
    stage.threads[0]!.end(task, 5);
  }
  return stage;
}

function isCode(code: string): (error: unknown) => boolean {
  return (error) => error instanceof ServiceError && error.code === code;
}

describe('a reservation', () => {
  it('carries ten contexts one after the other by one admission, and keeps its room between them', async () => {
    const { scheduler, heard } = await fullWithOne();
    const reservation = scheduler.reserve('fake');
    for (let turn = 0; turn < 10; turn++) {
      assert.throws(() => scheduler.admit(demandOf()), isCode('unavailable'), 'between two contexts');
      const admission = reservation.admit(demandOf({ isPaused: () => true, remainingCharacters: () => 1 }));
      assert.throws(() => scheduler.admit(demandOf()), isCode('unavailable'), 'also while its context wants little');
      assert.equal(scheduler.admittedTo('fake'), 1);
      admission.release();
      admission.release();
    }
    assert.equal(heard.filter((line) => line === 'admitted: fake').length, 1);
    reservation.release();
    reservation.release();
    assert.equal(scheduler.admittedTo('fake'), 0);
    scheduler.admit(demandOf()).release();
  });

  it('is refused as a context is', async () => {
    const { scheduler, heard } = await fullWithOne();
    scheduler.admit(demandOf());
    assert.throws(
      () => scheduler.reserve('fake'),
      (error) => error instanceof ServiceError && error.code === 'unavailable' && error.retryAfterSeconds! >= 1,
    );
    assert.equal(scheduler.admittedTo('fake'), 1);
    assert.ok(heard.some((line) => line.startsWith('refused: fake')));
  });

  it('refuses a second context at the same time', async () => {
    const { scheduler } = await ManualEngines.open();
    const reservation = scheduler.reserve('fake');
    const first = reservation.admit(demandOf());
    assert.throws(() => reservation.admit(demandOf()), isCode('concurrency_limited'));
    first.release();
    reservation.admit(demandOf());
  });

  it('that is released while a context speaks gives its room back behind that, and carries no other', async () => {
    const { scheduler } = await ManualEngines.open();
    const reservation = scheduler.reserve('fake');
    const last = reservation.admit(demandOf());
    reservation.release();
    assert.equal(scheduler.admittedTo('fake'), 1);
    assert.throws(() => reservation.admit(demandOf()), isCode('unavailable'));
    last.release();
    assert.equal(scheduler.admittedTo('fake'), 0);
  });

  it('carries nothing when its engine is gone, so that the context falls back', async () => {
    const engines = [ownThreads('other', 1, 1), ownThreads('fake', 1, 1)];
    const { scheduler } = await ManualEngines.open({ engines });
    const reservation = scheduler.reserve('fake');
    reservation.admit(demandOf()).release();
    reservation.release();
    const late = scheduler.reserve('fake');
    late.release();
    scheduler.update(engines.slice(0, 1));
    for (const each of [reservation, late]) {
      assert.throws(
        () => each.admit(demandOf()),
        (error) => error instanceof TaskError && error.allowsFallback,
      );
    }
    assert.throws(
      () => scheduler.reserve('fake'),
      (error) => error instanceof TaskError && error.allowsFallback,
    );
  });
});
