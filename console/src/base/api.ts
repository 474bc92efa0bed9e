/** The server as the console sees it: the public interface below `/console/api`, with the session as credential. */
import { Sonorant, SonorantError } from '@sonorant/client';

/** Where the console's own routes and, below them, the public ones stand. */
export const baseUrl = `${location.origin}/console/api`;

/** The public interface. The browser sends the session's cookie. */
export const sonorant = new Sonorant({ baseUrl });

/** What needs no session: invitations. */
export const publicSonorant = new Sonorant({ baseUrl: location.origin });

export interface ConsoleRequestOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * A request to one of the console's own routes (session, password, server), which the types of the client do not have.
 * @throws {SonorantError} for every answer but a 2xx
 * @throws {ConnectionError} without an answer
 */
export async function consoleRequest<T>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  options: ConsoleRequestOptions = {},
): Promise<T> {
  return (await sonorant.request(method, path, options)) as T;
}

/** What the request names is not there. */
export function isNotFound(error: unknown): boolean {
  return error instanceof SonorantError && error.status === 404;
}

/** The session has ended, or there was none. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof SonorantError && error.status === 401;
}
