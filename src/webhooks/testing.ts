/** A receiver of webhooks, for tests. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Keeps what it is sent and answers what `answer` says for each request, the first being 1; nothing at all for undefined. */
export class Receiver {
  readonly received: Received[] = [];
  readonly #server: Server;

  constructor(answer: (count: number) => number | undefined) {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        const status = answer(this.received.push({ headers: request.headers as Record<string, string>, body }));
        if (status !== undefined) response.writeHead(status).end();
      });
    });
  }

  /** @returns the address to send to */
  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** The answers one after the other, the last one again and again. */
export function inTurn(...answers: readonly number[]) {
  return (count: number): number => answers[Math.min(count, answers.length) - 1]!;
}
