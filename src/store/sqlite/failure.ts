/** Errors of SQLite as the rest of the server sees them. */
import { databaseUnavailable } from '../connection.ts';
import { transactionLost, type StatementFailure } from './protocol.ts';

/** What SQLite answered. */
export class SqliteFailure extends Error {
  override readonly name = 'SqliteFailure';
  /** Extended result code: https://www.sqlite.org/rescode.html */
  readonly code: string;

  constructor({ code, message }: StatementFailure) {
    super(message);
    this.code = code;
  }
}

/** The thread of the connection ended or does not answer. */
export class DatabaseSilentError extends Error {
  override readonly name = 'DatabaseSilentError';

  constructor(reason: string, cause?: unknown) {
    super(`the embedded database does not answer: ${reason}`, cause === undefined ? undefined : { cause });
  }
}

/** A lock that another connection holds: nothing has happened, and the same statement can be run again. */
export function isLocked({ code }: StatementFailure): boolean {
  return /^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/u.test(code);
}

/** What a client can do about it; the log has SQLite's own words, which may name the file. */
const advice: readonly (readonly [RegExp, string])[] = [
  [/^SQLITE_FULL/u, 'The disk of the database is full. Nothing was written; try again when there is room.'],
  [/^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/u, 'Another program holds the lock of the database. Try again.'],
  [/^SQLITE_(?:READONLY|PERM|AUTH)/u, 'The database can only be read at the moment. Nothing was written; try again.'],
  [/^SQLITE_(?:IOERR|NOLFS)/u, 'The disk of the database fails. Try again.'],
  [/^SQLITE_CANTOPEN/u, 'The database cannot be opened. Try again.'],
  [/^SQLITE_(?:CORRUPT|NOTADB)/u, 'The database is damaged. It has to be mended or restored; try again then.'],
  [/^SQLITE_NOMEM/u, 'The database has no memory left. Try again.'],
  [new RegExp(`^${transactionLost}`, 'u'), 'The database ended the transaction. Nothing was written; try again.'],
];

/** A failed statement as an error: `unavailable` where the place, and not the statement, is at fault. */
export function errorOf(failure: StatementFailure): Error {
  const error = new SqliteFailure(failure);
  const [, message] = advice.find(([code]) => code.test(failure.code)) ?? [];
  return message === undefined ? error : databaseUnavailable(error, message);
}
