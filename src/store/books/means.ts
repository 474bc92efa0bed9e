/** What the repositories of books have in common. */
import type { ExpressionBuilder, Kysely, SqlBool, Expression } from 'kysely';
import { enqueueBlobDeletion, keysOfJob } from '../files/blob-deletions.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Schema } from '../schema.ts';
import type { BookChapterRow, BookPartRow } from './schema.ts';

/** What the repository is made of. */
export interface Means {
  readonly db: Kysely<Schema>;
  readonly jobs: Jobs;
  /** ISO 8601. */
  readonly time: () => string;
}

/** Of a book. */
export interface BookKey {
  readonly organization_id: string;
  readonly book_id: string;
}

/** Of a chapter without audio. */
export const nothingMade = {
  ...{ how: null, audio_blob: null, words_blob: null, bytes: null, samples: null, spoken_samples: null },
};

export function chaptersOf(db: Kysely<Schema>, organizationId: string, id: string): Promise<BookChapterRow[]> {
  return db
    .selectFrom('book_chapters')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('book_id', '=', id)
    .orderBy('number')
    .execute();
}

export function partsOf(db: Kysely<Schema>, organizationId: string, id: string): Promise<BookPartRow[]> {
  return db
    .selectFrom('book_parts')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('book_id', '=', id)
    .orderBy('chapter')
    .orderBy('number')
    .execute();
}

export function blobsOf(
  rows: readonly { readonly audio_blob: string | null; readonly words_blob: string | null }[],
): (string | null)[] {
  return rows.flatMap((row) => [row.audio_blob, row.words_blob]);
}

export async function discard({ db, jobs }: Means, keys: readonly (string | null)[]): Promise<void> {
  const given = keys.filter((key) => key !== null);
  for (let at = 0; at < given.length; at += keysOfJob) {
    await enqueueBlobDeletion(db, jobs, given.slice(at, at + keysOfJob));
  }
}

type Which<Table extends 'book_chapters' | 'book_parts'> = (
  builder: ExpressionBuilder<Schema, Table>,
) => Expression<SqlBool>;

/** Takes the audio from those chapters of a book that have any. One statement, however many they are. */
export async function clearChapters(means: Means, book: BookKey, which?: Which<'book_chapters'>): Promise<void> {
  const rows = await means.db
    .selectFrom('book_chapters')
    .select(['audio_blob', 'words_blob'])
    .where('organization_id', '=', book.organization_id)
    .where('book_id', '=', book.book_id)
    .where('how', 'is not', null)
    .$if(which !== undefined, (query) => query.where(which!))
    .execute();
  if (rows.length === 0) return;
  await means.db
    .updateTable('book_chapters')
    .set(nothingMade)
    .where('organization_id', '=', book.organization_id)
    .where('book_id', '=', book.book_id)
    .where('how', 'is not', null)
    .$if(which !== undefined, (query) => query.where(which!))
    .execute();
  await discard(means, blobsOf(rows));
}

/** Removes those parts of a book. */
export async function clearParts(means: Means, book: BookKey, which?: Which<'book_parts'>): Promise<void> {
  const rows = await means.db
    .deleteFrom('book_parts')
    .where('organization_id', '=', book.organization_id)
    .where('book_id', '=', book.book_id)
    .$if(which !== undefined, (query) => query.where(which!))
    .returning(['audio_blob', 'words_blob'])
    .execute();
  await discard(means, blobsOf(rows));
}
