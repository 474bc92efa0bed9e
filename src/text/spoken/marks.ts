/** What in a text of a language model is not spoken. Each reader begins at the start of a text that may still grow. */
import { isDigit, isLetter, isSpace } from '../characters.ts';
import { END, unitsOf, type Lookahead } from '../lookahead.ts';

const newline = 0x0a;

/** What stands at the start of a line: its end, whether it takes the whole line, and what begins with it. */
export interface LineMark {
  readonly end: number;
  readonly begins?: 'code' | 'table';
}

const maxLine = 200;

/** The end of the line, without the line break; undefined where the line has other units than these. */
function lineOf(text: Lookahead, from: number, isOne: (unit: number) => boolean): number | undefined {
  for (let index = from; index < from + maxLine; index++) {
    const unit = text.at(index);
    if (unit === END || unit === newline) return index;
    if (!isOne(unit)) return undefined;
  }
  return undefined;
}

function countOf(text: Lookahead, from: number, unit: number): number {
  let index = from;
  while (index < from + maxLine && text.at(index) === unit) index++;
  return index - from;
}

/** A fence of three ticks or tildes, with the name of a language behind it. */
export function readFence(text: Lookahead): number | undefined {
  const unit = text.at(0);
  if (unit !== 0x60 && unit !== 0x7e) return undefined;
  const count = countOf(text, 0, unit);
  return count < 3 ? undefined : lineOf(text, count, (each) => each !== unit);
}

/** Headings, quotations, marks of lists and their boxes, rules across the page, borders of tables. */
export function readLineMark(text: Lookahead): LineMark | undefined {
  const fence = readFence(text);
  if (fence !== undefined) return { end: fence, begins: 'code' };
  const unit = text.at(0);
  if (unit === 0x7c) {
    const border = lineOf(text, 0, (each) => '|:- '.includes(String.fromCharCode(each)));
    return border === undefined ? { end: 1, begins: 'table' } : { end: border };
  }
  if ('-*_='.includes(String.fromCharCode(unit))) {
    const rule = lineOf(text, 0, (each) => each === unit || each === 0x20);
    const marks = rule === undefined ? 0 : text.source.slice(0, rule).replaceAll(' ', '').length;
    if (rule !== undefined && marks >= 3) return { end: rule };
  }
  if (unit === 0x23) return readHeading(text);
  return unit === 0x3e ? readQuotation(text) : readListMark(text);
}

function readHeading(text: Lookahead): LineMark | undefined {
  const count = countOf(text, 0, 0x23);
  return count <= 6 && isBlank(text.at(count)) ? { end: count } : undefined;
}

/** `> 100` is a comparison. */
function readQuotation(text: Lookahead): LineMark | undefined {
  const count = countOf(text, 0, 0x3e);
  if (count > 3 || !isBlank(text.at(count))) return undefined;
  let index = count;
  while (index < maxLine && text.at(index) === 0x20) index++;
  if ('-−+'.includes(String.fromCharCode(text.at(index)))) index++;
  const next = text.codePoint(index);
  const isValue = next !== END && /^[.\d\p{Sc}]/u.test(String.fromCodePoint(next));
  return isValue ? undefined : { end: count };
}

function readListMark(text: Lookahead): LineMark | undefined {
  if (!'-*+•'.includes(String.fromCharCode(text.at(0))) || !isBlank(text.at(1))) return undefined;
  const box = text.at(2) === 0x5b && /[ xX✓]/u.test(String.fromCharCode(text.at(3))) && text.at(4) === 0x5d;
  return { end: box && isBlank(text.at(5)) ? 5 : 1 };
}

function isBlank(unit: number): boolean {
  return unit === END || unit === newline || isSpace(unit);
}

function isWordUnit(unit: number): boolean {
  return unit !== END && (isLetter(unit) || isDigit(unit) || (unit >= 0xd800 && unit <= 0xdfff));
}

const star = 0x2a;
const longestStarRun = 3;

/** A full stop, an exclamation or a question mark before white space: emphasis is taken to end in its sentence. */
function endsSentence(text: Lookahead, index: number): boolean {
  return '.!?'.includes(String.fromCharCode(text.at(index))) && isBlank(text.at(index + 1));
}

