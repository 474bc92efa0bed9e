/** What the rules of several classes share. */
import type { Context, Spoken, Word } from '../english-context.ts';

export function spoken(words: readonly string[] | undefined): Spoken | undefined {
  return words === undefined ? undefined : { words };
}

export function match(pattern: string, flags = 'u'): RegExp {
  return new RegExp(`^${pattern}$`, flags);
}

export function list(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u));
}

export function isName(word: Word | undefined): boolean {
  return word !== undefined && /^\p{Lu}/u.test(word.core);
}

export function startsWithDigit(word: Word | undefined): boolean {
  return word !== undefined && /^#?\d/u.test(word.core);
}

/** The words of an abbreviation. Its own full stop is not spoken, unless it also ends the segment. */
export function expand(words: string, { closing }: Word, { isLast }: Context): Spoken {
  return { words: words.split(' '), closing: isLast ? closing : closing.replace(/^\./u, '') };
}
