/** What every language leaves unspoken: control characters, emoji, emphasis marks, quotes and brackets. */

const closingMarks = '.,:;?!…،؛؟۔।॥。，、！？：；｡';
const trailing = new RegExp(`[${closingMarks}]`, 'gu');
// A joiner inside a word shapes Indic and Arabic letters; elsewhere it belongs to an emoji.
const strayJoiner = /(?<![\p{L}\p{M}])(?:\u200c|\u200d)/gu;
const invisible =
  /(?!\u200c|\u200d)\p{C}|[\s\ufffd]|\u20e3|\ufe0e|\ufe0f|\p{Extended_Pictographic}(?<![©®™])|\p{Regional_Indicator}|[\u{1f3fb}-\u{1f3ff}]/gu;
const unspokenStart = /^[^\p{L}\p{N}\p{Sc}+\-−#%@&°]+/u;
const spokenAtEnd = /[\p{L}\p{M}\p{N}\p{Sc}%°+#'’\u05f3]/u;
const notPunctuation = /[\p{L}\p{M}\p{N}\p{S}%&@#/]/u;

/** Index after the last character that a pattern knows. A pattern bound to the end would be tried at every character. */
export function endOfLast(pattern: RegExp, text: string): number {
  let end = text.length;
  while (end > 0) {
    const isPair =
      end > 1 && (text.charCodeAt(end - 1) & 0xfc00) === 0xdc00 && (text.charCodeAt(end - 2) & 0xfc00) === 0xd800;
    const start = end - (isPair ? 2 : 1);
    if (pattern.test(text.slice(start, end))) break;
    end = start;
  }
  return end;
}

/** The marks at the end of a token that shape the intonation, quotes and brackets between them left out. */
export function closing(text: string): string {
  const end = text.slice(endOfLast(notPunctuation, text));
  return (end.match(trailing) ?? []).join('').slice(0, 3);
}

/** Latin letters that stand raised: `Mᵐᵉ`, `1ᵉʳ`. The ordinal signs º and ª are none of them. */
const raisedLetter = /[\u02b0-\u02b8\u02e1-\u02e3\u1d2c-\u1d61\u2071\u207f]/gu;

/** The word without invisible and unspoken characters, and raised letters as letters. */
export function visible(text: string): string {
  return text
    .normalize('NFC')
    .replace(strayJoiner, '')
    .replace(invisible, '')
    .replace(raisedLetter, (letter) => letter.normalize('NFKC'));
}

/**
 * The spoken form of a token where no rules of its language are at hand: as written, without quotes, brackets, emphasis
 * marks and emoji, with its closing punctuation.
 *
 * @param verbatim keep everything visible
 */
export function cleanWord(text: string, verbatim: boolean): string[] {
  const word = visible(text);
  if (!/[\p{L}\p{N}\p{S}%&@#]/u.test(word)) return [];
  if (verbatim) return [word];
  const start = word.replace(unspokenStart, '');
  const core = start.slice(0, endOfLast(spokenAtEnd, start)).replace(/[*_`]+/gu, '');
  return core === '' || !/[\p{L}\p{N}\p{S}%&@#]/u.test(core) ? [] : [core + closing(word)];
}
