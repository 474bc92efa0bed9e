import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BookRow, Store } from '../index.ts';
import { databases, using } from '../testing.ts';
import type { BookStart } from './contract.ts';

async function bookOf(store: Store, chapters: number): Promise<BookRow> {
  const { id: organizationId } = await store.organizations.create('Ours');
  return store.transaction(
    ({ books }) =>
      books.create(organizationId, {
        ...{
          title: 'Book',
          author: null,
          language: null,
          kind: 'markdown',
          source: 'a.md',
          text: `books/${organizationId}`,
        },
        ...{ cover: null, coverType: null },
        chapters: Array.from({ length: chapters }, () => ({ title: 'One', characters: 2 })),
      }),
    'locked',
  );
}

function from(first: number, length: number): number[] {
  return Array.from({ length }, (_, index) => first + index);
}

function asked(name: string, chapters: readonly number[]): BookStart {
  return { request: name, how: name, engine: 'fake', chapters, apiKeyId: 'key' };
}

function startOf(store: Store, { organization_id: organizationId, id }: BookRow, start: BookStart) {
  return store.transaction(({ books }) => books.start(organizationId, id, start), 'locked');
}

async function selectedOf(store: Store, { organization_id: organizationId, id }: BookRow): Promise<number[]> {
  const chapters = await store.books.chapters(organizationId, id);
  return chapters.filter(({ selected }) => selected === 1).map(({ number }) => number);
}

/** What jobs are to delete. */
async function deletions({ database: { db } }: Store): Promise<string> {
  const rows = await db.selectFrom('jobs').select('payload').where('kind', '=', 'blobs.delete').execute();
  return rows.map(({ payload }) => payload).join();
}

const made = { bytes: 1, samples: 1, spoken_samples: 1 };

async function finish(store: Store, book: BookRow, run: number, name: string): Promise<boolean> {
  const wanted = { organization_id: book.organization_id, book_id: book.id, run };
  const finished = { audio: `${name}.audio`, audioBytes: 1, subtitles: `${name}.cues`, seconds: 1 };
  return store.transaction(({ books }) => books.finish(wanted, finished), 'locked');
}

