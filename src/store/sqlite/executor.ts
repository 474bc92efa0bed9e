/** One SQLite connection. It waits for the disk, so it runs in a thread of its own; a database in memory has no disk. */
import Database from 'better-sqlite3';
import {
  transactionLost,
  type ConnectionSettings,
  type Outcome,
  type Statement,
  type StatementFailure,
  type StatementResult,
} from './protocol.ts';

/** Compiling a statement costs six times its execution, so the last ones are kept. */
const maxPrepared = 400;

/** After these the connection is closed, and the next statement opens the file again: by then the disk may be well. */
const closing = /^SQLITE_(?:IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY|NOMEM)/u;

export class SqliteExecutor {
  readonly #settings: ConnectionSettings;
  readonly #prepared = new Map<string, Database.Statement>();
  #database: Database.Database | undefined;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  run({ id, sql, parameters, isInTransaction }: Statement): Outcome {
    try {
      if (isInTransaction && this.#database?.inTransaction !== true) {
        // SQLite itself has rolled it back, or the connection was opened anew.
        return sql === 'rollback' ? { id, result: { rows: [] } } : { id, failure: lost };
      }
      this.#database ??= open(this.#settings);
      // What a caller left open must not take the next one in.
      if (!isInTransaction && this.#database.inTransaction) this.#database.exec('rollback');
      return { id, result: this.#execute(this.#database, sql, parameters) };
    } catch (error) {
      const failure = failureOf(error);
      // A transaction that cannot be rolled back ends with its connection.
      if (closing.test(failure.code) || sql === 'rollback') this.close();
      return { id, failure };
    }
  }

  close(): void {
    this.#prepared.clear();
    const database = this.#database;
    this.#database = undefined;
    try {
      database?.close();
    } catch {
      // What the disk refuses here was not acknowledged; the file is as after a crash, which the next opening mends.
    }
  }

  #execute(database: Database.Database, sql: string, parameters: readonly unknown[]): StatementResult {
    const statement = this.#prepare(database, sql);
    if (statement.reader) return { rows: statement.all(...parameters) };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], changes, lastInsertRowid };
  }

  #prepare(database: Database.Database, sql: string): Database.Statement {
    const known = this.#prepared.get(sql);
    if (known !== undefined) {
      // The order of the map is that of the last use.
      this.#prepared.delete(sql);
      this.#prepared.set(sql, known);
      return known;
    }
    const statement = database.prepare(sql);
    this.#prepared.set(sql, statement);
    if (this.#prepared.size > maxPrepared) {
      const [oldest] = this.#prepared.keys();
      this.#prepared.delete(oldest!);
    }
    return statement;
  }
}

const lost: StatementFailure = { code: transactionLost, message: 'the transaction had ended' };

/** The file is not made here: where a disk is not mounted, an empty database would take the place of the real one. */
function open({ file, isReadOnly }: ConnectionSettings): Database.Database {
  // A lock that another program holds is waited for outside of this thread, so that other statements go on.
  const database = new Database(file, { timeout: 0, fileMustExist: file !== ':memory:' });
  try {
    database.pragma('journal_mode = WAL');
    // FULL syncs the log at each commit: an acknowledged write survives a power cut.
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    // What is deleted or replaced is overwritten with zeros, in free pages too.
    database.pragma('secure_delete = ON');
    if (isReadOnly) database.pragma('query_only = ON');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function failureOf(error: unknown): StatementFailure {
  if (error instanceof Database.SqliteError) return { code: error.code, message: error.message };
  return { code: '', message: error instanceof Error ? error.message : String(error) };
}
