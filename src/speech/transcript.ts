/**
 * The text side of a context: joins the chunks verbatim and gives one segment after the other. Text is cut and read only
 * when its turn comes, so that a long transcript costs no more before its first audio than a short one.
 */
import {
  initialReaderState,
  readSegments,
  type GenerationConfig,
  type ReaderOptions,
  type ReaderState,
} from '../text/reader.ts';
import { syllableSurplus } from '../text/characters.ts';
import { nextSegment, unclosedTagStart } from '../text/segmentation.ts';
import { breaksBehind, nextSpeaker } from '../text/line-breaks.ts';
import { readMarkup } from '../text/markup.ts';
import type { SegmentationLimits, Segment } from '../text/types.ts';
import type { Push } from './context-options.ts';
import type { SpeechSettings } from './settings.ts';
import type { SpeakerTurn } from './turns.ts';

export interface TranscriptOptions {
  readonly language: string;
  /** Bounds the audio of the context to the end of its text, in seconds. Default: nothing does. */
  readonly maxSeconds?: number | undefined;
  readonly limits: SegmentationLimits;
  readonly reader: Omit<ReaderOptions, 'generationConfig'>;
}

/** How the engine of these settings wants its text. */
export function readingOf(settings: SpeechSettings): TranscriptOptions {
  const { language, normalization, dictionary, maxSeconds, capabilities } = settings;
  const { segmentation: limits, prosody, foreignWords } = capabilities;
  return { language, maxSeconds, limits, reader: { language, normalization, dictionary, prosody, foreignWords } };
}

/** A segment of the text. */
export interface ReadSegment {
  readonly kind: 'speak';
  readonly segment: Segment;
  /** Its last word may go on in the next segment. */
  readonly mayContinue: boolean;
  /** Counts the flushes before it, from 1. */
  readonly flushId: number;
  /** Code points of the transcript since the segment before it. */
  readonly characters: number;
  /** Whose words they are; undefined where the context has one speaker. */
  readonly turn?: SpeakerTurn | undefined;
  /** Bounds the audio of the context to the end of this segment, in seconds. Default: nothing does. */
  readonly maxSeconds?: number | undefined;
}

/** Something that is to happen when all text before it has been spoken. */
export interface Boundary {
  readonly kind: 'flush_done' | 'finish';
  readonly flushId: number;
}

/** How text is spoken until that is changed. */
type TextChanges = Pick<Push, 'generationConfig' | 'normalization' | 'maxSeconds'>;

/** Text with one configuration whose end is known, or the last one, which may still grow. */
interface TextRun {
  text: string;
  ended: boolean;
  readonly generationConfig: GenerationConfig;
  /** Undefined: that of its speaker. So is the bound of its audio. */
  readonly normalization: string | undefined;
  readonly maxSeconds: number | undefined;
  readonly flushId: number;
  /** Whose text it is; undefined where the context has one speaker. */
  readonly turn: SpeakerTurn | undefined;
  /** What follows the text. */
  boundary: Boundary['kind'] | undefined;
  /** Another speaker goes on behind it. */
  endsTurn: boolean;
  /** What was read of it, while the transcript may be read again. */
  readText: string;
  /** When the oldest of that arrived. */
  readSince: number | undefined;
}

/** Where reading begins again. */
interface Start {
  readonly state: ReaderState;
  readonly spoken: number;
  readonly hasSpoken: boolean;
  readonly silentCharacters: number;
}

/**
 * Letters and digits of a piece that may be all that is said, so that it matters, a sign that is a syllable counted as three
 * (docs/rules.md#short-answers): spoken, they are no fewer.
 */
