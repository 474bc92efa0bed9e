import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, sql, type Transaction } from 'kysely';
import { retryReasons, type DatabaseAdapter, type RetryReason } from './adapter.ts';
import { databaseUnavailable } from './connection.ts';
import { makeDataFolder } from './data-folder.ts';
import { migrate, schemaState, type SchemaState } from './migrations/index.ts';
import type { Schema } from './schema.ts';
import { sqliteAdapter, type SqliteOptions } from './sqlite.ts';

export interface DatabaseOptions {
  /** Folder of the embedded database, made when missing. Without it the database is in memory and ends with the process. */
  readonly dataDir?: string | undefined;
  /** `postgres://…`: a shared database in place of the embedded one. */
  readonly databaseUrl?: string | undefined;
  /**
   * Whether the calling thread reads and writes the embedded database itself. Default false: threads of their own do, so that
   * the calling one never waits for the disk.
   */
  readonly databaseInCallingThread?: boolean | undefined;
  /** Connections of this process to a shared database. Default 10. */
  readonly databaseConnections?: number | undefined;
  /** How long to wait for a connection to a shared database. Default 4,000 ms. */
  readonly databaseTimeoutMs?: number | undefined;
  /** How long a statement may take before it fails with `unavailable`. Default 5,000 ms. */
  readonly databaseStatementMs?: number | undefined;
  /** How long a statement waits for locks that others hold before it fails with `unavailable`. Default 5,000 ms. */
  readonly databaseLockMs?: number | undefined;
  /** How long a shared database keeps a transaction in which nothing is asked. Default 15,000 ms. */
  readonly databaseIdleTransactionMs?: number | undefined;
  /** How long a transaction that meets others is run again before it fails with `unavailable`. Default 5,000 ms. */
  readonly databaseRetryMs?: number | undefined;
  /** Called whenever something is done again. */
  readonly onRetry?: ((reason: RetryReason) => void) | undefined;
  /** Called once, when a pooler before a shared database turns out not to know prepared statements, so that reads take longer. */
  readonly onUnprepared?: (() => void) | undefined;
}

/**
 * `serializable`, the default: as if no other transaction ran at the same time; one that met others is run again. `locked`: for
 * writes that come often and at the same time. It waits for the rows that it locks instead, and sees at each statement what
 * others have written, so it has to lock, before it reads them, the rows that its decisions rest on. A transaction that changes the same rows
 * under the other one is run again; a transaction that only reads them to decide something else has to lock them too.
 */
export type TransactionIsolation = 'serializable' | 'locked';

export interface Database {
  readonly db: Kysely<Schema>;
  readonly adapter: DatabaseAdapter;
  /**
   * Runs all of it or nothing, as if no other transaction ran at the same time. When it conflicts with another one, it
   * is run again from its beginning; so it must have no effect outside the database.
   */
  readonly transaction: <T>(
    work: (transaction: Transaction<Schema>) => Promise<T>,
    isolation?: TransactionIsolation,
  ) => Promise<T>;
  /** How often something was done again since the database was opened. */
  readonly retries: () => Readonly<Record<RetryReason, number>>;
  /**
   * Takes what was deleted out of the log of an embedded database; its pages are overwritten by the deletion itself. A shared one does
   * so by its own settings. Returns false when others read what is in the log: try again.
   */
  readonly purge: () => Promise<boolean>;
  /** Resolves when the database answers; rejects within two seconds when it does not. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const defaultRetryMs = 5000;

const fileName = 'sonorant.db';

/**
 * Opens the database and migrates it.
 * @throws {Error} when the database cannot be opened or a migration fails; the message says where it is and never holds a password
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const retries = Object.fromEntries(retryReasons.map((reason) => [reason, 0])) as Record<RetryReason, number>;
  const onRetry = (reason: RetryReason): void => {
    retries[reason] += 1;
    options.onRetry?.(reason);
  };
  const adapter = await chooseAdapter({ ...options, onRetry });
  const db = new Kysely<Schema>({ dialect: adapter.dialect });
  const close = async (): Promise<void> => {
    adapter.close();
    await db.destroy();
  };
  try {
    await adapter.withoutLimit(async () => {
      await reach(db, adapter);
      await migrate(db, adapter);
    });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    adapter,
    transaction: (work, isolation = 'serializable') =>
      transact(db, adapter, { isolation, retryMs: options.databaseRetryMs ?? defaultRetryMs, onRetry }, work),
    retries: () => ({ ...retries }),
    async purge() {
      if (adapter.emptyLog === undefined) return true;
      const { rows } = await sql.raw<{ readonly busy: number }>(adapter.emptyLog).execute(db);
      return rows[0]?.busy !== 1;
    },
    ping: () => adapter.ping(),
    close,
  };
}

export interface DatabaseState extends SchemaState {
  /** Whether a first start has made its organization, and with it the keys. */
  readonly hasOrganization: boolean;
}

