/** Which punctuation shapes the intonation of what is before it, in the characters that models know. */

/** By the character: the marks to take, the first one that the model has. */
const marks: Readonly<Partial<Record<string, readonly string[]>>> = Object.fromEntries(
  Object.entries({
    '.': '.。．।॥۔',
    '?': '?？؟',
    '!': '!！¡',
    ',': ',，、،',
    ';': ';；؛',
    ':': ':：',
  }).flatMap(([mark, characters]) => Array.from(characters, (character) => [character, [mark]])),
);

/** Breaks that are longer than a comma: by their own character where the model has it. */
const breaks: Readonly<Partial<Record<string, readonly string[]>>> = {
  '—': ['—', ';', ','],
  '–': ['—', ';', ','],
  '…': ['…', ';', ','],
};

/** Letters of an abbreviation: its full stop ends no sentence. */
const abbreviationLetters = 4;

/**
 * The mark after a spoken word; undefined where there is none.
 * @param isLast of its segment
 */
export function punctuationAfter(word: string, isLast: boolean): readonly string[] | undefined {
  // Quotes and brackets may stand behind it.
  const tail = /[\p{P}]*$/u.exec(word)?.[0] ?? '';
  if (tail.includes('...')) return breaks['…'];
  const found = Array.from(tail, (character) => marks[character] ?? breaks[character]).find(
    (mark) => mark !== undefined,
  );
  const isShort = (word.match(/\p{L}/gu)?.length ?? 0) <= abbreviationLetters;
  return found?.[0] === '.' && !isLast && isShort ? undefined : found;
}
