/** What is known as keys use it, which have two names and stay fresh: its times, its bound, and what it reports. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../errors/service-error.ts';
import type { ApiKey } from './identity/schema.ts';
import { TestClock } from '../timing/testing.ts';
import { isUnavailable, LastKnown, type LastKnownOptions } from './last-known.ts';

function idName(id: string): string {
  return `id ${id}`;
}

function keyOf(number: number): ApiKey {
  const id = `key-${number}`;
  const never = {
    ...{ expires_at: null, revoked_at: null, created_by: null, name: null, scopes: null, changed_at: null },
    origins: null,
  };
  const budget = { budget_characters: null, budget_action: null, budget_alerted: null };
  const text = { description: '', search: '', created_at: '2026-01-01T00:00:00.000Z' };
  return {
    id,
    organization_id: 'o',
    kind: 'api',
    hash: `hash-${number}`,
    origin: 'created',
    ...text,
    ...never,
    ...budget,
  };
}

function unavailable(): Promise<never> {
  return Promise.reject(new ServiceError('unavailable', 'connection refused'));
}

function hung(): Promise<never> {
  return new Promise(() => undefined);
}

function cacheWith(options: LastKnownOptions<ApiKey> = {}) {
  const clock = new TestClock();
  const reported: boolean[] = [];
  const cache = new LastKnown<ApiKey>({
    freshMs: 5000,
    namesOf: ({ hash, id }) => [hash, idName(id)],
    clock,
    onOffline: (isOffline) => reported.push(isOffline),
    ...options,
  });
  const database = {
    answer: (number: number): Promise<ApiKey | undefined> => Promise.resolve(keyOf(number)),
    asked: 0,
  };
  const find = (number: number, name = keyOf(number).hash): Promise<ApiKey | undefined> =>
    cache.get(name, () => {
      database.asked++;
      return database.answer(number);
    });
  return { cache, clock, reported, database, find };
}

/** Lets promises go on that wait for nothing else. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('a key that the process has seen', () => {
  it('is taken for five seconds without asking, also where the times are given as undefined', async () => {
    for (const options of [{}, { offlineMs: undefined, maxEntries: undefined, now: undefined }]) {
      const { clock, database, find } = cacheWith(options);
      assert.deepEqual(await find(1), keyOf(1));
      clock.advance(4999);
      assert.deepEqual(await find(1), keyOf(1));
      assert.deepEqual(await find(1, idName('key-1')), keyOf(1));
      assert.equal(database.asked, 1);
      clock.advance(1);
      await find(1);
      assert.equal(database.asked, 2);
    }
  });

  it('holds for ten minutes while the database is away, and not a moment longer', async () => {
    const { clock, database, find } = cacheWith();
    await find(1);
    database.answer = unavailable;
    clock.advance(599_999);
    assert.deepEqual(await find(1), keyOf(1));
    clock.advance(1);
    await assert.rejects(find(1), { code: 'unavailable' });
  });

  it('waits for the database 250 ms, and five seconds where it is not known', async () => {
    const { clock, database, find } = cacheWith({ freshMs: 0 });
    await find(1);
    database.answer = hung;
    for (const [number, ms] of [
      [2, 5000],
      [1, 250],
    ] as const) {
      clock.advance(100_000);
      let ended = false;
      const found = find(number).finally(() => (ended = true));
      found.catch(() => undefined);
      clock.advance(ms - 1);
      await turn();
      assert.equal(ended, false, `${ms}`);
      clock.advance(1);
      await turn();
      assert.equal(ended, true, `${ms}`);
    }
  });

  it('asks a database that is away once in a second', async () => {
    const { clock, database, find } = cacheWith({ freshMs: 0 });
    await find(1);
    database.answer = unavailable;
    await find(1);
    assert.equal(database.asked, 2);
    clock.advance(999);
    await find(1);
    assert.equal(database.asked, 2);
    clock.advance(1);
    await Promise.all([find(1), find(1)]);
    assert.equal(database.asked, 3);
  });

  it('is asked for again at once, also while the database was away', async () => {
    const { cache, database, find, reported } = cacheWith();
    await find(1);
    cache.invalidate();
    database.answer = unavailable;
    assert.deepEqual(await find(1), keyOf(1));
    assert.deepEqual(reported, [true]);
    cache.invalidate();
    database.answer = (number) => Promise.resolve(keyOf(number));
    await find(1);
    assert.equal(database.asked, 3);
    assert.deepEqual(reported, [true, false]);
  });

  it('is asked for again where it was revoked while an answer was on its way', async () => {
    const { cache, database, find } = cacheWith();
    const slow = Promise.withResolvers<ApiKey | undefined>();
    database.answer = () => slow.promise;
    const found = find(1);
    cache.forget(idName('key-1'));
    database.answer = () => Promise.resolve(undefined);
    slow.resolve(keyOf(1));
    assert.equal(await found, undefined);
    assert.equal(database.asked, 2);
    assert.equal(cache.peek('hash-1'), undefined);
    assert.equal(cache.size, 0);
  });

  it('is asked for again where a change may have been missed while an answer was on its way', async () => {
    const { cache, database, find } = cacheWith();
    const slow = Promise.withResolvers<ApiKey | undefined>();
    database.answer = () => slow.promise;
    const found = find(1);
    cache.invalidate();
    const changed = { ...keyOf(1), description: 'changed' };
    database.answer = () => Promise.resolve(changed);
    slow.resolve(keyOf(1));
    assert.deepEqual(await found, changed);
    assert.equal(database.asked, 2);
    assert.deepEqual(cache.peek('hash-1'), changed);
  });

  it('is forgotten under both its names when it is revoked or gone', async () => {
    const { cache, clock, database, find } = cacheWith();
    await find(1);
    await find(2);
    cache.forget(idName('key-1'));
    cache.forget(idName('never seen'));
    assert.deepEqual([cache.peek('hash-1'), cache.peek(idName('key-1')), cache.size], [undefined, undefined, 1]);
    clock.advance(5000);
    database.answer = () => Promise.resolve(undefined);
    assert.equal(await find(2), undefined);
    assert.equal(cache.size, 0);
  });

  it('is one of ten thousand, of which the one used least recently goes', async () => {
    const { cache, find } = cacheWith();
    for (let number = 0; number < 10_000; number++) await find(number);
    assert.equal(cache.size, 10_000);
    await find(0);
    await find(10_000);
    assert.equal(cache.size, 10_000);
    assert.deepEqual(cache.peek('hash-0'), keyOf(0));
    assert.equal(cache.peek('hash-1'), undefined);
  });

  it('is looked up once at a time, and a fault of the look-up is no outage', async () => {
    const { cache, database, find, reported } = cacheWith();
    const slow = Promise.withResolvers<ApiKey | undefined>();
    database.answer = () => slow.promise;
    const both = [find(1), find(1)];
    slow.reject(new TypeError('a mistake'));
    for (const found of both) await assert.rejects(found, TypeError);
    assert.deepEqual([database.asked, reported, cache.size], [1, [], 0]);
    database.answer = (number) => Promise.resolve(keyOf(number));
    assert.deepEqual(await find(1), keyOf(1));
  });
});

describe('an error of a look-up', () => {
  it('is an outage only where the database could not be asked', () => {
    assert.equal(isUnavailable(new ServiceError('unavailable', '')), true);
    assert.equal(isUnavailable(new ServiceError('forbidden', '')), false);
    assert.equal(isUnavailable(Object.assign(new Error(), { code: 'unavailable' })), false);
  });
});
