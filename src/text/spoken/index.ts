/**
 * Text of a language model as it goes to the voice and into transcripts: without Markdown, code fences, list marks, the addresses of links,
 * emoji and tags, except those of the interface's own markup. Words are left as they are; reading them is the matter of `normalise/`.
 */
import { isDigit } from '../characters.ts';
import { Lookahead, unitsOf } from '../lookahead.ts';
import { readTag } from '../markup.ts';
import {
  readEmoji,
  readEmphasis,
  readEntity,
  readFence,
  readLineMark,
  readLink,
  readNumberEmphasis,
  readOtherTag,
} from './marks.ts';

/** What decides besides the text itself. */
interface State {
  readonly isLineStart: boolean;
  readonly isCode: boolean;
  readonly isTable: boolean;
  /** The unit before in the source. */
  readonly before: number;
}

/** How the text goes on: `end` units of it are read. */
interface Step {
  readonly end: number;
  readonly said?: string;
  /** Without the white space before it. */
  readonly isGlued?: boolean;
  /** White space instead, which is said before the next word. */
  readonly space?: ' ' | '\n';
  /** What stands there instead, and is read anew. */
  readonly again?: string;
  readonly state?: Partial<State>;
}

const newline = 0x0a;
const bar = 0x7c;
/** More than any mark has. */
const maxLookahead = 2500;

const maxSpaces = 8;

