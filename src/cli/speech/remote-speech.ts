/** Speech of a running server for `sonorant say --server`: one context of its WebSocket, with text as it comes. */
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { bytesPerSample, payloadFormat, type OutputFormat } from '../../audio/formats.ts';
import { newestVersion } from '../../http/requests/versions.ts';
import { CommandError, describeError } from '../errors.ts';
import type { SpokenAudio, SpokenWords } from './narration.ts';
import type { TextPiece } from './source.ts';

export interface RemoteSpeechOptions {
  /** Address without a slash at its end. */
  readonly server: string;
  /** API key or access token. */
  readonly key: string;
  /** Id or name; undefined: that of the server's own example, or of the language. */
  readonly voice: string | undefined;
  readonly language: string | undefined;
  readonly generationConfig: object;
  readonly format: OutputFormat;
  readonly wantsWords: boolean;
  readonly signal: AbortSignal;
}

/** The voice of the server's own example. */
const exampleVoice = 'a0e99841-438c-4a64-b679-ae501e7d6091';
const model = 'sonorant-1';
/** Code points of one message; a message of 64 KiB is the server's limit, and a code point may take 12 bytes of JSON. */
const messageCodePoints = 4000;
/**
 * The server ends a context a second after all of it was played. An empty piece at such times, in milliseconds, keeps it for text
 * that comes slowly, such as lines of a log.
 */
const keepAliveMs = 400;
/** Messages that wait to be taken, above which the socket is read no further. */
const waitingMessages = 64;

/** What the server sends. */
interface SpeechMessage {
  readonly type: string;
  readonly data?: string;
  readonly word_timestamps?: SpokenWords['timestamps'];
  readonly message?: string;
  readonly error?: string;
  readonly title?: string;
  readonly done?: boolean;
}

/**
 * Audio as the server speaks it.
 * @throws {CommandError} what the server refuses, or that the connection ended
 */
export async function* remoteSpeech(
  text: AsyncIterable<TextPiece>,
  options: RemoteSpeechOptions,
): AsyncGenerator<SpokenAudio | SpokenWords> {
  const socket = await connect(options);
  const failure = new AbortController();
  const ended = AbortSignal.any([options.signal, failure.signal]);
  const messages = messagesOf(socket, ended);
  const sent = { bytes: 0, isComplete: false };
  send(socket, text, options, sent).catch((error: unknown) => failure.abort(error));
  const { encoding, sampleRate } = payloadFormat(options.format);
  const bytesPerSecond = bytesPerSample(encoding) * sampleRate;
  try {
    for await (const message of messages) {
      if (message.type === 'error') throw new CommandError(problemOf(message));
      if (message.type === 'timestamps') yield { type: 'words', timestamps: message.word_timestamps! };
      if (message.type === 'chunk') {
        const payload = Buffer.from(message.data ?? '', 'base64');
        yield { type: 'audio', payload, seconds: payload.byteLength / bytesPerSecond, textBytes: sent.bytes };
      }
      if (message.done !== true) continue;
      if (sent.isComplete) return;
      throw new CommandError(`${options.server} ended the speech before it had the whole text`);
    }
    throw new CommandError(`the connection to ${options.server} ended before the speech did`);
  } finally {
    socket.terminate();
  }
}

/** What is no message of this interface ends the speech as an error. */
function messageFrom(text: string): SpeechMessage {
  try {
    return JSON.parse(text) as SpeechMessage;
  } catch {
    return { type: 'error', message: `the server sends what is no message: ${text.slice(0, 80)}` };
  }
}

function problemOf({ message, error, title }: SpeechMessage): string {
  return message ?? error ?? title ?? 'the server failed';
}

async function connect({ server, key, signal }: RemoteSpeechOptions): Promise<WebSocket> {
  const socket = new WebSocket(`${server.replace(/^http/, 'ws')}/tts/websocket`, {
    headers: { authorization: `Bearer ${key}`, 'service-version': newestVersion },
    handshakeTimeout: 10_000,
  });
  const refused = new Promise<never>((_resolve, reject) => {
    socket.once('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (data: Buffer) => (body += data.toString()));
      response.on('end', () => {
        reject(new CommandError(`${server} refuses: ${messageOf(body) ?? `status ${response.statusCode ?? ''}`}`));
      });
    });
  });
  try {
    await Promise.race([once(socket, 'open', { signal }), refused]);
    return socket;
  } catch (error) {
    socket.on('error', () => undefined).terminate();
    if (error instanceof CommandError || signal.aborted) throw error;
    throw new CommandError(`no server answers at ${server}: ${describeError(error)}`);
  }
}

