/** The words beside a place in the text of a segment. */
import { matchAt } from './rule.ts';

const longestWord = 40;
const lastWord = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*(?=[.,]?\s?$)/u;
const nextWord = /[ \u00ad]?([\p{L}\p{M}][\p{L}\p{M}'’-]{0,40})/uy;

/** The word that stands before an index, with at most a full stop or a comma between; empty where there is none. */
export function wordBefore(text: string, at: number): string {
  return lastWord.exec(text.slice(Math.max(0, at - longestWord), at))?.[0] ?? '';
}

/** The two words before an index, the nearer one first. */
export function wordsBefore(text: string, at: number): readonly [string, string] {
  const near = wordBefore(text, at);
  const start = near === '' ? at : text.lastIndexOf(near, at);
  return [near, near === '' ? '' : wordBefore(text, start)];
}

/** The word of letters that follows an index at once or after one space; empty where there is none. */
export function wordAfter(text: string, end: number): string {
  return matchAt(nextWord, text, end)?.[1] ?? '';
}
