/** Text as it is heard, in words: which of them two readings share, and how pieces are joined. */

/** Scripts that are written without spaces: each letter counts as a word, with the marks behind it. */
const spaceless =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー';
const word = new RegExp(`\\s*(?:[${spaceless}][\\p{M}\\p{P}]*|[^\\s${spaceless}]+)`, 'gu');
const isSpaceless = new RegExp(`[${spaceless}。、！？]`, 'u');

/** Words in order, each as it was written, with the space before it. */
export function wordsOf(text: string): readonly string[] {
  return text.match(word) ?? [];
}

/** Whether anything was said. */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** A word without what recognizers still change about it: case, punctuation, space. */
export function plainWord(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** A recognizer sets a full stop where the sound ends so far; it moves with the next word. */
export function withoutLastMark(text: string): string {
  let end = text.length;
  while (end > 0 && /[.,!?…。、！？]/u.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** With a space between them, unless both sides are of a script without spaces. */
export function joined(before: string, after: string): string {
  if (before === '' || after === '') return before + after;
  const isUnspaced = isSpaceless.test(before.at(-1)!) && isSpaceless.test(String.fromCodePoint(after.codePointAt(0)!));
  return before + (isUnspaced ? '' : ' ') + after;
}

/** The words at the beginning that both have, as the second one writes them. */
export function sharedWords(first: readonly string[], second: readonly string[]): readonly string[] {
  const end = second.findIndex((text, at) => first[at] === undefined || plainWord(first[at]) !== plainWord(text));
  return end === -1 ? second : second.slice(0, end);
}

/** Whether both say the same, however it is written. */
export function saysTheSame(first: string, second: string): boolean {
  const words = wordsOf(first);
  const others = wordsOf(second);
  return words.length === others.length && sharedWords(words, others).length === words.length;
}
