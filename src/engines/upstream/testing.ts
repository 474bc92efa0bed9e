/** Servers of OpenAI's shape for tests: one that behaves, and ways to misbehave. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a client asked to be spoken. */
export interface SpeechBody {
  readonly model: string;
  readonly input: string;
  readonly voice: string;
  readonly response_format: string;
  readonly speed?: number;
}

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Of a POST. */
  readonly body: SpeechBody | undefined;
}

export interface Answering {
  readonly request: ReceivedRequest;
  readonly answer: ServerResponse;
  /** Requests for speech so far, this one included. */
  readonly count: number;
  /** PCM of {@link toneOf} for what is asked. */
  readonly pcm: Buffer;
}

/** Answers a request for speech. Default: {@link speakAsItComes}. */
export type Answer = (answering: Answering) => void | Promise<void>;

export interface UpstreamServerOptions {
  readonly answer?: Answer;
  /** Answer of `GET /audio/voices`. Default: Kokoro-FastAPI's shape with `af_heart` and `am_adam`. */
  readonly voices?: (answer: ServerResponse) => void;
  readonly sampleRate?: number;
}

export const testVoices = ['af_heart', 'am_adam'] as const;

/** A server in this process. */
export class UpstreamServer {
  readonly received: ReceivedRequest[] = [];
  readonly #server: Server;
  readonly #options: UpstreamServerOptions;
  readonly #waiting = new Set<() => void>();
  readonly #sockets = new Set<Socket>();
  /** Connections that clients have opened. */
  connections = 0;
  /** Answers whose connection ended before they did. */
  cut = 0;
  answer: Answer;

  private constructor(options: UpstreamServerOptions) {
    this.#options = options;
    this.answer = options.answer ?? speakAsItComes;
    this.#server = createServer((request, answer) => void this.#receive(request, answer));
    this.#server.on('connection', (socket) => {
      this.connections++;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  static async open(options: UpstreamServerOptions = {}): Promise<UpstreamServer> {
    const server = new UpstreamServer(options);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  /** Base address. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Requests for speech. */
  get spoken(): ReceivedRequest[] {
    return this.received.filter(({ path }) => path === '/v1/audio/speech');
  }

  /** Resolves when it is so; looked at with each request, and when an answer is cut. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Closes the connections that wait for another request. */
  closeIdle(): void {
    this.#server.closeIdleConnections();
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #receive(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const sent = await text(request);
    const received = {
      method,
      path,
      headers,
      body: method === 'POST' ? (JSON.parse(sent) as SpeechBody) : undefined,
    };
    this.received.push(received);
    answer.on('close', () => {
      if (!answer.writableFinished) this.cut++;
      this.#look();
    });
    this.#look();
    if (path === '/v1/audio/voices' && method === 'GET') {
      if (this.#options.voices !== undefined) this.#options.voices(answer);
      else answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ voices: testVoices }));
    } else if (path === '/v1/audio/speech' && received.body !== undefined) {
      const pcm = toneOf(received.body, this.#options.sampleRate);
      await this.answer({ request: received, answer, count: this.spoken.length, pcm });
    } else answer.writeHead(404).end();
  }

  #look(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

/** A quarter of a second for each word: a square wave whose pitch follows from the voice, shorter at a higher speed. */
export function toneOf({ input, voice, speed = 1 }: SpeechBody, sampleRate = 24_000): Buffer {
  const words = input.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const samples = new Int16Array(Math.round((words * sampleRate) / 4 / speed));
  const halfPeriod = sampleRate / 2 / (110 + 40 * voice.length + (voice.codePointAt(1) ?? 0) / 4);
  for (let index = 0; index < samples.length; index++) {
    samples[index] = Math.floor(index / halfPeriod) % 2 === 0 ? 4000 : -4000;
  }
  return Buffer.from(samples.buffer);
}

/** Pieces of an odd number of bytes, with turns of the event loop between them. */
export async function speakAsItComes({ answer, pcm }: Answering): Promise<void> {
  answer.writeHead(200, { 'content-type': 'audio/pcm' });
  await drip(answer, pcm, 2401);
  answer.end();
}

/** @param bytes in one piece */
export async function drip(answer: ServerResponse, body: Buffer, bytes: number): Promise<void> {
  for (let at = 0; at < body.length && !answer.destroyed; at += bytes) {
    answer.write(body.subarray(at, at + bytes));
    await new Promise(setImmediate);
  }
}

/** The header of a WAV file of 16-bit samples, with or without its length. */
export function wavHeaderOf(sampleRate: number, length: number | 'open', channels = 1): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(length === 'open' ? 0xffff_ffff : 36 + length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(length === 'open' ? 0xffff_ffff : length, 40);
  return header;
}
