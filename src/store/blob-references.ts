/** Which objects the rows name: the only thing that keeps an object. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Every column that holds the key of an object. */
export const blobColumns = [
  { table: 'voices', column: 'clip' },
  { table: 'files', column: 'blob' },
  { table: 'dataset_files', column: 'blob' },
] as const;

/** Those of the keys that a row names. */
export async function namedBlobs(db: Kysely<Schema>, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  if (keys.length === 0) return named;
  for (const { table, column } of blobColumns) {
    const { rows } = await sql<{ readonly key: string }>`select ${sql.ref(column)} as key from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(keys)})`.execute(db);
    for (const { key } of rows) named.add(key);
  }
  return named;
}
