/** The rows of links to takes, on each database: by a hash only, until their time, and no longer than the take and its member. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashKey, type NewTake, type Store, type TakeOwner } from '../index.ts';
import { databases, using } from '../testing.ts';

const take: NewTake = {
  ...({ origin: 'speak', title: 'A title', voice_id: null, voice_name: 'Sadie', model_id: null } as const),
  ...{ language: 'en', container: 'wav', seconds: 1, size: 1000, blob: 'takes/1', settings: '{}' },
  ...{ text: 'Hello', words: '[]' },
};

async function memberOf(store: Store, email: string): Promise<TakeOwner> {
  const { id: organizationId } = (await store.organizations.first()) ?? (await store.organizations.create('Ours'));
  const { id: userId } = await store.users.create({ organizationId, role: 'member', email });
  return { organizationId, userId };
}

for (const [name, database] of Object.entries(databases)) {
  describe(`links to takes on ${name}`, () => {
    it('lead to their take until they expire, are ended, or the take or the membership is gone', () => {
      let time = Date.parse('2026-01-01');
      return using(
        database,
        async (store) => {
          const owner = await memberOf(store, 'a@example.org');
          const make = async () => {
            const { id } = await store.takes.create(owner, take);
            const made = (await store.takeShares.create(owner, id, new Date(time + 1000)))!;
            return { takeId: id, id: made.share.id, hash: hashKey(made.token), token: made.token };
          };
          const leads = async ({ hash }: { readonly hash: string }) =>
            (await store.takeShares.findByHash(hash))?.take.id;
          const first = await make();
          assert.match(first.token, /^[0-9A-Za-z]{43}$/);
          const found = await store.takeShares.findByHash(first.hash);
          assert.deepEqual(found, {
            take: await store.takes.find(owner, first.takeId),
            expiresAt: '2026-01-01T00:00:01.000Z',
          });
          const rows = await store.database.db.selectFrom('take_shares').selectAll().execute();
          assert.ok(!JSON.stringify(rows).includes(first.token));
          time += 999;
          assert.equal(await leads(first), first.takeId);
          time += 1;
          assert.equal(await leads(first), undefined);
          assert.equal(await store.takeShares.count(owner), 0);

          const [ended, deleted, left] = [await make(), await make(), await make()];
          assert.equal(await store.takeShares.count(owner), 3);
          const { rows: listed } = await store.takeShares.page(owner, { limit: 10, takeId: deleted.takeId });
          assert.deepEqual(
            listed.map(({ id, take_id, title, excerpt }) => [id, take_id, title, excerpt]),
            [[deleted.id, deleted.takeId, 'A title', 'Hello']],
          );
          assert.equal(await store.takeShares.remove(owner, ended.id), true);
          assert.equal(await store.takeShares.remove(owner, ended.id), false);
          await store.transaction(({ takes }) => takes.remove(owner, deleted.takeId));
          assert.deepEqual([await leads(ended), await leads(deleted)], [undefined, undefined]);
          assert.equal(await leads(left), left.takeId);
          await store.users.remove(owner.organizationId, owner.userId);
          assert.equal(await leads(left), undefined);
          time += 2000;
          await store.takeShares.removeExpired(new Date(time));
          assert.deepEqual(await store.database.db.selectFrom('take_shares').selectAll().execute(), []);
        },
        { now: () => new Date(time) },
      );
    });

    it('are those of one member: another one of the same organization makes, sees and ends none of them', () =>
      using(database, async (store) => {
        const [mine, theirs] = [await memberOf(store, 'a@example.org'), await memberOf(store, 'b@example.org')];
        const { id } = await store.takes.create(mine, take);
        const until = new Date('2999-01-01');
        const { share } = (await store.takeShares.create(mine, id, until))!;
        assert.equal(await store.takeShares.create(theirs, id, until), undefined);
        assert.deepEqual((await store.takeShares.page(theirs, { limit: 10, takeId: id })).rows, []);
        assert.equal(await store.takeShares.remove(theirs, share.id), false);
        assert.equal(await store.takeShares.count(mine), 1);
      }));
  });
}
