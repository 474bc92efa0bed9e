import type { Socket } from 'node:net';
import pg from 'pg';
import { withinTime } from '../../timing/deadline.ts';
import { NoAnswerError } from './failure.ts';

/**
 * Asks the server on a connection of its own, so that a full pool is not taken for a server that is away, and a server that says
 * nothing takes no connection of the pool. Those who ask at the same time get the same answer.
 */
export class Pinger {
  readonly #config: pg.ClientConfig;
  readonly #limitMs: number;
  #client: pg.Client | undefined;
  #asking: Promise<void> | undefined;

  /** @param limitMs how long the server may take, with the making of the connection */
  constructor(config: pg.ClientConfig, limitMs: number) {
    this.#config = config;
    this.#limitMs = limitMs;
  }

  /** @throws {Error} the driver's, or that there was no answer in time */
  ping(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  close(): void {
    if (this.#client !== undefined) socketOf(this.#client).destroy();
    this.#client = undefined;
  }

  async #ask(): Promise<void> {
    try {
      await withinTime(this.#query(), this.#limitMs, () => {
        throw new NoAnswerError(`no answer from the database within ${this.#limitMs} ms`);
      });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async #query(): Promise<void> {
    if (this.#client === undefined) {
      // Without a limit of its own, which would end first with another error: the ping's ends the connection.
      const client = new pg.Client({ ...this.#config, connectionTimeoutMillis: 0 });
      // One that breaks between two questions is replaced by the next one.
      client.on('error', () => {
        if (this.#client === client) this.#client = undefined;
      });
      this.#client = client;
      await client.connect();
    }
    await this.#client.query('select 1');
  }
}

function socketOf(client: pg.Client): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
}
