/**
 * Hears a stream: samples of any rate become pieces of speech, a recognizer turns each into text, and events tell of them in the order
 * of the stream. Time is audio time, in seconds since the first sample.
 */
import { createResampler, type Resampler, type Samples } from '../audio/resampler.ts';
import { toInt16 } from '../audio/pcm.ts';
import type { OnsetCandidate } from '../audio/vad/voice-activity.ts';
import { recognizerRate, RecognizerError, type Recognized, type Utterance } from '../recognizers/adapter.ts';
import { SampleList } from '../recognizers/samples.ts';
import { Detection } from './detection.ts';
import type { OpenRecognizer } from './recognizer-pool.ts';
import { SpeechPieces, type SpeechPieceOptions } from './speech-pieces.ts';

/** What hears a stream, and how. */
export interface HearingOptions {
  /** In order of preference, at least one: where one fails on a piece, the next one has it. */
  readonly recognizers: readonly OpenRecognizer[];
  /** Hz of what is written. */
  readonly sampleRate: number;
  /** ISO 639, of two letters where there is such a code; undefined: to be found out where the recognizer can. */
  readonly language: string | undefined;
  readonly phrases?: readonly string[] | undefined;
  readonly prompt?: string | undefined;
  readonly temperature?: number | undefined;
  /** Whether there are `partial` events. Default false. */
  readonly wantsPartials?: boolean;
  /** Whether words have times also where a recognizer knows none and they have to be found. Default false. */
  readonly wantsWords?: boolean;
  /** Whether there are `border` events. Default false. */
  readonly wantsBorders?: boolean;
  readonly pieces?: SpeechPieceOptions;
  /** Pieces that may be heard at once or wait for it; {@link Hearing.ready} waits while there are as many. Default 4. */
  readonly ahead?: number;
  /** Seconds of pieces that have ended and not been heard, likewise. Default: no bound of its own. */
  readonly aheadSeconds?: number;
  /** Called with events, each as soon as it is known and all before it were reported. */
  readonly onEvent: (event: HearingEvent) => void;
  /** Of a piece that another recognizer hears, since this one failed. Default: not called. */
  readonly onFallback?: ((recognizer: string, error: RecognizerError) => void) | undefined;
  /**
   * A piece up to this second could not be heard by any recognizer: called in its place among the events, and those behind it are reported.
   * Default: nothing more is, see {@link HearingOptions.onFailure}.
   */
  readonly onUnheard?: ((error: unknown, until: number) => void) | undefined;
  /** Nothing more will be reported, since a piece could not be heard or no speech can be found. Default: {@link Hearing.ready} and the others say so. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
  /** Ends everything: {@link Hearing.end} rejects with its reason. */
  readonly signal: AbortSignal;
}

/** Times in seconds since the first sample of the stream. */
export type HearingEvent =
  /** Speech began. */
  | { readonly kind: 'start'; readonly at: number }
  /**
   * Sound that is speech began or ended, inside of a piece too: at once, also while text of what came before is missing.
   * `at`: where it did; it is known only some time behind.
   */
  | { readonly kind: 'border'; readonly border: 'start' | 'end'; readonly at: number }
  /** Sound began at `at` that may be the onset of speech, before that is sure; or it was none. With `border` events only. */
  | { readonly kind: 'candidate'; readonly state: OnsetCandidate['state']; readonly at: number }
  /** What has been heard of the piece that goes on; it may change. */
  | { readonly kind: 'partial'; readonly text: string }
  /** A piece of speech, whole. */
  | ({ readonly kind: 'final' } & HeardPiece);

/** What was heard between two pauses. */
export interface HeardPiece {
  /** Of its first and its last sound. */
  readonly start: number;
  readonly end: number;
  /** Empty where no word was heard. */
  readonly text: string;
  readonly language: string | undefined;
  /** Undefined where no times are known: the recognizer has none, and they were not wanted or cannot be found. */
  readonly words: readonly HeardWord[] | undefined;
  readonly recognizer: string;
}

/** Seconds since the first sample of the stream. */
export interface HeardWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** A piece on its way. */
interface Piece {
  readonly from: number;
  readonly speech: number;
  readonly samples: SampleList;
  readonly utterance: Utterance;
  /** What is reported of it waits until the pieces before it have ended. */
  isFirst: boolean;
  partial: string | undefined;
}

