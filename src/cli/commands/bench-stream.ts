/** One listener of `sonorant bench --url`: asks for a text, hears it to its end at normal speed, and asks for the next. */
import { once } from 'node:events';
import { text as bodyText } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import type { Clock } from '../../timing/clock.ts';
import { Playback } from '../../timing/playback.ts';
import { CommandError, describeError } from '../errors.ts';

export const transports = ['websocket', 'bytes'] as const;
export type Transport = (typeof transports)[number];

/** What is asked of the server, the same for every text. */
export interface BenchRequest {
  /** Address without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly transport: Transport;
  readonly model: string;
  readonly voice: string;
  readonly language: string;
  readonly text: string;
  /** How long a server may be silent in a text, in ms. */
  readonly silenceMs: number;
}

/** One text, from the time that it was asked for. */
export interface StreamMeasurement {
  /** Milliseconds to the first audio. */
  readonly firstAudioMs: number;
  /** Milliseconds to the last audio. */
  readonly totalMs: number;
  readonly audioSeconds: number;
  /** How late each chunk was that came after all before it had been played, in ms. */
  readonly underrunsMs: readonly number[];
  /** Clock time at which the audio has been played. */
  readonly endsAt: number;
}

/** Gives the bytes of one text's audio as they come; throws when the server fails. */
export interface BenchClient {
  readonly speak: () => AsyncIterable<Uint8Array>;
  readonly close: () => void;
}

export const sampleRate = 24_000;
const bytesPerSecond = 2 * sampleRate;
const connectMs = 10_000;
/** A version that every server of the interface knows, by the name of the header that they all read. */
const versionHeader = { 'cartesia-version': '2026-03-01' } as const;

function headersOf(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}`, ...versionHeader };
}

function bodyOf({ model, voice, language, text }: BenchRequest): object {
  return {
    model_id: model,
    transcript: text,
    voice: { mode: 'id', id: voice },
    language,
    output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: sampleRate },
  };
}

/** @throws {CommandError} when the server does not take the connection */
export function connect(request: BenchRequest, signal: AbortSignal): Promise<BenchClient> {
  return request.transport === 'websocket' ? socketOf(request, signal) : Promise.resolve(requestsOf(request, signal));
}

/**
 * Asks for the text and hears it to its end.
 * @throws {Error} what the server refuses, or that the audio stopped
 */
export async function hear(connection: BenchClient, clock: Clock): Promise<StreamMeasurement> {
  const playback = new Playback();
  const startedAt = clock.now();
  const underrunsMs: number[] = [];
  let [firstAudioMs, totalMs] = [NaN, NaN];
  for await (const { byteLength } of connection.speak()) {
    if (byteLength === 0) continue;
    const now = clock.now();
    if (!playback.started) firstAudioMs = now - startedAt;
    else if (now > playback.endsAt) underrunsMs.push(now - playback.endsAt);
    playback.sent(byteLength / bytesPerSecond, now);
    totalMs = now - startedAt;
  }
  if (!playback.started) throw new Error('the server ended the text without audio');
  return { firstAudioMs, totalMs, audioSeconds: playback.seconds, underrunsMs, endsAt: playback.endsAt };
}

function requestsOf(request: BenchRequest, signal: AbortSignal): BenchClient {
  const { url, key, silenceMs } = request;
  const headers = { ...headersOf(key), 'content-type': 'application/json' };
  return {
    async *speak() {
      const silence = new AbortController();
      const timer = setTimeout(() => silence.abort(silent(silenceMs)), silenceMs);
      const ended = AbortSignal.any([signal, silence.signal]);
      const body = JSON.stringify(bodyOf(request));
      try {
        const response = await fetch(`${url}/tts/bytes`, { method: 'POST', headers, body, signal: ended });
        if (!response.ok) throw new Error(messageOf(await response.text()) ?? `status ${response.status}`);
        for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
          timer.refresh();
          yield chunk;
        }
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => undefined,
  };
}

interface ServerMessage {
  readonly type?: string;
  readonly context_id?: string;
  readonly data?: string;
  readonly done?: boolean;
  readonly message?: string;
  readonly error?: string;
  readonly title?: string;
}

function messageOf(body: string): string | undefined {
  try {
    const { message, error, title } = JSON.parse(body) as ServerMessage;
    return message ?? error ?? title;
  } catch {
    return undefined;
  }
}

function silent(ms: number): Error {
  return new Error(`the server said nothing for ${ms / 1000} s`);
}

async function socketOf(request: BenchRequest, signal: AbortSignal): Promise<BenchClient> {
  const { url, key, silenceMs } = request;
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/tts/websocket`, {
    headers: headersOf(key),
    perMessageDeflate: false,
    handshakeTimeout: connectMs,
  });
  const refused = new Promise<never>((_resolve, reject) => {
    socket.once('unexpected-response', (_request, response) => {
      const status = `status ${response.statusCode ?? ''}`;
      bodyText(response).then((body) => reject(new Error(messageOf(body) ?? status)), reject);
    });
  });
  try {
    await Promise.race([once(socket, 'open', { signal }), refused]);
  } catch (error) {
    socket.on('error', () => undefined).terminate();
    signal.throwIfAborted();
    throw new CommandError(`no WebSocket at ${url}: ${describeError(error)}`);
  }
  const state: { end?: string } = {};
  socket.on('error', (error) => (state.end ??= error.message));
  socket.on('close', (code) => (state.end ??= `the server closed the socket (${code})`));
  let next = 1;
  return {
    speak: () => contextOf(socket, { ...bodyOf(request), context_id: `bench-${next++}` }, { silenceMs, signal, state }),
    close: () => socket.terminate(),
  };
}

interface ContextOptions {
  readonly silenceMs: number;
  readonly signal: AbortSignal;
  /** Why the socket is over. */
  readonly state: { readonly end?: string };
}

async function* contextOf(
  socket: WebSocket,
  message: { readonly context_id: string },
  { silenceMs, signal, state }: ContextOptions,
): AsyncGenerator<Uint8Array> {
  const waiting: ServerMessage[] = [];
  let wake = Promise.withResolvers<undefined>();
  const awaken = (): void => wake.resolve(undefined);
  const silence: { error?: Error } = {};
  const timer = setTimeout(() => {
    silence.error = silent(silenceMs);
    awaken();
  }, silenceMs);
  const onMessage = (data: Buffer): void => {
    const received = JSON.parse(data.toString()) as ServerMessage;
    if (received.context_id !== undefined && received.context_id !== message.context_id) return;
    timer.refresh();
    waiting.push(received);
    awaken();
  };
  socket.on('message', onMessage).on('close', awaken);
  signal.addEventListener('abort', awaken);
  try {
    // What is sent to a closed socket is dropped; why it closed is met below.
    socket.send(JSON.stringify(message));
    for (;;) {
      signal.throwIfAborted();
      const received = waiting.shift();
      if (received?.type === 'error') throw new Error(problemOf(received));
      if (received?.type === 'chunk') yield Buffer.from(received.data ?? '', 'base64');
      if (received?.done === true) return;
      if (received !== undefined) continue;
      const problem = silence.error ?? (state.end === undefined ? undefined : new Error(state.end));
      if (problem !== undefined) throw problem;
      await wake.promise;
      wake = Promise.withResolvers();
    }
  } finally {
    clearTimeout(timer);
    socket.off('message', onMessage).off('close', awaken);
    signal.removeEventListener('abort', awaken);
  }
}

function problemOf({ message, error, title }: ServerMessage): string {
  return message ?? error ?? title ?? 'the server failed';
}
