import type { AbortableOperationOptions, CompiledQuery, DatabaseConnection } from 'kysely';
import { ServiceError } from '../errors/service-error.ts';

const guarded = new WeakSet<DatabaseConnection>();

/**
 * Makes a connection the same on every database: it refuses what not all of them can store, and an error of its driver
 * becomes what `mapError` makes of it. A connection that is guarded already stays as it is.
 */
export function guard(connection: DatabaseConnection, mapError: (error: unknown) => unknown): DatabaseConnection {
  if (guarded.has(connection)) return connection;
  guarded.add(connection);
  const execute = connection.executeQuery.bind<DatabaseConnection['executeQuery']>(connection);
  connection.executeQuery = async <R>(query: CompiledQuery, options?: AbortableOperationOptions) => {
    refuseNul(query.parameters);
    try {
      return await execute<R>(query, options);
    } catch (error) {
      throw mapError(error);
    }
  };
  return connection;
}

/** PostgreSQL cannot store U+0000, and whatever one database stores must be movable to the other. */
function refuseNul(parameters: readonly unknown[]): void {
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