const mostAlone = 30;
/** UTF-16 units of such a piece, and of what stands behind it, with tags; to look at more would take time for nothing. */
const longestAlone = 400;
/** Marks and emoji, of which nothing is spoken. */
const silent = /^(?:[\s\p{Emoji_Presentation}\p{Emoji_Modifier}.,;:!?…()'"’”»-]|\uFE0F|\u200D)*$/u;

export class Transcript {
  #options: TranscriptOptions;
  /** The first is being read, the last is open. */
  #runs: TextRun[];
  /** Those that were read, while they may be read again. */
  #readRuns: TextRun[] = [];
  /** Undefined when nothing may be read again. */
  #start: Start | undefined;
  /** When each part of the open run arrived, oldest first. */
  #arrivals: { length: number; readonly time: number }[] = [];
  /** Segments of a piece that was read and has more than one. */
  #read: ReadSegment[] = [];
  #state: ReaderState = initialReaderState;
  /** Code points of the segments that were read, with the white space and the tags around them. */
  #spoken = 0;
  /** A segment of this turn, or of all of the text where it has one speaker, was read. */
  #hasSpoken = false;
  /** Code points that gave no segment: white space and tags. They go with the next one. */
  #silentCharacters = 0;

  /** @param isKept the text is kept as it is read, so that it can be read again */
  constructor(options: TranscriptOptions, generationConfig: GenerationConfig, isKept = false) {
    this.#options = options;
    const settings = { generationConfig, normalization: undefined, maxSeconds: undefined, turn: undefined };
    this.#runs = [openRun('', { ...settings, flushId: 1 })];
    if (isKept) this.markStart();
  }

  /**
   * All before this has been dealt with: what is read again begins here. Only where nothing behind has been read, which is so when
   * {@link next} has just given a boundary.
   */
  markStart(): void {
    this.#readRuns = [];
    this.#start = {
      state: this.#state,
      spoken: this.#spoken,
      hasSpoken: this.#hasSpoken,
      silentCharacters: this.#silentCharacters,
    };
  }

  /** Nothing is going to be read again. */
  forgetStart(): void {
    this.#start = undefined;
    this.#readRuns = [];
    for (const run of this.#runs) run.readText = '';
  }

  /** Begins again at the start that was marked, with what came since, as another engine wants it. Only while it is kept. */
  restart(options: TranscriptOptions): void {
    const { state, spoken, hasSpoken, silentCharacters } = this.#start!;
    this.#options = options;
    this.#state = state;
    this.#spoken = spoken;
    this.#hasSpoken = hasSpoken;
    this.#silentCharacters = silentCharacters;
    this.#read = [];
    const { readText, readSince } = this.#open;
    if (readText !== '') this.#arrivals.unshift({ length: readText.length, time: readSince! });
    this.#runs = [...this.#readRuns, ...this.#runs];
    this.#readRuns = [];
    for (const run of this.#runs) {
      run.text = run.readText + run.text;
      run.readText = '';
    }
  }

  /**
   * A changed configuration starts a new segment: what has come before is spoken with the old one, as if the text had ended there
   * (docs/rules.md#generation-config).
   */
  configure(changes: TextChanges): void {
    const { maxSeconds, reader } = this.#readingOf(this.#open);
    const { generationConfig } = this.#open;
    const isSame =
      isSameConfig(changes.generationConfig ?? generationConfig, generationConfig) &&
      (changes.normalization ?? reader.normalization) === reader.normalization &&
      (changes.maxSeconds ?? maxSeconds) === maxSeconds;
    if (!isSame) this.#close(this.#openEnd(), undefined, changes);
  }

  /** What comes from here on is another speaker's; what has come is spoken as if the text had ended there, and its tags with it. */
  speakBy(turn: SpeakerTurn): void {
    this.#open.endsTurn = true;
    this.#close(this.#open.text.length, undefined, { turn });
  }

  /**
   * When the oldest character arrived that {@link next} has not given; undefined when nothing but white space or an
   * unclosed tag waits, or when decided text is still to be taken.
   */
  get waitingSince(): number | undefined {
    if (this.#runs.length > 1 || this.#read.length > 0) return undefined;
    const at = this.#open.text.slice(0, this.#openEnd()).search(/\S/u);
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
    this.#open.text += text;
    this.#arrivals.push({ length: text.length, time });
  }

  /** The buffer delay has run out: everything but an unclosed tag is spoken as if the text had ended here. */
  release(): void {
    this.#close(this.#openEnd(), undefined);
  }

  /** The text has ended, for a flush or for good. */
  end(boundary: Boundary['kind']): void {
    this.#close(this.#open.text.length, boundary);
  }

  /** The next thing to do, undefined while only later text can tell. */
  next(): ReadSegment | Boundary | undefined {
    for (;;) {
      const read = this.#read.shift();
      if (read !== undefined) return read;
      const run = this.#runs[0]!;
      if (this.#readPiece(run)) continue;
      if (!run.ended) return undefined;
      this.#runs.shift();
      if (run.endsTurn) {
        this.#state = { ...initialReaderState, lines: nextSpeaker(this.#state.lines) };
        this.#hasSpoken = false;
      }
      if (this.#start !== undefined) this.#readRuns.push(run);
      if (run.boundary !== undefined) return { kind: run.boundary, flushId: run.flushId };
    }
  }

  get #open(): TextRun {
    return this.#runs.at(-1)!;
  }

  /** Up to an unclosed tag or half a surrogate pair, which only later text can complete. */
  #openEnd(): number {
    const { text } = this.#open;
    const end = unclosedTagStart(text) ?? text.length;
    const last = text.charCodeAt(end - 1);
    return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
  }

  #close(end: number, boundary: Boundary['kind'] | undefined, changes: TextChanges & Pick<Push, 'turn'> = {}): void {
    const closed = this.#open;
    const rest = closed.text.slice(end);
    closed.text = closed.text.slice(0, end);
    closed.ended = true;
    closed.boundary = boundary;
    const flushId = boundary === 'flush_done' ? closed.flushId + 1 : closed.flushId;
    const { generationConfig = closed.generationConfig, turn = closed.turn } = changes;
    const { normalization = closed.normalization, maxSeconds = closed.maxSeconds } = changes;
    this.#runs.push(openRun(rest, { generationConfig, normalization, maxSeconds, turn, flushId }));
    this.#dropArrivals(end);
  }

  /** How the engine of its speaker wants the text, with what was changed. */
  #readingOf({ turn, normalization, maxSeconds }: TextRun): TranscriptOptions {
    const own = turn === undefined ? this.#options : readingOf(turn.settings);
    const reader = { ...own.reader, normalization: normalization ?? own.reader.normalization };
    return { ...own, reader, maxSeconds: maxSeconds ?? own.maxSeconds };
  }

  /** @returns false when nothing of the run is decided */
  #readPiece(run: TextRun): boolean {
    const { language, limits, reader, maxSeconds } = this.#readingOf(run);
    const { column } = this.#state.lines;
    const length = nextSegment(run.text, run.ended, { ...limits, spoken: this.#spoken, language, column });
    if (length === undefined || mayBeLast(run, length) || this.#mayBeWhole(run, length)) return false;
    const raw = run.text.slice(0, length);
    run.text = run.text.slice(length);
    if (this.#start !== undefined) {
      if (run.readText === '') run.readSince = this.#arrivals[0]?.time;
      run.readText += raw;
    }
    if (!run.ended) this.#dropArrivals(length);
    const isEnding = run.boundary === 'finish' || run.endsTurn;
    const goesOn = !isEnding || run.text.trim() !== '';
    const { segments, state } = readSegments(raw, this.#state, {
      ...reader,
      volumeWithin: limits.volumeWithin,
      generationConfig: run.generationConfig,
      goesOn,
    });
    this.#state = state;
    const endsSpeech = isEnding && this.#mayStandAlone(raw) && isSilent(run.text);
    const spoken = endsSpeech ? segments.filter(isSpoken) : [];
    const alone = spoken.length === 1 ? spoken[0] : undefined;
    this.#keep(
      segments.map((segment) => (segment === alone ? { ...segment, isWhole: true } : segment)),
      raw,
      { ...run, maxSeconds },
    );
    return true;
  }

  #keep(segments: readonly Segment[], raw: string, run: TextRun): void {
    // A flush, another speaker and the end of the text end a word; so does white space.
    const isLast = run.text === '' && (run.boundary !== undefined || run.endsTurn);
    const open = !isLast && !/\s$/u.test(raw);
    const characters = Array.from(raw).length;
    if (segments.some((segment) => segment.tokens.length > 0)) {
      this.#spoken += characters;
      this.#hasSpoken = true;
    }
    this.#silentCharacters += characters;
    for (const [index, segment] of segments.entries()) {
      this.#read.push({
        kind: 'speak',
        segment,
        mayContinue: index < segments.length - 1 || open,
        flushId: run.flushId,
        characters: this.#silentCharacters,
        turn: run.turn,
        maxSeconds: run.maxSeconds,
      });
      this.#silentCharacters = 0;
    }
  }

  #mayStandAlone(raw: string): boolean {
    if (this.#hasSpoken || raw.trim().length > longestAlone) return false;
    const letters = textOf(raw).match(/[\p{L}\p{N}]/gu) ?? [];
    return letters.length + syllableSurplus(letters.join('')) <= mostAlone;
  }

  /** A blank line ends a piece before it is known whether anything follows, which makes another segment of a short one. */
  #mayBeWhole({ text, ended }: TextRun, length: number): boolean {
    return (
      !ended &&
      this.#mayStandAlone(text.slice(0, length)) &&
      isSilent(text.slice(length, Math.max(length, this.#openEnd())))
    );
  }

  #dropArrivals(length: number): void {
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

function openRun(
  text: string,
  settings: Pick<TextRun, 'generationConfig' | 'normalization' | 'maxSeconds' | 'turn' | 'flushId'>,
): TextRun {
  return {
    ...settings,
    text,
    ended: false,
    boundary: undefined,
    endsTurn: false,
    readText: '',
    readSince: undefined,
  };
}

/** Cut at its longest before white space: whether it is the last one, which is spoken lower, shows only with what follows that. */
function mayBeLast({ text, ended }: TextRun, length: number): boolean {
  if (ended || length === text.length || text.slice(length).trim() !== '') return false;
  return breaksBehind(text.slice(0, length)) < 2;
}

/** Without its tags; phonemes stand for themselves. */
function textOf(raw: string): string {
  return readMarkup(raw)
    .map((event) => (event.kind === 'text' ? event.text : event.kind === 'phones' ? event.phones.join('') : ''))
    .join('');
}

function isSilent(text: string): boolean {
  return text.length <= longestAlone && silent.test(textOf(text));
}

function isSpoken({ tokens }: Segment): boolean {
  return tokens.some(({ spoken }) => spoken.length > 0);
}

/** With the defaults of the interface for what is left out. */
function isSameConfig(a: GenerationConfig, b: GenerationConfig): boolean {
  return (
    (a.speed ?? 1) === (b.speed ?? 1) &&
    (a.volume ?? 1) === (b.volume ?? 1) &&
    (a.emotion ?? 'neutral') === (b.emotion ?? 'neutral')
  );
}
