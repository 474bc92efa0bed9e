/** WebSocket frames written by hand: what no client library would send. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { apiKey, version, type TestServer, type WireEvent } from '../server.ts';

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface FrameOptions {
  /** Bits of the first byte that RFC 6455 reserves: 0x40, 0x20, 0x10. */
  readonly reserved?: number;
  /** Clients must mask; default true. */
  readonly masked?: boolean;
  /** Four bytes; default zeros. */
  readonly mask?: Buffer;
  /** Bytes of the length besides the seven bits: 0, 2 or 8. Default the fewest that hold it, which the RFC demands. */
  readonly lengthBytes?: 0 | 2 | 8;
}

/** A frame of a client (RFC 6455, 5.2). */
export function frame(
  opcode: number,
  payload: Buffer | string,
  isLast = true,
  { reserved = 0, masked = true, mask = Buffer.alloc(4), lengthBytes }: FrameOptions = {},
): Buffer {
  const content = Buffer.from(payload);
  const first = (isLast ? 0x80 : 0) | reserved | opcode;
  const length = lengthOf(content.length, lengthBytes);
  length[0]! |= masked ? 0x80 : 0;
  if (masked) for (let at = 0; at < content.length; at++) content[at]! ^= mask[at % 4]!;
  return Buffer.concat([Buffer.from([first]), length, ...(masked ? [mask] : []), content]);
}

function lengthOf(length: number, bytes: 0 | 2 | 8 = length < 126 ? 0 : length < 65_536 ? 2 : 8): Buffer {
  const field = Buffer.alloc(1 + bytes, bytes === 0 ? length : bytes === 2 ? 126 : 127);
  if (bytes === 2) field.writeUInt16BE(length, 1);
  if (bytes === 8) field.writeBigUInt64BE(BigInt(length), 1);
  return field;
}

/** A frame of the server. */
export interface ReceivedFrame {
  readonly opcode: number;
  readonly isLast: boolean;
  readonly reserved: number;
  readonly masked: boolean;
  readonly payload: Buffer;
}

/** The code and the reason of a close frame; the code is undefined where the frame is empty. */
export function closeOf({ payload }: ReceivedFrame): { code: number | undefined; reason: string } {
  return {
    code: payload.length === 0 ? undefined : payload.readUInt16BE(0),
    reason: payload.toString('utf8', 2),
  };
}

const deadlineMs = 15_000;

