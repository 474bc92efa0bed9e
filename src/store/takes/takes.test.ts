/** The rows of histories, on each database: each member's own, found by text, within limits, gone with their objects. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blobDeletionJobKind, type NewTake, type Store, type TakeOwner, type TakeRow } from '../index.ts';
import { databases, using } from '../testing.ts';

function take(text: string, more: Partial<NewTake> = {}): NewTake {
  return {
    ...({
      origin: 'speak',
      title: null,
      voice_id: 'voice_1',
      voice_name: 'Sadie',
      model_id: null,
      language: 'en',
    } as const),
    ...{ container: 'wav', seconds: 1.5, size: 1000, blob: `takes/${text}`, settings: '{}', text, words: '[]' },
    ...more,
  };
}

/** Two members of one organization. */
async function twoMembers(store: Store): Promise<readonly [TakeOwner, TakeOwner]> {
  const { id: organizationId } = await store.organizations.create('Ours');
  const [one, other] = await Promise.all(
    ['a@example.org', 'b@example.org'].map((email) => store.users.create({ organizationId, role: 'member', email })),
  );
  return [
    { organizationId, userId: one!.id },
    { organizationId, userId: other!.id },
  ];
}

/** Objects that jobs are to delete. */
async function objectsToGo({ database: { db } }: Store): Promise<readonly string[]> {
  const rows = await db.selectFrom('jobs').select('payload').where('kind', '=', blobDeletionJobKind).execute();
  return rows.flatMap(({ payload }) => (JSON.parse(payload) as { keys: string[] }).keys).sort();
}

/** A second later with each look. */
function ticking(from = '2026-01-01') {
  let time = Date.parse(from);
  return { now: () => new Date((time += 1000)) };
}

async function texts(store: Store, owner: TakeOwner, filter: object = {}): Promise<readonly string[]> {
  return (await store.takes.page(owner, { limit: 100, ...filter })).rows.map(({ excerpt }) => excerpt);
}

