import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../index.ts';
import { databases, using } from '../testing.ts';

const answer = { status: 201, headers: { 'content-type': 'application/json' }, body: '{"id":"x"}' };

for (const [name, database] of Object.entries(databases)) {
  describe(`idempotency keys on ${name}`, () => {
    const clock = { ms: Date.parse('2026-06-01T00:00:00.000Z') };
    const withKeys = (use: (keys: Store['idempotencyKeys'], organizationId: string) => Promise<void>) =>
      using(database, async (store) => use(store.idempotencyKeys, (await store.organizations.create('Ours')).id), {
        now: () => new Date(clock.ms),
      });
    const claimed = async (keys: Store['idempotencyKeys'], organizationId: string, request = 'r') => {
      const result = await keys.claim(organizationId, 'k', request, 1000);
      assert.ok(result.kind === 'claimed', result.kind);
      return result.claim;
    };

    it('are had by one of many who claim at once', () =>
      withKeys(async (keys, ours) => {
        const results = await Promise.all(Array.from({ length: 10 }, () => keys.claim(ours, 'k', 'r', 1000)));
        assert.deepEqual(results.map(({ kind }) => kind).sort(), ['claimed', ...Array<string>(9).fill('running')]);
      }));

    it('give the kept answer to the same request, and refuse another one', () =>
      withKeys(async (keys, ours) => {
        const claim = await claimed(keys, ours);
        assert.deepEqual(await keys.claim(ours, 'k', 'other', 1000), { kind: 'mismatch' });
        assert.equal(await keys.answer(claim, answer, 5000), true);
        assert.deepEqual(await keys.claim(ours, 'k', 'r', 1000), { kind: 'answered', answer });
        assert.deepEqual(await keys.claim(ours, 'k', 'other', 1000), { kind: 'mismatch' });
      }));

    it('belong to their organization', () =>
      withKeys(async (keys, ours) => {
        await claimed(keys, ours);
        await claimed(keys, 'another');
      }));

    it('are free again when they are released, when the answer has been kept long enough, and when a lease has run out', () =>
      withKeys(async (keys, ours) => {
        await keys.release(await claimed(keys, ours));
        await keys.answer(await claimed(keys, ours, 'second'), answer, 5000);
        clock.ms += 4999;
        assert.equal((await keys.claim(ours, 'k', 'third', 1000)).kind, 'mismatch');
        clock.ms += 1;
        await claimed(keys, ours, 'third');
        clock.ms += 1000;
        await claimed(keys, ours, 'fourth');
      }));

    it('are held for as long as their claim is renewed, and no longer than it runs', () =>
      withKeys(async (keys, ours) => {
        const claim = await claimed(keys, ours);
        for (let renewals = 0; renewals < 3; renewals++) {
          clock.ms += 999;
          assert.equal(await keys.renew(claim, 1000), true);
        }
        assert.equal((await keys.claim(ours, 'k', 'r', 1000)).kind, 'running');
        clock.ms += 1000;
        const current = await claimed(keys, ours);
        assert.equal(await keys.renew(claim, 1000), false);
        await keys.answer(current, answer, 5000);
        assert.equal(await keys.renew(current, 1_000_000), false);
        clock.ms += 5000;
        await claimed(keys, ours);
      }));

    it('are not touched by a claim whose lease has run out', () =>
      withKeys(async (keys, ours) => {
        const late = await claimed(keys, ours);
        clock.ms += 1000;
        const current = await claimed(keys, ours);
        await keys.release(late);
        assert.equal(await keys.answer(late, answer, 5000), false);
        assert.equal((await keys.claim(ours, 'k', 'r', 1000)).kind, 'running');
        assert.equal(await keys.answer(current, answer, 5000), true);
      }));

    it('are removed when their time is over', () =>
      using(
        database,
        async (store) => {
          const keys = store.idempotencyKeys;
          await keys.claim('o', 'old', 'r', 1000);
          clock.ms += 1000;
          await keys.claim('o', 'new', 'r', 1000);
          await keys.removeExpired();
          assert.deepEqual(
            (await store.database.db.selectFrom('idempotency_keys').select('key').execute()).map(({ key }) => key),
            ['new'],
          );
        },
        { now: () => new Date(clock.ms) },
      ));
  });
}
