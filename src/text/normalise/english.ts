import { graphemes } from '../tokens.ts';
import { cleanWord } from './clean.ts';
export const normaliseEnglish = (texts: readonly string[]): string[][] => texts.map((t) => cleanWord(t, false));
export const spellEnglish = (text: string): string[] => graphemes(text).filter((grapheme) => /^[\p{L}\p{N}]/u.test(grapheme));