/**
 * Emphasis that begins with a digit, so that its stars may stand beside digits and letters: `*3 apples*`, `*5*th`, `**5**0`. It ends on its
 * line and in its sentence; `*67 or *21*555#` are keys of a telephone.
 * @param before the unit before the first star
 */
export function readNumberEmphasis(
  text: Lookahead,
  before: number,
): { readonly end: number; readonly shown: string } | undefined {
  const run = countOf(text, 0, star);
  if (run === 0 || run > longestStarRun || isWordUnit(before) || !isDigit(text.at(run))) return undefined;
  for (let index = run + 1; index < maxLine; index++) {
    const unit = text.at(index);
    if (unit === END || unit === newline || endsSentence(text, index)) return undefined;
    if (unit !== star) continue;
    const count = countOf(text, index, star);
    const isClosing = count === run && !isSpace(text.at(index - 1));
    if (isClosing && (run > 1 || !isDigit(text.at(index + 1)))) {
      return { end: index + run, shown: text.source.slice(run, index) };
    }
    index += count - 1;
  }
  return undefined;
}

const mostDigitsOfKey = 4;
/** Whether the star is a key of a telephone: before up to four digits with white space, a mark or another key right behind them. */
function isStarKey(text: Lookahead): boolean {
  let index = 1;
  while (index <= mostDigitsOfKey && isDigit(text.at(index))) index++;
  const unit = text.at(index);
  return isBlank(unit) || '.,;:!?)"\'#*'.includes(String.fromCharCode(unit));
}

/** Whether only marks stand between the star and white space: `press *.`, unlike `*...sighs*`. */
function isBeforeMarks(text: Lookahead): boolean {
  let index = 1;
  while (index < maxLine && '.,;:!?)'.includes(String.fromCharCode(text.at(index)))) index++;
  return index > 1 && isBlank(text.at(index));
}

/**
 * A run of marks of emphasis or of code, which is silent: `**so**`. Between spaces, between digits (`3*4`, `2**3`), between a digit and a
 * letter (`5*x`), and in the middle of names (`snake_case`) they are text, and so are one `~`, the key of a telephone (`*67`), and a star
 * before a mark (`press *.`).
 * @param before the unit before the run
 * @returns where the run ends, and whether it is silent
 */
export function readEmphasis(text: Lookahead, before: number): { readonly end: number; readonly isSilent: boolean } {
  const unit = text.at(0);
  const end = countOf(text, 0, unit);
  if (unit === 0x60) return { end, isSilent: true };
  const next = text.at(end);
  const isApart = isBlank(before) && isBlank(next);
  if (isApart || (unit === 0x7e && end < 2)) return { end, isSilent: false };
  if (unit === 0x5f) return { end, isSilent: !(isWordUnit(before) && isWordUnit(next)) };
  if (unit !== star) return { end, isSilent: end > 1 || !(isDigit(before) && isDigit(next)) };
  return { end, isSilent: !isStarText(text, end, before, next) };
}

function isStarText(text: Lookahead, end: number, before: number, next: number): boolean {
  if (isDigit(before) && isDigit(next)) return end < 3;
  if (end > 1) return false;
  if (isDigit(before) && isWordUnit(next)) return true;
  if (!isBlank(before)) return false;
  return isDigit(next) ? isStarKey(text) : isBeforeMarks(text);
}

