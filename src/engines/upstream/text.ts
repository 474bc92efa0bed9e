/** The text of a segment as a server is given it (docs/rules.md#upstream-text). */
import { isSpacelessLanguage, isSpacelessLetter } from '../../text/characters.ts';
import type { Segment } from '../../text/types.ts';

/** Empty where nothing is to be said. */
export function textOf({ tokens, language }: Segment): string {
  let text = '';
  for (const { spoken, continues } of tokens) {
    const words = spoken
      .map((word) =>
        word
          .toWellFormed()
          .replace(/[\p{C}\uFFFD]+/gu, ' ')
          .trim(),
      )
      .filter((word) => word !== '')
      .join(' ');
    if (words !== '') text += !continues && isSpaced(text, words, language) ? ` ${words}` : words;
  }
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** Chinese, Japanese and Thai are written without spaces; a foreign word among them keeps those to other foreign words. */
function isSpaced(before: string, after: string, language: string): boolean {
  if (before === '') return false;
  if (!isSpacelessLanguage(language)) return true;
  return [Array.from(before.slice(-2)).at(-1)!, String.fromCodePoint(after.codePointAt(0)!)].every(
    (character) => !isSpacelessLetter(character, language) && character < '\u3000',
  );
}
