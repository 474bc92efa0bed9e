import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Claim } from './jobs.ts';
import { databases, using } from '../testing.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
const leaseMs = 30_000;

/** A clock that stands still until it is moved. */
class Clock {
  #at = start;
  readonly now = (): Date => new Date(this.#at);
  move(ms: number): void {
    this.#at += ms;
  }
  in(ms: number): Date {
    return new Date(this.#at + ms);
  }
}

function claimOf(clock: Clock, more: Partial<Claim> = {}): Claim {
  return { kind: 'greet', limit: 10, owner: 'a', until: clock.in(leaseMs), ...more };
}

for (const [name, database] of Object.entries(databases)) {
  describe(`jobs on ${name}`, () => {
    const test = (
      what: string,
      body: (store: Parameters<Parameters<typeof using>[1]>[0], clock: Clock) => Promise<void>,
    ): void => {
      const clock = new Clock();
      it(what, () => using(database, (store) => body(store, clock), { now: clock.now }));
    };

    test('are taken once, oldest first, by kind and up to the limit', async ({ jobs }, clock) => {
      const ids: string[] = [];
      for (const name of ['first', 'second', 'third']) {
        ids.push(await jobs.enqueue({ kind: 'greet', payload: { name } }));
        clock.move(1);
      }
      await jobs.enqueue({ kind: 'other', payload: null });
      const taken = await jobs.claim(claimOf(clock, { limit: 2 }));
      assert.deepEqual(taken.map(({ id }) => id).toSorted(), ids.slice(0, 2).toSorted());
      assert.deepEqual(JSON.parse(taken.find(({ id }) => id === ids[0])!.payload), { name: 'first' });
      assert.deepEqual(
        (await jobs.claim(claimOf(clock, { owner: 'b' }))).map(({ id }) => id),
        ids.slice(2),
      );
      assert.deepEqual(await jobs.claim(claimOf(clock, { owner: 'c' })), []);
    });

    test('are taken by one of many who reach for them at once', async ({ jobs, transaction }, clock) => {
      const ids = await transaction(async (repositories) => {
        const made: string[] = [];
        for (let count = 0; count < 100; count++) {
          made.push(await repositories.jobs.enqueue({ kind: 'greet', payload: count }));
        }
        return made;
      });
      const taken: string[] = [];
      while (taken.length < ids.length) {
        const claims = Array.from({ length: 8 }, (_, index) =>
          jobs.claim(claimOf(clock, { owner: `${index}`, limit: 7 })),
        );
        taken.push(...(await Promise.all(claims)).flat().map(({ id }) => id));
      }
      assert.deepEqual(taken.toSorted(), ids.toSorted());
    });

    test('wait for their time', async ({ jobs }, clock) => {
      await jobs.enqueue({ kind: 'greet', payload: null, runAt: clock.in(5000) });
      assert.deepEqual(await jobs.dueKinds(['greet', 'other']), []);
      assert.deepEqual(await jobs.claim(claimOf(clock)), []);
      clock.move(5000);
      assert.deepEqual(await jobs.dueKinds(['greet', 'other']), ['greet']);
      assert.equal((await jobs.claim(claimOf(clock))).length, 1);
    });

    test('are taken over when the lease has run out, and then no longer belong to who had them', async ({
      jobs,
    }, clock) => {
      const id = await jobs.enqueue({ kind: 'greet', payload: null });
      const [first] = await jobs.claim(claimOf(clock));
      clock.move(leaseMs - 1);
      assert.deepEqual(await jobs.claim(claimOf(clock, { owner: 'b' })), []);
      clock.move(1);
      assert.deepEqual(await jobs.dueKinds(['greet']), ['greet']);
      const [second] = await jobs.claim(claimOf(clock, { owner: 'b' }));
      assert.equal(second?.id, id);
      assert.equal(second.attempts, 2);
      for (const say of [
        jobs.complete,
        jobs.release,
        (job: typeof first & {}) => jobs.fail(job, 'x'),
        (job: typeof first & {}) => jobs.reschedule(job, clock.now()),
      ]) {
        assert.equal(await say(first!), false);
      }
      assert.deepEqual(await jobs.renew([first!], clock.in(leaseMs)), []);
      assert.equal(await jobs.complete(second), true);
      assert.equal((await jobs.find(id))?.status, 'done');
    });

    test('stay with who renews the lease', async ({ jobs }, clock) => {
      const id = await jobs.enqueue({ kind: 'greet', payload: null });
      const [job] = await jobs.claim(claimOf(clock));
      clock.move(leaseMs - 1);
      assert.deepEqual(await jobs.renew([job!], clock.in(leaseMs)), [id]);
      clock.move(leaseMs - 1);
      assert.deepEqual(await jobs.claim(claimOf(clock, { owner: 'b' })), []);
    });

    test('run again at a moment: as a failed try with its error, or as if never tried', async ({ jobs }, clock) => {
      const id = await jobs.enqueue({ kind: 'greet', payload: null });
      const retake = async () => (await jobs.claim(claimOf(clock)))[0]!;
      assert.equal(await jobs.reschedule(await retake(), clock.in(1000), 'no luck'), true);
      assert.equal((await jobs.find(id))?.error, 'no luck');
      assert.equal((await jobs.claim(claimOf(clock))).length, 0);
      clock.move(1000);
      const second = await retake();
      assert.equal(second.attempts, 2);
      await jobs.reschedule(second, clock.now());
      const third = await retake();
      const since = clock.now().toISOString();
      assert.deepEqual([third.attempts, third.error, third.waits_since], [1, null, since]);
      clock.move(1000);
      await jobs.reschedule(third, clock.now());
      await jobs.reschedule(await retake(), clock.now(), 'no luck');
      assert.equal((await retake()).waits_since, since, 'the first time');
    });

    test('are given back untouched', async ({ jobs }, clock) => {
      const id = await jobs.enqueue({ kind: 'greet', payload: null });
      const [job] = await jobs.claim(claimOf(clock));
      assert.equal(await jobs.release(job!), true);
      const { status, attempts, lease_owner: owner } = (await jobs.find(id))!;
      assert.deepEqual({ status, attempts, owner }, { status: 'pending', attempts: 0, owner: null });
    });

    test('are freed by the name they are held under', async ({ jobs }, clock) => {
      for (const owner of ['a', 'b']) {
        await jobs.enqueue({ kind: 'greet', payload: owner });
        await jobs.claim(claimOf(clock, { owner }));
      }
      assert.deepEqual((await jobs.owners()).toSorted(), ['a', 'b']);
      await jobs.releaseAll('a');
      assert.deepEqual(await jobs.owners(), ['b']);
      const [again] = await jobs.claim(claimOf(clock, { owner: 'c' }));
      assert.deepEqual([again?.payload, again?.attempts], ['"a"', 2]);
    });

    test('are made once where only one is wanted', async ({ jobs }, clock) => {
      await jobs.ensure({ kind: 'sweep', payload: null, runAt: clock.in(1000) });
      await jobs.ensure({ kind: 'sweep', payload: null, runAt: clock.in(9000) });
      assert.equal((await jobs.find('sweep'))?.run_at, clock.in(1000).toISOString());
      assert.equal((await jobs.counts()).pending, 1);
    });

    test('are counted, and forgotten when they ended long ago', async ({ jobs }, clock) => {
      for (const payload of [1, 2, 3, 4]) await jobs.enqueue({ kind: 'greet', payload });
      const [one, two, three] = await jobs.claim(claimOf(clock, { limit: 3 }));
      await jobs.complete(one!);
      await jobs.fail(two!, 'broken');
      assert.deepEqual(await jobs.counts(), { pending: 1, running: 1, done: 1, failed: 1 });
      clock.move(1000);
      assert.equal(await jobs.deleteEnded('done', clock.in(-1000)), 0);
      assert.equal(await jobs.deleteEnded('done', clock.now()), 1);
      assert.equal(await jobs.deleteEnded('failed', clock.now()), 1);
      assert.equal(await jobs.complete(three!), true);
    });

    test('come with their transaction or not at all, and are announced after it', async (store) => {
      let announced = 0;
      const end = store.onEnqueued(() => announced++);
      await assert.rejects(
        store.transaction(async ({ jobs }) => {
          await jobs.enqueue({ kind: 'greet', payload: null });
          throw new Error('stop');
        }),
        /stop/,
      );
      assert.deepEqual([announced, (await store.jobs.counts()).pending], [0, 0]);
      await store.transaction(async ({ jobs }) => {
        await jobs.enqueue({ kind: 'greet', payload: null });
        assert.equal(announced, 0);
      });
      assert.equal(announced, 1);
      await store.jobs.enqueue({ kind: 'greet', payload: null });
      assert.equal(announced, 2);
      end();
      await store.jobs.enqueue({ kind: 'greet', payload: null });
      assert.equal(announced, 2);
    });
  });
}
