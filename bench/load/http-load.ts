/**
 * Requests over connections that stay open, each with one request at a time. It writes bytes that are made once and reads no more of
 * an answer than its status and its length, so that the client takes as little of the machine as it can.
 */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

export interface RequestSpec {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answers {
  /** By status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Milliseconds from the request to the last byte of its answer. */
  readonly times: readonly number[];
  readonly seconds: number;
}

/** The bytes of a request of HTTP/1.1. */
export function requestBytes(host: string, { method, path, headers, body }: RequestSpec): Buffer {
  const all: Record<string, string> = { host, ...headers };
  if (body !== undefined) {
    all['content-type'] = 'application/json';
    all['content-length'] = String(Buffer.byteLength(body));
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

/** One connection. @throws {Error} when the server ends it or an answer has no length */
export class HttpConnection {
  readonly #socket: Socket;
  #answer: { readonly resolve: (status: number) => void; readonly reject: (error: Error) => void } | undefined;
  /** Why nothing can be asked any more. */
  #failure: Error | undefined;
  #head = '';
  #status = 0;
  /** Bytes of the body that are still to come; undefined while the head is read. */
  #left: number | undefined;

  constructor(socket: Socket) {
    this.#socket = socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server closed a connection')));
  }

  static async open(url: string): Promise<HttpConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new HttpConnection(socket);
  }

  /** @returns the status */
  ask(bytes: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure);
      this.#answer = { resolve, reject };
      this.#socket.write(bytes);
    });
  }

  /** A connection may end between two requests, too. */
  #fail(error: Error): void {
    this.#failure ??= error;
    this.#answer?.reject(this.#failure);
  }

  close(): void {
    this.#answer = undefined;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    if (this.#left === undefined) {
      this.#head += chunk.toString('latin1');
      const end = this.#head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1];
      this.#status = Number(this.#head.slice(9, 12));
      if (length === undefined) return this.#answer?.reject(new Error(`an answer ${this.#status} without its length`));
      this.#left = Number(length) - (this.#head.length - end - 4);
      this.#head = '';
    } else this.#left -= chunk.length;
    if (this.#left > 0) return;
    this.#left = undefined;
    this.#answer?.resolve(this.#status);
  }
}

/**
 * Keeps so many connections busy for so long.
 * @param next the bytes of the next request of a connection, by its number
 */
export async function load(
  url: string,
  connections: number,
  seconds: number,
  next: (connection: number) => Buffer,
): Promise<Answers> {
  const open = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(url)));
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  await Promise.all(
    open.map(async (connection, index) => {
      for (let at = performance.now(); at < end;) {
        const status = await connection.ask(next(index));
        statuses[status] = (statuses[status] ?? 0) + 1;
        const now = performance.now();
        times.push(now - at);
        at = now;
      }
    }),
  );
  for (const connection of open) connection.close();
  return { statuses, times, seconds: (performance.now() - startedAt) / 1000 };
}
