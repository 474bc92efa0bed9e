import { ServiceError } from '../../errors/service-error.ts';

/** Until a client asks again: a full disk or a store that is away is seldom mended sooner. */
const retryAfterSeconds = 5;

/** The error of an object store that cannot be used now. @param cause for the log; it may name paths and addresses */
export function storageUnavailable(cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause;
  return new ServiceError('unavailable', 'Stored files cannot be read or written now; try again later.', {
    cause,
    retryAfterSeconds,
  });
}

/**
 * What a call to the operating system threw, as an error for clients: a folder that is full, read-only, damaged, gone or not
 * ours is a state of the machine and no fault of the request. Anything else is returned as it is.
 */
export function folderError(error: unknown): unknown {
  const { code, syscall } = (error ?? {}) as { readonly code?: unknown; readonly syscall?: unknown };
  // ENOSPC of a write has a syscall, an exhausted table of files (EMFILE) too; programming errors (ERR_…) have none.
  return typeof code === 'string' && typeof syscall === 'string' ? storageUnavailable(error) : error;
}