for (const [name, database] of Object.entries(databases)) {
  describe(`books on ${name}`, () => {
    it('begins one of two starts at once, with its own chapters', { timeout: 60_000 }, () =>
      using(database, async (store) => {
        const wanted: Readonly<Record<string, number[]>> = { A: from(1, 100), B: from(151, 50) };
        for (let round = 0; round < 15; round++) {
          const book = await bookOf(store, 200);
          const answers = await Promise.all(
            Object.entries(wanted).map(([request, chapters]) => startOf(store, book, asked(request, chapters))),
          );
          assert.equal(answers.filter((answer) => answer !== undefined).length, 1);
          const row = (await store.books.find(book.organization_id, book.id))!;
          assert.deepEqual(await selectedOf(store, book), wanted[row.request!]);
          assert.deepEqual([row.run, row.characters], [1, 2 * wanted[row.request!]!.length]);
        }
      }),
    );

    it('starts more chapters than a statement has room for values', { timeout: 60_000 }, () =>
      using(database, async (store) => {
        const book = await bookOf(store, 33_000);
        const row = await startOf(store, book, asked('A', from(1, 32_900)));
        assert.deepEqual([row?.status, row?.characters], ['queued', 65_800]);
        assert.equal((await selectedOf(store, book)).length, 32_900);
      }),
    );

    it('gives a completed book back for the same request, and keeps its audio until that of another is finished', () =>
      using(database, async (store) => {
        const book = await bookOf(store, 3);
        const { organization_id: organizationId, id } = book;
        await startOf(store, book, asked('A', [1, 3]));
        assert.equal(await finish(store, book, 1, 'A'), true);
        const same = (await startOf(store, book, asked('A', [3, 1])))!;
        assert.deepEqual([same.status, same.run, same.audio_blob], ['completed', 1, 'A.audio']);
        const other = (await startOf(store, book, asked('A', [1])))!;
        assert.deepEqual([other.status, other.run, other.audio_blob, other.audio_run], ['queued', 2, 'A.audio', 1]);
        await store.books.cancel(organizationId, id);
        const again = (await startOf(store, book, asked('B', [1])))!;
        assert.deepEqual([again.run, again.audio_blob, again.audio_request], [3, 'A.audio', 'A']);
        assert.equal(await finish(store, book, 3, 'B'), true);
        const done = (await store.books.find(organizationId, id))!;
        assert.deepEqual([done.audio_blob, done.audio_request, done.audio_run], ['B.audio', 'B', 3]);
        const gone = await deletions(store);
        assert.match(gone, /A\.audio/);
        assert.doesNotMatch(gone, /B\.audio/);
      }));

    it('goes on in another way without what was made before, as long as the run is wanted', () =>
      using(database, async (store) => {
        const book = await bookOf(store, 2);
        const { organization_id: organizationId, id } = book;
        const run = { organization_id: organizationId, book_id: id, run: 1 };
        const renew = () => store.transaction(({ books }) => books.renew(run, { how: 'B', engine: 'other' }), 'locked');
        await startOf(store, book, asked('A', [1, 2]));
        await store.transaction(async ({ books }) => {
          const whole = { audio_blob: 'one.audio', words_blob: 'one.words', ...made };
          await books.keepChapter(run, 1, { how: 'A', ...whole });
          const part = { chapter: 2, number: 1, characters: 1, audio_blob: 'two.audio', words_blob: 'two.words' };
          await books.keepPart(run, { how: 'A', ...part, ...made });
        }, 'locked');
        assert.equal(await renew(), true);
        const { how, engine } = (await store.books.find(organizationId, id))!;
        const [one] = await store.books.chapters(organizationId, id);
        assert.deepEqual(
          [how, engine, one?.how, await store.books.parts(organizationId, id)],
          ['B', 'other', null, []],
        );
        const gone = await deletions(store);
        for (const key of ['one.audio', 'one.words', 'two.audio', 'two.words']) assert.ok(gone.includes(key), key);
        await store.books.cancel(organizationId, id);
        assert.equal(await renew(), false);
      }));

    it('removes the objects of a part that is kept meanwhile', { timeout: 60_000 }, () =>
      using(database, async (store) => {
        let kept = 0;
        for (let round = 0; round < 30; round++) {
          const book = await bookOf(store, 1);
          const { organization_id: organizationId, id } = book;
          const run = { organization_id: organizationId, book_id: id, run: 1 };
          await startOf(store, book, asked('A', [1]));
          const keep = (number: number) => {
            const keys = { audio_blob: `${id}.${number}.audio`, words_blob: `${id}.${number}.words` };
            const part = { chapter: 1, number, characters: 1, how: 'A', ...keys, ...made };
            return store.transaction(({ books }) => books.keepPart(run, part), 'locked');
          };
          const remove = () => store.transaction(({ books }) => books.remove(organizationId, id), 'locked');
          const removed = keep(1).then(remove);
          const answers = await Promise.all([2, 3, 4, 5].map(keep));
          await removed;
          const gone = await deletions(store);
          for (const [index, isKept] of [true, ...answers].entries()) {
            if (isKept) assert.ok(gone.includes(`${id}.${index + 1}.audio`), `part ${index + 1}`);
            kept += Number(isKept);
          }
        }
        assert.ok(kept > 30, `${kept} parts`);
      }),
    );

    it('keeps a part once, and removes it with its chapter, with another request and with the book', () =>
      using(database, async (store) => {
        const book = await bookOf(store, 2);
        const { organization_id: organizationId, id } = book;
        const run = { organization_id: organizationId, book_id: id, run: 1 };
        const part = (chapter: number, number: number) => ({
          ...{ chapter, number, characters: 1, how: 'A', ...made },
          ...{ audio_blob: `${chapter}.${number}.audio`, words_blob: `${chapter}.${number}.words` },
        });
        const keep = (chapter: number, number: number) =>
          store.transaction(({ books }) => books.keepPart(run, part(chapter, number)), 'locked');
        const kept = async () => (await store.books.parts(organizationId, id)).map((row) => [row.chapter, row.number]);
        await startOf(store, book, asked('A', [1, 2]));
        assert.deepEqual(
          [await keep(2, 2), await keep(2, 1), await keep(1, 1), await keep(1, 1)],
          [true, true, true, false],
        );
        assert.deepEqual(await kept(), [
          [1, 1],
          [2, 1],
          [2, 2],
        ]);
        const whole = { how: 'A', audio_blob: 'whole.audio', words_blob: 'whole.words', ...made };
        await store.transaction(({ books }) => books.keepChapter(run, 1, whole), 'locked');
        assert.deepEqual(await kept(), [
          [2, 1],
          [2, 2],
        ]);
        await store.books.cancel(organizationId, id);
        assert.equal(await keep(2, 3), false);
        await startOf(store, book, asked('A', [2]));
        assert.deepEqual(await kept(), [
          [2, 1],
          [2, 2],
        ]);
        await store.books.cancel(organizationId, id);
        await startOf(store, book, asked('B', [2]));
        assert.deepEqual(await kept(), []);
        const gone = await deletions(store);
        for (const key of ['1.1.audio', '2.1.words', '2.2.audio', 'whole.audio']) assert.ok(gone.includes(key), key);
      }));
  });
}
