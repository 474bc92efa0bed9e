/**
 * The one interface between Sonorant and what turns speech into text. A recognizer is a folder and a line in the registry: its
 * {@link RecognizerDescriptor} is data, and the {@link Recognizer} that it opens hears one {@link Utterance} at a time or several.
 * Everything around it (decoding, resampling, voice activity, turns, events, word times where it has none) is done once for all.
 */
import { ProcessError } from '../processes/task.ts';

/** Hz of what every recognizer hears: mono, 16 bits. */
export const recognizerRate = 16_000;

/** Name of a recognizer in `SONORANT_RECOGNIZERS` and as `model` of a request. */
export type RecognizerId = string;

/** What a recognizer can do. Capabilities are constants: they hold for every utterance. */
export interface RecognizerCapabilities {
  /** ISO 639-1 codes; `any` where it is not known which: then no language is refused. */
  readonly languages: readonly string[] | 'any';
  /** It finds out the language where none is named. Otherwise it is told one, English where the request names none. */
  readonly detectsLanguage: boolean;
  /**
   * It hears while an utterance goes on. Otherwise it is given the utterance as a whole, and again before its end where partial
   * results are wanted, so seldom that all of it costs at most four times the whole.
   */
  readonly streaming: boolean;
  /** It knows when each word begins and ends. Otherwise the times come from the aligner. */
  readonly words: boolean;
  /** It prefers phrases that are likely (`keyterm`). Otherwise they make no difference. */
  readonly phrases: boolean;
  /** It can be limited to a list of phrases, of which each is then heard more surely. */
  readonly vocabulary: boolean;
  /** It takes `prompt` and `temperature`. */
  readonly prompt: boolean;
  /** Utterances at once, at least 1; more of them wait. */
  readonly concurrency: number;
}

/** What a recognizer is known by without loading anything. */
export interface RecognizerDescriptor {
  readonly id: RecognizerId;
  readonly capabilities: RecognizerCapabilities;
  /** Of an installed model: another version under its name takes its place while a server runs. Default: it is none. */
  readonly version?: string;
  /** Costs nothing: what is large is loaded by the first utterance, or by {@link Recognizer.load}. */
  open(): Recognizer;
}

/** One that is open: it hears utterances, one at a time or several. */
export interface Recognizer {
  /** Loads what the first utterance would load. @throws {RecognizerError} when it does not load */
  load(): Promise<void>;
  /**
   * Loads it and keeps it loaded until what is returned is called. Default: nothing takes away what it has loaded.
   * @throws {RecognizerError} when it does not load, or there is no memory for it in time
   */
  reserve?(): Promise<() => void>;
  /**
   * Begins an utterance: one piece of speech without a long pause, at most 30 s. It may wait until another one has ended; what is
   * written meanwhile is kept.
   */
  begin(options: UtteranceOptions): Utterance;
  /** It is not given to others any more: what it takes may be freed while nothing is heard. Default: {@link close} frees it. */
  retire?(): void;
  /** Frees processes and connections. Utterances that have not ended fail. */
  close(): Promise<void>;
}

export interface UtteranceOptions {
  /** ISO 639, of two letters where there is such a code; undefined: it is to be found out, by recognizers that can. */
  readonly language: string | undefined;
  /** What is likely to be said: names, terms. */
  readonly phrases?: readonly string[] | undefined;
  /** Nothing else is said: any of these phrases, one after the other. Only for recognizers that can be limited so. */
  readonly vocabulary?: readonly string[] | undefined;
  readonly prompt?: string | undefined;
  /** 0–1. */
  readonly temperature?: number | undefined;
  /**
   * What has been heard so far, at each reading of the whole or whenever it changes; without it no partial results are made. Not called
   * behind the end.
   */
  readonly onPartial?: ((text: string) => void) | undefined;
  /** Ends the utterance: {@link Utterance.end} rejects with its reason. */
  readonly signal: AbortSignal;
}

/** A piece of speech on its way into a recognizer. */
export interface Utterance {
  /** @param samples at {@link recognizerRate}, given away */
  write(samples: Int16Array): void;
  /**
   * There is no more; what was heard. Called once.
   * @throws {RecognizerError} when it cannot be told
   */
  end(): Promise<Recognized>;
}

/** What was heard in an utterance. */
export interface Recognized {
  /** Without white space around it; empty where no word was heard. */
  readonly text: string;
  /** ISO 639-1 of what was spoken; undefined where the recognizer does not say. */
  readonly language?: string | undefined;
  /** The words of {@link text} in order; undefined where the recognizer knows no times. */
  readonly words?: readonly RecognizedWord[] | undefined;
}

/** Seconds since the utterance's first sample, `0 ≤ start ≤ end ≤` its length; words do not overlap. */
export interface RecognizedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * `unavailable`: the recognizer cannot hear now, whatever the speech; another one may. `failed`: it failed on this utterance. The message
 * begins with its name.
 */
export class RecognizerError extends Error {
  override readonly name = 'RecognizerError';
  readonly kind: 'unavailable' | 'failed';

  constructor(kind: 'unavailable' | 'failed', message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** @throws {RecognizerError} in place of an error of the process of a recognizer */
export function throwForRecognizer(error: unknown): never {
  if (!(error instanceof Error) || error instanceof RecognizerError) throw error;
  const kind = error instanceof ProcessError && error.kind === 'unavailable' ? 'unavailable' : 'failed';
  throw new RecognizerError(kind, error.message, { cause: error });
}

/** Whether a recognizer hears a language. */
export function hears({ languages }: RecognizerCapabilities, language: string): boolean {
  return languages === 'any' || languages.includes(language);
}