function messageOf(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { readonly message?: string }).message;
  } catch {
    return undefined;
  }
}

/** Read no faster than they are taken: the server speaks as fast as this command plays or writes. */
async function* messagesOf(socket: WebSocket, signal: AbortSignal): AsyncGenerator<SpeechMessage> {
  const waiting: SpeechMessage[] = [];
  let wake = Promise.withResolvers<undefined>();
  const state: { problem?: unknown; isClosed: boolean } = { isClosed: false };
  const onAbort = (): void => {
    state.problem = signal.reason;
    wake.resolve(undefined);
  };
  signal.addEventListener('abort', onAbort);
  socket.on('message', (data: Buffer) => {
    waiting.push(messageFrom(data.toString()));
    if (waiting.length >= waitingMessages) socket.pause();
    wake.resolve(undefined);
  });
  socket.on('error', (error) => {
    state.problem ??= new CommandError(`the connection broke: ${error.message}`);
    wake.resolve(undefined);
  });
  socket.on('close', () => {
    state.isClosed = true;
    wake.resolve(undefined);
  });
  try {
    for (;;) {
      if (state.problem !== undefined) throw state.problem as Error;
      const message = waiting.shift();
      if (message !== undefined) {
        if (waiting.length < waitingMessages / 2 && socket.isPaused) socket.resume();
        yield message;
      } else if (state.isClosed) {
        return;
      } else {
        await wake.promise;
        wake = Promise.withResolvers();
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function send(
  socket: WebSocket,
  text: AsyncIterable<TextPiece>,
  { voice, language, generationConfig, format, wantsWords }: RemoteSpeechOptions,
  sent: { bytes: number; isComplete: boolean },
): Promise<void> {
  const context_id = randomUUID();
  const first = {
    model_id: model,
    voice: voice ?? exampleVoice,
    ...(language !== undefined && { language }),
    output_format: { container: 'raw', ...wireFormat(format) },
    generation_config: generationConfig,
    add_timestamps: wantsWords,
  };
  const push = (message: object): void => socket.send(JSON.stringify({ context_id, ...first, ...message }));
  let alive: NodeJS.Timeout | undefined;
  const stop = (): void => clearInterval(alive);
  socket.once('close', stop);
  for await (const { text: piece, bytes, isLine = false } of text) {
    const codePoints = Array.from(piece);
    for (let at = 0; at < codePoints.length; at += messageCodePoints) {
      const isLast = at + messageCodePoints >= codePoints.length;
      push({
        transcript: codePoints.slice(at, at + messageCodePoints).join(''),
        continue: true,
        ...(isLine && isLast && { flush: true }),
      });
    }
    sent.bytes = bytes;
    if (socket.readyState === WebSocket.OPEN) {
      alive ??= setInterval(() => push({ transcript: '', continue: true }), keepAliveMs);
    }
  }
  stop();
  sent.isComplete = true;
  push({ transcript: '', continue: false });
}

function wireFormat(format: OutputFormat): object {
  const { encoding, sampleRate } = payloadFormat(format);
  return { encoding, sample_rate: sampleRate };
}

/**
 * The first voice that a server has for a language.
 * @throws {CommandError} what the server refuses, or that it has none
 */
export async function remoteVoice(server: string, key: string, language: string): Promise<string> {
  const query = new URLSearchParams({ language, limit: '1' });
  const headers = { authorization: `Bearer ${key}`, 'service-version': newestVersion };
  const response = await fetch(`${server}/voices?${query.toString()}`, { headers }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new CommandError(`no server answers at ${server}: ${describeError(cause)}`);
  });
  const text = await response.text();
  if (!response.ok) throw new CommandError(`${server} refuses: ${messageOf(text) ?? `status ${response.status}`}`);
  const [voice] = (JSON.parse(text) as { readonly data: readonly { readonly id: string }[] }).data;
  if (voice === undefined) throw new CommandError(`${server} has no voice for '${language}'`);
  return voice.id;
}
