/** A proxy in front of a server that keeps every request and its answer, so that examples in any language can be judged alike. */
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly status: number;
  readonly type: string;
  readonly requestType: string;
  readonly requestBody: Buffer;
  readonly body: Buffer;
}

export interface Recorder {
  /** Where clients reach the server through it. */
  readonly url: string;
  /** Everything since the last call. */
  readonly take: () => Exchange[];
  readonly close: () => Promise<void>;
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** @param target address of the server */
export async function startRecorder(target: string): Promise<Recorder> {
  const { hostname, port } = new URL(target);
  let exchanges: Exchange[] = [];

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = incoming;
    const requestBody = await bodyOf(incoming);
    const upstream = send({ hostname, port, method, path: url, headers });
    upstream.end(requestBody);
    const [answer] = (await once(upstream, 'response')) as [IncomingMessage];
    const body = await bodyOf(answer);
    const { statusCode: status = 0 } = answer;
    const kept = { status, type: answer.headers['content-type'] ?? '', body, requestBody };
    exchanges.push({ method, url, requestType: headers['content-type'] ?? '', ...kept });
    const passed = Object.entries(answer.headers).filter(([name]) => name !== 'transfer-encoding');
    outgoing.writeHead(status, Object.fromEntries(passed));
    outgoing.end(body);
  };

  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { method = '', url = '', headers } = incoming;
    const upstream = send({ hostname, port, method, path: url, headers });
    const end = (): void => void socket.destroy();
    upstream.on('error', end);
    socket.on('error', () => upstream.destroy());
    upstream.on('upgrade', (answer, other, otherHead) => {
      const none = Buffer.alloc(0);
      const kept = { status: 101, type: '', requestType: '', body: none, requestBody: none };
      exchanges.push({ method, url, ...kept });
      const lines = answer.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]!}`] : []));
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      if (otherHead.length > 0) socket.write(otherHead);
      if (head.length > 0) other.write(head);
      other.on('error', end);
      socket.on('close', () => other.destroy());
      other.on('close', end);
      other.pipe(socket).pipe(other);
    });
    upstream.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
