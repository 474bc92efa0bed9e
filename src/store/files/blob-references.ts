/** Which objects the rows name: the only thing that keeps an object. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** Every column that holds the key of an object. */
export const blobColumns = [
  { table: 'voices', column: 'clip' },
  { table: 'files', column: 'blob' },
  { table: 'dataset_files', column: 'blob' },
  { table: 'calls', column: 'recording' },
  { table: 'takes', column: 'blob' },
  { table: 'books', column: 'text_blob' },
  { table: 'books', column: 'cover_blob' },
  { table: 'books', column: 'audio_blob' },
  { table: 'books', column: 'subtitles_blob' },
  { table: 'book_chapters', column: 'audio_blob' },
  { table: 'book_chapters', column: 'words_blob' },
  { table: 'book_parts', column: 'audio_blob' },
  { table: 'book_parts', column: 'words_blob' },
] as const;

/** Keys that one query asks for. */
const batchSize = 500;

/** Those of the keys that a row names. */
export async function namedBlobs(db: Kysely<Schema>, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (let from = 0; from < keys.length; from += batchSize) {
    const batch = sql.join(keys.slice(from, from + batchSize));
    for (const { table, column } of blobColumns) {
      const { rows } = await sql<{
        readonly key: string;
      }>`select ${sql.ref(column)} as key from ${sql.table(table)} where ${sql.ref(column)} in (${batch})`.execute(db);
      for (const { key } of rows) named.add(key);
    }
  }
  return named;
}
