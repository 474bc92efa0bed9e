import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { DatabaseAdapter } from '../adapter.ts';
import type { Schema } from '../schema.ts';
import { organizations } from './0001-organizations.ts';
import { resources } from './0002-resources.ts';
import { clipTranscripts } from './0003-clip-transcripts.ts';
import { webhookLines } from './0004-webhook-lines.ts';
import { requestLog } from './0005-request-log.ts';
import { deletedDatasets } from './0008-deleted-datasets.ts';
import { sessions } from './0009-sessions.ts';
import { accounts } from './0010-accounts.ts';
import { calls } from './0011-calls.ts';
import { metrics } from './0012-metrics.ts';
import { takes } from './0013-takes.ts';
import { books } from './0014-books.ts';
import { takeShares } from './0015-take-shares.ts';
import { usageActivity } from './0016-usage-activity.ts';
import { bookParts } from './0017-book-parts.ts';
import { keyOrigins } from './0018-key-origins.ts';
import { waitingJobs } from './0019-waiting-jobs.ts';
import { metricQuestions } from './0020-metric-questions.ts';
import { bookEngines } from './0021-book-engines.ts';

/**
 * A step of the schema. One that only expands it (tables, columns that may be null or have a default, indexes) leaves what older
 * servers read and write as it was. One that contracts it (what is dropped, renamed, narrowed) names the migration which the oldest
 * server that can still use the schema knows; it belongs in a later release than that one.
 */
export interface SchemaMigration extends Migration {
  readonly contractsFor?: string;
}

/** Run in the order of their names. A migration that has been released is never changed. */
const released: Readonly<Record<string, SchemaMigration>> = {
  '0001-organizations': organizations,
  '0002-resources': resources,
  '0003-clip-transcripts': clipTranscripts,
  '0004-webhook-lines': webhookLines,
  '0005-request-log': requestLog,
  '0008-deleted-datasets': deletedDatasets,
  '0009-sessions': sessions,
  '0010-accounts': accounts,
  '0011-calls': calls,
  '0012-metrics': metrics,
  '0013-takes': takes,
  '0014-books': books,
  '0015-take-shares': takeShares,
  '0016-usage-activity': usageActivity,
  '0017-book-parts': bookParts,
  '0018-key-origins': keyOrigins,
  '0019-waiting-jobs': waitingJobs,
  '0020-metric-questions': metricQuestions,
  '0021-book-engines': bookEngines,
};

/** The state of the schema that this version reads and writes. */
export const newestMigration = Object.keys(released).sort().at(-1)!;

/** Name of the setting that holds the migration which every server of the database has to know. */
export const requiredMigration = 'required_migration';

/** How long a start waits for other servers that migrate, and for requests that hold a table. */
const waitMs = 300_000;

type Migrations = Readonly<Record<string, SchemaMigration>>;

/**
 * Brings the schema up to date; several processes may do so at once, each migration runs once. A schema that newer versions have
 * only expanded is used as it is, so that an old server starts beside new ones.
 * @returns the names of the migrations that ran
 * @throws {Error} when a migration fails, or when a newer version has contracted the schema beyond what this one knows
 */
export async function migrate(
  db: Kysely<Schema>,
  adapter: Pick<DatabaseAdapter, 'place' | 'selectSchema' | 'migrationSettings' | 'isLockTimeout'>,
  migrations: Migrations = released,
): Promise<readonly string[]> {
  const { place, isLockTimeout } = adapter;
  const startedAt = performance.now();
  for (;;) {
    const { names, error } = await db
      .connection()
      .execute((connection) => migrateOnce(connection, adapter, migrations));
    if (error === undefined) return names;
    // A migration gives up its place in the queue for a table soon, because statements that only read wait behind it.
    if (!isLockTimeout(error) || performance.now() - startedAt > waitMs) {
      throw new Error(`the database ${place} could not be migrated: ${(error as Error).message}`, { cause: error });
    }
    await sleep(200 + Math.random() * 300);
  }
}

/** Which migrations of this version have run on a database, and which a start would run. */
export interface SchemaState {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
}

