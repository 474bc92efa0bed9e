/** The text side of a context: joins the chunks verbatim, cuts off what is decided, and knows how long the rest has waited. */
import type { SegmentationLimits, Segment } from '../text/types.ts';
import { initialReaderState, readSegments, type GenerationConfig, type ReaderOptions, type ReaderState } from '../text/reader.ts';
import { nextSegment, unclosedTagStart } from '../text/segmentation.ts';

export interface TranscriptOptions {
  readonly language: string;
  readonly limits: SegmentationLimits;
  readonly reader: Omit<ReaderOptions, 'generationConfig'>;
}

/** A segment and whether its last word may go on in the next one. */
export interface ReadSegment {
  readonly segment: Segment;
  readonly mayContinue: boolean;
}

export class Transcript {
  readonly #options: TranscriptOptions;
  #generationConfig: GenerationConfig;
  #rest = '';
  /** When each part of `#rest` arrived, oldest first. */
  #arrivals: { length: number; readonly time: number }[] = [];
  #state: ReaderState = initialReaderState;
  #first = true;

  constructor(options: TranscriptOptions, generationConfig: GenerationConfig) {
    this.#options = options;
    this.#generationConfig = generationConfig;
  }

  get generationConfig(): GenerationConfig {
    return this.#generationConfig;
  }

  /** Applies from the next segment on. Take the buffered text out before. */
  set generationConfig(config: GenerationConfig) {
    this.#generationConfig = config;
  }

  /** True when something other than white space waits to be spoken. */
  get buffered(): boolean {
    return this.#rest.trim() !== '';
  }

  /** When the oldest undecided character arrived; undefined when nothing but white space or an unclosed tag waits. */
  get waitingSince(): number | undefined {
    const speakable = this.#rest.slice(0, this.#openEnd());
    const at = speakable.search(/\S/u);
    if (at < 0) return undefined;
    let end = 0;
    for (const arrival of this.#arrivals) {
      end += arrival.length;
      if (at < end) return arrival.time;
    }
    return undefined;
  }

  append(text: string, time: number): void {
    if (text === '') return;
    this.#rest += text;
    this.#arrivals.push({ length: text.length, time });
  }

  /** The segments that no later text can change. */
  takeDecided(): ReadSegment[] {
    return this.#take(this.#rest.length, false);
  }

  /** Everything but an unclosed tag, as if the text had ended here: the buffer delay has run out. */
  takeBuffered(): ReadSegment[] {
    return this.#take(this.#openEnd(), true);
  }

  /** Everything: the text has ended. A flush does the same and the context goes on. */
  takeAll(): ReadSegment[] {
    const taken = this.#take(this.#rest.length, true);
    const last = taken.pop();
    return last === undefined ? [] : [...taken, { ...last, mayContinue: false }];
  }

  /** Up to an unclosed tag or half a surrogate pair, which only later text can complete. */
  #openEnd(): number {
    const end = unclosedTagStart(this.#rest) ?? this.#rest.length;
    const last = this.#rest.charCodeAt(end - 1);
    return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
  }

  #take(end: number, isEnd: boolean): ReadSegment[] {
    const { language, limits } = this.#options;
    const text = this.#rest.slice(0, end);
    const taken: ReadSegment[] = [];
    let at = 0;
    while (at < text.length) {
      const length = nextSegment(text.slice(at), isEnd, { ...limits, first: this.#first, language });
      if (length === undefined) break;
      taken.push(...this.#read(text.slice(at, at + length)));
      at += length;
    }
    this.#drop(at);
    return taken;
  }

  #read(raw: string): ReadSegment[] {
    const { segments, state } = readSegments(raw, this.#state, { ...this.#options.reader, generationConfig: this.#generationConfig });
    this.#state = state;
    if (segments.some((segment) => segment.tokens.length > 0)) this.#first = false;
    const open = !/\s$/u.test(raw);
    return segments.map((segment, index) => ({ segment, mayContinue: index < segments.length - 1 || open }));
  }

  #drop(length: number): void {
    this.#rest = this.#rest.slice(length);
    let left = length;
    while (left > 0) {
      const oldest = this.#arrivals[0]!;
      const used = Math.min(left, oldest.length);
      oldest.length -= used;
      left -= used;
      if (oldest.length === 0) this.#arrivals.shift();
    }
  }
}
