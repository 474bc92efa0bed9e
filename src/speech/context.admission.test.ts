import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SpeechDemand } from '../engines/scheduling/admitted-demands.ts';
import { MemoryBudget } from '../processes/memory-budget.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { fakeEngine } from '../engines/fake/index.ts';
import { ManualEngines } from '../engines/scheduling/testing.ts';
import { ServiceError } from '../errors/service-error.ts';
import {
  audioOfText,
  kindsOf,
  ManualScheduler,
  pcmOf,
  piece,
  playText,
  record,
  recordManually,
  testSettings,
  testVoices,
} from './testing.ts';
import { settled } from '../../test/support/settled.ts';

/** The leases of an organization, answered by hand, and the order in which it and the engines were asked. */
class ManualLeases {
  readonly log: string[] = [];
  held = 0;
  #asked: PromiseWithResolvers<{ release: () => void }> | undefined;

  readonly take = (): Promise<{ release: () => void }> => {
    this.log.push('lease');
    this.#asked = Promise.withResolvers();
    return this.#asked.promise;
  };

  async give(): Promise<void> {
    this.held++;
    this.#asked!.resolve({
      release: () => {
        this.held--;
        this.log.push('lease released');
      },
    });
    await settled();
  }

  async refuse(error: Error): Promise<void> {
    this.#asked!.reject(error);
    await settled();
  }
}

class LoggedScheduler extends ManualScheduler {
  readonly log: string[];
  demand: SpeechDemand | undefined;

  constructor(log: string[]) {
    super();
    this.log = log;
  }

  override admit(demand: SpeechDemand): ReturnType<ManualScheduler['admit']> {
    this.log.push('engines');
    const admission = super.admit(demand);
    this.demand = demand;
    return {
      release: () => {
        admission.release();
        this.log.push('engines released');
      },
    };
  }
}

function open(options: Parameters<typeof recordManually>[0] = {}): Omit<
  ReturnType<typeof recordManually>,
  'scheduler'
> & {
  readonly leases: ManualLeases;
  readonly scheduler: LoggedScheduler;
} {
  const leases = new ManualLeases();
  const scheduler = new LoggedScheduler(leases.log);
  return { ...recordManually({ acquireLease: leases.take, ...options, scheduler }), leases, scheduler };
}

