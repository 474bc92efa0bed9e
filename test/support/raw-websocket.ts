/** WebSocket frames written by hand: what no client library would send. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { apiKey, version, type TestServer, type WireEvent } from './server.ts';

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface FrameOptions {
  /** Bits of the first byte that RFC 6455 reserves: 0x40, 0x20, 0x10. */
  readonly reserved?: number;
  /** Clients must mask; default true. */
  readonly masked?: boolean;
}

/** A frame of a client (RFC 6455, 5.2), masked with zeros. */
export function frame(
  opcode: number,
  payload: Buffer,
  isLast = true,
  { reserved = 0, masked = true }: FrameOptions = {},
): Buffer {
  const mask = masked ? 0x80 : 0;
  const first = (isLast ? 0x80 : 0) | reserved | opcode;
  const head =
    payload.length < 126
      ? Buffer.from([first, mask | payload.length])
      : Buffer.from([first, mask | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([head, ...(masked ? [Buffer.alloc(4)] : []), payload]);
}

export interface RawSocket {
  readonly write: (bytes: Buffer) => void;
  /** The code of the server's close frame. */
  readonly closeCode: Promise<number>;
  /** All events of a context up to its terminal one. */
  readonly ended: (contextId: string) => Promise<WireEvent[]>;
  readonly end: () => void;
}

export async function openRaw(server: TestServer): Promise<RawSocket> {
  const call = request(`${server.url}/tts/websocket`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      'service-version': version,
      'x-api-key': apiKey,
    },
  });
  call.end();
  const [, socket, rest] = (await once(call, 'upgrade')) as [unknown, Socket, Buffer];
  socket.on('error', () => undefined);
  const events: WireEvent[] = [];
  let left = rest;
  let wake = (): void => undefined;
  const closeCode = new Promise<number>((resolve) => {
    const read = (): void => {
      for (let found = unframe(left); found !== undefined; found = unframe(left)) {
        left = found.rest;
        if (found.opcode === opcodes.text) events.push(JSON.parse(found.payload.toString()) as WireEvent);
        if (found.opcode === opcodes.close) resolve(found.payload.readUInt16BE(0));
      }
      wake();
    };
    socket.on('data', (part) => {
      left = Buffer.concat([left, part]);
      read();
    });
  });
  return {
    write: (bytes) => void socket.write(bytes),
    closeCode,
    end: () => void socket.destroy(),
    async ended(contextId) {
      const own = (): WireEvent[] => events.filter((event) => event.context_id === contextId);
      while (!own().some((event) => event.done)) await new Promise<void>((resolve) => (wake = resolve));
      return own();
    },
  };
}

function unframe(bytes: Buffer): { opcode: number; payload: Buffer; rest: Buffer } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes[1]! & 0x7f;
  const head = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < head) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < head + length) return undefined;
  return {
    opcode: bytes[0]! & 0x0f,
    payload: bytes.subarray(head, head + length),
    rest: bytes.subarray(head + length),
  };
}
