/** Books that are read aloud: what they are, how far they are, the objects they are made of. The work itself is a job. */
import { sql, type Kysely } from 'kysely';
import { enqueueBlobDeletion, keysOfJob } from '../files/blob-deletions.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { Schema } from '../schema.ts';
import type { BookChapterRow, BookRow } from './schema.ts';

/** Kind of the job that speaks a book; its payload is a {@link BookRun}. */
export const bookJobKind = 'books.speak';

/** One time that a book is asked for. */
export interface BookRun {
  readonly organization_id: string;
  readonly book_id: string;
  readonly run: number;
}

export interface NewBook {
  readonly title: string;
  readonly author: string | null;
  readonly language: string | null;
  readonly kind: string;
  readonly source: string;
  /** Keys of objects. */
  readonly text: string;
  readonly cover: string | null;
  readonly coverType: string | null;
  readonly chapters: readonly { readonly title: string; readonly characters: number }[];
}

export interface BookStart {
  /** JSON. */
  readonly request: string;
  /** What the audio of a chapter is made with: that of another is thrown away. */
  readonly how: string;
  /** Numbers of the chapters, from 1. */
  readonly chapters: readonly number[];
  readonly apiKeyId: string;
}

/** A chapter that has been spoken. */
export type MadeChapter = {
  readonly [Name in 'how' | 'audio_blob' | 'words_blob' | 'bytes' | 'samples' | 'spoken_samples']: NonNullable<
    BookChapterRow[Name]
  >;
};

export interface FinishedBook {
  readonly audio: string;
  readonly audioBytes: number;
  readonly subtitles: string;
  readonly seconds: number;
}

export interface Books {
  /** With its chapters: call it in a transaction. */
  readonly create: (organizationId: string, book: NewBook) => Promise<BookRow>;
  readonly find: (organizationId: string, id: string) => Promise<BookRow | undefined>;
  /** Newest first. */
  readonly page: (organizationId: string, request: PageRequest) => Promise<PageOf<BookRow>>;
  /** In their order. */
  readonly chapters: (organizationId: string, id: string) => Promise<readonly BookChapterRow[]>;
  /** With the job that speaks it, in a transaction. Undefined where there is no such book, or it is being spoken. */
  readonly start: (organizationId: string, id: string, start: BookStart) => Promise<BookRow | undefined>;
  /** Ends what waits or runs; chapters that are made stay. Undefined where there is no such book or nothing to end. */
  readonly cancel: (organizationId: string, id: string) => Promise<BookRow | undefined>;
  /** With the job that deletes its objects, in a transaction. Undefined when there was none. */
  readonly remove: (organizationId: string, id: string) => Promise<BookRow | undefined>;
  /** How far a run is. False when it was cancelled, or is not the last one any more; so for the next four. */
  readonly advance: (run: BookRun, doneCharacters: number, seconds: number) => Promise<boolean>;
  readonly keepChapter: (run: BookRun, number: number, chapter: MadeChapter) => Promise<boolean>;
  /** In a transaction: the objects of the chapters are no longer needed. */
  readonly finish: (run: BookRun, book: FinishedBook) => Promise<boolean>;
  /** It goes on, and this is what keeps it for the moment. */
  readonly note: (run: BookRun, problem: string) => Promise<boolean>;
  readonly fail: (run: BookRun, error: string) => Promise<boolean>;
}

const nothingMade = {
  ...{ how: null, audio_blob: null, words_blob: null, bytes: null, samples: null, spoken_samples: null },
};

/** What the repository is made of. */
interface Parts {
  readonly db: Kysely<Schema>;
  readonly jobs: Jobs;
  /** ISO 8601. */
  readonly time: () => string;
}

function chaptersOf(db: Kysely<Schema>, organizationId: string, id: string): Promise<BookChapterRow[]> {
  return db
    .selectFrom('book_chapters')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('book_id', '=', id)
    .orderBy('number')
    .execute();
}

async function discard({ db, jobs }: Parts, keys: readonly (string | null)[]): Promise<void> {
  const given = keys.filter((key) => key !== null);
  for (let at = 0; at < given.length; at += keysOfJob) {
    await enqueueBlobDeletion(db, jobs, given.slice(at, at + keysOfJob));
  }
}

/** Takes the audio from chapters. */
async function clear(parts: Parts, chapters: readonly BookChapterRow[]): Promise<void> {
  for (const { organization_id: organizationId, book_id: id, number } of chapters) {
    await parts.db
      .updateTable('book_chapters')
      .set(nothingMade)
      .where('organization_id', '=', organizationId)
      .where('book_id', '=', id)
      .where('number', '=', number)
      .execute();
  }
  await discard(
    parts,
    chapters.flatMap((row) => [row.audio_blob, row.words_blob]),
  );
}

export function books(db: Kysely<Schema>, now: () => Date, jobs: Jobs): Books {
  const parts: Parts = { db, jobs, time: () => now().toISOString() };
  return { ...bookRows(parts), ...startOf(parts), ...bookRuns(parts) };
}

type Runs = Pick<Books, 'advance' | 'keepChapter' | 'finish' | 'note' | 'fail'>;