describe('the admission of a context', () => {
  it('ends with an error where its engine is refused at once, and gives its lease back', async (t) => {
    const engine = fakeEngine({ placement: { threads: 1, memoryBytes: 2e9 } });
    const scheduler = await Scheduler.start({ engines: [engine], threads: 1, memory: new MemoryBudget(1e9) });
    t.after(() => scheduler.close());
    let released = 0;
    const acquireLease = () => Promise.resolve({ release: () => void released++ });
    const { context, events } = record(scheduler, testSettings(testVoices.fake, {}, engine), { acquireLease });
    context.push(piece('Hello there, my friend.', { continue: false }));
    await settled();
    assert.deepEqual(kindsOf(events), ['failed']);
    assert.deepEqual([released, scheduler.admittedTo('fake'), scheduler.queued], [1, 0, 0]);
  });

  it('is asked for once, with the first text that is not blank: first the lease, then the engines', async () => {
    const { context, leases, scheduler } = open();
    context.push(piece(' \n '));
    context.push(piece('', { flush: true }));
    assert.deepEqual(leases.log, []);
    context.push(piece('Hello. Th'));
    context.push(piece('ere. I'));
    assert.deepEqual(leases.log, ['lease']);
    await leases.give();
    assert.deepEqual(leases.log, ['lease', 'engines']);
    assert.equal(scheduler.last.text, 'Hello.');
    context.cancel();
  });

  it('asks the engines at once where the lease is the caller’s business', () => {
    const { context, scheduler } = recordManually();
    context.push(piece('Hello. There'));
    assert.equal(scheduler.admitted.size, 1);
    assert.equal(scheduler.last.text, 'Hello.');
  });

  it('lets nothing be spoken, acknowledged or waited for before it is given', async () => {
    const { context, events, scheduler, leases, clock } = open();
    context.push(piece('Hello.', { flush: true, maxBufferDelayMs: 0 }));
    context.push(piece('More', { maxBufferDelayMs: 0 }));
    context.pause();
    context.suspend();
    context.resume();
    clock.advance(1e6);
    assert.deepEqual([scheduler.tasks.length, events.length], [0, 0]);
    await leases.give();
    playText(scheduler);
    assert.deepEqual(kindsOf(events), ['chunk', 'timestamps', 'flush_done', 'chunk']);
    context.cancel();
  });

  it('takes text meanwhile, and speaks it as if it had come at once', async () => {
    const { context, events, scheduler, leases } = open();
    for (const text of ['Hello the', 're. How are', ' you?']) context.push(piece(text));
    context.push(piece('', { continue: false }));
    await leases.give();
    playText(scheduler);
    const whole = recordManually();
    whole.context.push(piece('Hello there. How are you?', { continue: false }));
    playText(whole.scheduler);
    assert.ok(pcmOf(events).equals(pcmOf(whole.events)));
    assert.equal(kindsOf(events).at(-1), 'done');
  });

  it('given while the client does not read begins nothing until it reads', async () => {
    const { context, scheduler, leases } = open();
    context.push(piece('Hello.', { flush: true }));
    context.suspend();
    await leases.give();
    assert.equal(scheduler.tasks.length, 0);
    context.resume();
    assert.equal(scheduler.tasks.length, 1);
    context.cancel();
  });

  it('refused for want of a lease does not ask the engines', async () => {
    const { context, events, leases, scheduler } = open();
    scheduler.refusal = new ServiceError('unavailable', 'busy');
    context.push(piece('Hello.', { continue: false }));
    const refusal = new ServiceError('concurrency_limited', 'full');
    await leases.refuse(refusal);
    assert.deepEqual(events, [{ type: 'error', done: true, error: refusal }]);
    assert.deepEqual(leases.log, ['lease']);
    assert.ok(context.ended);
  });

  it('refused by the engines gives the lease back', async () => {
    const { context, events, leases, scheduler } = open();
    scheduler.refusal = new ServiceError('unavailable', 'busy', { retryAfterSeconds: 7 });
    context.push(piece('Hello.', { continue: false }));
    await leases.give();
    assert.deepEqual(events, [{ type: 'error', done: true, error: scheduler.refusal }]);
    assert.equal(leases.held, 0);
    assert.deepEqual([scheduler.tasks.length, context.ended], [0, true]);
  });

  it('refused by the engines at once ends the context inside its message', () => {
    const scheduler = new ManualScheduler();
    scheduler.refusal = new Error('anything');
    const { context, events } = recordManually({ scheduler });
    context.push(piece('Hello.', { continue: false }));
    const [end] = events;
    assert.ok(end?.type === 'error' && end.error.code === 'internal_error' && end.error.cause === scheduler.refusal);
  });

  it('is given back once, however the context ends', async () => {
    const ends: Record<string, (opened: ReturnType<typeof open>) => void> = {
      spoken: ({ context, scheduler }) => {
        context.push(piece('', { continue: false }));
        playText(scheduler);
      },
      cancelled: ({ context }) => void context.cancel(),
      abandoned: ({ context }) => context.abandon(),
      failed: ({ context }) => context.fail(new ServiceError('internal_error', 'x')),
      'engine failed': ({ scheduler }) => scheduler.last.fail('engine'),
      expired: ({ scheduler, clock }) => {
        playText(scheduler);
        clock.advance(10_000);
      },
    };
    for (const [name, end] of Object.entries(ends)) {
      const opened = open();
      opened.context.push(piece('Hello.', { flush: true }));
      await opened.leases.give();
      assert.deepEqual([opened.leases.held, opened.scheduler.admitted.size], [1, 1], name);
      end(opened);
      assert.ok(opened.context.ended, name);
      opened.context.cancel();
      opened.context.abandon();
      assert.deepEqual(opened.leases.log.toSorted(), ['engines', 'engines released', 'lease', 'lease released'], name);
    }
  });

  it('that comes when the context has ended is given back at once, and a refusal is not heard', async () => {
    for (const end of ['cancel', 'abandon'] as const) {
      for (const answer of ['give', 'refuse'] as const) {
        const { context, events, leases, scheduler } = open();
        context.push(piece('Hello.', { continue: false }));
        context[end]();
        const before = events.length;
        if (answer === 'give') await leases.give();
        else await leases.refuse(new ServiceError('concurrency_limited', 'full'));
        assert.deepEqual([leases.held, scheduler.admitted.size, events.length], [0, 0, before]);
        assert.equal(leases.log.includes('engines'), false);
      }
    }
  });

  it('lets an error behind it end the context, and not the process', async () => {
    const { context, events, leases, scheduler } = open();
    scheduler.speak = () => {
      throw new Error('no such engine');
    };
    context.push(piece('Hello.', { continue: false }));
    await leases.give();
    assert.deepEqual(kindsOf(events), ['failed']);
    assert.equal(leases.held, 0);
  });
});

