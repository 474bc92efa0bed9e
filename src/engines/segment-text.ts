/** The text of a segment as engines read it that are given text (docs/rules.md#upstream-text). */
import { isSpacelessLanguage, isSpacelessLetter } from '../text/characters.ts';
import type { Segment } from '../text/types.ts';

/** Its words with the space before each, where there is one; joined they are its text. None where nothing is to be said. */
export function segmentWords({ tokens, language }: Segment): string[] {
  const parts: string[] = [];
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
    if (words !== '') parts.push(!continues && isSpaced(parts.at(-1) ?? '', words, language) ? ` ${words}` : words);
  }
  return parts.some((part) => /[\p{L}\p{N}]/u.test(part)) ? parts : [];
}

/** Chinese, Japanese and Thai are written without spaces; a foreign word among them keeps those to other foreign words. */
function isSpaced(before: string, after: string, language: string): boolean {
  if (before === '') return false;
  if (!isSpacelessLanguage(language)) return true;
  return [Array.from(before.slice(-2)).at(-1)!, String.fromCodePoint(after.codePointAt(0)!)].every(
    (character) => !isSpacelessLetter(character, language) && character < '\u3000',
  );
}
