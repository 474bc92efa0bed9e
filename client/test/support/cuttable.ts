/** A line to a server that can be cut, held up or hung up on. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  /** Of the server, through this line. */
  readonly url: string;
  /** Bytes that the server has sent. */
  readonly received: () => number;
  /** Ends every connection without a goodbye; new ones are taken. */
  readonly cut: () => void;
  /** Nothing of the server comes through any more, and the connections stay. */
  readonly hold: () => void;
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** @param refuses whether to hang up on a connection at once, by its number from 0 */
export async function proxyTo(url: string, refuses: (connection: number) => boolean = () => false): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let [count, bytes, isHeld] = [0, 0, false];
  const listener = createServer((client) => {
    if (refuses(count++)) return void client.destroy();
    const upstream = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (data) => {
      bytes += data.length;
      if (!isHeld && !client.write(data)) upstream.pause();
    });
    client.on('drain', () => upstream.resume());
    upstream.on('end', () => client.end());
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const cut = (): void => {
    for (const socket of [...sockets]) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    received: () => bytes,
    cut,
    hold: () => {
      isHeld = true;
    },
    connections: () => count,
    close: async () => {
      cut();
      listener.close();
      await once(listener, 'close');
    },
  };
}
