/** The bench's own client of `/tts/websocket`. It reads chunks without parsing them, to leave the processor to the server. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { headers, type SpeechFields } from '../speech/requests.ts';

/** Why a context ended before its time. */
export interface ContextFailure {
  readonly message: string;
  /** The server was too busy for it; after so many milliseconds it may be asked for again. */
  readonly retryAfterMs: number | undefined;
}

export interface ContextListener {
  /** PCM of 16 bits as base64, and how many samples it holds. */
  chunk(base64: Buffer, samples: number): void;
  /** The terminal event, with its failure when it was an error. */
  end(failure: ContextFailure | undefined): void;
}

const chunkStart = Buffer.from('{"type":"chunk"');
const dataStart = Buffer.from('"data":"');
const quote = 0x22;
const equals = 0x3d;

export class SpeechClient {
  readonly #socket: WebSocket;
  readonly #listeners = new Map<string, ContextListener>();
  #next = 1;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#receive(data as Buffer));
    socket.on('close', () => this.#failAll('the socket closed'));
  }

  /** @throws {Error} when the upgrade is refused */
  static async open(url: string): Promise<SpeechClient> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/tts/websocket`, { headers, perMessageDeflate: false });
    await once(socket, 'open');
    return new SpeechClient(socket);
  }

  /** Speaks a transcript in a context of its own. @returns its id */
  speak(fields: SpeechFields, transcript: string, listener: ContextListener): string {
    const contextId = `c${this.#next++}`;
    this.#listeners.set(contextId, listener);
    this.#socket.send(JSON.stringify({ ...fields, context_id: contextId, transcript }));
    return contextId;
  }

  cancel(contextId: string): void {
    this.#socket.send(JSON.stringify({ context_id: contextId, cancel: true }));
  }

  async close(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    const closed = once(this.#socket, 'close');
    this.#socket.close();
    await closed;
  }

  #receive(message: Buffer): void {
    if (message.subarray(0, chunkStart.length).equals(chunkStart)) this.#chunk(message);
    else this.#event(message);
  }

  #event(message: Buffer): void {
    const event = JSON.parse(message.toString()) as {
      readonly type: string;
      readonly done: boolean;
      readonly context_id: string;
      readonly message?: string;
      readonly error_code?: string;
    };
    if (!event.done) return;
    const listener = this.#listeners.get(event.context_id);
    this.#listeners.delete(event.context_id);
    listener?.end(event.type === 'error' ? failureOf(event) : undefined);
  }

  #chunk(message: Buffer): void {
    const from = message.indexOf(dataStart) + dataStart.length;
    const to = message.indexOf(quote, from);
    const padding = message[to - 1] === equals ? (message[to - 2] === equals ? 2 : 1) : 0;
    const contextId = /"context_id":"([^"]*)"/.exec(message.toString('latin1', 0, from))?.[1] ?? '';
    this.#listeners.get(contextId)?.chunk(message.subarray(from, to), ((to - from) * 0.75 - padding) / 2);
  }

  #failAll(reason: string): void {
    for (const listener of this.#listeners.values()) listener.end({ message: reason, retryAfterMs: undefined });
    this.#listeners.clear();
  }
}

/** The WebSocket has no header for the time, the message tells it. */
function failureOf({
  message = 'error',
  error_code,
}: {
  readonly message?: string;
  readonly error_code?: string;
}): ContextFailure {
  const seconds = /try again in (\d+) s/.exec(message)?.[1] ?? 1;
  return { message, retryAfterMs: error_code === 'unavailable' ? Number(seconds) * 1000 : undefined };
}

/** Opens so many sockets, a few at a time. */
export async function openMany(url: string, count: number): Promise<SpeechClient[]> {
  const clients: SpeechClient[] = [];
  while (clients.length < count) {
    const batch = Math.min(20, count - clients.length);
    clients.push(...(await Promise.all(Array.from({ length: batch }, () => SpeechClient.open(url)))));
  }
  return clients;
}

/**
 * Speaks a transcript to its end; one that the server is too busy for is asked for again when it says.
 * @returns milliseconds to its first audio, from the time that it was asked for last
 * @throws {Error} when the server answers with another error
 */
export async function speakWhole(client: SpeechClient, fields: SpeechFields, transcript: string): Promise<number> {
  for (;;) {
    const { firstAudioMs, failure } = await speakOnce(client, fields, transcript);
    if (failure === undefined) return firstAudioMs;
    if (failure.retryAfterMs === undefined) throw new Error(failure.message);
    await sleep(failure.retryAfterMs);
  }
}

function speakOnce(
  client: SpeechClient,
  fields: SpeechFields,
  transcript: string,
): Promise<{ readonly firstAudioMs: number; readonly failure: ContextFailure | undefined }> {
  return new Promise((resolve) => {
    const sentAt = performance.now();
    let heardAt = NaN;
    client.speak(fields, transcript, {
      chunk() {
        if (Number.isNaN(heardAt)) heardAt = performance.now();
      },
      end: (failure) => resolve({ firstAudioMs: heardAt - sentAt, failure }),
    });
  });
}