describe('what a context tells the engines of itself', () => {
  const opened = (): ReturnType<typeof recordManually> & { demand: SpeechDemand } => {
    const recorded = recordManually();
    recorded.context.push(piece('Hello. There', { continue: true }));
    return { ...recorded, demand: [...recorded.scheduler.admitted][0]! };
  };

  it('is when its audio runs out', () => {
    const { demand, scheduler, clock } = opened();
    assert.deepEqual([demand.engine, demand.audioEndsAt()], ['fake', -Infinity]);
    clock.advance(100);
    scheduler.last.give(0.5);
    assert.equal(demand.audioEndsAt(), 600);
  });

  it('is how much it may still speak', () => {
    const { demand, scheduler, context } = opened();
    assert.equal(demand.remainingCharacters(), Infinity);
    context.push(piece('.', { continue: false }));
    assert.equal(demand.remainingCharacters(), 13);
    scheduler.last.give(0.1);
    assert.equal(demand.remainingCharacters(), 6, 'what is being spoken is the engine’s already');
  });

  it('is whether its client reads', () => {
    const { demand, context } = opened();
    const seen = [demand.isPaused()];
    context.pause();
    seen.push(demand.isPaused());
    context.suspend();
    seen.push(demand.isPaused());
    context.resume();
    seen.push(demand.isPaused());
    assert.deepEqual(seen, [false, true, true, false]);
  });

  it('is, with each task, how urgent that is and how long its text', () => {
    const { scheduler } = opened();
    scheduler.last.give(0.5);
    scheduler.last.end();
    playText(scheduler);
    const [first, second] = scheduler.tasks;
    assert.deepEqual([first!.task.deadline, first!.work?.characters], [-Infinity, 7]);
    assert.equal(second, undefined);
    const { context, scheduler: other, clock } = recordManually();
    context.push(piece('Hello there. Again.', { continue: false }));
    clock.advance(40);
    other.last.send(audioOfText(other.last));
    other.last.give(1);
    other.last.end();
    assert.ok(Math.abs(other.last.task.deadline - 1040) < 1);
    assert.equal(other.last.work?.characters, 6);
  });
});

describe('contexts on a reservation', () => {
  it('are admitted once for all of them, one after the other', async () => {
    const { scheduler } = await ManualEngines.open();
    const heard: string[] = [];
    scheduler.observe({ admitted: (engine) => heard.push(engine) });
    const reservation = scheduler.reserve('fake');
    for (let turn = 0; turn < 10; turn++) {
      const { context, events } = record(scheduler, testSettings(testVoices.fake, {}, fakeEngine()), { reservation });
      context.push(piece('Hello.', { continue: true }));
      const other = record(scheduler, testSettings(testVoices.fake, {}, fakeEngine()), { reservation });
      other.context.push(piece('Hello.', { continue: true }));
      const [refused] = other.events;
      assert.ok(refused?.type === 'error' && refused.error.code === 'concurrency_limited', 'one at a time');
      context.cancel();
      assert.deepEqual(kindsOf(events), ['done']);
    }
    assert.deepEqual([heard, scheduler.admittedTo('fake')], [['fake'], 1]);
    reservation.release();
    assert.equal(scheduler.admittedTo('fake'), 0);
  });

  it('of another engine are admitted as without one', () => {
    const reservation = { engine: 'other', admit: () => assert.fail('it carries no other engine') };
    const { context, scheduler } = recordManually({ reservation });
    context.push(piece('Hello.', { continue: false }));
    assert.equal(scheduler.admitted.size, 1);
    playText(scheduler);
    assert.equal(scheduler.admitted.size, 0);
  });
});
