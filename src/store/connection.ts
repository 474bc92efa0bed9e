import { ServiceError } from '../errors/service-error.ts';

/** PostgreSQL cannot store U+0000, and whatever one database stores must be movable to the other. */
export function refuseNul(parameters: readonly unknown[]): void {
  for (const parameter of parameters) {
    if (typeof parameter === 'string' && parameter.includes('\0')) {
      throw new ServiceError('invalid_request', 'No text may contain the character U+0000.');
    }
  }
}

/**
 * The error of a database that cannot be asked now.
 * @param cause   for the log, since it may name files and addresses
 * @param message for the client: what is the matter and what to do
 */
export function databaseUnavailable(
  cause: unknown,
  message = 'The database does not answer. Try again.',
): ServiceError {
  return new ServiceError('unavailable', message, { cause });
}
