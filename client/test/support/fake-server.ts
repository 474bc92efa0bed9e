/** A server that answers as a test tells it: for what the real one does not do on demand. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** On the clock of `performance.now()`. */
  readonly at: number;
}

export interface FakeServer {
  readonly url: string;
  readonly requests: Seen[];
  readonly close: () => Promise<void>;
}

export type Answer = (response: ServerResponse, seen: Seen) => void;

/** @param answers one for each request, in order; the last one answers all that follow */
export async function fakeServer(...answers: readonly Answer[]): Promise<FakeServer> {
  const requests: Seen[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(pieces).toString(), at: performance.now() };
      requests.push(seen);
      answers[Math.min(requests.length, answers.length) - 1]!(response, seen);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

export const hangUp: Answer = (response) => void response.destroy();
