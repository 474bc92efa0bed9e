/** The open WebSockets of this process, so that a stopping server can let them finish. */
import { ServiceError } from '../../errors/service-error.ts';
import type { Connection } from './connection.ts';

export class Connections {
  readonly #open = new Set<Connection>();

  get size(): number {
    return this.#open.size;
  }

  add(connection: Connection): void {
    this.#open.add(connection);
  }

  delete(connection: Connection): void {
    this.#open.delete(connection);
  }

  /**
   * Lets running contexts end, then closes each socket with 1001; what still speaks when the signal comes fails with
   * `unavailable`.
   */
  async drain(deadline: AbortSignal): Promise<void> {
    await Promise.all([...this.#open].map((connection) => this.#drainOne(connection, deadline)));
  }

  async #drainOne(connection: Connection, deadline: AbortSignal): Promise<void> {
    const expired = new Promise<void>((resolve) => {
      if (deadline.aborted) resolve();
      else deadline.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([connection.quiet(), expired]);
    connection.failAll(new ServiceError('unavailable', 'The server is shutting down.'));
    connection.close(1001, 'server is shutting down');
  }
}
