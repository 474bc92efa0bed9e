/** Where the words of a take stand in its text. */

/** A word with the seconds between which it is heard. */
export interface TimedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Text as it stands, or a word in it. */
export type Part = string | TimedWord;

/** So far ahead a word is looked for, in characters: what is further away is another one that reads the same. */
const lookAhead = 200;
/** With fewer of them found, the text was read in other words, and these are shown in its place. */
const leastFound = 0.6;

/** Marks of pauses, speed and the like, which are not read. */
function withoutMarks(text: string): string {
  return text.replaceAll(/<\/?[a-z][^<>]*>/gi, '');
}

/** The text in order, each word that is found in it with its times. @param words as a take keeps them, in the order of the text */
export function partsOf(text: string, words: readonly (readonly [string, number, number])[]): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  let found = 0;
  for (const [word, start, end] of words) {
    const place = word === '' ? -1 : text.slice(at, at + lookAhead + word.length).indexOf(word);
    if (place < 0) continue;
    if (place > 0) parts.push(withoutMarks(text.slice(at, at + place)));
    parts.push({ text: word, start, end });
    at += place + word.length;
    found++;
  }
  if (words.length > 0 && found < leastFound * words.length) {
    return words.flatMap(([word, start, end]) => [{ text: word, start, end }, ' ']);
  }
  parts.push(withoutMarks(text.slice(at)));
  return parts.filter((part) => part !== '');
}
