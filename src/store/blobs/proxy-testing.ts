/** A TCP proxy in front of a store, which a test makes fail in every way that a network and a server can. */
import { once } from 'node:events';
import { createServer, connect, type Server, type Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';
import { freePort } from '../../../test/support/free-port.ts';

export interface ProxyFault {
  /** Connections are taken and nothing is ever answered. */
  readonly hang?: boolean;
  /** The first so many connections are reset at once. */
  readonly resets?: number;
  /** Of each connection so many bytes of answers pass; then it is reset, or falls silent. */
  readonly cut?: { readonly after: number; readonly then: 'reset' | 'silence'; readonly times: number };
  /** The first so many requests are answered with this HTTP answer; the connection ends with it. */
  readonly answer?: { readonly head: string; readonly body: string; readonly times: number };
  /** Every piece of an answer is that much late, in ms. */
  readonly lateMs?: number;
}

export class FaultyProxy {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #fault: ProxyFault = {};
  #used = 0;
  port = 0;
  /** Connections taken since the fault was set. */
  connections = 0;

  constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target;
  }

  /** Listens, after the first time at the same port as before. */
  async open(): Promise<void> {
    this.#server = createServer((socket) => this.#accept(socket));
    this.port ||= await freePort();
    await once(this.#server.listen(this.port, '127.0.0.1'), 'listening');
  }

  /** Ends all connections; new ones are refused. */
  async close(): Promise<void> {
    const server = this.#server!;
    const closed = once(server, 'close');
    server.close();
    this.#endAll();
    await closed;
  }

  /** From now on, for new connections; those that are open end. */
  set fault(fault: ProxyFault) {
    this.#fault = fault;
    this.#used = 0;
    this.connections = 0;
    this.#endAll();
  }

  #endAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(client: Socket): void {
    this.connections++;
    this.#keep(client);
    const { hang = false, resets = 0, cut, answer, lateMs = 0 } = this.#fault;
    if (hang) return void client.resume();
    if (this.#used < resets) {
      this.#used++;
      return void client.resetAndDestroy();
    }
    if (answer !== undefined && this.#used < answer.times) {
      this.#used++;
      const { head, body } = answer;
      client.once('data', () => {
        client.resume();
        client.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`);
      });
      return;
    }
    const server = this.#keep(connect(this.#target.port, this.#target.host));
    client.pipe(server).on('error', () => client.destroy());
    const answers = lateMs > 0 ? server.pipe(late(lateMs)) : server;
    if (cut === undefined || this.#used >= cut.times) {
      answers.pipe(client).on('error', () => server.destroy());
      return;
    }
    let left = cut.after;
    answers.on('data', (bytes: Buffer) => {
      if (left <= 0) return;
      client.write(bytes.subarray(0, left));
      left -= bytes.length;
      if (left > 0) return;
      this.#used++;
      // What was written has to be on its way before the reset.
      if (cut.then === 'reset') client.write('', () => client.resetAndDestroy());
    });
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket
      .on('error', () => undefined)
      .on('close', () => {
        this.#sockets.delete(socket);
      });
  }
}

function late(ms: number): Transform {
  return new Transform({
    transform(bytes: Buffer, _encoding, callback: TransformCallback) {
      setTimeout(() => callback(null, bytes), ms);
    },
  });
}
