/** Turns raw pieces of a transcript into segments: markup becomes prosody, pauses and phones, text becomes tokens. */
import { baseLanguage } from './characters.ts';
import type { Dictionary, Pronunciation } from './dictionary.ts';
import { emotionOf, prosody as prosodyFor, type GenerationConfig, type TagProsody } from './emotion.ts';
import { languageRuns, piecesOf, type LanguageRun } from './foreign.ts';
import { breakSecondsBefore, firstLine, linesBehind, type LineState } from './line-breaks.ts';
import { maxPauseSeconds, readMarkup, type MarkupEvent } from './markup.ts';
import { pronounce, readInstead, spell, spokenOf, type Normalization } from './normalise/index.ts';
import { firstParagraph, paragraphWith, type ParagraphState } from './paragraph.ts';
import type { ForeignWords } from './scripts.ts';
import { joins, wordsOf } from './tokens.ts';
import type { Prosody, ProsodySupport, Segment, Token } from './types.ts';

export type { GenerationConfig } from './emotion.ts';
export type { Normalization } from './normalise/index.ts';

/** What one piece leaves for the next. Immutable. */
export interface ReaderState {
  readonly tags: TagProsody;
  /** Inside `<spell>`. */
  readonly spelling: boolean;
  /** The last character when no white space followed it, otherwise empty. */
  readonly lastCharacter: string;
  readonly lines: LineState;
  readonly paragraph: ParagraphState;
}

/** How raw pieces of one transcript are read into segments. */
export interface ReaderOptions {
  /** ISO 639-1 code or locale of the text. */
  readonly language: string;
  readonly normalization: Normalization;
  readonly generationConfig: GenerationConfig;
  readonly dictionary?: Dictionary | undefined;
  /** What the engine speaks by itself; everything but emotions by name when absent. */
  readonly prosody?: ProsodySupport | undefined;
  /** Words of other scripts that the engine reads by itself; the others get segments in their own language. Default all. */
  readonly foreignWords?: ForeignWords;
  /** More of the text may follow the piece. Default false. */
  readonly goesOn?: boolean;
  /** A volume tag does not end a segment ({@link SegmentationLimits.volumeWithin}). Default false. */
  readonly volumeWithin?: boolean | undefined;
}

/** The state at the beginning of a transcript: no tag is open. */
export const initialReaderState: ReaderState = {
  tags: { speed: 1, volume: 1 },
  spelling: false,
  lastCharacter: '',
  lines: firstLine,
  paragraph: firstParagraph,
};

type Mode = 'plain' | 'spell' | 'phones';

/** Text of one mode without white space. */
interface Part {
  readonly text: string;
  readonly mode: Mode;
  readonly phones?: readonly string[];
  /** No white space before it. */
  readonly glued: boolean;
  /** Of a volume tag before it, where that is another than the one its segment begins with. */
  readonly volume?: number | undefined;
}

function lastCharacterOf(text: string): string {
  return Array.from(text.slice(-2)).at(-1) ?? '';
}

function firstCharacterOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0)!);
}

function isPunctuation(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text);
}

/**
 * Adjacent text without white space between is one part, and punctuation goes with the spelled or phonetic part it touches. A volume
 * begins with a word: one that has begun keeps its own.
 */
function join(before: Part, after: Part, language: string): Part | undefined {
  if (!after.glued || (before.mode === 'phones' && after.mode === 'phones')) return undefined;
  const isOneWord = joins(lastCharacterOf(before.text), firstCharacterOf(after.text), language);
  if (before.volume !== after.volume && !isOneWord) return undefined;
  const text = before.text + after.text;
  if (before.mode === after.mode || (isPunctuation(after.text) && after.mode === 'plain')) return { ...before, text };
  if (isPunctuation(before.text) && before.mode === 'plain') return { ...after, text, glued: before.glued };
  return undefined;
}

class PartList {
  readonly parts: Part[] = [];
  /** Of what is added from here on; undefined for that of the segment. */
  volume: number | undefined;
  readonly #language: string;
  #glued: boolean;

  constructor(glued: boolean, language: string) {
    this.#glued = glued;
    this.#language = language;
  }