for (const [name, database] of Object.entries(databases)) {
  describe(`takes on ${name}`, () => {
    it('belong to one member: another one of the same organization neither sees nor changes them', () =>
      using(database, async (store) => {
        const [mine, theirs] = await twoMembers(store);
        const made = await store.takes.create(mine, take('Hello', { words: '[["Hello",0,1]]' }));
        assert.match(made.id, /^take_\w{22}$/);
        assert.deepEqual(await store.takes.find(mine, made.id), made);
        assert.equal(made.bytes, 1000 + 'Hello'.length + made.words.length + '{}'.length);
        assert.equal(await store.takes.find(theirs, made.id), undefined);
        assert.deepEqual(await texts(store, theirs), []);
        await store.transaction(async ({ takes }) => {
          assert.equal(await takes.update(theirs, made.id, { starred: true }), undefined);
          assert.equal(await takes.remove(theirs, made.id), false);
          assert.equal(await takes.removeSome(theirs), 0);
          assert.equal(await takes.trim(theirs, 0), 0);
        });
        assert.deepEqual(await store.takes.find(mine, made.id), made);
        assert.deepEqual(await objectsToGo(store), []);
      }));

    it('are listed newest first in pages, and found by text, title, voice and star', () =>
      using(
        database,
        async (store) => {
          const [mine] = await twoMembers(store);
          const rows: TakeRow[] = [];
          for (const text of ['Élan vital', '50% off_', 'The third one']) {
            rows.push(await store.takes.create(mine, take(text)));
          }
          await store.takes.create(mine, take('With another voice', { voice_id: 'voice_2', voice_name: 'Jörg' }));
          assert.deepEqual(await texts(store, mine), ['With another voice', 'The third one', '50% off_', 'Élan vital']);
          assert.deepEqual(await texts(store, mine, { limit: 1, starting_after: rows[1]!.id }), ['Élan vital']);
          assert.deepEqual(await texts(store, mine, { q: 'elan' }), ['Élan vital']);
          assert.deepEqual(await texts(store, mine, { q: '0%' }), ['50% off_']);
          assert.deepEqual(await texts(store, mine, { q: 'jorg' }), ['With another voice']);
          assert.deepEqual(await texts(store, mine, { voiceId: 'voice_2' }), ['With another voice']);
          await store.transaction(({ takes }) => takes.update(mine, rows[2]!.id, { starred: true, title: 'Größe' }));
          assert.deepEqual(await texts(store, mine, { starred: true }), ['The third one']);
          assert.deepEqual(await texts(store, mine, { q: 'grosse' }), []);
          assert.deepEqual(await texts(store, mine, { q: 'GRÖßE' }), ['The third one']);
          assert.deepEqual(await store.takes.voices(mine), [
            { id: 'voice_2', name: 'Jörg' },
            { id: 'voice_1', name: 'Sadie' },
          ]);
        },
        ticking(),
      ));

    it('keep a long text whole, of which lists have the beginning', () =>
      using(database, async (store) => {
        const [mine] = await twoMembers(store);
        const long = `${'word '.repeat(10_000)}end`;
        const { id } = await store.takes.create(mine, take(long, { blob: 'takes/long' }));
        assert.equal((await store.takes.find(mine, id))!.text, long);
        const [listed] = (await store.takes.page(mine, { limit: 1 })).rows;
        assert.equal(listed!.excerpt, long.slice(0, 300));
        assert.ok(!('text' in listed!) && !('words' in listed!));
      }));

    it('make room by the oldest without a star, never by the one to spare', () =>
      using(
        database,
        async (store) => {
          const [mine, theirs] = await twoMembers(store);
          const rows: TakeRow[] = [];
          for (const text of ['one', 'two', 'three', 'four']) rows.push(await store.takes.create(mine, take(text)));
          await store.takes.create(theirs, take('theirs'));
          const each = rows[0]!.bytes;
          await store.transaction(({ takes }) => takes.update(mine, rows[0]!.id, { starred: true }));
          assert.equal(await store.transaction(({ takes }) => takes.trim(mine, 4 * each + 10)), 0);
          assert.equal(await store.transaction(({ takes }) => takes.trim(mine, 2 * each + 10)), 2);
          assert.deepEqual(await texts(store, mine), ['four', 'one']);
          assert.deepEqual(await objectsToGo(store), ['takes/three', 'takes/two']);
          assert.equal(await store.transaction(({ takes }) => takes.trim(mine, 0, rows[3]!.id)), 0);
          assert.deepEqual(await store.takes.above(each + 10), [mine]);
          assert.deepEqual(await store.takes.sums(mine), { takes: 2, bytes: rows[0]!.bytes + rows[3]!.bytes });
          assert.equal(await store.takes.starredBytes(mine), rows[0]!.bytes);
          assert.deepEqual(await texts(store, theirs), ['theirs']);
        },
        ticking(),
      ));

    it('go by age unless they have a star, and with the membership', () =>
      using(
        database,
        async (store) => {
          const [mine, theirs] = await twoMembers(store);
          const old = await store.takes.create(mine, take('old'));
          const starred = await store.takes.create(mine, take('starred'));
          await store.transaction(({ takes }) => takes.update(mine, starred.id, { starred: true }));
          const kept = await store.takes.create(mine, take('new'));
          assert.equal(await store.transaction(({ takes }) => takes.removeOld(new Date(kept.created_at))), 1);
          assert.deepEqual(await texts(store, mine), ['new', 'starred']);
          assert.deepEqual(await objectsToGo(store), [old.blob]);
          await store.takes.create(theirs, take('of who leaves'));
          assert.equal(await store.transaction(({ takes }) => takes.removeLeft()), 0);
          await store.users.remove(theirs.organizationId, theirs.userId);
          assert.equal(await store.transaction(({ takes }) => takes.removeLeft()), 1);
          assert.deepEqual(await texts(store, mine), ['new', 'starred']);
        },
        ticking(),
      ));

    it('go a hundred at a time with their objects, and only in a transaction', () =>
      using(database, async (store) => {
        const [mine] = await twoMembers(store);
        for (let number = 0; number < 130; number++) await store.takes.create(mine, take(`take ${number}`));
        await assert.rejects(store.takes.removeSome(mine), /in a transaction/);
        const removed = () => store.transaction(({ takes }) => takes.removeSome(mine));
        assert.deepEqual([await removed(), await removed(), await removed()], [100, 30, 0]);
        assert.equal(new Set(await objectsToGo(store)).size, 130);
      }));

    it('are wanted unless the member has said no; nobody else has a say', () =>
      using(database, async (store) => {
        const [mine, theirs] = await twoMembers(store);
        assert.equal(await store.takes.isWanted(mine), true);
        await store.takes.setWanted(mine, false);
        assert.equal(await store.takes.isWanted(mine), false);
        assert.equal(await store.takes.isWanted(theirs), true);
        await store.takes.setWanted(mine, true);
        assert.equal(await store.takes.isWanted(mine), true);
        assert.equal(await store.takes.isWanted({ ...mine, userId: 'nobody' }), undefined);
      }));
  });
}