/** See the head of this file. One stream. */
export class Hearing {
  readonly #options: HearingOptions;
  readonly #resampler: Resampler;
  readonly #pieces: SpeechPieces;
  /** Where a model in another process finds speech: everything waits for its judgement, in the order of the stream. */
  readonly #detection: Detection | undefined;
  #judged: Promise<void> = Promise.resolve();
  /** Those that were begun and not reported to their end, in order. */
  readonly #open: Piece[] = [];
  #current: Piece | undefined;
  #reported: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #room = Promise.withResolvers<undefined>();
  #isClosed = false;
  readonly #closed = Promise.withResolvers<undefined>();
  /** Ends utterances that are open when this is closed: nothing else would. */
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #onAbort = (): void => {
    this.close();
    // Nobody waits for room any more.
    this.#room.resolve(undefined);
  };

  /** @throws {RangeError} for a rate that cannot be brought to {@link recognizerRate} (`canResample`) */
  static async create(options: HearingOptions): Promise<Hearing> {
    const listener = {
      begin: (at: number, speech: number) => hearing.#begin(at, speech),
      samples: (samples: Int16Array) => hearing.#write(samples),
      end: (speech: number) => hearing.#end(speech),
      border: (border: 'start' | 'end', at: number) => hearing.#border(border, at),
      ...(options.wantsBorders === true && {
        candidate: ({ state, at }: OnsetCandidate) =>
          options.onEvent({ kind: 'candidate', state, at: at / recognizerRate }),
      }),
    };
    // Before anything that has to be closed: it may refuse the rate.
    const resampler = createResampler({ inputRate: options.sampleRate, outputRate: recognizerRate });
    const detector = options.recognizers[0]?.detector;
    const detection = detector && new Detection(detector, (id, error) => options.onFallback?.(id, error));
    const pieces = await SpeechPieces.create(listener, options.pieces, detection?.activity);
    const hearing: Hearing = new Hearing(options, resampler, pieces, detection);
    return hearing;
  }

  private constructor(
    options: HearingOptions,
    resampler: Resampler,
    pieces: SpeechPieces,
    detection: Detection | undefined,
  ) {
    this.#options = options;
    this.#detection = detection;
    this.#pieces = pieces;
    this.#resampler = resampler;
    this.#signal = AbortSignal.any([options.signal, this.#stop.signal]);
    if (options.signal.aborted) this.close();
    else options.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Seconds of audio so far; where another process finds speech, of what it has judged. */
  get seconds(): number {
    return this.#pieces.position / recognizerRate;
  }

  /** Whether a piece of speech has begun and not ended. */
  get isSpeech(): boolean {
    return this.#pieces.isSpeech;
  }

  /** Takes the next samples; behind a failure they are dropped. */
  write(samples: Samples): void {
    if (this.#isOver) return;
    const next = toInt16(this.#resampler.write(samples));
    this.#inOrder(() => this.#pieces.write(next), next);
  }

  /**
   * Resolves when there is room for more.
   * @throws what {@link end} throws, as soon as it is known
   */
  async ready(): Promise<void> {
    const { ahead = 4, aheadSeconds = Infinity, signal } = this.#options;
    await this.#allJudged();
    const isFull = (): boolean => this.#open.length >= ahead || this.#openSeconds >= aheadSeconds;
    while (isFull() && !this.#isOver) await this.#room.promise;
    signal.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Ends the piece that goes on; resolves when everything up to here has been reported. @throws what {@link end} throws */
  async finalize(): Promise<void> {
    this.#inOrder(() => this.#pieces.cut());
    await this.#settled();
  }

  /**
   * There is no more audio; resolves when everything has been reported.
   * @throws {RecognizerError} when a piece could not be heard by any recognizer
   */
  async end(): Promise<void> {
    if (!this.#isOver) {
      const rest = toInt16(this.#resampler.end());
      this.#inOrder(() => {
        this.#pieces.write(rest);
        this.#pieces.end();
      }, rest);
    }
    try {
      await this.#settled();
    } finally {
      this.close();
    }
  }

  /** Frees what hears; what is on its way is of no use any more. Called also when the signal is raised, and behind an error. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closed.resolve(undefined);
    this.#stop.abort(new RecognizerError('failed', 'the hearing was closed'));
    this.#pieces.close();
    this.#detection?.close();
    this.#options.signal.removeEventListener('abort', this.#onAbort);
  }

  /**
   * Takes a step of the stream: at once, or behind the judgement of those before it and of its own samples.
   * @param samples that the step writes
   */
  #inOrder(step: () => void, samples: Int16Array = new Int16Array(0)): void {
    if (this.#detection === undefined) {
      this.#whileOpen(step);
      return;
    }
    const detection = this.#detection;
    this.#judged = this.#judged.then(() => this.#judge(detection, step, samples));
  }

  async #judge(detection: Detection, step: () => void, samples: Int16Array): Promise<void> {
    if (this.#isOver) return;
    try {
      await detection.judge(samples);
      this.#whileOpen(step);
    } catch (error) {
      this.#fail(error);
    }
  }

  #whileOpen(step: () => void): void {
    if (!this.#isOver) step();
  }

  /** At once where this is closed: what is on its way is of no use any more. */
  async #allJudged(): Promise<void> {
    if (this.#detection !== undefined) await Promise.race([this.#judged, this.#closed.promise]);
  }

  #fail(error: unknown): void {
    if (this.#failure === undefined && !this.#isOver) this.#options.onFailure?.(error);
    this.#failure ??= { error };
    this.#pieces.close();
  }

  async #settled(): Promise<void> {
    await this.#allJudged();
    await this.#reported;
    this.#options.signal.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  get #openSeconds(): number {
    const ended = this.#open.filter((piece) => piece !== this.#current);
    return ended.reduce((sum, { samples }) => sum + samples.length, 0) / recognizerRate;
  }

  get #isOver(): boolean {
    return this.#isClosed || this.#failure !== undefined || this.#options.signal.aborted;
  }

  #border(border: 'start' | 'end', at: number): void {
    const { wantsBorders = false, onEvent } = this.#options;
    if (wantsBorders) onEvent({ kind: 'border', border, at: at / recognizerRate });
  }

  #begin(from: number, speech: number): void {
    const { recognizers, wantsPartials = false, onEvent } = this.#options;
    const piece: Piece = {
      from,
      speech,
      samples: new SampleList(),
      utterance: this.#utterance(recognizers[0]!, wantsPartials ? (text) => this.#partial(piece, text) : undefined),
      isFirst: this.#open.length === 0,
      partial: undefined,
    };
    this.#open.push(piece);
    this.#current = piece;
    if (piece.isFirst) onEvent({ kind: 'start', at: speech / recognizerRate });
  }

  #write(samples: Int16Array): void {
    this.#current?.samples.write(samples);
    this.#current?.utterance.write(samples);
  }

  #end(speech: number): void {
    const piece = this.#current;
    if (piece === undefined) return;
    this.#current = undefined;
    const heard = this.#recognized(piece);
    // Awaited in the order of the pieces.
    heard.catch(() => undefined);
    this.#reported = this.#reported.then(() => this.#report(piece, speech, heard));
  }

  async #report(
    piece: Piece,
    speech: number,
    heard: Promise<{ result: Recognized; recognizer: string }>,
  ): Promise<void> {
    try {
      const { result, recognizer } = await heard;
      if (!this.#isOver) this.#options.onEvent({ kind: 'final', ...heardPiece(piece, speech, result, recognizer) });
    } catch (error) {
      const { onUnheard } = this.#options;
      if (onUnheard === undefined) this.#fail(error);
      else if (!this.#isOver) onUnheard(error, Math.max(piece.speech, speech) / recognizerRate);
    }
    this.#open.shift();
    this.#room.resolve(undefined);
    this.#room = Promise.withResolvers();
    this.#reportNext();
  }

  /** The piece behind the one that has ended, as far as it has come. */
  #reportNext(): void {
    const [next] = this.#open;
    if (next === undefined || next.isFirst || this.#isOver) return;
    next.isFirst = true;
    this.#options.onEvent({ kind: 'start', at: next.speech / recognizerRate });
    if (next.partial !== undefined) this.#options.onEvent({ kind: 'partial', text: next.partial });
  }

  #partial(piece: Piece, text: string): void {
    piece.partial = text;
    if (piece.isFirst && !this.#isOver && this.#open[0] === piece) this.#options.onEvent({ kind: 'partial', text });
  }

  async #recognized(piece: Piece): Promise<{ result: Recognized; recognizer: string }> {
    const { recognizers, onFallback } = this.#options;
    for (const [index, recognizer] of recognizers.entries()) {
      try {
        const result = await (index === 0 ? piece.utterance : this.#again(recognizer, piece.samples)).end();
        return { result: await this.#withWords(result, piece, recognizer), recognizer: recognizer.id };
      } catch (error) {
        if (!(error instanceof RecognizerError) || index === recognizers.length - 1) throw error;
        onFallback?.(recognizer.id, error);
      }
    }
    throw new RecognizerError('unavailable', 'there is no recognizer');
  }

  async #withWords(result: Recognized, { samples }: Piece, { aligner }: OpenRecognizer): Promise<Recognized> {
    const { wantsWords = false, language: asked } = this.#options;
    if (!wantsWords || aligner === undefined || result.words !== undefined || result.text === '') return result;
    const { text, language = asked } = result;
    return { ...result, words: await aligner.align(samples.join(), text, language, this.#signal) };
  }

  #again(recognizer: OpenRecognizer, samples: SampleList): Utterance {
    const utterance = this.#utterance(recognizer, undefined);
    utterance.write(samples.join());
    return utterance;
  }

  #utterance({ recognizer }: OpenRecognizer, onPartial: ((text: string) => void) | undefined): Utterance {
    const { language, phrases, prompt, temperature } = this.#options;
    return recognizer.begin({ language, phrases, prompt, temperature, onPartial, signal: this.#signal });
  }
}

function heardPiece(
  piece: Piece,
  speech: number,
  { text, language, words }: Recognized,
  recognizer: string,
): HeardPiece {
  const offset = piece.from / recognizerRate;
  return {
    start: piece.speech / recognizerRate,
    end: Math.max(piece.speech, speech) / recognizerRate,
    text,
    language,
    words: words?.map(({ word, start, end }) => ({ word, start: offset + start, end: offset + end })),
    recognizer,
  };
}
