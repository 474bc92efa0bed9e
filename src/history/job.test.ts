/** The sweep of histories: what is too old, too much, or without an owner goes, with its objects and in small steps. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blobDeletionJobKind, type NewTake, type Store, type TakeOwner } from '../store/index.ts';
import { databases, using } from '../store/testing.ts';
import { forgetTakes } from './job.ts';

const job = { id: 'job', kind: 'takes.forget', payload: null, attempt: 1 };
const day = 86_400_000;

function take(text: string): NewTake {
  return {
    ...({ origin: 'speak', title: null, voice_id: null, voice_name: 'Sadie', model_id: null, language: null } as const),
    ...{ container: 'wav', seconds: 1, size: 1000, blob: `takes/${text}`, settings: '', text, words: '' },
  };
}

async function memberOf(store: Store, email: string): Promise<TakeOwner> {
  const first = await store.organizations.first();
  const { id: organizationId } = first ?? (await store.organizations.create('Ours'));
  const { id: userId } = await store.users.create({ organizationId, role: 'member', email });
  return { organizationId, userId };
}

async function texts(store: Store, owner: TakeOwner): Promise<readonly string[]> {
  return (await store.takes.page(owner, { limit: 100 })).rows.map(({ excerpt }) => excerpt);
}

async function objectsToGo({ database: { db } }: Store): Promise<number> {
  const rows = await db.selectFrom('jobs').select('payload').where('kind', '=', blobDeletionJobKind).execute();
  return rows.flatMap(({ payload }) => (JSON.parse(payload) as { keys: string[] }).keys).length;
}

for (const [name, database] of Object.entries(databases)) {
  describe(`the sweep of histories on ${name}`, () => {
    it('removes what is older than the days and has no star, however much it is', () => {
      let time = Date.parse('2026-01-01');
      return using(
        database,
        async (store) => {
          const owner = await memberOf(store, 'a@example.org');
          const starred = await store.takes.create(owner, take('with a star'));
          await store.transaction(({ takes }) => takes.update(owner, starred.id, { starred: true }));
          for (let number = 0; number < 230; number++) await store.takes.create(owner, take(`old ${number}`));
          time += 5 * day;
          await store.takes.create(owner, take('new'));
          time += 5 * day;
          await forgetTakes(store, { days: 7, bytes: 1e9 }, () => time)(job, { signal: new AbortController().signal });
          assert.deepEqual(await texts(store, owner), ['new', 'with a star']);
          assert.equal(await objectsToGo(store), 230);
        },
        { now: () => new Date(time) },
      );
    });

    it('removes the oldest of whoever has too much, and what people who left have', () => {
      let time = Date.parse('2026-01-01');
      return using(
        database,
        async (store) => {
          const [much, little, left] = [
            await memberOf(store, 'a@example.org'),
            await memberOf(store, 'b@example.org'),
            await memberOf(store, 'c@example.org'),
          ];
          for (const text of ['1', '2', '3']) await store.takes.create(much, take(text));
          await store.takes.create(little, take('little'));
          await store.takes.create(left, take('left'));
          await store.users.remove(left.organizationId, left.userId);
          await forgetTakes(store, { days: 7, bytes: 2500 }, () => time)(job, { signal: new AbortController().signal });
          assert.deepEqual(await texts(store, much), ['3', '2']);
          assert.deepEqual(await texts(store, little), ['little']);
          assert.deepEqual(await texts(store, left), []);
          // Switched off, it leaves to members what they have.
          time += 100 * day;
          await forgetTakes(store, { days: 0, bytes: 2500 }, () => time)(job, { signal: new AbortController().signal });
          assert.deepEqual(await texts(store, much), ['3', '2']);
        },
        { now: () => new Date((time += 1000)) },
      );
    });

    it('stops between two steps when the server does, and leaves whole takes', () =>
      using(database, async (store) => {
        const owner = await memberOf(store, 'a@example.org');
        await store.takes.create(owner, take('old'));
        const signal = AbortSignal.abort(new Error('the server stops'));
        const later = () => Date.now() + 30 * day;
        await assert.rejects(async () => forgetTakes(store, { days: 1, bytes: 1 }, later)(job, { signal }), /stops/);
        assert.deepEqual([await texts(store, owner), await objectsToGo(store)], [['old'], 0]);
      }));
  });
}
