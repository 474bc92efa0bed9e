/** Errors of PostgreSQL and of the way to it, as the rest of the server sees them. */
import pg from 'pg';
import type { RetryReason } from '../adapter.ts';
import { databaseUnavailable } from '../connection.ts';

/** The server accepted a connection or a statement and then said nothing: whether it was carried out is not known. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/**
 * What a client can do about it, by the first characters of the code; the log has the server's own words.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const advice: readonly (readonly [code: string, message: string])[] = [
  ['53100', 'The disk of the database is full. Nothing was written; try again when there is room.'],
  ['53200', 'The database has no memory left. Try again.'],
  ['53300', 'The database has no free connection. Try again.'],
  ['53', 'The database has reached a limit. Try again.'],
  ['57014', 'The database took too long. Try again.'],
  ['57P', 'The database restarts. Try again.'],
  ['55P03', 'Other requests hold a lock of the database for too long. Try again.'],
  ['25006', 'The database can only be read at the moment. Nothing was written; try again.'],
  ['25P0', 'The database ended a transaction that took too long. Nothing was written; try again.'],
  ['58', 'The disk of the database fails. Try again.'],
  ['XX001', 'The database is damaged. It has to be mended or restored; try again then.'],
  ['XX002', 'The database is damaged. It has to be mended or restored; try again then.'],
  ['28', 'The database refuses this server. Try again when its login is mended.'],
  ['3D000', 'The database is not there. Try again when it is.'],
  ['08', 'The connection to the database broke. Try again.'],
];

const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOENT',
  'EACCES',
  'EMFILE',
  'ENFILE',
]);

/** Messages that the driver gives without a code when a connection broke, could not be made or was waited for in vain. */
const broken =
  /^(?:Connection terminated(?! due to connection timeout)|Client has encountered a connection error|Client was closed|Postgres connection)/u;
const late = /^(?:timeout exceeded when trying to connect|Connection terminated due to connection timeout)/u;

export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

function isBroken(error: unknown): boolean {
  return error instanceof Error && (systemCodes.has(codeOf(error)) || broken.test(error.message));
}

/** An error of the driver as one of the store: `unavailable` where the database, and not the statement, is at fault. */
export function mapError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    const [, message] = advice.find(([code]) => codeOf(error).startsWith(code)) ?? [];
    return message === undefined ? error : databaseUnavailable(error, message);
  }
  if (error instanceof NoAnswerError || isBroken(error) || (error instanceof Error && late.test(error.message))) {
    return databaseUnavailable(error);
  }
  return error;
}

/** After errors of these codes a connection is not used again: another one may lead to a server that can. */
export function endsConnection(code: string): boolean {
  return /^(?:25006|57P|08|XX00|58)/u.test(code);
}

const reasons: Readonly<Record<string, RetryReason>> = {
  '40001': 'serialization',
  '40P01': 'deadlock',
  '23505': 'unique',
  '23503': 'reference',
};

/**
 * Why a statement or a transaction that failed can succeed when it is run again; undefined when it cannot. A unique or foreign key
 * is also violated by a transaction when another one has committed since its snapshot a row that it could not see:
 * https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html
 */
export function conflictOf(error: unknown): RetryReason | undefined {
  if (error instanceof pg.DatabaseError) return reasons[codeOf(error)];
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  // A server that goes away, not one that says nothing: that has cost its time already.
  const isGone = cause instanceof pg.DatabaseError ? /^57P0[12]|^08/u.test(codeOf(cause)) : isBroken(cause);
  return isGone && codeOf(cause) !== 'ETIMEDOUT' ? 'connection' : undefined;
}

/** The row that a key refused, where the same one is refused again it was not there by chance; empty for other errors. */
export function violatedKey(error: unknown): string {
  return error instanceof pg.DatabaseError ? `${error.constraint ?? ''} ${error.detail ?? ''}` : '';
}
