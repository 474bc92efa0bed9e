import type { Token } from '../../text/types.ts';
import { fromIpa } from './phones.ts';

/** A token as flite takes it: a word without white space, in ASCII. */
export interface FliteToken {
  readonly name: string;
  /** The one mark after it that shapes phrasing and intonation: `. , ; : ? !` or nothing. */
  readonly punctuation: string;
  /** Flite's phones, when the pronunciation is given. */
  readonly phones?: string;
  /** Index into the segment's spoken words. */
  readonly word: number;
}

/** Letters in a token at most. Flite's time grows with the square of it; the longest English words have 45. */
const maxLetters = 48;

/** Characters of one spoken word that are read: more than a segment has. A longer word is not speech, its end is left out. */
const maxWord = 192;

/** Marks behind a word that are looked at. */
const maxMarks = 8;

/** Latin letters that are not a base letter with a mark. */
const latinLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  ø: 'o',
  Ø: 'o',
  đ: 'd',
  Đ: 'd',
  ð: 'th',
  Ð: 'th',
  þ: 'th',
  Þ: 'th',
  ł: 'l',
  Ł: 'l',
  ħ: 'h',
  Ħ: 'h',
  ı: 'i',
  ŋ: 'ng',
  Ŋ: 'ng',
  ĸ: 'k',
  ŧ: 't',
  Ŧ: 't',
  ſ: 's',
  ə: 'a',
  Ə: 'a',
  ƒ: 'f',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  ʻ: "'",
  '′': "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '⁄': '/',
};

/** Titles that flite reads by the case of their neighbours, which it is not given here. */
const titles: ReadonlyMap<string, string> = new Map([
  ['mr', 'mister'],
  ['mrs', 'missus'],
  ['dr', 'doctor'],
  ['st', 'saint'],
]);

/** From the first to the last character that can be spoken. */
const speakable = /[a-z0-9$&@#%+=*~_|\\/^](?:.*[a-z0-9$&@#%+=*~_|\\/^])?/s;
const dottedLetters = /^(?:[a-z]\.)+[a-z]?$/;
/** Symbols that flite's lexicon can name. */
const symbol = /^[&@#%+=*~_|\\/^$]$/;
const dash = /^[\p{Pd}\u2212]+$/u;

/**
 * The tokens of flite for the spoken words of a segment. A word that cannot be written in ASCII has none.
 * Case is dropped: flite would read `Or`, `Me` and `II` as a state and a numeral.
 */
export function fliteTokens(tokens: readonly Token[]): FliteToken[] {
  const out: FliteToken[] = [];
  let word = 0;
  let before: string | undefined;
  for (const token of tokens) {
    // A dash between words is spoken as a short pause.
    if (token.spoken.length === 0 && dash.test(token.text)) pauseAfter(out);
    token.spoken.forEach((text, i) => {
      const isLetterA = isLetterName(token.spoken, i, before);
      out.push(
        ...wordTokens(token, text, word++).map((each) =>
          isLetterA && each.name === 'a' ? { ...each, phones: 'ey1' } : each,
        ),
      );
      before = text;
    });
  }
  return separateEqualPhones(out);
}

function wordTokens(token: Token, text: string, word: number): FliteToken[] {
  const punctuation = phraseMark(text);
  if (token.phones) {
    const phones = fromIpa(token.phones);
    return phones === '' ? [] : [{ name: 'phones', punctuation, phones, word }];
  }
  const names = namesOf(toAscii(text.slice(0, maxWord)).toLowerCase());
  return names.map((name, n) => ({ name, punctuation: n === names.length - 1 ? punctuation : '', word }));
}

function toAscii(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => latinLetters[letter] ?? ' ');
}

function namesOf(text: string): string[] {
  const bare = speakable.exec(text)?.[0] ?? '';
  if (dottedLetters.test(`${bare}.`)) return [bare];
  if (symbol.test(bare)) return [bare];
  const parts = /[0-9]/.test(bare)
    ? bare.match(/[a-z0-9$](?:[a-z0-9$%.,:/'-]*[a-z0-9%])?/g)
    : bare.match(/[a-z]+(?:'[a-z]+)*/g);
  return (parts ?? []).flatMap((part) => titles.get(part) ?? chop(part));
}

function chop(name: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < name.length; at += maxLetters) parts.push(name.slice(at, at + maxLetters));
  return parts;
}

function isLetter(text: string | undefined): boolean {
  return text !== undefined && /^\p{L}\W*$/u.test(text);
}

/**
 * Whether an `a` is the letter: one beside another letter of the same token (an acronym, a spelled word), one that begins a
 * token of several words (`A-team`), or a capital after a word that ends no sentence and is not in capitals itself.
 */
function isLetterName(spoken: readonly string[], i: number, before: string | undefined): boolean {
  if (isLetter(spoken[i - 1]) || isLetter(spoken[i + 1]) || (i === 0 && spoken.length > 1)) return true;
  return spoken[i]!.startsWith('A') && before !== undefined && /\p{Ll}[^.:?!…]*$/u.test(before.slice(-maxWord));
}

function phraseMark(text: string): string {
  const tail = /[^\p{L}\p{N}]*$/u.exec(text.slice(-maxMarks))![0].normalize('NFKC');
  const marks: readonly (readonly [RegExp, string])[] = [
    [/[?؟]/, '?'],
    [/!/, '!'],
    [/[.…。।]/, '.'],
    [/[:]/, ':'],
    [/[;]/, ';'],
    [/[,،、\p{Pd}]/u, ','],
  ];
  return marks.find(([mark]) => mark.test(tail))?.[1] ?? '';
}

function pauseAfter(tokens: FliteToken[]): void {
  const last = tokens.at(-1);
  if (last?.punctuation === '') tokens[tokens.length - 1] = { ...last, punctuation: ',' };
}

/** Flite takes a token whose phones are written like those of the one before it as a part of that one. White space tells them apart. */
function separateEqualPhones(tokens: readonly FliteToken[]): FliteToken[] {
  let previous: string | undefined;
  return tokens.map((token) => {
    const phones = token.phones !== undefined && token.phones === previous ? ` ${token.phones}` : token.phones;
    previous = phones;
    return phones === undefined ? token : { ...token, phones };
  });
}

/** Letters of speech in a token, roughly: flite names the digits of a number and the letters of what it cannot pronounce. */
function weigh({ name }: FliteToken): number {
  return /^[a-z']*[aeiouy][a-z']*$/.test(name) ? name.length + 1 : 4 * name.length + 1;
}

/** Cuts the tokens into runs of at most `maxWeight` letters each, which bounds the memory and the time of one run. */
export function cutRuns(tokens: readonly FliteToken[], maxWeight: number): FliteToken[][] {
  const runs: FliteToken[][] = [];
  let weight = Infinity;
  for (const token of tokens) {
    weight += weigh(token);
    if (weight > maxWeight) {
      runs.push([]);
      weight = weigh(token);
    }
    runs.at(-1)!.push(token);
  }
  return runs;
}