function bookRows(parts: Parts): Omit<Books, keyof Runs | 'start'> {
  const { db, time } = parts;
  const all = (organizationId: string) =>
    db.selectFrom('books').selectAll().where('organization_id', '=', organizationId);
  return {
    async create(organizationId, { coverType, text, cover, chapters, ...book }) {
      const row = await db
        .insertInto('books')
        .values({
          ...book,
          id: newId('book'),
          organization_id: organizationId,
          text_blob: text,
          cover_blob: cover,
          cover_type: coverType,
          status: 'ready',
          request: null,
          api_key_id: null,
          run: 0,
          error: null,
          characters: chapters.reduce((sum, { characters }) => sum + characters, 0),
          done_characters: 0,
          seconds: 0,
          audio_blob: null,
          audio_bytes: null,
          subtitles_blob: null,
          created_at: time(),
          updated_at: time(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const rows = chapters.map(({ title, characters }, index) => ({
        ...{ book_id: row.id, organization_id: organizationId, number: index + 1, title, characters, selected: 1 },
        ...nothingMade,
      }));
      for (let at = 0; at < rows.length; at += 100) {
        await db
          .insertInto('book_chapters')
          .values(rows.slice(at, at + 100))
          .execute();
      }
      return row;
    },
    find: (organizationId, id) => all(organizationId).where('id', '=', id).executeTakeFirst(),
    page: (organizationId, request) => selectPage(all(organizationId), request),
    chapters: (organizationId, id) => chaptersOf(db, organizationId, id),
    cancel: (organizationId, id) =>
      db
        .updateTable('books')
        .set({ status: 'cancelled', updated_at: time() })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('status', 'in', ['queued', 'speaking'])
        .returningAll()
        .executeTakeFirst(),
    async remove(organizationId, id) {
      const chapters = await chaptersOf(db, organizationId, id);
      const row = await db
        .deleteFrom('books')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      await discard(parts, [row.text_blob, row.cover_blob, row.audio_blob, row.subtitles_blob]);
      await discard(
        parts,
        chapters.flatMap((row) => [row.audio_blob, row.words_blob]),
      );
      return row;
    },
  };
}

function startOf(parts: Parts): Pick<Books, 'start'> {
  const { db, jobs, time } = parts;
  const all = (organizationId: string) =>
    db.selectFrom('books').selectAll().where('organization_id', '=', organizationId);
  return {
    async start(organizationId, id, { request, how, chapters, apiKeyId }) {
      const before = await all(organizationId)
        .where('id', '=', id)
        .where('status', 'not in', ['queued', 'speaking'])
        .executeTakeFirst();
      if (before === undefined) return undefined;
      const wanted = new Set(chapters);
      const rows = await chaptersOf(db, organizationId, id);
      const selected = rows.filter(({ number }) => wanted.has(number));
      await clear(
        parts,
        rows.filter((row) => row.how !== null && (row.how !== how || !wanted.has(row.number))),
      );
      await db
        .updateTable('book_chapters')
        .set({ selected: sql<number>`case when number in (${sql.join(chapters)}) then 1 else 0 end` })
        .where('organization_id', '=', organizationId)
        .where('book_id', '=', id)
        .execute();
      const row = await db
        .updateTable('books')
        .set({
          ...{ status: 'queued', request, api_key_id: apiKeyId, run: before.run + 1, error: null },
          characters: selected.reduce((sum, { characters }) => sum + characters, 0),
          ...{
            done_characters: 0,
            seconds: 0,
            audio_blob: null,
            audio_bytes: null,
            subtitles_blob: null,
            updated_at: time(),
          },
        })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('run', '=', before.run)
        .where('status', 'not in', ['queued', 'speaking'])
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      await discard(parts, [before.audio_blob, before.subtitles_blob]);
      const payload: BookRun = { organization_id: organizationId, book_id: id, run: row.run };
      await jobs.enqueue({ kind: bookJobKind, payload });
      return row;
    },
  };
}

function bookRuns(parts: Parts): Runs {
  const { db, time } = parts;
  const running = ({ organization_id: organizationId, book_id: id, run }: BookRun) =>
    db
      .updateTable('books')
      .set({ updated_at: time() })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('run', '=', run)
      .where('status', 'in', ['queued', 'speaking']);
  return {
    async advance(run, doneCharacters, seconds) {
      const { numUpdatedRows } = await running(run)
        .set({ status: 'speaking', done_characters: doneCharacters, seconds, error: null })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async keepChapter(run, number, chapter) {
      const { numUpdatedRows } = await running(run).executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await db
        .updateTable('book_chapters')
        .set(chapter)
        .where('organization_id', '=', run.organization_id)
        .where('book_id', '=', run.book_id)
        .where('number', '=', number)
        .execute();
      return true;
    },
    async finish(run, { audio, audioBytes, subtitles, seconds }) {
      const row = await running(run)
        .set({
          status: 'completed',
          error: null,
          audio_blob: audio,
          audio_bytes: audioBytes,
          subtitles_blob: subtitles,
          seconds,
        })
        .set({ done_characters: sql<number>`characters` })
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) return false;
      const chapters = await chaptersOf(db, run.organization_id, run.book_id);
      await clear(
        parts,
        chapters.filter(({ how }) => how !== null),
      );
      return true;
    },
    async note(run, problem) {
      const { numUpdatedRows } = await running(run).set({ error: problem }).executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async fail(run, error) {
      const { numUpdatedRows } = await running(run).set({ status: 'failed', error }).executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
