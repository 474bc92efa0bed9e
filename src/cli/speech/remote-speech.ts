/** Speech of a running server for `sonorant say --server`: one context of its WebSocket, with text as it comes. */
import { WebSocket } from 'ws';
import {
  ConnectionError,
  Sonorant,
  SonorantError,
  type Schemas,
  type SpeechContext,
  type SpeechOptions,
  type SpeechSocket,
} from '#client';
import { bytesPerSample, payloadFormat, type OutputFormat } from '../../audio/formats.ts';
import { CommandError, describeError, rootCause } from '../errors.ts';
import type { SpokenAudio, SpokenWords, TextPiece } from '../../speech/narration.ts';

export interface RemoteSpeechOptions {
  /** Address without a slash at its end. */
  readonly server: string;
  /** API key or access token. */
  readonly key: string;
  /** Id or name; undefined: that of the server's own example, or of the language. */
  readonly voice: string | undefined;
  readonly language: string | undefined;
  readonly generationConfig: Pick<SpeechOptions, 'speed' | 'volume' | 'emotion'>;
  readonly format: OutputFormat;
  readonly wantsWords: boolean;
  readonly signal: AbortSignal;
}

/** The voice of the server's own example. */
const exampleVoice = 'a0e99841-438c-4a64-b679-ae501e7d6091';
const connectMs = 10_000;

/**
 * Audio as the server speaks it, read no faster than it is taken.
 * @throws {CommandError} what the server refuses, or that the connection ended
 */
export async function* remoteSpeech(
  text: AsyncIterable<TextPiece>,
  options: RemoteSpeechOptions,
): AsyncGenerator<SpokenAudio | SpokenWords> {
  const { server, voice = exampleVoice, language, generationConfig, wantsWords } = options;
  const { encoding, sampleRate } = payloadFormat(options.format);
  const format = { container: 'raw', encoding, sampleRate } as const;
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const socket = await connect(options);
  try {
    const speech = { ...generationConfig, voice, language, format, timestamps: wantsWords };
    const context = socket.context(speech, { signal });
    const sent = { bytes: 0, isComplete: false };
    send(context, text, sent).catch((error: unknown) => failure.abort(error));
    for await (const event of context) {
      if (event.type === 'audio') {
        const seconds = event.bytes.byteLength / (bytesPerSample(encoding) * sampleRate);
        yield { type: 'audio', payload: event.bytes, seconds, textBytes: sent.bytes };
      } else if (event.type === 'words') {
        yield { type: 'words', words: event.words };
      } else if (!sent.isComplete) {
        throw new CommandError(`${server} ended the speech before it had the whole text`);
      }
    }
  } catch (error) {
    if (error instanceof SonorantError) throw new CommandError(error.message);
    if (!(error instanceof ConnectionError)) throw error;
    throw new CommandError(`the connection to ${server} ended before the speech did`);
  } finally {
    socket.close();
  }
}

/**
 * A text that names its speakers, which a server takes whole.
 * @param speakers ids or names of voices by the names in the text
 * @throws {CommandError} what the server refuses, or that the connection ended
 */
export async function* remoteDialogue(
  text: AsyncIterable<TextPiece>,
  options: RemoteSpeechOptions & { readonly speakers: ReadonlyMap<string, string> },
): AsyncGenerator<SpokenAudio | SpokenWords> {
  const { server, key, voice = exampleVoice, language, generationConfig, wantsWords, signal, speakers } = options;
  const { encoding, sampleRate } = payloadFormat(options.format);
  const format = { container: 'raw', encoding, sampleRate } as const;
  let whole = '';
  let bytes = 0;
  for await (const piece of text) {
    whole += piece.text;
    ({ bytes } = piece);
  }
  if (whole.trim() === '') return;
  const said = { ...generationConfig, text: whole, voice, language, format, speakers: Object.fromEntries(speakers) };
  try {
    for await (const event of clientOf(server, key).speak({ ...said, timestamps: wantsWords }, { signal })) {
      if (event.type === 'words') yield { type: 'words', words: event.words };
      if (event.type !== 'audio') continue;
      const seconds = event.bytes.byteLength / (bytesPerSample(encoding) * sampleRate);
      yield { type: 'audio', payload: event.bytes, seconds, textBytes: bytes };
    }
  } catch (error) {
    throw remoteProblem(server, error);
  }
}

/** It asks once and waits for as long as the server takes. */
function clientOf(server: string, key: string): Sonorant {
  return new Sonorant({ baseUrl: server, apiKey: key, retries: 0, timeoutMs: Infinity, WebSocket });
}

/** Why a server was not spoken to; an error of another kind stays as it is. */
function remoteProblem(server: string, error: unknown): unknown {
  if (error instanceof SonorantError) return new CommandError(`${server} refuses: ${error.message}`);
  if (!(error instanceof ConnectionError)) return error;
  return new CommandError(`no server answers at ${server}: ${describeError(rootCause(error))}`);
}

async function connect({ server, key, signal }: RemoteSpeechOptions): Promise<SpeechSocket> {
  const late = AbortSignal.timeout(connectMs);
  const options = { maxPauseMs: Infinity, readsOnDemand: true, signal: AbortSignal.any([signal, late]) };
  try {
    return await clientOf(server, key).connect(options);
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) throw new CommandError(`no server answers at ${server}: Opening handshake has timed out`);
    throw remoteProblem(server, error);
  }
}

async function send(
  context: SpeechContext,
  text: AsyncIterable<TextPiece>,
  sent: { bytes: number; isComplete: boolean },
): Promise<void> {
  for await (const { text: piece, bytes, isLine = false } of text) {
    try {
      context.send(piece);
      if (isLine) context.flush();
    } catch {
      // The context is over, and its events say why.
      return;
    }
    sent.bytes = bytes;
  }
  sent.isComplete = true;
  context.end();
}

/**
 * The first voice that a server has for a language.
 * @throws {CommandError} what the server refuses, or that it has none
 */
export async function remoteVoice(server: string, key: string, language: string): Promise<string> {
  try {
    const { data } = await clientOf(server, key).get('/voices', { query: { language, limit: 1 } });
    const [voice] = data;
    if (voice !== undefined) return voice.id;
  } catch (error) {
    throw remoteProblem(server, error);
  }
  throw new CommandError(`${server} has no voice for '${language}'`);
}

/** A voice as a server shows it. */
export type RemoteVoice = Schemas['Voice'];

/**
 * All voices of a server that a key opens, in its order.
 * @throws {CommandError} what the server refuses
 */
export async function remoteVoices(
  server: string,
  key: string,
  narrowed: { readonly language?: RemoteVoice['language'] },
): Promise<readonly RemoteVoice[]> {
  try {
    const voices: RemoteVoice[] = [];
    const query = { limit: 100, expand: ['spoken_by' as const], ...narrowed };
    for await (const voice of clientOf(server, key).pages('/voices', { query })) voices.push(voice);
    return voices;
  } catch (error) {
    throw remoteProblem(server, error);
  }
}
