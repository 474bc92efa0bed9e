/** The tags of a transcript (docs/rules.md#markup). Anything else in angle or square brackets is text. */
import { isDigit, isLetter, isMark, isSpace } from './characters.ts';
import { emotionNames } from './emotion.ts';
import { END, Lookahead, unitsOf } from './lookahead.ts';

/** A tag that has not closed after this many UTF-16 units is text. */
export const maxTagLength = 128;
/** Length of an obsolete `<pause>` that names no time, in seconds. */
const defaultPauseSeconds = 0.5;
/** Longest silence one tag can ask for, in seconds; more is cut to it. */
export const maxPauseSeconds = 60;

/** What a tag asks for. `none` is a recognised tag that changes nothing: `[laughter]`, a bad value, a stray closing tag. */
export type Markup =
  | { readonly kind: 'speed' | 'volume'; readonly ratio: number }
  | { readonly kind: 'emotion'; readonly value: string }
  | { readonly kind: 'break'; readonly seconds: number }
  | { readonly kind: 'spell'; readonly open: boolean }
  | { readonly kind: 'phones'; readonly phones: readonly string[] }
  | { readonly kind: 'none' };

/** A tag found in a text: what it asks for and the index after it. */
export interface FoundTag {
  readonly markup: Markup;
  readonly end: number;
}

const none: Markup = { kind: 'none' };
const lessThan = 0x3c;
const greaterThan = 0x3e;
const slash = 0x2f;
const openBracket = 0x5b;
const closeBracket = 0x5d;

const attributeOf: Readonly<Record<string, string>> = {
  speed: 'ratio',
  volume: 'ratio',
  emotion: 'value',
  break: 'time',
  pause: 'time',
  spell: '',
};

const tagNames = Object.keys(attributeOf);
const ratioRanges = { speed: [0.6, 1.5], volume: [0.5, 2] } as const;

/**
 * A tag before which a segment ends, because what follows is spoken differently or later.
 * @param volumeWithin the volume can change within a segment
 */
export function endsSegment(markup: Markup, volumeWithin = false): boolean {
  if (markup.kind === 'volume') return !volumeWithin;
  return markup.kind === 'speed' || markup.kind === 'emotion' || markup.kind === 'break';
}

function skipSpaces(text: Lookahead, from: number, limit: number): number {
  let index = from;
  while (index < limit && isSpace(text.at(index))) index++;
  return index;
}

/** Reads ASCII letters as long as they begin one of the words; undefined when no word is there in full. */
function readName(text: Lookahead, from: number, words: readonly string[]): { name: string; end: number } | undefined {
  let name = '';
  let index = from;
  for (;;) {
    const unit = text.at(index) | 0x20;
    if (unit < 0x61 || unit > 0x7a) break;
    name += String.fromCharCode(unit);
    if (!words.some((word) => word.startsWith(name))) return undefined;
    index++;
  }
  return words.includes(name) ? { name, end: index } : undefined;
}

function number(value: string): number {
  return /^\+?(?:\d+\.?\d*|\.\d+)$/u.test(value) ? Number(value) : NaN;
}

function seconds(value: string): number {
  const match = /^(.*?)\s*(ms|s)$/iu.exec(value);
  return match === null
    ? NaN
    : Math.min(maxPauseSeconds, number(match[1]!) / (match[2]!.toLowerCase() === 'ms' ? 1000 : 1));
}

function ratioMarkup(kind: 'speed' | 'volume', value: string): Markup {
  const ratio = number(value);
  const [min, max] = ratioRanges[kind];
  return ratio >= min && ratio <= max ? { kind, ratio } : none;
}

function emotionMarkup(value: string): Markup {
  return emotionNames.includes(value.toLowerCase()) ? { kind: 'emotion', value: value.toLowerCase() } : none;
}

/** The value of a tag's one attribute, of whatever quotes; undefined when the tag has not got it. */
function attributeValue(name: string, body: string): string | undefined {
  const match = /^\s*(\p{L}*)\s*=\s*["'“”‘’«»]?([^"'“”‘’«»]*)["'“”‘’«»]?\s*$/iu.exec(body);
  if (match === null) return undefined;
  const attribute = match[1]!.toLowerCase();
  return attribute === '' || attribute === attributeOf[name] ? match[2]!.trim() : undefined;
}

function interpret(name: string, closing: boolean, inside: string): Markup {
  const selfClosing = /\/\s*$/u.test(inside);
  if (name === 'spell') return selfClosing ? none : { kind: 'spell', open: !closing };
  if (closing) return none;
  const body = inside.replace(/\/\s*$/u, '');
  const value = attributeValue(name, body);
  if (name === 'pause' && body.trim() === '') return { kind: 'break', seconds: defaultPauseSeconds };
  if (value === undefined) return none;
  if (name === 'speed' || name === 'volume') return ratioMarkup(name, value);
  if (name === 'emotion') return emotionMarkup(value);
  const pause = seconds(value);
  return Number.isNaN(pause) ? none : { kind: 'break', seconds: pause };
}

/** True for what a tag cut off by the end of the text or by another tag can hold; such a tag is dropped, not spoken. */
function looksCutOff(name: string, body: string): boolean {
  const match = /^\s*(?:(\p{L}+)\s*(?:=\s*["'“”‘’]?[^\s"'“”‘’]{0,24}["'“”‘’]?)?)?\s*\/?\s*$/iu.exec(body);
  return match !== null && (match[1] === undefined || attributeOf[name]!.startsWith(match[1].toLowerCase()));
}

