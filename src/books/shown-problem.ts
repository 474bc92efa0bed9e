/** Why a book is not spoken, for its members: what is the server's own stays in its log. */
import { ServiceError } from '../errors/service-error.ts';
import { BookError } from './book-error.ts';

/** What a member is told of a fault of the server. */
export const internalProblem = 'an internal error';

/** Words for the user. */
export function shownProblem(error: unknown): string {
  if (error instanceof ServiceError) return error.code === 'internal_error' ? internalProblem : error.message;
  // What a program wrote to its standard error names files of the server.
  if (error instanceof BookError) return error.fault === 'failed' ? internalProblem : error.message;
  if (error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOSPC') {
    return 'there is no room left on the disk of the server';
  }
  return internalProblem;
}
