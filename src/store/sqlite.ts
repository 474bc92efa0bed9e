import { closeSync, openSync } from 'node:fs';
import { withinTime } from '../timing/deadline.ts';
import type { DatabaseAdapter, RetryReason } from './adapter.ts';
import { databaseUnavailable } from './connection.ts';
import { ConnectionThread } from './sqlite/connection-thread.ts';
import { SqliteHostDialect } from './sqlite/driver.ts';
import { DatabaseSilentError, errorOf, SqliteFailure } from './sqlite/failure.ts';
import type { ConnectionSettings, SqliteConnectionHost } from './sqlite/protocol.ts';

export interface SqliteOptions {
  /** How long a statement waits for the lock of another process before it fails. Default 5,000 ms. */
  readonly lockMs?: number | undefined;
  /**
   * How long to wait for the answer to a statement, and for the transactions before it, before it fails: the disk hangs.
   * Default 5,000 ms.
   */
  readonly answerMs?: number | undefined;
  /** Whether the connections of a file are in the thread of their caller too, which then waits for the disk. Default false. */
  readonly inCallingThread?: boolean | undefined;
  /** Called for each time that the lock of another process was not free. */
  readonly onRetry?: ((reason: RetryReason) => void) | undefined;
}

function isLocked(error: unknown): boolean {
  return error instanceof SqliteFailure && error.code.startsWith('SQLITE_BUSY');
}

function isA(...codes: readonly string[]) {
  return (error: unknown) => error instanceof SqliteFailure && codes.includes(error.code);
}

/** A migration may rewrite every row, and so may an import. */
const longestMs = 3_600_000;

/**
 * A file has two connections, each in a thread of its own: one that writes and one that reads, so that who reads never waits for
 * the disk to sync. A database in memory has one, in the thread of its caller.
 * @param file path of the database file, made when missing; `:memory:` for one that ends with the process
 * @throws {Error} when the file cannot be made
 */
export async function sqliteAdapter(
  file: string,
  { lockMs = 5000, answerMs = 5000, inCallingThread = false, onRetry = () => undefined }: SqliteOptions = {},
): Promise<DatabaseAdapter> {
  let isUnlimited = false;
  const isInMemory = file === ':memory:';
  const connection = (isReadOnly: boolean): SqliteConnectionHost | Promise<SqliteConnectionHost> =>
    isInMemory || inCallingThread
      ? localConnection({ file, isReadOnly })
      : new ConnectionThread({ file, isReadOnly, answerMs: () => (isUnlimited ? longestMs : answerMs) });
  if (!isInMemory) makeFile(file);
  const writer = await connection(false);
  const reader = isInMemory ? undefined : await connection(true);
  return {
    name: 'sqlite',
    dialect: new SqliteHostDialect({ writer, reader, lockMs, queueMs: answerMs, onLocked: () => onRetry('lock') }),
    place: file,
    isUniqueViolation: isA('SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'),
    isReferenceViolation: isA('SQLITE_CONSTRAINT_FOREIGNKEY'),
    conflictOf: () => undefined,
    violatedKey: () => '',
    levels: undefined,
    beginSnapshot: 'begin deferred',
    selectSchema: undefined,
    transferSettings: {},
    migrationSettings: {},
    emptyLog: 'pragma wal_checkpoint(truncate)',
    isLockTimeout: (error) => isLocked((error as { readonly cause?: unknown } | undefined)?.cause),
    ping: () => (reader === undefined ? Promise.resolve() : ping(reader)),
    close: () => undefined,
    async withoutLimit(work) {
      isUnlimited = true;
      try {
        return await work();
      } finally {
        isUnlimited = false;
      }
    },
  };
}

/** How long the file may take to say that it is there: `/readyz` answers within two seconds. */
const pingMs = 1500;

/** Reads the first page of the file, as every statement does. */
async function ping(reader: SqliteConnectionHost): Promise<void> {
  try {
    const read = reader.run({ sql: 'select 1 from sqlite_schema limit 1', parameters: [], isInTransaction: false });
    const outcome = await withinTime(read, pingMs, () => {
      throw new DatabaseSilentError(`no answer within ${pingMs} ms`);
    });
    if ('failure' in outcome) throw errorOf(outcome.failure);
  } catch (error) {
    throw error instanceof DatabaseSilentError ? databaseUnavailable(error) : error;
  }
}

/** Imported where it is used: the thread of a server never loads SQLite itself. */
async function localConnection(settings: ConnectionSettings): Promise<SqliteConnectionHost> {
  const { LocalConnection } = await import('./sqlite/local-connection.ts');
  return new LocalConnection(settings);
}

/**
 * A new file is readable by its owner only; the files that SQLite puts beside it take its mode. One that exists is left closed:
 * to close any descriptor of it would give up the locks that other connections of this process hold.
 */
function makeFile(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw new Error(`the database ${file} cannot be opened: ${(error as Error).message}`, { cause: error });
  }
}
