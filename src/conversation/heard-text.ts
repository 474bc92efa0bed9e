/** What was heard of a text, by the words that were. */

/**
 * The beginning of a text up to the end of the last of these words, with the punctuation that closes it.
 * @param words of the text, in order, as they stand in it
 */
export function heardText(text: string, words: readonly string[]): string {
  let end = 0;
  for (const word of words) {
    const at = text.indexOf(word, end);
    if (at >= 0) end = at + word.length;
  }
  const [closing = ''] = /^[\p{Pe}\p{Pf}\p{Po}]+/u.exec(text.slice(end)) ?? [];
  return end === 0 ? '' : text.slice(0, end + closing.length);
}