/**
 * Looks at a database and changes nothing in it. An embedded one whose file is missing is made, without tables.
 * @throws {Error} when the database cannot be opened, or a newer version has contracted its schema beyond what this one knows
 */
export async function examineDatabase(options: DatabaseOptions): Promise<DatabaseState> {
  const adapter = await chooseAdapter({ ...options, databaseInCallingThread: true });
  const db = new Kysely<Schema>({ dialect: adapter.dialect });
  try {
    await reach(db, adapter);
    const state = await schemaState(db, adapter);
    const organization =
      state.applied.length === 0 ? undefined : await db.selectFrom('organizations').select('id').executeTakeFirst();
    return { ...state, hasOrganization: organization !== undefined };
  } finally {
    adapter.close();
    await db.destroy();
  }
}

async function chooseAdapter(options: DatabaseOptions): Promise<DatabaseAdapter> {
  const { dataDir, databaseUrl, databaseLockMs: lockMs, databaseStatementMs: statementMs, onRetry } = options;
  if (databaseUrl !== undefined) {
    return (await import('./postgres.ts')).postgresAdapter(databaseUrl, {
      maxConnections: options.databaseConnections,
      connectTimeoutMs: options.databaseTimeoutMs,
      idleTransactionMs: options.databaseIdleTransactionMs,
      statementMs,
      lockMs,
      onRetry,
      onUnprepared: options.onUnprepared,
    });
  }
  // 0 leaves the limit to the server of a shared database; this one has none.
  const sqlite: SqliteOptions = {
    lockMs,
    answerMs: statementMs === 0 ? undefined : statementMs,
    inCallingThread: options.databaseInCallingThread,
    onRetry,
  };
  if (dataDir === undefined) return await sqliteAdapter(':memory:', sqlite);
  makeDataFolder(dataDir);
  return await sqliteAdapter(join(dataDir, fileName), sqlite);
}

async function reach(db: Kysely<Schema>, { place }: DatabaseAdapter): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    throw new Error(`the database ${place} cannot be opened: ${reasonOf(error)}`, { cause: error });
  }
}

/** The driver's message; where it tried several addresses, that of the first one. */
function reasonOf(error: unknown): string {
  const { cause } = error as Error;
  const original = cause ?? error;
  const first: unknown = original instanceof AggregateError ? original.errors[0] : original;
  return first instanceof Error ? first.message : String(first);
}

/** Tries of a transaction; the pauses between them grow, so that the time is up before where others go on for long. */
const maxTries = 50;

/** Tries of one whose connection broke: a server that was started anew is there at once, any other wait is the client's. */
const maxConnections = 3;

interface TransactionOptions {
  readonly isolation: TransactionIsolation;
  readonly retryMs: number;
  readonly onRetry: (reason: RetryReason) => void;
}

async function transact<T>(
  db: Kysely<Schema>,
  { levels, conflictOf, violatedKey }: DatabaseAdapter,
  { isolation, retryMs, onRetry }: TransactionOptions,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  let lastKey: string | undefined;
  for (let tries = 1; ; tries++) {
    try {
      const transaction = db.transaction();
      return await (levels === undefined ? transaction : transaction.setIsolationLevel(levels[isolation])).execute(
        work,
      );
    } catch (error) {
      const reason = conflictOf(error);
      if (reason === undefined) throw error;
      if (reason === 'connection' && tries >= maxConnections) throw error;
      if (reason === 'unique' || reason === 'reference') {
        const key = violatedKey(error);
        // What this transaction now sees it has not minded: the caller has to.
        if (key === lastKey) throw error;
        lastKey = key;
      }
      if (tries === maxTries || performance.now() - startedAt > retryMs) {
        throw databaseUnavailable(error, 'Too many requests change the same thing at the same time. Try again.');
      }
      onRetry(reason);
      // A random pause, so that transactions that conflicted do not conflict again.
      await sleep(Math.random() * Math.min(100, 2 ** tries));
    }
  }
}
