/** A receiver of webhooks: checks each signature, refuses some first tries, keeps what came by its id. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import type { Journal } from './journal.ts';

export interface Received {
  readonly type: string;
  /** Id of what the event tells of. */
  readonly subject: string;
  /** How often it was taken with 2xx. */
  taken: number;
}

interface Event {
  readonly type: string;
  readonly data: { readonly id: string };
}

/** One of so many first tries is answered with 500, to be sent again. */
const refusedOneOf = 5;

export class Receiver {
  readonly secret = `whsec_${Buffer.from('the secret of the receiver of the cluster').toString('base64')}`;
  /** By `webhook-id`. */
  readonly events = new Map<string, Received>();
  refused = 0;
  readonly #journal: Journal;
  readonly #server: Server;
  readonly #seen = new Set<string>();

  constructor(journal: Journal) {
    this.#journal = journal;
    this.#server = createServer((request, response) => {
      void this.#take(request).then((status) => response.writeHead(status).end());
    });
  }

  /** @returns its address */
  async open(host: string): Promise<string> {
    this.#server.listen(7000, host);
    await once(this.#server, 'listening');
    return `http://${host}:7000/hook`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** How many different events of the type came for the object. */
  countOf(type: string, subject: string): number {
    return [...this.events.values()].filter((event) => event.type === type && event.subject === subject).length;
  }

  async #take(request: IncomingMessage): Promise<number> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const id = String(request.headers['webhook-id']);
    let event: Event;
    try {
      event = new Webhook(this.secret).verify(
        Buffer.concat(parts).toString(),
        request.headers as Record<string, string>,
      ) as Event;
    } catch (error) {
      this.#journal.problem(`webhook ${id}: the signature does not hold: ${String(error)}`);
      return 400;
    }
    if (!this.#seen.has(id)) {
      this.#seen.add(id);
      if (this.#seen.size % refusedOneOf === 0) {
        this.refused++;
        return 500;
      }
    }
    const known = this.events.get(id);
    if (known === undefined) this.events.set(id, { type: event.type, subject: event.data.id, taken: 1 });
    else known.taken++;
    return 204;
  }
}