const maxLinkText = 300;
const maxAddress = 2000;
const address =
  /^(?:[a-z][a-z0-9+.-]{1,9}:|www\.|\.{0,2}\/|#)[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)?(?: "[^"]{0,100}")?$/iu;

/** A link or an image, `[text](address)`: its text and its end. */
export function readLink(text: Lookahead): { readonly end: number; readonly shown: string } | undefined {
  const isImage = text.at(0) === 0x21;
  const start = isImage ? 2 : 1;
  if (text.at(start - 1) !== 0x5b) return undefined;
  const close = textEnd(text, start);
  if (close === undefined || (close === start && !isImage) || text.at(close + 1) !== 0x28) return undefined;
  const end = addressEnd(text, close + 2);
  const isAddress = end !== undefined && address.test(text.source.slice(close + 2, end));
  return isAddress ? { end: end + 1, shown: text.source.slice(start, close) } : undefined;
}

/** Where the bracket closes. */
function textEnd(text: Lookahead, start: number): number | undefined {
  for (let index = start; index <= start + maxLinkText; index++) {
    const unit = text.at(index);
    if (unit === 0x5d) return index;
    if (unit === END || unit === 0x5b || unit === newline) return undefined;
  }
  return undefined;
}

/** Where the round bracket closes that was open before the start; an address has one more in it at most. */
function addressEnd(text: Lookahead, start: number): number | undefined {
  let depth = 1;
  for (let index = start; index < start + maxAddress; index++) {
    const unit = text.at(index);
    if (unit === END || unit === newline) return undefined;
    if (unit === 0x28 && ++depth > 2) return undefined;
    if (unit === 0x29 && --depth === 0) return index;
  }
  return undefined;
}

const maxTag = 256;
const otherTag =
  /^<(?:!--[^>]*--|\/?[a-z][\w:-]*(?:\s+[\w:@-]+=(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))*\s*\/?|(?:https?:\/\/|mailto:)[^\s<>]+)>$/iu;

export interface OtherTag {
  readonly end: number;
  /** The name of the server or the address of mail that stands in angle brackets. */
  readonly said?: string;
  /** White space in its place, where it parts lines or cells. */
  readonly divides?: ' ' | '\n';
}

const lineTag =
  /^<\/?(?:br|p|div|li|ul|ol|dl|dt|dd|tr|table|thead|tbody|h[1-6]|hr|blockquote|section|article|header|footer|pre)(?![\w:-])/iu;
const cellTag = /^<\/?t[dh](?![\w:-])/iu;
const bareAddress = /^<(?:https?:\/\/|mailto:)([^\s<>/?#]+)/iu;

function tagOf(source: string): OtherTag {
  const end = source.length;
  const said = bareAddress.exec(source)?.[1];
  if (said !== undefined) return { end, said };
  if (lineTag.test(source)) return { end, divides: '\n' };
  return cellTag.test(source) ? { end, divides: ' ' } : { end };
}

/** A tag of HTML, a comment or an address in angle brackets. */
export function readOtherTag(text: Lookahead): OtherTag | undefined {
  const first = text.at(1);
  if (first !== 0x2f && first !== 0x21 && !(first !== END && isLetter(first))) return undefined;
  for (let index = 1; index < maxTag; index++) {
    const unit = text.at(index);
    if (unit === END || unit === newline || unit === 0x3c) return undefined;
    if (unit !== 0x3e) continue;
    const source = text.source.slice(0, index + 1);
    return otherTag.test(source) ? tagOf(source) : undefined;
  }
  return undefined;
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['#39', "'"],
  ['nbsp', ' '],
]);
const longestEntity = 5;

/** The sign that `&amp;` and the like stand for; a space that does not break is one like any other. */
export function readEntity(text: Lookahead): { readonly end: number; readonly sign: string } | undefined {
  for (let index = 1; index <= longestEntity; index++) {
    const unit = text.at(index);
    if (unit === 0x3b) {
      const sign = entities.get(text.source.slice(1, index));
      return sign === undefined ? undefined : { end: index + 1, sign };
    }
    if (unit === END || (unit !== 0x23 && !isLetter(unit) && !isDigit(unit))) return undefined;
  }
  return undefined;
}

const emoji = /^(?:\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\ufe0f|\u20e3)/u;
const pictograph = /^\p{Extended_Pictographic}/u;
const modifier = /^(?:\p{Emoji_Modifier}|\ufe0f|\u20e3)/u;
const joiner = 0x200d;
const maxEmoji = 40;

/** An emoji, with what changes it and what is joined to it; a sign that is an emoji only by what follows is one then. */
export function readEmoji(text: Lookahead): number | undefined {
  const is = (pattern: RegExp, index: number): number => {
    const point = text.codePoint(index);
    return point >= 0xa9 && pattern.test(String.fromCodePoint(point)) ? index + unitsOf(point) : index;
  };
  if (text.at(0) < 0xa9) return undefined;
  let end = is(emoji, 0);
  if (end === 0) {
    end = is(pictograph, 0);
    if (end === 0 || text.at(end) !== 0xfe0f) return undefined;
  }
  while (end < maxEmoji) {
    const changed = is(modifier, end);
    const joined = changed === end && text.at(end) === joiner ? is(pictograph, end + 1) : end + 1;
    if (changed > end) end = changed;
    else if (joined > end + 1) end = joined;
    else break;
  }
  return end;
}
