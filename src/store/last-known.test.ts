import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../errors/service-error.ts';
import { LastKnown } from './last-known.ts';

function away(): Promise<string> {
  return Promise.reject(new ServiceError('unavailable', 'Away.'));
}

function never(): Promise<string> {
  return new Promise(() => undefined);
}

function gives(value: string | undefined) {
  return () => Promise.resolve(value);
}

const isUnavailable = { name: 'ServiceError', code: 'unavailable' };

describe('what the database answered last', () => {
  it('is given while the database is away, for a bounded time since that answer', async () => {
    let now = 0;
    const known = new LastKnown<string>({ offlineMs: 600_000, now: () => now });
    await assert.rejects(known.get('a', away), isUnavailable);
    assert.equal(await known.get('a', gives('one')), 'one');
    now = 599_999;
    assert.equal(await known.get('a', away), 'one');
    now = 600_000;
    await assert.rejects(known.get('a', away), isUnavailable);
    assert.equal(known.size, 0);
  });

  it('is not given while the database answers: a change is seen at once, and what is gone is gone', async () => {
    const known = new LastKnown<string>();
    assert.equal(await known.get('a', gives('one')), 'one');
    assert.equal(await known.get('a', gives('two')), 'two');
    assert.equal(await known.get('a', away), 'two');
    assert.equal(await new LastKnown<string>().get('a', gives(undefined)), undefined);
    const other = new LastKnown<string>();
    await other.get('a', gives('one'));
    assert.equal(await other.get('a', gives(undefined)), undefined);
    await assert.rejects(other.get('a', away), isUnavailable);
  });

  it('waits for a database that hangs for a short time, and then asks it once a second only', async () => {
    let now = 0;
    let asked = 0;
    const hangs = (): Promise<string> => {
      asked++;
      return never();
    };
    const known = new LastKnown<string>({ knownWaitMs: 5, unknownWaitMs: 5, now: () => now });
    await known.get('a', gives('one'));
    for (let round = 0; round < 3; round++) assert.equal(await known.get('a', hangs), 'one');
    assert.equal(asked, 1);
    now = 1000;
    assert.equal(await known.get('a', hangs), 'one');
    assert.equal(asked, 2);
    await assert.rejects(known.get('b', hangs), isUnavailable);
    now = 1500;
    assert.equal(await known.get('b', gives('b')), 'b');
    assert.equal(await known.get('a', gives('two')), 'two', 'the database answers again');
  });

  it('passes on every other error', async () => {
    const known = new LastKnown<string>();
    await known.get('a', gives('one'));
    const fault = (): Promise<string> => Promise.reject(new Error('a fault'));
    await assert.rejects(known.get('a', fault), /a fault/u);
  });

  it('is forgotten when others were used more recently', async () => {
    const known = new LastKnown<string>({ maxEntries: 2 });
    for (const name of ['a', 'b', 'a', 'c']) await known.get(name, gives(name));
    assert.equal(known.size, 2);
    assert.equal(await known.get('a', away), 'a');
    await assert.rejects(known.get('b', away), isUnavailable);
  });
});