/** Units that may begin something else than text. */
const special =
  /[\s\\*_~`#>\-+=•|[!<&]|\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\ufe0f|\u20e3|\p{Cs}/u;
/** All punctuation of ASCII, as in CommonMark. */
const escapable = new Set('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~');

/**
 * Takes pieces as they come. What all of them give together depends on the whole text alone, not on how it is cut into pieces; nothing is
 * given that begins with white space, but before the next word. A piece is kept until it is known what it is: 2,500 units at most.
 */
export class SpokenText {
  #rest = '';
  #space: '' | ' ' | '\n' | '\n\n' = '';
  #hasSaid = false;
  #state: State = { isLineStart: true, isCode: false, isTable: false, before: newline };

  /** @returns what is to be said of it and of what was kept; may be empty */
  push(piece: string): string {
    this.#rest += piece;
    return this.#read(false);
  }

  /** @returns what was kept */
  end(): string {
    return this.#read(true);
  }

  #read(isEnd: boolean): string {
    let said = '';
    let at = 0;
    while (at < this.#rest.length) {
      const text = new Lookahead(this.#rest.slice(at, at + maxLookahead));
      const step = stepOf(text, this.#state);
      if (text.starved && !isEnd && text.source.length < maxLookahead) break;
      at += step.end;
      this.#state = { ...this.#state, before: text.source.charCodeAt(Math.max(0, step.end - 1)), ...step.state };
      if (step.isGlued === true) this.#space = '';
      if (step.said !== undefined) said += this.#say(step.said);
      if (step.space !== undefined) this.#addSpace(step.space);
      if (step.again === undefined) continue;
      this.#rest = step.again + this.#rest.slice(at);
      at = 0;
    }
    this.#rest = this.#rest.slice(at);
    return said;
  }

  #addSpace(space: ' ' | '\n'): void {
    if (space === '\n') this.#space = this.#space.startsWith('\n') ? '\n\n' : '\n';
    else if (this.#space === '') this.#space = ' ';
  }

  #say(text: string): string {
    const space = this.#hasSaid ? this.#space : '';
    this.#space = '';
    this.#hasSaid = true;
    return space + text.toWellFormed();
  }
}

/** The text of a whole answer. */
export function spokenText(text: string): string {
  const spoken = new SpokenText();
  return spoken.push(text) + spoken.end();
}

function stepOf(text: Lookahead, state: State): Step {
  const unit = text.at(0);
  if (unit === newline) return { end: 1, space: '\n', state: { isLineStart: true, isTable: false } };
  if (unit === 0x20 || unit === 0x09 || unit === 0x0d) return { end: 1, space: ' ' };
  const mark = state.isLineStart ? lineStep(text, state) : undefined;
  if (mark !== undefined) return mark;
  const step =
    tagStep(text) ?? emojiStep(text) ?? (state.isCode ? undefined : markStep(text, state)) ?? plainStep(text);
  return { ...step, state: { isLineStart: false, ...step.state } };
}

function lineStep(text: Lookahead, { isCode }: State): Step | undefined {
  if (isCode) {
    const fence = readFence(text);
    return fence === undefined ? undefined : { end: fence, state: { isCode: false, isLineStart: false } };
  }
  const mark = readLineMark(text);
  if (mark === undefined) return undefined;
  const { end, begins } = mark;
  // Another mark may follow behind one: a quotation with a list.
  const isWhole = begins === 'code' || end > 6;
  return { end, state: { isLineStart: !isWhole, isCode: begins === 'code', isTable: begins === 'table' } };
}

/** Marks of the interface stay; other tags say nothing. */
function tagStep(text: Lookahead): Step | undefined {
  const unit = text.at(0);
  if (unit !== 0x3c && unit !== 0x5b) return undefined;
  const own = readTag(text, 0);
  if (own !== undefined) {
    // One that is not closed goes on to the end of the text, with the space there.
    const said = text.source.slice(0, own.end).trimEnd();
    return { end: own.end, said, ...(said.length < own.end && { space: ' ' as const }) };
  }
  const other = unit === 0x3c ? readOtherTag(text) : undefined;
  if (other?.divides === undefined) return other;
  return { end: other.end, space: other.divides, ...(other.divides === '\n' && { state: { isLineStart: true } }) };
}

function emojiStep(text: Lookahead): Step | undefined {
  const end = readEmoji(text);
  return end === undefined ? undefined : { end };
}

function markStep(text: Lookahead, { before, isTable }: State): Step | undefined {
  const unit = text.at(0);
  const character = String.fromCharCode(unit);
  if (character === '\\') {
    const next = text.at(1);
    return next > 0 && escapable.has(String.fromCharCode(next)) ? escaped(text, 2, text.source[1]!) : undefined;
  }
  if ('*_~`'.includes(character)) {
    const number = character === '*' ? readNumberEmphasis(text, before) : undefined;
    if (number !== undefined) return { end: number.end, again: number.shown, state: { before } };
    const { end, isSilent } = readEmphasis(text, before);
    return isSilent ? { end, state: { before } } : { end, said: text.source.slice(0, end) };
  }
  if (character === '&') {
    const entity = readEntity(text);
    return entity && (entity.sign === ' ' ? { end: entity.end, space: ' ' } : escaped(text, entity.end, entity.sign));
  }
  if (character === '[' || character === '!') {
    const link = readLink(text);
    return link && { end: link.end, again: link.shown, state: { before } };
  }
  return unit === bar && isTable ? cellStep(text) : undefined;
}

const wordJoiner = '\u2060';

/**
 * A sign that is escaped is text: behind `<` a word joiner (U+2060), which is not spoken, keeps what follows from making it a tag again. Before
 * a number it is a comparison.
 */
function escaped(text: Lookahead, end: number, sign: string): Step {
  if (sign !== '<') return { end, said: sign };
  let next = end;
  while (next < end + maxSpaces && text.at(next) === 0x20) next++;
  return { end, said: isDigit(text.at(next)) ? sign : sign + wordJoiner };
}

/** Cells of a table are said one after the other. */
function cellStep(text: Lookahead): Step {
  let index = 1;
  while (index < 200 && text.at(index) === 0x20) index++;
  const next = text.at(index);
  return next === newline || next < 0 ? { end: 1 } : { end: index, said: ',', isGlued: true, space: ' ' };
}

/** Text as far as nothing special comes; one character at least. */
function plainStep(text: Lookahead): Step {
  const first = unitsOf(text.codePoint(0));
  const next = text.source.slice(first).search(special);
  const end = next < 0 ? text.source.length : first + next;
  return { end, said: text.source.slice(0, end) };
}
