/** Books that are read aloud: what they are, how far they are, the objects they are made of. The work itself is a job. */
import type { Kysely } from 'kysely';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { Schema } from '../schema.ts';
import { blobsOf, chaptersOf, discard, nothingMade, partsOf, type Means } from './means.ts';
import { bookRuns, type BookRun, type Runs } from './runs.ts';
import type { BookChapterRow, BookPartRow, BookRow } from './schema.ts';
import { bookStart } from './start.ts';

export { bookJobKind, type BookRun } from './runs.ts';

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

/** A part of a chapter that has been spoken. */
export type MadePart = Omit<BookPartRow, 'book_id' | 'organization_id'>;

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
  /** Of chapters that are not whole, in their order. */
  readonly parts: (organizationId: string, id: string) => Promise<readonly BookPartRow[]>;
  /**
   * With the job that speaks it, in a transaction. A completed book whose audio was made for the same request and chapters stays as it
   * is. Undefined where there is no such book, or it is being spoken.
   */
  readonly start: (organizationId: string, id: string, start: BookStart) => Promise<BookRow | undefined>;
  /** Ends what waits or runs; chapters that are made stay. Undefined where there is no such book or nothing to end. */
  readonly cancel: (organizationId: string, id: string) => Promise<BookRow | undefined>;
  /** With the job that deletes its objects, in a transaction. Undefined when there was none. */
  readonly remove: (organizationId: string, id: string) => Promise<BookRow | undefined>;
  /** How far a run is. False when it was cancelled, or is not the last one any more; so for the next five. */
  readonly advance: (run: BookRun, doneCharacters: number, seconds: number) => Promise<boolean>;
  /** In a transaction: the objects of its parts are no longer needed. */
  readonly keepChapter: (run: BookRun, number: number, chapter: MadeChapter) => Promise<boolean>;
  /** In a transaction. False as well where it is kept already. */
  readonly keepPart: (run: BookRun, part: MadePart) => Promise<boolean>;
  /** In a transaction: the objects of the chapters are no longer needed, nor is the audio of the request before. */
  readonly finish: (run: BookRun, book: FinishedBook) => Promise<boolean>;
  /** It goes on, and this is what keeps it for the moment. */
  readonly note: (run: BookRun, problem: string) => Promise<boolean>;
  readonly fail: (run: BookRun, error: string) => Promise<boolean>;
}

export function books(db: Kysely<Schema>, now: () => Date, jobs: Jobs): Books {
  const means: Means = { db, jobs, time: () => now().toISOString() };
  return { ...bookRows(means), ...bookStart(means), ...bookRuns(means) };
}

function bookRows(means: Means): Omit<Books, keyof Runs | 'start'> {
  const { db, time } = means;
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
          how: null,
          api_key_id: null,
          run: 0,
          error: null,
          characters: chapters.reduce((sum, { characters }) => sum + characters, 0),
          done_characters: 0,
          seconds: 0,
          audio_blob: null,
          audio_request: null,
          audio_run: null,
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
    parts: (organizationId, id) => partsOf(db, organizationId, id),
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
      const made = [...(await chaptersOf(db, organizationId, id)), ...(await partsOf(db, organizationId, id))];
      const row = await db
        .deleteFrom('books')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      await discard(means, [row.text_blob, row.cover_blob, row.audio_blob, row.subtitles_blob, ...blobsOf(made)]);
      return row;
    },
  };
}
