/** Words of other languages inside a text: which of its tokens they are, and how they are read (docs/rules.md#foreign-scripts). */
import { spell, spokenOf, type Normalization } from './normalise/index.ts';
import { hasKanaLetter, isReadWithin, scriptRuns, type ForeignWords } from './scripts.ts';
import { wordsOf } from './tokens.ts';
import type { Token } from './types.ts';

/** A token with what decides about its language. */
export interface ReadToken {
  readonly token: Token;
  /** It is spelled letter by letter. */
  readonly isSpelled: boolean;
  /** It is spoken by phones or by a dictionary, whatever its letters. */
  readonly isGiven: boolean;
}

/** Tokens that follow each other in one language. */
export interface LanguageRun {
  readonly language: string;
  readonly tokens: readonly Token[];
}

/** A word, cut where its script changes to one that has to be spoken apart, or back. */
export function piecesOf(word: string, language: string, foreignWords: ForeignWords): string[] {
  if (foreignWords === undefined) return [word];
  const runs = scriptRuns(word, language, hasKanaLetter(word));
  const isCut = runs.length > 1 && runs.some((run) => apart(run.language, language, foreignWords) !== undefined);
  return isCut ? runs.map(({ text }) => text) : [word];
}

/**
 * The runs of tokens by the language they have to be spoken in, each read by the rules of that language. Only what still has
 * letters of another script when it has been read by the rules of the text's own language is foreign: a unit or a name that those
 * know is not.
 */
export function languageRuns(
  read: readonly ReadToken[],
  language: string,
  normalization: Normalization,
  foreignWords: ForeignWords,
): LanguageRun[] {
  if (foreignWords === undefined || read.length === 0) return [{ language, tokens: read.map(({ token }) => token) }];
  const languages = languagesOf(read, language, foreignWords);
  const runs: { language: string; read: ReadToken[] }[] = [];
  read.forEach((each, index) => {
    const own = languages[index]!;
    const last = runs.at(-1);
    if (last?.language === own) last.read.push(each);
    else runs.push({ language: own, read: [each] });
  });
  return runs.map((run) => ({
    language: run.language,
    tokens:
      run.language === language ? run.read.map(({ token }) => token) : readIn(run.language, run.read, normalization),
  }));
}

/** The language, if words of it have to be spoken apart. */
function apart(other: string | undefined, language: string, foreignWords: ForeignWords): string | undefined {
  return other === undefined || isReadWithin(other, language, foreignWords) ? undefined : other;
}

/**
 * A token without letters belongs to the run that stands on both sides of it, a mark to the run before it, and a single letter to
 * words of its script beside it.
 */
function languagesOf(read: readonly ReadToken[], language: string, foreignWords: ForeignWords): string[] {
  const hasKana = read.some(({ token }) => hasKanaLetter(token.text));
  const signs = new Map<number, string>();
  const found = read.map(({ token: { text, spoken }, isGiven }, index) => {
    if (isGiven) return language;
    if (!/\p{L}/u.test(text)) return undefined;
    const runs = scriptRuns(spoken.join(' '), language, hasKana);
    const other = runs.find((run) => run.language !== undefined)?.language;
    if (other !== undefined) return apart(other, language, foreignWords) ?? language;
    const sign = apart(runs.find((run) => run.sign !== undefined)?.sign, language, foreignWords);
    if (sign === undefined || !isLetter(text)) return language;
    signs.set(index, sign);
    return undefined;
  });
  const next = new Array<string>(found.length);
  for (let index = found.length - 1, after = language; index >= 0; index--) next[index] = after = found[index] ?? after;
  let before = language;
  return found.map((own, index) => {
    const sign = signs.get(index);
    const isMark = sign === undefined && read[index]!.token.spoken.length === 0;
    const isBeside = sign === undefined ? next[index] === before : sign === before || sign === next[index];
    return (before = own ?? (isMark ? before : isBeside ? (sign ?? before) : language));
  });
}

/** Whether it has no letter but one. */
function isLetter(text: string): boolean {
  return /^\P{L}*\p{L}\P{L}*$/u.test(text);
}

function readIn(language: string, read: readonly ReadToken[], normalization: Normalization): Token[] {
  const words = read.map(({ token, isSpelled }) => (isSpelled ? [] : wordsOf(token.text, language)));
  const spoken = spokenOf(words.flat(), language, normalization === 'off' ? 'off' : 'auto');
  let from = 0;
  return read.map(({ token, isSpelled }, index) => {
    const own = spoken.slice(from, from + words[index]!.length).flat();
    from += words[index]!.length;
    return { ...token, spoken: isSpelled ? spell(token.text, language) : own };
  });
}
