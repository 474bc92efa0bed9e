import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../errors/service-error.ts';
import type { Store } from './index.ts';
import { selectPage, type PageRequest } from './page.ts';
import { databases, using } from './testing.ts';

/** Eleven rows of one table; several share their time, so that only the id tells them apart. */
const rows = ['a1', 'b1', 'B1', 'c2', 'd2', 'e3', 'f3', 'g3', 'h4', 'i5', 'j5'];
const newestFirst = [...rows].sort((a, b) => Number(b[1]) - Number(a[1]) || (a < b ? 1 : -1));

async function fill({ database: { db } }: Store): Promise<void> {
  for (const id of rows) {
    await db
      .insertInto('organizations')
      .values({ id, name: id === 'e3' ? 'other' : 'same', created_at: `2026-01-0${id[1]}T00:00:00.000Z` })
      .execute();
  }
}

async function page({ database: { db } }: Store, request: PageRequest, name?: string) {
  let query = db.selectFrom('organizations').selectAll();
  if (name !== undefined) query = query.where('name', '=', name);
  const { rows: found, hasMore } = await selectPage(query, request);
  return { ids: found.map(({ id }) => id), hasMore };
}

function refuses(path: string) {
  return (error: unknown) =>
    error instanceof ServiceError && error.status === 400 && error.message.endsWith(`→ at ${path}`);
}

for (const [name, database] of Object.entries(databases)) {
  describe(`a page on ${name}`, () => {
    it('begins with the newest row, and where times are equal with the greatest id', () =>
      using(database, async (store) => {
        await fill(store);
        assert.deepEqual(await page(store, { limit: 4 }), { ids: ['j5', 'i5', 'h4', 'g3'], hasMore: true });
      }));

    it('after page gives every row once, whatever the size of the pages', () =>
      using(database, async (store) => {
        await fill(store);
        for (const limit of [1, 2, 3, 10, 11, 12]) {
          const walked: string[] = [];
          for (let more = true, after: string | undefined; more; after = walked.at(-1)) {
            const { ids, hasMore } = await page(store, { limit, starting_after: after });
            walked.push(...ids);
            assert.equal(hasMore, walked.length < rows.length);
            more = hasMore;
          }
          assert.deepEqual(walked, newestFirst);
        }
      }));

    it('gives the rows before a cursor in the same order, nearest ones first', () =>
      using(database, async (store) => {
        await fill(store);
        assert.deepEqual(await page(store, { limit: 3, ending_before: 'd2' }), {
          ids: ['g3', 'f3', 'e3'],
          hasMore: true,
        });
        const walked: string[] = [];
        for (let before = newestFirst.at(-1)!; ;) {
          const { ids, hasMore } = await page(store, { limit: 2, ending_before: before });
          walked.unshift(...ids);
          if (!hasMore) break;
          before = ids[0]!;
        }
        assert.deepEqual(walked, newestFirst.slice(0, -1));
      }));

    it('is empty behind the last row and before the first, and says that nothing follows', () =>
      using(database, async (store) => {
        await fill(store);
        assert.deepEqual(await page(store, { limit: 5, starting_after: newestFirst.at(-1) }), {
          ids: [],
          hasMore: false,
        });
        assert.deepEqual(await page(store, { limit: 5, ending_before: newestFirst[0] }), { ids: [], hasMore: false });
      }));

    it('says that more follows only when it does', () =>
      using(database, async (store) => {
        await fill(store);
        assert.equal((await page(store, { limit: 11 })).hasMore, false);
        assert.equal((await page(store, { limit: 10 })).hasMore, true);
        assert.equal((await page(store, { limit: 5, ending_before: newestFirst[5] })).hasMore, false);
      }));

    it('keeps its place while rows come and go', () =>
      using(database, async (store) => {
        await fill(store);
        const { ids } = await page(store, { limit: 3 });
        const { db } = store.database;
        await db
          .insertInto('organizations')
          .values({ id: 'new', name: 'same', created_at: '2026-02-01T00:00:00.000Z' })
          .execute();
        await db.deleteFrom('organizations').where('id', '=', ids[0]!).execute();
        assert.deepEqual((await page(store, { limit: 3, starting_after: ids[2] })).ids, newestFirst.slice(3, 6));
      }));

    it('refuses a cursor that no row of the list has, naming the field', () =>
      using(database, async (store) => {
        await fill(store);
        await assert.rejects(page(store, { limit: 5, starting_after: 'unknown' }), refuses('starting_after'));
        await assert.rejects(page(store, { limit: 5, ending_before: 'unknown' }), refuses('ending_before'));
        await assert.rejects(page(store, { limit: 5, starting_after: 'e3' }, 'same'), refuses('starting_after'));
        await assert.rejects(
          page(store, { limit: 5, starting_after: 'a1', ending_before: 'b1' }),
          refuses('ending_before'),
        );
      }));
  });
}