  addText(text: string, mode: Mode): void {
    for (const [index, word] of text.split(/\s+/u).entries()) {
      if (index > 0) this.#glued = false;
      if (word !== '') this.#add({ text: word, mode, glued: this.#glued });
    }
  }

  addPhones(phones: readonly string[]): void {
    this.#add({ text: phones.join(''), mode: 'phones', phones, glued: this.#glued });
  }

  /** The last character when no white space followed it. */
  get open(): string {
    return this.#glued ? lastCharacterOf(this.parts.at(-1)?.text ?? '') : '';
  }

  get glued(): boolean {
    return this.#glued;
  }

  #add(added: Part): void {
    const last = this.parts.at(-1);
    const part = this.volume === undefined ? added : { ...added, volume: this.volume };
    const joined = last === undefined ? undefined : join(last, part, this.#language);
    if (joined !== undefined) this.parts.pop();
    this.parts.push(joined ?? part);
    this.#glued = true;
  }
}

/** The words of a part; where its script changes to one that has to be spoken apart, a word is cut. */
function wordsOfPart(part: Part, language: string, foreignWords: ForeignWords): Part[] {
  if (part.mode === 'phones') return [part];
  const words = part.mode === 'plain' ? wordsOf(part.text, language) : [part.text];
  return words
    .flatMap((word) => piecesOf(word, language, foreignWords))
    .map((text, index) => ({ ...part, text, glued: part.glued || index > 0 }));
}

function runsOf(parts: readonly Part[], lastCharacter: string, options: ReaderOptions): LanguageRun[] {
  const language = baseLanguage(options.language);
  const words = parts.flatMap((part) => wordsOfPart(part, language, options.foreignWords));
  const spoken = spokenOf(
    words.map((word) => word.text),
    language,
    options.normalization,
    words.map((word) => word.glued),
  );
  let before = lastCharacter;
  const continues = words.map((word) => {
    const joined = word.glued && joins(before, firstCharacterOf(word.text), language);
    before = lastCharacterOf(word.text);
    return joined;
  });
  const replaced = replacements(words, continues, language, options);
  const read = words.map((word, index) => {
    const volume = word.volume === undefined ? {} : { volume: word.volume };
    const token = { text: word.text, continues: continues[index]!, ...volume };
    const own: Spoken =
      word.mode === 'phones'
        ? pronounce(word.text, word.phones!)
        : { spoken: word.mode === 'spell' ? spell(word.text, language) : spoken[index]!, ...replaced.get(index) };
    const isGiven = word.mode === 'phones' || replaced.has(index);
    const isSpelled = word.mode === 'spell';
    return { token: { ...token, ...own, ...(isSpelled && { isSpelled }) }, isSpelled, isGiven };
  });
  return languageRuns(read, language, options.normalization, options.foreignWords);
}

type Spoken = Pick<Token, 'spoken' | 'phones'>;

/**
 * The dictionary's readings of words that stand whole in the text, by their index
 * (docs/rules.md#pronunciation-dictionary).
 */
function replacements(
  words: readonly Part[],
  continues: readonly boolean[],
  language: string,
  { dictionary, normalization }: ReaderOptions,
): ReadonlyMap<number, Spoken> {
  const found = new Map<number, Spoken>();
  if (dictionary === undefined) return found;
  const isWhole = (index: number): boolean =>
    words[index]?.mode === 'plain' && continues[index] === false && continues[index + 1] !== true;
  for (let at = 0; at < words.length;) {
    let end = at;
    while (isWhole(end)) end++;
    const whole = words.slice(at, end);
    for (let index = 0; index < whole.length;) {
      const match = dictionary.find(whole, index);
      if (match !== undefined) {
        const texts = whole.slice(index, index + match.length).map((word) => word.text);
        replacementOf(texts, match.pronunciation, language, normalization).forEach((part, offset) =>
          found.set(at + index + offset, part),
        );
      }
      index += match?.length ?? 1;
    }
    at = end + 1;
  }
  return found;
}

