/**
 * Text of any length to speech, in memory that does not grow with it: one context, whose segments all threads speak ahead, and the
 * text is read on only when what has been spoken is taken. The PCM is that of the server's `POST /tts/bytes`.
 */
import { payloadFormat } from '../audio/formats.ts';
import type { Scheduler, SpeechScheduler } from '../engines/scheduling/scheduler.ts';
import type { SpeechContextOptions, Push } from './context-options.ts';
import { Dialogue, type Cast } from './dialogue.ts';
import { SpeechContext } from './context.ts';
import { iterateEvents } from './event-iterator.ts';
import type { WordTimestamps } from './events.ts';
import type { SpeechSettings } from './settings.ts';
import type { GenerationConfig } from '../text/reader.ts';
import { systemClock, type Clock } from '../timing/clock.ts';
import type { TimedWord } from '../text/subtitles.ts';

/** A part of a text that is spoken; the next one is asked for when it is needed. */
export interface TextPiece {
  readonly text: string;
  /** Bytes of the text up to here, or whatever the text is measured in. */
  readonly bytes: number;
  /** It ends a line that is to be spoken without waiting for the next one. Default false. */
  readonly isLine?: boolean;
}

export interface NarrationOptions extends Partial<
  Pick<SpeechContextOptions, 'meter' | 'observer' | 'acquireLease' | 'parallelSegments'>
> {
  readonly scheduler: SpeechScheduler & Pick<Scheduler, 'slots'>;
  readonly settings: SpeechSettings;
  readonly generationConfig: GenerationConfig;
  /** Who speaks, where the text names its speakers; those are in the format of the settings. Default: brackets are text. */
  readonly cast?: Cast | undefined;
  /** The audio comes in the container of the settings, encoded where it is spoken, and not as its payload. Default false. */
  readonly isEncoded?: boolean;
  /** Ends everything; the narration then throws its reason. */
  readonly signal: AbortSignal;
  readonly clock?: Clock;
}

/** Audio in the order of the text. */
export interface SpokenAudio {
  readonly type: 'audio';
  /** Samples in the payload format of the settings, or bytes of their container. */
  readonly payload: Uint8Array;
  readonly seconds: number;
  /** About how many bytes of the text have been spoken. */
  readonly textBytes: number;
}

/** When words are spoken, where the settings ask for it; they come with the audio of their segment. */
export interface SpokenWords {
  readonly type: 'words';
  readonly words: readonly TimedWord[];
}

/** Segments spoken at the same time for each slot of a thread: one that is spoken, two that have been and wait for their turn. */
const segmentsPerSlot = 3;

/**
 * Audio as it is spoken.
 * @throws {Error} when the text cannot be read, the engine fails or the signal is raised
 */
export async function* narrate(
  text: AsyncIterable<TextPiece>,
  options: NarrationOptions,
): AsyncGenerator<SpokenAudio | SpokenWords> {
  const { scheduler, settings, generationConfig, cast, clock = systemClock } = options;
  const {
    isEncoded = false,
    meter = 'exempt',
    parallelSegments = segmentsPerSlot * scheduler.slots,
    observer,
    acquireLease,
  } = options;
  const failure = new AbortController();
  const reader = new TextReader(text, cast && new Dialogue(cast));
  const { context, events } = iterateEvents(
    (onEvent) =>
      new SpeechContext({
        scheduler,
        generationConfig,
        clock,
        onEvent,
        ...(cast && { cast: [...cast.speakers.values()] }),
        settings: isEncoded
          ? settings
          : { ...settings, format: { container: 'raw', ...payloadFormat(settings.format) } },
        meter,
        ...(observer !== undefined && { observer }),
        ...(acquireLease !== undefined && { acquireLease }),
        onTextNeeded: () => reader.readOn(),
        parallelSegments,
        maxCharacters: Infinity,
        maxBufferDelayMs: Infinity,
        expiryMs: Infinity,
      }),
    { highWaterMark: segmentsPerSlot, signal: AbortSignal.any([options.signal, failure.signal]) },
  );
  reader.readInto(context).catch((error: unknown) => failure.abort(error));
  try {
    for await (const event of events) {
      if (event.type === 'error') throw event.error.cause instanceof Error ? event.error.cause : event.error;
      if (event.type === 'timestamps') yield { type: 'words', words: timedWords(event.timestamps) };
      if (event.type !== 'chunk') continue;
      const textBytes = reader.bytesAt(context.report().characters);
      yield { type: 'audio', payload: event.data, seconds: event.seconds, textBytes };
    }
  } finally {
    reader.readOn();
  }
}

/** A word, and who says it, where the text names its speakers. */
type SpokenWord = TimedWord & { readonly speaker?: string | null };

function timedWords({ words, start, end, speakers }: WordTimestamps): readonly SpokenWord[] {
  return words.map((word, index) => ({
    word,
    start: start[index]!,
    end: end[index]!,
    ...(speakers && { speaker: speakers[index]! }),
  }));
}

/** Reads the text on as the context comes to need it. */
class TextReader {
  readonly #text: AsyncIterable<TextPiece>;
  readonly #dialogue: Dialogue | undefined;
  #need = Promise.withResolvers<undefined>();
  #bytes = 0;
  #codePoints = 0;

  /** @param dialogue reads the names of its speakers, where it has several */
  constructor(text: AsyncIterable<TextPiece>, dialogue: Dialogue | undefined) {
    this.#text = text;
    this.#dialogue = dialogue;
  }

  /** The context needs text, or has ended. */
  readOn(): void {
    this.#need.resolve(undefined);
  }

  async readInto(context: SpeechContext): Promise<void> {
    for await (const piece of this.#text) {
      // It may have ended while the piece was read, or while it had text enough.
      if (!context.ended) await this.#give(context, piece);
      if (context.ended) return;
    }
    if (!context.ended) context.push(...this.#pieces('', false, true));
  }

  #pieces(transcript: string, flush: boolean, isEnd: boolean): Push[] {
    if (this.#dialogue === undefined) return [{ transcript, continue: !isEnd, flush }];
    const pieces = this.#dialogue.read(transcript, isEnd);
    return flush ? [...pieces, { transcript: '', continue: true, flush }] : pieces;
  }

  /** Resolves when the context needs more. */
  async #give(context: SpeechContext, { text, bytes, isLine = false }: TextPiece): Promise<void> {
    this.#bytes = bytes;
    const pieces = this.#pieces(text, isLine, false);
    // A piece of nothing but the beginning of a name is no text: nothing would ask for more.
    if (pieces.length === 0) return;
    this.#codePoints += pieces.reduce((sum, { transcript }) => sum + Array.from(transcript).length, 0);
    this.#need = Promise.withResolvers();
    context.push(...pieces);
    await this.#need.promise;
  }

  /** About how many bytes of the text its first code points take. */
  bytesAt(codePoints: number): number {
    return Math.round((this.#bytes * codePoints) / Math.max(1, this.#codePoints));
  }
}
