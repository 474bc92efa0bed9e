/** TCP proxy between browser and server whose connections can be cut. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  /** Address of the server through the proxy. */
  readonly origin: string;
  /** Breaks all connections; new ones are taken. */
  readonly cut: () => void;
  /** While it is down, connections are refused as by a server that is gone. */
  readonly setDown: (isDown: boolean) => void;
  readonly close: () => Promise<void>;
}

/** @param url of the server */
export async function proxyTo(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isDown = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    if (isDown) return void near.resetAndDestroy();
    const far = connect(Number(port), hostname);
    keep(near);
    keep(far);
    near.pipe(far).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    setDown: (down) => {
      isDown = down;
      if (down) cut();
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