function readNamedTag(text: Lookahead, from: number): FoundTag | undefined {
  const limit = from + maxTagLength;
  let index = skipSpaces(text, from + 1, limit);
  const closing = text.at(index) === slash;
  if (closing) index = skipSpaces(text, index + 1, limit);
  const found = readName(text, index, tagNames);
  if (found === undefined) return undefined;
  const start = found.end;
  const first = text.at(start);
  if (
    first !== greaterThan &&
    first !== slash &&
    first !== lessThan &&
    first !== END &&
    first !== 0x3d &&
    !isSpace(first)
  ) {
    return undefined;
  }
  for (index = start; index < limit; index++) {
    const unit = text.at(index);
    if (unit === greaterThan) {
      return { markup: interpret(found.name, closing, text.source.slice(start, index)), end: index + 1 };
    }
    if (unit !== lessThan && unit !== END) continue;
    return looksCutOff(found.name, text.source.slice(start, index)) ? { markup: none, end: index } : undefined;
  }
  return undefined;
}

function isPhoneCharacter(c: number): boolean {
  return (
    isLetter(c) ||
    isMark(c) ||
    isDigit(c) ||
    isSpace(c) ||
    c === 0x7c ||
    c === 0x27 ||
    c === 0x2e ||
    c === 0x2d ||
    (c > 127 && /^[\p{Sk}\p{Pd}\p{Pf}|‖↗↘ꜛꜜ]/u.test(String.fromCodePoint(c)))
  );
}

/** Phones whose end is missing: dropped when bars show what they are, otherwise text. */
function cutOffPhones(text: Lookahead, from: number, index: number): FoundTag | undefined {
  const stop = text.at(index);
  const cutOff = stop === END || stop === lessThan || stop === greaterThan;
  return cutOff && text.source.slice(from, index).includes('|')
    ? { markup: none, end: stop === greaterThan ? index + 1 : index }
    : undefined;
}

function readPhones(text: Lookahead, from: number): FoundTag | undefined {
  const limit = from + maxTagLength;
  let index = from + 2;
  let c = text.codePoint(index);
  while (isPhoneCharacter(c) && index < limit) {
    index += unitsOf(c);
    c = text.codePoint(index);
  }
  if (c !== greaterThan || text.at(index + 1) !== greaterThan) return cutOffPhones(text, from, index);
  const parts = text.source
    .slice(from + 2, index)
    .split('|')
    .map((part) => part.trim());
  const phones = parts.filter((part) => part !== '');
  // `<< b >>` and `<<two words>>` are not phones: a lone phone has no white space around it, and no phone has any within.
  const body = text.source.slice(from + 2, index);
  if (phones.some((phone) => /\s/u.test(phone)) || (parts.length === 1 && /\s/u.test(body))) return undefined;
  return { markup: phones.length === 0 ? none : { kind: 'phones', phones }, end: index + 2 };
}

function readLaughter(text: Lookahead, from: number): FoundTag | undefined {
  const limit = from + maxTagLength;
  const found = readName(text, skipSpaces(text, from + 1, limit), ['laughter']);
  if (found === undefined) return undefined;
  const end = skipSpaces(text, found.end, limit);
  const stop = text.at(end);
  if (stop === closeBracket) return { markup: none, end: end + 1 };
  return stop === END ? { markup: none, end } : undefined;
}

/** Reads the tag that starts at an index; undefined when the character there is text. */
export function readTag(text: Lookahead, from: number): FoundTag | undefined {
  const unit = text.at(from);
  if (unit === openBracket) return readLaughter(text, from);
  if (unit !== lessThan) return undefined;
  return text.at(from + 1) === lessThan ? readPhones(text, from) : readNamedTag(text, from);
}

/**
 * Where a tag begins that the end of the text cuts off, so that more text could complete it; undefined when there is none.
 * Reads nothing but the brackets' surroundings: linear in the length of the text.
 */
export function unclosedTagStart(rest: string): number | undefined {
  const bracket = /[<[]/gu;
  for (let match = bracket.exec(rest); match !== null; match = bracket.exec(rest)) {
    const text = new Lookahead(rest);
    const tag = readTag(text, match.index);
    if (text.starved) return match.index;
    bracket.lastIndex = tag?.end ?? match.index + 1;
  }
  return undefined;
}

/** The text with spaces in place of its tags: everything else is where it was. */
export function blankTags(raw: string): string {
  const text = new Lookahead(raw);
  const bracket = /[<[]/gu;
  let blanked = '';
  for (let match = bracket.exec(raw); match !== null; match = bracket.exec(raw)) {
    const tag = readTag(text, match.index);
    if (tag === undefined) continue;
    blanked += raw.slice(blanked.length, match.index).padEnd(tag.end - blanked.length);
    bracket.lastIndex = tag.end;
  }
  return blanked + raw.slice(blanked.length);
}

export type MarkupEvent = Markup | { readonly kind: 'text'; readonly text: string };

/** Splits a raw piece into text and tags, in order; adjacent text is one event and tags that change nothing are left out. */
export function readMarkup(raw: string): MarkupEvent[] {
  const text = new Lookahead(raw);
  const events: MarkupEvent[] = [];
  const bracket = /[<[]/gu;
  let pending = '';
  let from = 0;
  const flush = (): void => {
    if (pending !== '') events.push({ kind: 'text', text: pending });
    pending = '';
  };
  for (let match = bracket.exec(raw); match !== null; match = bracket.exec(raw)) {
    const tag = readTag(text, match.index);
    if (tag === undefined) continue;
    pending += raw.slice(from, match.index);
    from = tag.end;
    bracket.lastIndex = tag.end;
    if (tag.markup.kind === 'none') continue;
    flush();
    events.push(tag.markup);
  }
  pending += raw.slice(from);
  flush();
  return events;
}
