/** The WebSockets and streams of this process, so that a stopping server can let them finish, and a revoked key ends its own. */
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../store/index.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly connections: ConnectionRegistry;
  }
}

/** A WebSocket, or a response that streams. */
export interface OpenConnection {
  /** Ends the connection when what runs on it has ended, and at the latest when the signal comes. Never rejects. */
  drain(deadline: AbortSignal): Promise<void>;
  /** Ends the connection with the error `unauthorized`: its credential was revoked. */
  revoke(): void;
}

/** What a connection was opened with. */
export interface ConnectionCredential {
  /** What ends it when it is revoked: the key, also where an access token that it made was sent; a session and its account. */
  readonly ids: readonly string[];
  /** Before it was checked, on the clock of `performance.now()`. */
  readonly checkedAt: number;
  /** Asks the database; true where that does not answer. */
  isCurrent(): Promise<boolean>;
}

/** What the request was let in with; undefined on routes that ask for nothing. */
export function credentialOf({
  identifiedPrincipal: principal,
  authenticatedAt: checkedAt,
  server,
}: FastifyRequest): ConnectionCredential | undefined {
  if (principal === null) return undefined;
  return { ids: idsOf(principal), checkedAt, isCurrent: () => server.authenticator.isCurrent(principal) };
}

/** What ends the principal's connections when it is revoked. */
export function idsOf(principal: Principal): readonly string[] {
  if (principal.kind !== 'session') return [principal.keyId];
  return [principal.sessionId, principal.keyId, ...(principal.userId === null ? [] : [principal.userId])];
}

/** Credentials that are asked for at once when a revocation may have been missed. */
const maxChecks = 16;

export class ConnectionRegistry {
  readonly #open = new Map<OpenConnection, ConnectionCredential | undefined>();
  #revokedAt = -Infinity;

  get size(): number {
    return this.#open.size;
  }

  /** @param credential undefined where none is asked for */
  add(connection: OpenConnection, credential: ConnectionCredential | undefined): void {
    this.#open.set(connection, credential);
    // It may be one that was revoked between its check and now.
    if (credential !== undefined && credential.checkedAt <= this.#revokedAt) void this.#check(connection, credential);
  }

  delete(connection: OpenConnection): void {
    this.#open.delete(connection);
  }

  /** Ends the connections of the key, session or account; without one, those of every credential that no longer holds. */
  revoke(id: string | undefined): void {
    this.#revokedAt = performance.now();
    if (id === undefined) return void this.#checkAll();
    for (const [connection, credential] of [...this.#open]) {
      if (credential?.ids.includes(id) === true) connection.revoke();
    }
  }

  /** Resolves when every connection that was there has ended or the signal has come. */
  async drain(deadline: AbortSignal): Promise<void> {
    // One that fails must not keep the others from their end.
    await Promise.allSettled([...this.#open.keys()].map((connection) => connection.drain(deadline)));
  }

  async #checkAll(): Promise<void> {
    const rest = [...this.#open].values();
    const checkNext = async (): Promise<void> => {
      for (const [connection, credential] of rest) {
        if (credential !== undefined && this.#open.has(connection)) await this.#check(connection, credential);
      }
    };
    await Promise.all(Array.from({ length: maxChecks }, checkNext));
  }

  /** Where the database cannot tell, the connection stays. */
  async #check(connection: OpenConnection, credential: ConnectionCredential): Promise<void> {
    if (!(await credential.isCurrent().catch(() => true))) connection.revoke();
  }
}

/** Resolves when the signal comes, at once where it has. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