/** A connection on which the caller writes every byte itself, in the clear or over TLS, and sees everything that comes back. */
export class RawConnection {
  readonly socket: Socket;
  /** In the order of arrival; filled once the handshake was answered with 101. */
  readonly frames: ReceivedFrame[] = [];
  /** Whether the server has ended its side. */
  isEnded = false;
  /** Everything that came in front of the frames; all of it, where the handshake was refused. */
  head = '';
  readonly #events: WireEvent[] = [];
  #left: Buffer = Buffer.alloc(0);
  #isOpen = false;
  #wake: (() => void)[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (part) => this.#read(part));
    socket.on('error', () => undefined);
    for (const event of ['end', 'close']) {
      socket.on(event, () => {
        this.isEnded = true;
        this.#notify();
      });
    }
  }

  /** @param url `http://` or `https://`; the certificate is not checked */
  static async open(url: string): Promise<RawConnection> {
    const { protocol, hostname, port } = new URL(url);
    const at = { host: hostname, port: Number(port), allowHalfOpen: true };
    const socket = protocol === 'https:' ? connectTls({ ...at, rejectUnauthorized: false }) : connect(at);
    await once(socket, protocol === 'https:' ? 'secureConnect' : 'connect');
    return new RawConnection(socket);
  }

  write(bytes: Buffer | string): void {
    if (this.socket.writable) this.socket.write(bytes);
  }

  /** Each byte in a packet of its own, as far as the kernel allows. */
  async drip(bytes: Buffer): Promise<void> {
    for (const byte of bytes) await new Promise((resolve) => this.socket.write(Buffer.of(byte), resolve));
  }

  /** The status and the rest of the answer to the handshake. */
  async answer(): Promise<{ status: number; headers: ReadonlyMap<string, string>; text: string }> {
    await this.#until('an answer to the handshake', () => this.#isOpen || (this.head !== '' && this.isEnded));
    const [top = ''] = this.head.split('\r\n\r\n');
    const [first = '', ...lines] = top.split('\r\n');
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    return { status: Number(first.split(' ')[1]), headers, text: this.head };
  }

  /** The first frame that fits, also a past one. */
  async frame(what: string, fits: (frame: ReceivedFrame) => boolean): Promise<ReceivedFrame> {
    await this.#until(what, () => this.frames.some(fits) || this.isEnded);
    const found = this.frames.find(fits);
    if (found === undefined) throw new Error(`the server ended the connection without ${what}: ${this.#summary}`);
    return found;
  }

  /** The close frame of the server. */
  closed(): Promise<ReceivedFrame> {
    return this.frame('a close frame', ({ opcode }) => opcode === opcodes.close);
  }

  /** The server has ended its side. */
  ended(): Promise<void> {
    return this.#until('the end of the connection', () => this.isEnded);
  }

  /** All events of a context up to its terminal one. */
  async context(contextId: string): Promise<WireEvent[]> {
    const own = (): WireEvent[] => this.events().filter((event) => event.context_id === contextId);
    await this.#until(`the end of ${contextId}`, () => own().some((event) => event.done) || this.isEnded);
    if (!own().some((event) => event.done)) throw new Error(`${contextId} did not end: ${this.#summary}`);
    return own();
  }

  /** Every message so far. */
  events(): readonly WireEvent[] {
    return this.#events;
  }

  destroy(): void {
    this.socket.destroy();
  }

  get #summary(): string {
    const frames = this.frames.slice(-5).map(({ opcode, payload }) => `${opcode}:${payload.toString().slice(0, 200)}`);
    return this.#isOpen ? frames.join(' | ') : this.head.slice(0, 500);
  }

  #read(part: Buffer): void {
    this.#left = Buffer.concat([this.#left, part]);
    if (!this.#isOpen) this.#readHead();
    if (this.#isOpen) {
      for (let found = unframe(this.#left); found !== undefined; found = unframe(this.#left)) {
        const { rest, ...received } = found;
        this.#left = rest;
        this.frames.push(received);
        if (found.opcode === opcodes.text) this.#events.push(JSON.parse(found.payload.toString()) as WireEvent);
      }
    }
    this.#notify();
  }

  #readHead(): void {
    const end = this.#left.indexOf('\r\n\r\n');
    this.#isOpen = end >= 0 && this.#left.toString('latin1', 0, 13) === 'HTTP/1.1 101 ';
    const length = this.#isOpen ? end + 4 : this.#left.length;
    this.head += this.#left.toString('latin1', 0, length);
    // A refusal is kept in one piece, so that what follows it can be seen.
    this.#left = this.#isOpen ? this.#left.subarray(length) : Buffer.alloc(0);
  }

  #notify(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }

  async #until(what: string, holds: () => boolean): Promise<void> {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(
      () => late.reject(new Error(`${what} did not come within ${deadlineMs} ms: ${this.#summary}`)),
      deadlineMs,
    );
    try {
      while (!holds()) await Promise.race([new Promise<void>((resolve) => this.#wake.push(resolve)), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
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

function unframe(bytes: Buffer): (ReceivedFrame & { rest: Buffer }) | undefined {
  if (bytes.length < 2) return undefined;
  const [first, second] = [bytes[0]!, bytes[1]!];
  const short = second & 0x7f;
  const head = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < head) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < head + length) return undefined;
  return {
    opcode: first & 0x0f,
    isLast: first >= 0x80,
    reserved: first & 0x70,
    masked: second >= 0x80,
    payload: bytes.subarray(head, head + length),
    rest: bytes.subarray(head + length),
  };
}
