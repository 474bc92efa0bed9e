/** The connections of this process that speak, so that a stopping server can let them finish, and a revoked key ends its own. */

export interface SpeechConnection {
  /** Ends the connection when its speech has ended, and at the latest when the signal comes. Never rejects. */
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
  readonly isCurrent: () => Promise<boolean>;
}

/** Credentials that are asked for at once when a revocation may have been missed. */
const maxChecks = 16;

/** WebSockets and the responses that stream audio. */
export class ConnectionRegistry {
  readonly #open = new Map<SpeechConnection, ConnectionCredential | undefined>();
  #revokedAt = -Infinity;

  get size(): number {
    return this.#open.size;
  }

  /** @param credential undefined where none is asked for */
  add(connection: SpeechConnection, credential: ConnectionCredential | undefined): void {
    this.#open.set(connection, credential);
    // It may be one that was revoked between its check and now.
    if (credential !== undefined && credential.checkedAt <= this.#revokedAt) void this.#check(connection, credential);
  }

  delete(connection: SpeechConnection): void {
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
    await Promise.all([...this.#open.keys()].map((connection) => connection.drain(deadline)));
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
  async #check(connection: SpeechConnection, { isCurrent }: ConnectionCredential): Promise<void> {
    if (!(await isCurrent().catch(() => true))) connection.revoke();
  }
}

/** Resolves when the signal comes, at once where it has. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