/** The words of a phrase share what is spoken for all of it, in order, so that each has its place on the time axis. */
function replacementOf(
  texts: readonly string[],
  pronunciation: Pronunciation,
  language: string,
  normalization: Normalization,
): readonly Spoken[] {
  const last = texts.at(-1)!;
  if (typeof pronunciation !== 'string') {
    return texts.map((_text, index) => (index === 0 ? pronounce(last, pronunciation) : { spoken: [] }));
  }
  const words = readInstead(last, pronunciation, language, normalization);
  return texts.map((_text, index) => ({
    spoken: words.slice(
      Math.ceil((index * words.length) / texts.length),
      Math.ceil(((index + 1) * words.length) / texts.length),
    ),
  }));
}

/**
 * Reads one raw piece, as cut by `nextSegment`.
 *
 * The token texts rebuild the piece without its markup: tokens that `continue` are glued, others are joined by one space
 * (by nothing in Chinese, Japanese and Thai). Lone surrogates become U+FFFD. A piece of white space or of tags gives no
 * segment, but for a pause, which gives one without tokens.
 */
export function readSegments(
  raw: string,
  state: ReaderState,
  options: ReaderOptions,
): { segments: Segment[]; state: ReaderState } {
  const segments: Segment[] = [];
  let { tags, spelling, lastCharacter } = state;
  const language = baseLanguage(options.language);
  const events = readMarkup(raw.toWellFormed());
  const written = events.map(writtenOf).join('');
  const paragraph = paragraphWith(state.paragraph, {
    piece: written,
    lines: state.lines,
    goesOn: options.goesOn === true,
  });
  const prosodyOf = (now: TagProsody): Prosody =>
    prosodyFor(options.generationConfig, { ...now, pitch: paragraph.pitch }, options.prosody);
  /** Of the line breaks before the first word that is spoken. */
  let breakSeconds = breakSecondsBefore(state.lines, written);
  let pauseSeconds = 0;
  /** The tags' volume at the start of the segment. */
  let { volume } = tags;
  let list = new PartList(lastCharacter !== '', language);
  const finish = (): void => {
    for (const run of runsOf(list.parts, lastCharacter, options)) {
      if (run.tokens.length === 0 && pauseSeconds === 0) continue;
      const prosody = prosodyOf({ ...tags, volume });
      if (isSpoken(run)) {
        pauseSeconds = Math.max(pauseSeconds, milliseconds(breakSeconds / prosody.rate));
        breakSeconds = 0;
      }
      segments.push({
        ...run,
        prosody,
        ...(options.prosody?.emotion === true && { emotion: emotionOf(options.generationConfig, tags) }),
        pauseSeconds,
      });
      pauseSeconds = 0;
    }
    if (list.parts.length > 0 || !list.glued) lastCharacter = list.open;
    list = new PartList(lastCharacter !== '', language);
    volume = tags.volume;
    pauseSeconds = 0;
  };
  for (const event of events) {
    if (event.kind === 'text') list.addText(event.text, spelling ? 'spell' : 'plain');
    else if (event.kind === 'phones') list.addPhones(event.phones);
    else if (event.kind === 'spell') spelling = event.open;
    else if (event.kind === 'volume' && options.volumeWithin === true && list.parts.length > 0) {
      tags = { ...tags, volume: event.ratio };
      list.volume = event.ratio === volume ? undefined : prosodyOf(tags).volume;
    } else if (event.kind !== 'none') {
      if (list.parts.length > 0) finish();
      if (event.kind === 'break') pauseSeconds = Math.min(maxPauseSeconds, pauseSeconds + event.seconds);
      else if (event.kind === 'emotion') tags = { ...tags, emotion: event.value };
      else tags = { ...tags, [event.kind]: event.ratio };
      volume = tags.volume;
    }
  }
  finish();
  const hasWords = segments.some(isSpoken);
  const lines = linesBehind(state.lines, written, hasWords);
  return {
    segments,
    state: { tags, spelling, lastCharacter, lines, paragraph: hasWords ? paragraph : state.paragraph },
  };
}

function writtenOf(event: MarkupEvent): string {
  return event.kind === 'text' ? event.text : event.kind === 'phones' ? event.phones.join('') : '';
}

function isSpoken({ tokens }: Pick<Segment, 'tokens'>): boolean {
  return tokens.some(({ spoken }) => spoken.length > 0);
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
