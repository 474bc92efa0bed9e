/** The server as the console sees it: the public interface below `/console/api`, with the session as credential. */
import { Sonorant, SonorantError } from '@sonorant/client';

/** Where the console's own routes and, below them, the public ones stand. */
export const baseUrl = `${location.origin}/console/api`;

/** The public interface. The browser sends the session's cookie. */
export const sonorant = new Sonorant({ baseUrl });

export interface ConsoleRequestOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * A request to one of the console's own routes (session, password, server), which the public interface does not have.
 * @throws {SonorantError} for every answer but a 2xx
 */
export async function consoleRequest<T>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, signal }: ConsoleRequestOptions = {},
): Promise<T> {
  const response = await fetch(baseUrl + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(signal !== undefined && { signal }),
  });
  if (!response.ok) throw await SonorantError.of(response);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** The session has ended, or there was none. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof SonorantError && error.status === 401;
}
