import type { Segment, Token } from '../../text/types.ts';
import { spokenWords, type SpokenWord } from '../alignment/words.ts';
import { falls } from './questions.ts';

/** The text of a segment as eSpeak reads it, and where each spoken word begins in it. */
export interface Utterance {
  readonly text: string;
  /** The same as it is read where markup is text; words that are given by phones are left out of it. */
  readonly plainText: string;
  readonly words: readonly SpokenWord[];
  /** Code point of `text` where each word begins, ascending. */
  readonly starts: readonly number[];
}

/** What is spoken by phones instead of its spelling: mnemonics for `[[…]]`, empty where there are none. */
export interface Mnemonics {
  readonly phones: (phones: readonly string[]) => string;
  readonly letter: (letter: string) => string;
}

/** A word in a form that eSpeak reads, or a part of it: phones, or letters. */
export type Reading = { readonly phones: readonly string[] } | { readonly text: string };

/** A spoken word without its closing punctuation; empty where phones stand in its place. */
export interface WordToRead {
  readonly text: string;
  /** It stands so in the caller's text; false for what normalisation or a dictionary has put there. */
  readonly isWritten: boolean;
}

/** Reads all words of a segment, since how one is read may depend on those beside it. Gives the parts of each word. */
export type Respell = (words: readonly WordToRead[]) => readonly (readonly Reading[])[];

/** Joins the spoken words by spaces, also for scripts that are written without: eSpeak speaks them the same, with clearer borders. */
export function composeUtterance(segment: Segment, mnemonics: Mnemonics, respell: Respell | undefined): Utterance {
  const words = spokenWords(segment.tokens).map((word) => ({
    ...word,
    text: knownLetters(word.text, segment.language),
  }));
  const starts: number[] = [];
  let text = '';
  let plainText = '';
  let length = 0;
  const readings = respell?.(words.map(({ text: word, token }) => wordToRead(word, segment.tokens[token]!)));
  const last = words.length - 1;
  const isFalling =
    /[?？]$/u.test(words[last]?.text ?? '') &&
    falls(
      words.map(({ text: word }) => word),
      segment.language,
    );
  words.forEach(({ text: word, token }, index) => {
    const spelled = spell(word, segment.tokens[token]!, mnemonics, readings?.[index]);
    const piece = isFalling && index === last ? spelled.replace(/[?？]$/u, '.') : spelled;
    starts.push(length);
    text += `${piece} `;
    // Its punctuation too: alone, it would be named.
    if (!piece.startsWith('[[')) plainText += `${unescape(piece)} `;
    length += codePoints(piece) + 1;
  });
  return { text, plainText, words, starts };
}

function wordToRead(word: string, { text, phones }: Token): WordToRead {
  const core = phones === undefined ? word.slice(0, word.length - punctuationOf(word).length) : '';
  return { text: core, isWritten: text.includes(core) };
}

function punctuationOf(word: string): string {
  return /\p{P}*$/u.exec(word)?.[0] ?? '';
}

function spell(word: string, token: Token, mnemonics: Mnemonics, readings: readonly Reading[] | undefined): string {
  const punctuation = punctuationOf(word);
  if (token.phones) return phonetic(mnemonics.phones(token.phones), punctuation);
  if (isLetter(word, token)) {
    return phonetic(mnemonics.letter(word.slice(0, word.length - punctuation.length)), punctuation);
  }
  if (readings === undefined) return plain(word);
  const parts = readings.map((reading) =>
    'phones' in reading ? phonetic(mnemonics.phones(reading.phones), '') : plain(reading.text),
  );
  return parts.filter((part) => part !== '').join(' ') + plain(punctuation);
}

/** A letter of a word that is spelled, or of an abbreviation that normalisation has spelled: in capitals. */
function isLetter(word: string, { isSpelled, spoken }: Token): boolean {
  if (isSpelled !== true && spoken.length < 2) return false;
  return isSpelled === true ? anyLetter.test(word) : capital.test(word);
}

/** Of the scripts whose letters have names; those of others are read as they sound. */
const anyLetter = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]\p{P}*$/u;
const capital = /^(?=\p{Lu})[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]\p{P}*$/u;

function phonetic(mnemonics: string, punctuation: string): string {
  return mnemonics === '' ? plain(punctuation) : `[[${mnemonics}]]${plain(punctuation)}`;
}

/** The block of letters with two marks and with rare ones, and those of Vietnamese in it. */
const rareLetter = /[\u1e00-\u1eff]/gu;
const vietnameseLetter = /[\u1ea0-\u1ef9]/u;

/** Letters that eSpeak would name by their Unicode number lose their marks: `Nguyễn` is a name in other languages than its own too. */
function knownLetters(word: string, language: string): string {
  return word.replace(rareLetter, (letter) =>
    language === 'vi' && vietnameseLetter.test(letter)
      ? letter
      : letter.normalize('NFD').replace(/\p{M}/gu, '').replace('ẞ', 'ß'),
  );
}

/**
 * Text that eSpeak cannot take for anything else: SSML is escaped, phoneme brackets become parentheses, and control and
 * private-use characters (eSpeak's embedded commands and protected characters) become spaces.
 */
function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Co}\p{Cn}\uFFFD]/gu, ' ')
    .replace(/\[/gu, '(')
    .replace(/\]/gu, ')')
    .replace(/&/gu, '&amp;')
    .replace(/</gu, '&lt;')
    .replace(/>/gu, '&gt;');
}

function unescape(text: string): string {
  return text.replace(/&gt;/gu, '>').replace(/&lt;/gu, '<').replace(/&amp;/gu, '&');
}

function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) count--;
  return count;
}
