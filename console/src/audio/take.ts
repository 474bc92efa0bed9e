/** One utterance as it is made: its samples, its words, and how it went; kept, so that it can be heard again and compared. */
import type { SpeechEvent, Word } from '@sonorant/client';

/** Loudest sample of each so many: what a waveform draws. */
export const samplesPerPeak = 240;

/**
 * Pieces come much faster than they are heard. The page is told of them so often only: each time all words of a long text are
 * compared with those that stand there, which took seconds of a slow machine.
 */
const showEveryMs = 150;

export type TakeState = 'waiting' | 'arriving' | 'complete' | 'stopped' | 'failed';

/** What components show of a take; a new object for every change. */
export interface TakeView {
  readonly state: TakeState;
  readonly words: readonly Word[];
  /** Seconds of audio so far. */
  readonly seconds: number;
  /** From the request to the first audio, in ms; undefined before it, and where it came before there was enough text to count from. */
  readonly firstAudioMs: number | undefined;
  /** From the request to its end, in ms. */
  readonly totalMs: number | undefined;
  readonly error: unknown;
}

type AudioPiece = SpeechEvent & { readonly type: 'audio' };

const nothing: TakeView = {
  state: 'waiting',
  words: [],
  seconds: 0,
  firstAudioMs: undefined,
  totalMs: undefined,
  error: undefined,
};

export class Take {
  readonly sampleRate: number;
  /** Loudest sample of each {@link samplesPerPeak}, 0 to 1. */
  readonly peaks: number[] = [];
  readonly #pieces: Float32Array<ArrayBuffer>[] = [];
  /** When the server had enough text to begin; undefined while it waits for more. */
  #asked: number | undefined;
  readonly #listeners = new Set<() => void>();
  /** Those who play wait for the next piece, not for the next look at the page. */
  readonly #waiting: (() => void)[] = [];
  #shown: ReturnType<typeof setTimeout> | undefined;
  #view = nothing;
  #count = 0;
  #peak = 0;
  #inPeak = 0;

  /** @param isComplete whether all of its text is sent with the request. Default true; else {@link asked} tells when there is enough */
  constructor(sampleRate: number, isComplete = true) {
    this.sampleRate = sampleRate;
    if (isComplete) this.asked();
  }

  /** The server was given enough to begin: the time to the first audio counts from the last such moment before it. */
  asked(): void {
    if (this.#count === 0) this.#asked = performance.now();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): TakeView => this.#view;

  get isOver(): boolean {
    return this.#view.state !== 'waiting' && this.#view.state !== 'arriving';
  }

  /** Reads an utterance to its end. A failure is kept in the view; what had come stays. */
  async read(speech: AsyncIterable<SpeechEvent>, stopped: () => boolean = () => false): Promise<void> {
    let isWhole = false;
    try {
      for await (const event of speech) {
        this.#take(event);
        isWhole ||= event.type === 'done';
      }
      if (!this.isOver) this.#change({ state: isWhole ? 'complete' : 'stopped', totalMs: this.#elapsed() });
    } catch (error) {
      if (stopped()) this.#change({ state: 'stopped' });
      else this.fail(error);
    }
  }

  /** What was to fill it could not begin, or has ended without telling. */
  fail(error: unknown): void {
    if (!this.isOver) this.#change({ state: 'failed', error });
  }

  /**
   * The audio from a time on, as it comes: what a player plays.
   * @param from seconds
   */
  async *events(from = 0): AsyncGenerator<SpeechEvent, void, undefined> {
    let skip = Math.round(from * this.sampleRate);
    for (let index = 0; ; index++) {
      while (index >= this.#pieces.length) {
        if (this.isOver) return yield { type: 'done' };
        await this.#changed();
      }
      const piece = this.#pieces[index]!;
      const samples = piece.subarray(Math.min(skip, piece.length));
      skip -= piece.length - samples.length;
      if (samples.length > 0) yield audioOf(samples.slice());
    }
  }

  /** All samples so far, mono, from -1 to 1. */
  pieces(): readonly Float32Array<ArrayBuffer>[] {
    return this.#pieces;
  }

  #take(event: SpeechEvent): void {
    // What comes behind a failure is not part of it: the text was cut there.
    if (this.isOver) return;
    if (event.type === 'words') return this.#change({ words: [...this.#view.words, ...event.words] });
    if (event.type !== 'audio' || event.samples === undefined || event.samples.length === 0) return;
    this.#pieces.push(event.samples);
    this.#measure(event.samples);
    this.#change({
      state: 'arriving',
      seconds: this.#count / this.sampleRate,
      firstAudioMs: this.#view.state === 'waiting' ? this.#elapsed() : this.#view.firstAudioMs,
    });
  }

  #measure(samples: Float32Array): void {
    this.#count += samples.length;
    for (const sample of samples) {
      this.#peak = Math.max(this.#peak, Math.abs(sample));
      if (++this.#inPeak < samplesPerPeak) continue;
      this.peaks.push(this.#peak);
      this.#peak = 0;
      this.#inPeak = 0;
    }
  }

  #elapsed(): number | undefined {
    return this.#asked === undefined ? undefined : performance.now() - this.#asked;
  }

  #change(change: Partial<TakeView>): void {
    const { state } = this.#view;
    this.#view = { ...this.#view, ...change };
    const waiting = this.#waiting.splice(0);
    for (const resolve of waiting) resolve();
    if (this.#view.state !== state) this.#show();
    else this.#shown ??= setTimeout(() => this.#show(), showEveryMs);
  }

  #show(): void {
    clearTimeout(this.#shown);
    this.#shown = undefined;
    for (const listener of this.#listeners) listener();
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

function audioOf(samples: Float32Array<ArrayBuffer>): AudioPiece {
  return { type: 'audio', samples, bytes: new Uint8Array(samples.buffer) };
}

/** @returns index of the word that is heard at a time, or of the last one before it; -1 before the first */
export function wordAt(words: readonly Word[], seconds: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]!.start <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The time in one reading of a text at which another reading stands at the same place: the same part of the same word.
 * Readings whose words are not the same number are compared by their length.
 */
export function samePlace(from: TakeView, seconds: number, to: TakeView): number {
  const index = wordAt(from.words, seconds);
  const here = from.words[index];
  const there = to.words[index];
  if (from.words.length !== to.words.length || here === undefined || there === undefined) {
    return from.seconds === 0 ? 0 : Math.min(to.seconds, (seconds / from.seconds) * to.seconds);
  }
  // A pause after a word belongs to it.
  const endHere = from.words[index + 1]?.start ?? from.seconds;
  const endThere = to.words[index + 1]?.start ?? to.seconds;
  const share = Math.min(1, (seconds - here.start) / Math.max(0.001, endHere - here.start));
  return there.start + share * (endThere - there.start);
}
