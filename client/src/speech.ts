/** Speech as it comes: one iterable of audio and words, whatever carries it. */
import {
  completeFormat,
  concat,
  mediaType,
  wavFile,
  wireFormat,
  type AudioFormat,
  type CompleteFormat,
  type Container,
} from './audio.ts';
import { onAbort, reasonOf, untilAborted } from './waiting.ts';

/** A piece of audio. */
export interface AudioEvent {
  readonly type: 'audio';
  /** As the format has them; of raw audio, whole samples. */
  readonly bytes: Uint8Array;
  /** Of raw audio: mono, from -1 to 1. */
  readonly samples?: Float32Array<ArrayBuffer>;
}

/** When a word is spoken, in seconds from the first sample of the utterance. */
export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Who says it, as the text names them, where the request has `speakers`; null before the first name. */
  readonly speaker?: string | null;
}

/** Words whose times are known. They may come before or after their audio. */
export interface WordsEvent {
  readonly type: 'words';
  readonly words: readonly Word[];
}

/** The last event of an utterance that was spoken to its end. */
export interface DoneEvent {
  readonly type: 'done';
}

export type SpeechEvent = AudioEvent | WordsEvent | DoneEvent;

/** How to speak. */
export interface SpeechOptions {
  /** Its id or name. Default: a built-in English voice. */
  readonly voice?: string | undefined;
  /** Default `sonorant-1`, which lets the voice pick the engine. */
  readonly model?: string | undefined;
  /** A language (`de`) or a locale (`de-AT`). Default: that of the voice. */
  readonly language?: string | undefined;
  /** 0.6–1.5, default 1. */
  readonly speed?: number | undefined;
  /** 0.5–2, default 1. */
  readonly volume?: number | undefined;
  readonly emotion?: string | undefined;
  /** A container with the server's defaults for it, or all of it. Default: raw, 16 bits, 24,000 Hz, whose events carry samples. */
  readonly format?: AudioFormat | Container | undefined;
  /** Id of a pronunciation dictionary. */
  readonly dictionary?: string | undefined;
  /** Whether to give the times of words. The transport `bytes` has none. Default false. */
  readonly timestamps?: boolean | undefined;
  /** Gives the words as they are spoken ("twenty") instead of as they are written ("20"). Default false. */
  readonly normalizedTimestamps?: boolean | undefined;
}

/** What to speak, and how. */
export interface SpeechRequest extends SpeechOptions {
  readonly text: string;
  /**
   * Several speakers in the text: ids or names of their voices, by the names that stand in it as `[Name]`. `voice` then speaks what
   * stands before the first name. Not over a WebSocket. Default: brackets are text.
   */
  readonly speakers?: Readonly<Record<string, string>> | undefined;
}

const defaultVoice = 'f786b574-daa5-4673-aa0c-cbe3e8534c02';
/** Lets the voice pick the engine. */
export const defaultModel = 'sonorant-1';

/** The request's members on the wire, which all transports share, without the text. */
export function wireRequest(options: SpeechOptions, format: CompleteFormat): Readonly<Record<string, unknown>> {
  const { voice = defaultVoice, model = defaultModel, language, speed, volume, emotion, dictionary } = options;
  const hasConfig = speed !== undefined || volume !== undefined || emotion !== undefined;
  return {
    model_id: model,
    voice,
    output_format: wireFormat(format),
    ...(language !== undefined && { language }),
    ...(hasConfig && { generation_config: { speed, volume, emotion } }),
    ...(dictionary !== undefined && { pronunciation_dict_id: dictionary }),
    ...(options.timestamps === true && { add_timestamps: true }),
    ...(options.normalizedTimestamps === true && { use_normalized_timestamps: true }),
  };
}

/** Opens what carries an utterance and gives its events. Work on the server ends with the generator or with the signal. */
export type EventSource = (signal: AbortSignal) => AsyncGenerator<SpeechEvent, void, undefined>;

/**
 * An utterance on its way. Nothing is asked of the server before it is read, by one `for await`, {@link bytes} or {@link blob};
 * leaving the loop early ends the work on the server.
 */
export class Speech implements AsyncIterable<SpeechEvent> {
  readonly format: CompleteFormat;
  readonly #source: EventSource;
  readonly #signal: AbortSignal | undefined;
  readonly #ended = new AbortController();
  #isRead = false;
  #isCancelled = false;

  /** @internal */
  constructor(format: AudioFormat | Container | undefined, source: EventSource, signal: AbortSignal | undefined) {
    this.format = completeFormat(format);
    this.#source = source;
    this.#signal = signal;
  }

  /** Hz of raw audio; undefined for other formats. */
  get sampleRate(): number | undefined {
    return this.format.container === 'raw' ? this.format.sampleRate : undefined;
  }

  /** Ends the work on the server, and the loop that reads, without an error. */
  cancel(): void {
    this.#isCancelled = true;
    this.#ended.abort();
  }

  /**
   * @throws {SonorantError} the server has refused, or has failed
   * @throws {ConnectionError} it was not reached, or was lost; says how much had come
   */
  [Symbol.asyncIterator](): AsyncIterator<SpeechEvent, undefined> {
    if (this.#isRead) throw new TypeError('An utterance is read once; ask for another one.');
    this.#isRead = true;
    const outer = this.#signal;
    const end = onAbort(outer, (reason) => this.#ended.abort(reason));
    const events = this.#source(this.#ended.signal);
    let isWhole = false;
    return {
      next: async () => {
        try {
          // A transport that does not come to an end by itself does not hold the reader up.
          const result = await untilAborted(events.next(), this.#ended.signal);
          if (result.done !== true) {
            isWhole ||= result.value.type === 'done';
            return { done: false, value: result.value };
          }
          end();
          return { done: true, value: undefined };
        } catch (error) {
          end();
          this.#ended.abort();
          void events.return().catch(() => undefined);
          if (outer?.aborted === true && !this.#isCancelled) throw reasonOf(outer);
          if (this.#isCancelled) return { done: true, value: undefined };
          throw error;
        }
      },
      return: () => {
        end();
        // A loop that is left at the last event has no work on the server to end.
        if (!isWhole) this.cancel();
        void events.return().catch(() => undefined);
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  /**
   * All of the audio, as the format has it.
   * @throws {DOMException} `AbortError` when it was cancelled: a part is not passed for the whole
   */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const pieces: Uint8Array[] = [];
    let isWhole = false;
    for await (const event of this) {
      if (event.type === 'audio') pieces.push(event.bytes);
      isWhole ||= event.type === 'done';
    }
    if (!isWhole) throw new DOMException('The speech was cancelled.', 'AbortError');
    return concat(pieces);
  }

  /** All of the audio as a file; raw audio becomes a WAV file. */
  async blob(): Promise<Blob> {
    const bytes = await this.bytes();
    const { format } = this;
    const file = format.container === 'raw' ? wavFile(bytes, format) : bytes;
    return new Blob([file], { type: mediaType(format) });
  }
}
