import { Migrator, type Migration } from 'kysely/migration';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import { organizations } from './0001-organizations.ts';
import { resources } from './0002-resources.ts';

/** Run in the order of their names. A migration that has been released is never changed. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-organizations': organizations,
  '0002-resources': resources,
};

/**
 * Brings the schema up to date; several processes may do so at once, each migration runs once.
 * @returns the names of the migrations that ran
 * @throws {Error} when a migration fails, or when the database was written by a newer version
 */
export async function migrate(db: Kysely<Schema>): Promise<readonly string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error });
  return (results ?? []).map((result) => result.migrationName);
}
