/** What the bench speaks: everyday English of 5 to 22 words a sentence, without numbers and abbreviations. */

/** Opens every text of {@link textOfWords}, so that the first thing to be spoken is always the same. */
export const opening = 'The train leaves at seven.';

export const sentences: readonly string[] = [
  opening,
  'Please put the keys back on the hook when you come home.',
  'She walked along the river until the lights of the town were far behind her.',
  'Your table by the window is ready.',
  'We looked at the old map for a while, but none of us could find the road that was drawn on it.',
  'The meeting is at noon, and lunch will be there for all who want to stay.',
  'I will call you back as soon as the parts are in.',
  'Rain is likely in the north, while the south of the country stays dry and mild until the end of the week.',
  'That is a very good question.',
  'Turn left after the bridge, then keep to the right for about a mile.',
  'The library opens late on Friday, so we have time for a slow breakfast before we go.',
  'He read the letter twice, put it in his coat, and said nothing more about it that night.',
  'Your order left our house this morning and should be with you tomorrow.',
  'Mix the flour with a little salt, add warm water, and let the dough rest under a cloth.',
  'Nobody had told the new driver that the last stop was closed.',
  'Thanks for waiting, I have found your account.',
  'When the wind turned, the small boats came in one after the other, and the whole harbor smelled of fish and wet rope.',
  'You can change the password on the next page.',
  'The children were asleep before the first song was over.',
  'Is there anything else that I can do for you today?',
];

/** Sentences in order from any place on, round and round. */
export function sentenceAt(index: number): string {
  return sentences[index % sentences.length]!;
}

/** `count` sentences in a row as one text. */
export function paragraphAt(index: number, count: number): string {
  return Array.from({ length: count }, (_, i) => sentenceAt(index + i)).join(' ');
}

/** Exactly so many words; the last sentence may be cut. */
export function textOfWords(count: number): string {
  const words: string[] = [];
  for (let index = 0; words.length < count; index++) words.push(...sentenceAt(index).split(' '));
  return words.slice(0, count).join(' ');
}

/** Answers of agents that differ. */
export const answerCount = 10;

/** What an agent answers: long enough that callers interrupt it. The first sentence is a short one. */
export function answerAt(index: number): string {
  const first = index % answerCount;
  return `${opening} ${paragraphAt(2 * first + 1, 3)}`;
}
