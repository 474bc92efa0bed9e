/** A server whose first messages come in one packet with its answer to the handshake, as proxies and full lines join them. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface JoinedLine {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A text of at most 125 bytes as a frame (RFC 6455, 5.2). */
function frame(message: object): Buffer {
  const payload = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from([0x81, payload.length]), payload]);
}

/** @param messages each at most 125 bytes of JSON */
export async function joinedLine(messages: readonly object[]): Promise<JoinedLine> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let request = '';
    socket.on('data', (data) => {
      if (request.includes('\r\n\r\n')) return;
      request += data.toString('latin1');
      const key = /sec-websocket-key: (.*)\r\n/i.exec(request)?.[1];
      if (key === undefined || !request.includes('\r\n\r\n')) return;
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      const lines = [
        'HTTP/1.1 101 Switching Protocols',
        'upgrade: websocket',
        'connection: Upgrade',
        `sec-websocket-accept: ${accept}`,
      ];
      socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), ...messages.map(frame)]));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
