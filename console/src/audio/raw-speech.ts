/** Answers of raw audio, mono, 16 bits: as events while it comes, or whole. */
import { ConnectionError, SonorantError, type SpeechEvent } from '@sonorant/client';

/** The fields of a form that ask for it. */
export function rawFields(sampleRate: 24_000) {
  return {
    'output_format[container]': 'raw',
    'output_format[encoding]': 'pcm_s16le',
    'output_format[sample_rate]': `${sampleRate}`,
  } as const;
}

/** An event of the server, as far as it is read here. */
interface WireEvent {
  readonly type: string;
  readonly data?: string;
  readonly status_code?: number;
  readonly error_code?: string;
  readonly message?: string;
  readonly request_id?: string;
}

/**
 * The audio of an answer of events, as it comes.
 * @throws {SonorantError} the server broke off
 * @throws {ConnectionError} the connection was lost
 */
export async function* eventSpeech(answer: Response): AsyncGenerator<SpeechEvent, void, undefined> {
  try {
    for await (const text of dataOf(answer)) {
      const event = JSON.parse(text) as WireEvent;
      if (event.type === 'error') throw errorOf(event);
      if (event.type === 'done') return yield { type: 'done' };
      if (event.data === undefined) continue;
      const bytes = Uint8Array.from(atob(event.data), (character) => character.charCodeAt(0));
      yield { type: 'audio', bytes, samples: samplesOf(bytes) };
    }
  } catch (cause) {
    if (cause instanceof TypeError) throw lost(cause);
    throw cause;
  }
  throw lost();
}

/** @param bytes whole samples @returns from -1 to 1 */
export function samplesOf(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from(
    { length: Math.floor(bytes.length / 2) },
    (_, index) => view.getInt16(2 * index, true) / 32_768,
  );
}

function lost(cause?: unknown): ConnectionError {
  return new ConnectionError('The connection was lost before all of it had come.', { cause });
}

function errorOf({
  status_code: status = 500,
  error_code: code = 'internal_error',
  message = '',
  ...event
}: WireEvent) {
  const { request_id: requestId } = event;
  return new SonorantError({
    status,
    code,
    message,
    requestId,
    docUrl: undefined,
    retryAfterSeconds: undefined,
    ignoredFields: [],
  });
}

/** The data of each event, which the server writes on one line (HTML standard, 9.2.6). */
async function* dataOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: ')) yield line.slice('data: '.length);
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}
