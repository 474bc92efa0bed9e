/** An utterance over HTTP: as one body of audio, or as server-sent events. */
import { completeFormat, type CompleteFormat } from './audio.ts';
import { Decoder, readMessage } from './decoder.ts';
import { ConnectionError } from './errors.ts';
import type { Http, RequestContent } from './http.ts';
import { wireRequest, type EventSource, type SpeechEvent, type SpeechRequest } from './speech.ts';
import { pauseBefore, sleep, withLimit } from './waiting.ts';

export interface AttemptOptions {
  readonly timeoutMs: number;
  readonly retries: number;
}

/**
 * More attempts at one utterance, for as long as nothing of it was given: two attempts are never mixed.
 * @param source makes one attempt
 */
export function withRetries(source: EventSource, retries: number): EventSource {
  return async function* attempts(signal) {
    for (let attempt = 1; ; attempt++) {
      let hasBegun = false;
      try {
        for await (const event of source(signal)) {
          hasBegun = true;
          yield event;
        }
        return;
      } catch (error) {
        const pause = hasBegun || signal.aborted ? undefined : pauseBefore(attempt, retries, error);
        if (pause === undefined) throw error;
        await sleep(pause, signal);
      }
    }
  };
}

/** How long the end of a body may take behind the last event in it. */
const endMs = 1000;

interface BodyState {
  /** All that was asked for has come: what is left is the end of the body. */
  isWhole: boolean;
}

/**
 * Reads a body piece by piece, as fast as it is asked for; giving up the generator ends the request. One that is whole is read to its
 * end first: a request that is given up before that counts as failed in the browser's log.
 */
async function* pieces(
  body: ReadableStream<Uint8Array>,
  timeoutMs: number,
  decoder: Decoder,
  state: BodyState = { isWhole: false },
) {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await withLimit(reader.read(), timeoutMs, () => silence(timeoutMs, decoder));
      if (done) return;
      yield value;
    }
  } catch (error) {
    if (error instanceof ConnectionError) throw error;
    throw new ConnectionError('The connection was lost while the server spoke.', {
      heard: decoder.heard,
      cause: error,
    });
  } finally {
    if (state.isWhole) await withLimit(readToEnd(reader), endMs, () => new Error('late')).catch(() => undefined);
    await reader.cancel().catch(() => undefined);
  }
}

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}

function silence(timeoutMs: number, decoder: Decoder): ConnectionError {
  return new ConnectionError(`The server has sent nothing for ${timeoutMs} ms.`, { heard: decoder.heard });
}

/** What is asked of a route that answers with audio. */
export interface AudioRequest {
  readonly path: string;
  readonly content: Pick<RequestContent, 'body' | 'form'>;
  /** Of the audio that is asked for. */
  readonly format: CompleteFormat;
  /** How long the answer may take to begin. Default: as long as a stream may be silent. */
  readonly answerMs?: number;
  /** Called when the answer begins. */
  readonly onAnswer?: (response: Response) => void;
}

async function open(
  http: Http,
  { path, content, answerMs, onAnswer }: AudioRequest,
  { timeoutMs }: AttemptOptions,
  signal: AbortSignal,
) {
  const response = await http.send('POST', path, { ...content, signal, timeoutMs: answerMs ?? timeoutMs, retries: 0 });
  if (response.body === null) throw new ConnectionError(`POST ${path}: the answer has no body`);
  onAnswer?.(response);
  return response.body;
}

/** Speech of a text, as one body of audio. */
export function bytesSource(http: Http, request: SpeechRequest, options: AttemptOptions): EventSource {
  return audioBytes(http, speechRequest('/tts/bytes', request), options);
}

/** Speech of a text, as server-sent events. */
export function sseSource(http: Http, request: SpeechRequest, options: AttemptOptions): EventSource {
  return audioEvents(http, speechRequest('/tts/sse', request), options);
}

function speechRequest(path: string, request: SpeechRequest): AudioRequest {
  const format = completeFormat(request.format);
  const { text, speakers, voice } = request;
  const body = { ...wireRequest(request, format), transcript: text };
  // The default voice is one of requests with a single speaker.
  const cast = speakers === undefined ? {} : { speakers, voice };
  return { path, content: { body: { ...body, ...cast } }, format };
}

/** An answer that is one body of audio. */
export function audioBytes(http: Http, request: AudioRequest, options: AttemptOptions): EventSource {
  return withRetries(async function* bytes(signal) {
    const decoder = new Decoder(request.format);
    const stream = await open(http, request, options, signal);
    for await (const piece of pieces(stream, options.timeoutMs, decoder)) {
      const event = decoder.audio(piece);
      if (event !== undefined) yield event;
    }
    yield { type: 'done' };
  }, options.retries);
}

/** An answer of server-sent events. */
export function audioEvents(http: Http, request: AudioRequest, options: AttemptOptions): EventSource {
  return withRetries((signal) => sse(http, request, options, signal), options.retries);
}

async function* sse(
  http: Http,
  request: AudioRequest,
  options: AttemptOptions,
  signal: AbortSignal,
): AsyncGenerator<SpeechEvent, void, undefined> {
  const decoder = new Decoder(request.format);
  const stream = await open(http, request, options, signal);
  const state: BodyState = { isWhole: false };
  for await (const data of sseData(pieces(stream, options.timeoutMs, decoder, state))) {
    const message = readMessage(data);
    const event = message === undefined ? undefined : decoder.event(message);
    state.isWhole = event?.type === 'done';
    if (event !== undefined) yield event;
    if (event?.type === 'done') return;
  }
  throw new ConnectionError('The connection was lost while the server spoke.', { heard: decoder.heard });
}

/** The data of each event (HTML standard, 9.2.6); other fields are not needed here. */
async function* sseData(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  for await (const piece of stream) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line.charAt(5) === ' ' ? 6 : 5));
      if (line !== '' || data.length === 0) continue;
      yield data.join('\n');
      data = [];
    }
  }
}
