/** A client of each transport that takes speech at the speed of playback, or not at all. */
import { request, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import WebSocket from 'ws';
import { apiKey, speech, version } from '../support/server.ts';
import { PacedSocket } from './paced-socket.ts';

export type Transport = 'bytes' | 'sse' | 'websocket';

export interface Format {
  readonly name: string;
  readonly output: Readonly<Record<string, string | number>>;
  /** Bytes of a second of audio, before any base64. */
  readonly bytesPerSecond: number;
}

export interface ReaderOptions {
  /** Address of the server. */
  readonly url: string;
  readonly transport: Transport;
  readonly format: Format;
  readonly transcript: string;
  /** Takes nothing until {@link PacedReader.takeRest}. */
  readonly isDeaf?: boolean;
}

const headers = { 'content-type': 'application/json', 'service-version': version, 'x-api-key': apiKey };

/** Audio that is read ahead of its time, in seconds, before the reader holds. */
const leadSeconds = 0.02;

export class PacedReader {
  readonly options: ReaderOptions;
  /** How the connection ended; undefined while the client does not know of an end. */
  end: string | undefined;
  /** Names the connection in the server's log; undefined before the answer has begun. */
  requestId: string | undefined;
  readonly ended: Promise<void>;
  readonly #socket: PacedSocket;
  #audioBytes = 0;
  #startedAt: number | undefined;
  #isPaced = true;
  #finish!: () => void;

  constructor(options: ReaderOptions) {
    this.options = options;
    this.ended = new Promise((resolve) => (this.#finish = resolve));
    const { hostname, port } = new URL(options.url);
    this.#socket = new PacedSocket(hostname, Number(port));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => this.#end('the connection closed'));
    if (options.transport === 'websocket') this.#openSocket();
    else this.#post(options.transport);
  }

  /** Seconds of audio taken. */
  get seconds(): number {
    return this.#audioBytes / this.options.format.bytesPerSecond;
  }

  /** Seconds since the first audio. */
  get elapsed(): number {
    return this.#startedAt === undefined ? 0 : (performance.now() - this.#startedAt) / 1000;
  }

  /** Reads what the kernels still have, as fast as it comes. */
  async takeRest(): Promise<void> {
    this.#isPaced = false;
    this.#socket.release();
    await this.ended;
  }

  close(): void {
    this.#socket.destroy();
  }

  #post(transport: 'bytes' | 'sse'): void {
    const { url, format, transcript } = this.options;
    const body = { ...speech, transcript, output_format: format.output };
    const call = request(`${url}/tts/${transport}`, { method: 'POST', headers, createConnection: () => this.#socket });
    call.on('error', (error) => this.#end(error.message));
    call.on('response', (response) => this.#readBody(transport, response));
    call.end(JSON.stringify(body));
  }

  #readBody(transport: 'bytes' | 'sse', response: IncomingMessage): void {
    this.#name(response);
    if (response.statusCode !== 200) this.#end(`status ${response.statusCode}`);
    if (this.options.isDeaf === true) this.#socket.hold();
    const decode = transport === 'bytes' ? (part: Buffer): number => part.length : base64Counter();
    response.on('data', (part: Buffer) => this.#heard(decode(part)));
    response.on('end', () => this.#end('all was read'));
    response.on('error', (error) => this.#end(error.message));
  }

  #openSocket(): void {
    const { url, format, transcript, isDeaf = false } = this.options;
    const socket = new WebSocket(`${url.replace('http', 'ws')}/tts/websocket`, {
      headers,
      perMessageDeflate: false,
      createConnection: ((): Duplex => this.#socket) as never,
    });
    socket.on('upgrade', (response) => this.#name(response));
    socket.on('open', () => {
      // A context takes as many characters as a request, its messages less.
      const pieces = transcript.match(/[^]{1,30000}/g) ?? [];
      pieces.forEach((piece, index) => {
        const more = { context_id: 'c', transcript: piece, continue: index < pieces.length - 1 };
        socket.send(JSON.stringify({ ...speech, output_format: format.output, ...more }));
      });
      if (isDeaf) this.#socket.hold();
    });
    const decode = base64Counter();
    socket.on('message', (data: Buffer) => {
      if (data.includes('"done":true')) this.#end(`the context ended: ${data.toString().slice(0, 200)}`);
      this.#heard(decode(data));
    });
    socket.on('error', (error) => this.#end(error.message));
  }

  #name({ headers }: IncomingMessage): void {
    this.requestId = headers['service-request-id'] as string | undefined;
  }

  #heard(bytes: number): void {
    if (bytes === 0) return;
    this.#startedAt ??= performance.now();
    this.#audioBytes += bytes;
    const ahead = this.seconds - this.elapsed;
    if (this.#isPaced && this.options.isDeaf !== true && ahead > leadSeconds) this.#socket.hold(ahead * 1000);
  }

  #end(reason: string): void {
    this.end ??= reason;
    this.#finish();
  }
}

const opening = Buffer.from('"data":"');
const quote = 0x22;

/** Counts the audio in pieces of JSON events, however they are cut. @returns bytes before base64, of this piece */
function base64Counter(): (piece: Buffer) => number {
  let matched = 0;
  let isInside = false;
  return (piece) => {
    let characters = 0;
    for (let at = 0; at < piece.length; at++) {
      if (!isInside) {
        matched = piece[at] === opening[matched] ? matched + 1 : piece[at] === opening[0] ? 1 : 0;
        isInside = matched === opening.length;
        continue;
      }
      const end = piece.indexOf(quote, at);
      characters += (end < 0 ? piece.length : end) - at;
      isInside = end < 0;
      matched = 0;
      at = end < 0 ? piece.length : end;
    }
    return (characters * 3) / 4;
  };
}
