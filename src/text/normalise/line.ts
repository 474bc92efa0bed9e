/** The tokens of a segment as one text, and the way back from its readings to the words of each token. */
import { cleanWord, closing, visible } from './clean.ts';
import { plainDigits } from './digits.ts';
import type { LanguageRules } from './rule.ts';

export interface JoinedTokens {
  readonly text: string;
  /** Where each token begins and ends in the text. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A stretch of the text and what is spoken for it. */
export interface SpokenSpan {
  readonly from: number;
  readonly end: number;
  readonly words: readonly string[];
}

/** @param glued which tokens follow the one before without white space */
export function lineOf(texts: readonly string[], glued: readonly boolean[]): JoinedTokens {
  const starts: number[] = [];
  const ends: number[] = [];
  const parts: string[] = [];
  let length = 0;
  texts.forEach((raw, index) => {
    if (index > 0 && glued[index] !== true) {
      parts.push(' ');
      length++;
    }
    const text = plainDigits(visible(raw));
    starts.push(length);
    parts.push(text);
    length += text.length;
    ends.push(length);
  });
  return { text: parts.join(''), starts, ends };
}

function withClosing(words: string[], marks: string): void {
  const last = words.at(-1);
  if (last !== undefined && closing(last) === '') words[words.length - 1] = last + marks;
}

type Endings = Pick<LanguageRules, 'suffix' | 'withSuffix'>;

/** Gives the words of stretches and of the text between them to the tokens they belong to. */
class Shares {
  readonly words: string[][];
  readonly #line: JoinedTokens;
  /** The token that the next stretch begins in or before. */
  #token = 0;
  /** The last words that were given, for the punctuation after them. */
  #last: string[] = [];
  /** Where the last stretch ended. */
  #readEnd = -1;
  readonly #endings: Endings;

  constructor(line: JoinedTokens, endings: Endings) {
    this.#line = line;
    this.#endings = endings;
    this.words = line.starts.map(() => []);
  }

  /** Text that no rule read: as it is written. */
  plain(from: number, end: number): void {
    const { starts, ends, text } = this.#line;
    while (this.#token < starts.length && starts[this.#token]! < end) {
      const start = Math.max(from, starts[this.#token]!);
      const stop = Math.min(end, ends[this.#token]!);
      if (start < stop) this.#chunk(start, stop, text);
      if (ends[this.#token]! > end) return;
      this.#token++;
    }
  }

  #chunk(from: number, stop: number, text: string): void {
    const token = this.#token;
    const start = from === this.#readEnd ? from + this.#takeSuffix(text.slice(from, stop)) : from;
    if (start === stop) return;
    const isWhole = start === this.#line.starts[token] && stop === this.#line.ends[token];
    const chunk = text.slice(start, stop);
    const clean = isWhole ? cleanWord(chunk, false) : cleanWord(chunk.replace(/^[-/]/u, ''), false);
    if (clean.length > 0) this.#give(token, clean);
    else if (!isWhole) withClosing(this.#last, closing(chunk));
  }

  /** Puts the letters that a chunk begins with to the last word; returns how many they are. */
  #takeSuffix(chunk: string): number {
    const { suffix, withSuffix } = this.#endings;
    const letters = suffix?.exec(chunk)?.[0] ?? '';
    const ending = letters.replace(/^-/u, '');
    const last = this.#last.pop();
    if (last !== undefined) this.#last.push(ending === '' ? last : (withSuffix?.(last, ending) ?? last + ending));
    return last === undefined ? 0 : letters.length;
  }

  /** What a rule read; the tokens it covers share the words out evenly, in order. */
  read({ end, words }: SpokenSpan): void {
    const { starts, ends } = this.#line;
    const first = this.#token;
    let after = first;
    while (after < starts.length && starts[after]! < end) after++;
    const count = after - first;
    for (let part = 0; part < count; part++) {
      const share = words.slice(
        Math.ceil((part * words.length) / count),
        Math.ceil(((part + 1) * words.length) / count),
      );
      if (share.length > 0) this.#give(first + part, share);
    }
    if (words.length > 0) this.#readEnd = end;
    this.#token = count > 0 && ends[after - 1]! > end ? after - 1 : after;
  }

  #give(token: number, words: readonly string[]): void {
    this.#last = this.words[token]!;
    this.#last.push(...words);
  }
}

/**
 * The spoken words of each token.
 * @param stretches in order, without overlap; they begin inside tokens
 * @param endings letters right behind a stretch that belong to its last word
 */
export function share(line: JoinedTokens, spans: readonly SpokenSpan[], endings: Endings = {}): string[][] {
  const shares = new Shares(line, endings);
  let at = 0;
  for (const span of spans) {
    if (span.from > at) shares.plain(at, span.from);
    shares.read(span);
    at = span.end;
  }
  shares.plain(at, line.text.length + 1);
  return shares.words;
}
