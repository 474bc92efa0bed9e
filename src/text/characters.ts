/** Classes of characters, by code point. White space is ECMAScript's `\s` throughout. */

export function isSpace(c: number): boolean {
  return (
    c === 0x20 ||
    (c >= 0x09 && c <= 0x0d) ||
    (c >= 0xa0 &&
      (c === 0xa0 ||
        c === 0x1680 ||
        (c >= 0x2000 && c <= 0x200a) ||
        c === 0x2028 ||
        c === 0x2029 ||
        c === 0x202f ||
        c === 0x205f ||
        c === 0x3000 ||
        c === 0xfeff))
  );
}

/** A test of one code point by a Unicode property, remembered for the basic plane; false past either end of a text. */
function property(pattern: RegExp): (c: number) => boolean {
  const unknown = 0,
    no = 1,
    yes = 2;
  const known = new Uint8Array(0x10000);
  return (c) => {
    if (!(c >= 0)) return false;
    const answer = known[c];
    if (answer === yes || answer === no) return answer === yes;
    const found = pattern.test(String.fromCodePoint(c));
    if (answer === unknown) known[c] = found ? yes : no;
    return found;
  };
}

export const isLetter = property(/^\p{L}/u);
export const isMark = property(/^\p{M}/u);
export const isDigit = property(/^\p{N}/u);
const isUpperCase = property(/^[\p{Lu}\p{Lt}]/u);
// Georgian Mkhedruli counts as lower case in Unicode, but a sentence in it begins without a capital.
const isLowerCase = property(/^(?!\p{Script=Georgian})\p{Ll}/u);

export type LetterCase = 'upper' | 'lower' | 'none';
export function caseOf(c: number): LetterCase {
  return isUpperCase(c) ? 'upper' : isLowerCase(c) ? 'lower' : 'none';
}

/** Terminators that also stand inside words, numbers and abbreviations, so that what follows decides. */
const weak = new Set(Array.from('.!?…‼‽⁇⁈⁉', (c) => c.codePointAt(0)!));
const greekQuestionMarks = new Set([0x3b, 0x37e]);
export function isWeakTerminator(c: number, language: string): boolean {
  return weak.has(c) || (language === 'el' && greekQuestionMarks.has(c));
}

const isSentenceTerminal = property(/^\p{Sentence_Terminal}/u);
/** Terminators that mean nothing else: CJK, danda, Arabic and Urdu, and the other scripts' own. */
export function isStrongTerminator(c: number): boolean {
  return c > 127 && !weak.has(c) && isSentenceTerminal(c);
}

const spacedClauseMarks = new Set(Array.from(',;:،؛·\u0387–—', (c) => c.codePointAt(0)!));
const unspacedClauseMarks = new Set(Array.from('，、；：､', (c) => c.codePointAt(0)!));
/** Ends a clause when white space follows. */
export function isSpacedClauseMark(c: number): boolean {
  return spacedClauseMarks.has(c);
}

/** Ends a clause whatever follows. */
export function isUnspacedClauseMark(c: number): boolean {
  return unspacedClauseMarks.has(c);
}

/** Quotes, brackets and emphasis marks that close when they stand right after a terminator. */
export const isCloser = property(/^[\p{Pe}\p{Pf}\p{Pi}"'*_~`]/u);
/** The same where the next sentence may open without white space (CJK). */
export const isStrictCloser = property(/^[\p{Pe}\p{Pf}"'\p{M}]/u);
export const isClosingBracket = property(/^\p{Pe}/u);
export const isOpener = property(/^[\p{Ps}\p{Pi}"']/u);
/** Emoji and the modifiers that hang on them. */
export const isPictograph = property(/^(?:\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}]|\u200d|\ufe0f)/u);

const spacelessScripts: Readonly<Record<string, RegExp>> = {
  zh: /^[\p{Script=Han}\p{Script=Bopomofo}々〇]/u,
  ja: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々〇ー]/u,
  th: /^\p{Script=Thai}/u,
};

/** Languages whose words are found by a dictionary and joined by nothing (docs/rules.md#word-definition). */
export function isSpacelessLanguage(language: string): boolean {
  return Object.hasOwn(spacelessScripts, language);
}

/** True for a letter of a script that the language writes without spaces. */
export function isSpacelessLetter(character: string, language: string): boolean {
  return spacelessScripts[language]?.test(character) ?? false;
}

/** Letters of any script written without spaces, and how many of them make a word on average. */
export function lettersPerWord(c: number): number | undefined {
  if (c < 0x0e00) return undefined;
  if (c <= 0x0eff) return 4;
  return (c >= 0x3040 && c <= 0x30ff) || (c >= 0x3400 && c <= 0x9fff) || (c >= 0x20000 && c <= 0x3ffff) ? 2 : undefined;
}

const syllables = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** What the signs of a text that are a syllable each count beyond one: it takes as long to say one as three letters of an alphabet. */
export function syllableSurplus(text: string): number {
  return 2 * (text.match(syllables)?.length ?? 0);
}

/** `pt-BR`, `pt_br` and `PT` are `pt`. */
export function baseLanguage(code: string): string {
  return code.toLowerCase().split(/[-_]/u)[0]!;
}