/**
 * Looks at the schema and changes nothing.
 * @throws {Error} when a newer version has contracted the schema beyond what this one knows
 */
export async function schemaState(
  db: Kysely<Schema>,
  adapter: Pick<DatabaseAdapter, 'selectSchema'>,
): Promise<SchemaState> {
  const { applied } = await examine(db, adapter, released);
  return { applied, pending: Object.keys(released).filter((name) => !applied.includes(name)) };
}

/** @throws {Error} as {@link newerMigrations} */
async function examine(
  db: Kysely<Schema>,
  { selectSchema }: Pick<DatabaseAdapter, 'selectSchema'>,
  migrations: Migrations,
): Promise<{
  readonly schema: string | undefined;
  readonly applied: readonly string[];
  readonly newer: Migrations;
}> {
  // Named, so that the tables of another application in another schema of the same database are not taken for ours.
  const schema =
    selectSchema === undefined
      ? undefined
      : (await sql.raw<{ readonly name: string }>(selectSchema).execute(db)).rows[0]?.name;
  const applied = await appliedMigrations(db, schema);
  return { schema, applied, newer: await newerMigrations(db, applied, migrations) };
}

async function migrateOnce(
  db: Kysely<Schema>,
  { selectSchema, migrationSettings }: Pick<DatabaseAdapter, 'selectSchema' | 'migrationSettings'>,
  migrations: Migrations,
): Promise<{ readonly names: readonly string[]; readonly error: unknown }> {
  try {
    for (const name of Object.keys(migrationSettings)) {
      await sql.raw(`set ${name} = '${migrationSettings[name] ?? ''}'`).execute(db);
    }
    const { schema, applied, newer } = await examine(db, { selectSchema }, migrations);
    // Nearly every start: the library would look at all tables twice more.
    if (Object.keys(migrations).every((name) => applied.includes(name))) return { names: [], error: undefined };
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve({ ...marked(migrations), ...newer }) },
      ...(schema === undefined ? {} : { migrationTableSchema: schema }),
    });
    const { error, results } = await migrator.migrateToLatest();
    return { error, names: (results ?? []).map((result) => result.migrationName) };
  } catch (error) {
    return { names: [], error };
  } finally {
    for (const name of Object.keys(migrationSettings)) {
      await sql
        .raw(`reset ${name}`)
        .execute(db)
        .catch(() => undefined);
    }
  }
}

/** Names of the migrations that ran on the database. */
async function appliedMigrations(db: Kysely<Schema>, schema: string | undefined): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const isMigrated = tables.some(
    (table) => table.name === 'kysely_migration' && (schema === undefined || table.schema === schema),
  );
  if (!isMigrated) return [];
  const { rows } = await sql<{ readonly name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * The migrations of newer versions that ran on the database, each as one that does nothing here.
 * @throws {Error} when they have contracted the schema beyond what these migrations make
 */
async function newerMigrations(
  db: Kysely<Schema>,
  applied: readonly string[],
  migrations: Migrations,
): Promise<Migrations> {
  const newest = Object.keys(migrations).sort().at(-1)!;
  const newer = applied.filter((name) => name > newest);
  if (newer.length === 0) return {};
  const required = await db
    .selectFrom('settings')
    .select('value')
    .where('id', '=', requiredMigration)
    .executeTakeFirst();
  if (required !== undefined && migrations[required.value] === undefined) {
    throw new Error(
      `a newer version has removed from the schema what this one needs. This version knows it up to ${newest}; every server of this database has to know ${required.value}: start one that does`,
    );
  }
  return Object.fromEntries(newer.map((name) => [name, { up: () => Promise.resolve() }]));
}

/** A migration that contracts the schema says so in the database, in its own transaction, to the versions that do not know it. */
function marked(migrations: Migrations): Migrations {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [
      name,
      {
        async up(db: Kysely<Schema>) {
          await migration.up(db);
          const { contractsFor: value } = migration;
          if (value === undefined) return;
          await db
            .insertInto('settings')
            .values({ id: requiredMigration, value })
            .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
            .execute();
        },
      },
    ]),
  );
}
