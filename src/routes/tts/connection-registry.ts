/** The connections of this process that speak, so that a stopping server can let them finish. */

export interface DrainableConnection {
  /** Ends the connection when its speech has ended, and at the latest when the signal comes. Never rejects. */
  drain(deadline: AbortSignal): Promise<void>;
}

/** What a stopping server has to let finish: WebSockets and the responses that stream audio. */
export class ConnectionRegistry {
  readonly #open = new Set<DrainableConnection>();

  get size(): number {
    return this.#open.size;
  }

  add(connection: DrainableConnection): void {
    this.#open.add(connection);
  }

  delete(connection: DrainableConnection): void {
    this.#open.delete(connection);
  }

  /** Resolves when every connection that was there has ended or the signal has come. */
  async drain(deadline: AbortSignal): Promise<void> {
    await Promise.all([...this.#open].map((connection) => connection.drain(deadline)));
  }
}

/** Resolves when the signal comes, at once where it has. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
