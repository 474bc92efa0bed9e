/** Receives webhooks. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export class Receiver {
  /** For each webhook the ids of the objects of its events. */
  readonly received = new Map<string, Set<string>>();
  deliveries = 0;
  url = '';
  readonly #server: Server = createServer((request, response) => {
    void json(request).then(
      (event) => {
        const { webhook_id: webhook, data } = event as { webhook_id: string; data?: { id?: string } };
        this.deliveries++;
        (this.received.get(webhook) ?? this.received.set(webhook, new Set()).get(webhook)!).add(data?.id ?? '');
        response.end();
      },
      () => response.destroy(),
    );
  });

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
