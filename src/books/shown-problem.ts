/** Why a book is not spoken, for its members: what is the server's own stays in its log. */
import { ServiceError } from '../errors/service-error.ts';
import { BookError } from './book-error.ts';

/** What a member is told of a fault of the server. */
export const internalProblem = 'an internal error';

/** Of the operating system, of SQLite, of PostgreSQL. */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);

/** Whether there is no room left, on the disk of the server, of its database or of its object store. */
export function isFullDisk(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, $metadata: answer } = cause as { readonly code?: unknown; readonly $metadata?: Answer };
    // A bucket that is full answers 507 (Insufficient Storage).
    if (fullCodes.has(code) || answer?.httpStatusCode === 507) return true;
  }
  return false;
}

interface Answer {
  readonly httpStatusCode?: number;
}

/** Words for the user. */
export function shownProblem(error: unknown): string {
  if (isFullDisk(error)) return 'there is no room left on the disk of the server';
  if (error instanceof ServiceError) return error.code === 'internal_error' ? internalProblem : error.message;
  // What a program wrote to its standard error names files of the server.
  if (error instanceof BookError) return error.fault === 'failed' ? internalProblem : error.message;
  return internalProblem;
}
