/** Makes events of what a transport carries, and counts what has come. */
import type { components } from './api.ts';
import { bytesPerSecond, fromBase64, SampleCutter, samplesOf, type CompleteFormat } from './audio.ts';
import { errorOfEvent, type Heard } from './errors.ts';
import type { AudioEvent, SpeechEvent, Word } from './speech.ts';

type Schemas = components['schemas'];

/** A message of the server on a WebSocket; SSE carries the same. */
export type ServerMessage =
  | Schemas['SocketChunk']
  | Schemas['SocketTimestamps']
  | Schemas['SocketPhonemeTimestamps']
  | Schemas['SocketFlushDone']
  | Schemas['SocketDone']
  | Schemas['SocketError'];

/** @returns undefined for what is no message of the interface, which newer servers may send */
export function readMessage(text: string): ServerMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isMessage = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
    return isMessage ? (value as ServerMessage) : undefined;
  } catch {
    return undefined;
  }
}

/** The decoder of one utterance, or of one attempt at it. */
export class Decoder {
  readonly #format: CompleteFormat;
  readonly #cutter: SampleCutter;
  readonly #bytesPerSecond: number | undefined;
  #bytes = 0;
  #words = 0;

  constructor(format: CompleteFormat) {
    this.#format = format;
    this.#cutter = new SampleCutter(format);
    this.#bytesPerSecond = bytesPerSecond(format);
  }

  get heard(): Heard {
    const rate = this.#bytesPerSecond;
    return { bytes: this.#bytes, seconds: rate === undefined ? undefined : this.#bytes / rate, words: this.#words };
  }

  /** @returns no event for a piece of less than a sample */
  audio(piece: Uint8Array): AudioEvent | undefined {
    const bytes = this.#cutter.push(piece);
    if (bytes.length === 0) return undefined;
    this.#bytes += bytes.length;
    const { container } = this.#format;
    if (container !== 'raw') return { type: 'audio', bytes };
    return { type: 'audio', bytes, samples: samplesOf(bytes, this.#format.encoding) };
  }

  /**
   * @returns what the reader sees of it; undefined for nothing
   * @throws {SonorantError} for an error that ends the utterance
   */
  event(message: ServerMessage): SpeechEvent | undefined {
    switch (message.type) {
      case 'chunk':
        return this.audio(fromBase64(message.data));
      case 'timestamps':
        return { type: 'words', words: this.#wordsOf(message.word_timestamps) };
      case 'done':
        return { type: 'done' };
      case 'error':
        if (message.done) throw errorOfEvent(message, this.heard);
        return undefined;
      default:
        return undefined;
    }
  }

  #wordsOf({ words, start, end, speakers }: Schemas['SocketTimestamps']['word_timestamps']): Word[] {
    this.#words += words.length;
    return words.map((word, index) => ({
      word,
      start: start[index]!,
      end: end[index]!,
      ...(speakers !== undefined && { speaker: speakers[index]! }),
    }));
  }
}
