import { Migrator, type Migration } from 'kysely/migration';
import { sql, type Kysely } from 'kysely';
import type { DatabaseAdapter } from '../adapter.ts';
import type { Schema } from '../schema.ts';
import { organizations } from './0001-organizations.ts';
import { resources } from './0002-resources.ts';
import { clipTranscripts } from './0003-clip-transcripts.ts';
import { webhookLines } from './0004-webhook-lines.ts';
import { requestLog } from './0005-request-log.ts';
import { deletedDatasets } from './0008-deleted-datasets.ts';

/** Run in the order of their names. A migration that has been released is never changed. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-organizations': organizations,
  '0002-resources': resources,
  '0003-clip-transcripts': clipTranscripts,
  '0004-webhook-lines': webhookLines,
  '0005-request-log': requestLog,
  '0008-deleted-datasets': deletedDatasets,
};

/** The state of the schema that this version reads and writes. */
export const newestMigration = Object.keys(migrations).sort().at(-1)!;

/**
 * Brings the schema up to date; several processes may do so at once, each migration runs once.
 * @returns the names of the migrations that ran
 * @throws {Error} when a migration fails, or when the database was written by a newer version
 */
export async function migrate(
  db: Kysely<Schema>,
  { place, selectSchema }: Pick<DatabaseAdapter, 'place' | 'selectSchema'>,
): Promise<readonly string[]> {
  // Named, so that the tables of another application in another schema of the same database are not taken for ours.
  const schema =
    selectSchema === undefined
      ? undefined
      : (await sql.raw<{ readonly name: string }>(selectSchema).execute(db)).rows[0]?.name;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    throw new Error(`the database ${place} could not be migrated: ${(error as Error).message}`, { cause: error });
  }
  return (results ?? []).map((result) => result.migrationName);
}
