/** Text as words that can be compared, however it was heard or typed. */

const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Made with the first text: it takes longer than this module. */
let segmenter: Intl.Segmenter | undefined;
const maxWords = 500;

/** Of English, by the whole word; recognizers leave out apostrophes. */
const contractions: Readonly<Record<string, string>> = {
  cannot: 'can not',
  cant: 'can not',
  dont: 'do not',
  doesnt: 'does not',
  didnt: 'did not',
  isnt: 'is not',
  arent: 'are not',
  wont: 'will not',
  wouldnt: 'would not',
  couldnt: 'could not',
  im: 'i am',
  ive: 'i have',
  whats: 'what is',
  wheres: 'where is',
  whens: 'when is',
  hows: 'how is',
  whos: 'who is',
  thats: 'that is',
  theres: 'there is',
  lets: 'let us',
  gonna: 'going to',
  wanna: 'want to',
  gotta: 'got to',
};

const englishEndings: readonly (readonly [RegExp, string])[] = [
  [/\bcan't\b/gu, 'can not'],
  [/\bwon't\b/gu, 'will not'],
  [/n't\b/gu, ' not'],
  [/'re\b/gu, ' are'],
  [/'ll\b/gu, ' will'],
  [/'ve\b/gu, ' have'],
  [/'m\b/gu, ' am'],
  [/'d\b/gu, ' would'],
  [/(?<=\b(?:what|where|when|how|who|that|there|it|he|she))'s\b/gu, ' is'],
  [/'s\b/gu, 's'],
];

const ligatures: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
  œ: 'oe',
};

/**
 * The words of a text, without case, punctuation and accents, 500 at most. German umlauts are the same as their two letters; English
 * contractions are the words they stand for; words of scripts without spaces are found by the dictionary of ICU.
 */
export function wordsOf(text: string, language: string): string[] {
  let plain = text
    .slice(0, 20_000)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘`´]/gu, "'");
  if (language === 'en') for (const [from, to] of englishEndings) plain = plain.replace(from, to);
  plain = plain.replace(/[äöüßæøåœ]/gu, (letter) => ligatures[letter]!);
  plain = plain
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .replaceAll('ı', 'i');
  const found = dictionaryWords(plain) ?? plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const words = found.slice(0, maxWords);
  if (language !== 'en') return words;
  return words.flatMap((word) => (Object.hasOwn(contractions, word) ? contractions[word]!.split(' ') : [word]));
}

/** The words of a text with a script that is written without spaces; undefined where it has none. */
export function dictionaryWords(text: string): string[] | undefined {
  if (!spaceless.test(text)) return undefined;
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return Array.from(segmenter.segment(text)).flatMap(({ segment, isWordLike }) =>
    isWordLike === true ? [segment] : [],
  );
}

/**
 * Letters that are changed, added, left out or swapped with their neighbour.
 * @returns more than `most` as soon as it is known to be more
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      row.push(cost);
    }
    if (Math.min(...row) > most) return most + 1;
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}

/**
 * How much two words are the same, 0 to 1: the same word; the same beginning of four letters or more with endings of three at most; one
 * letter apart in words of five letters, two in words of nine.
 */
export function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4 || /\d/u.test(a + b)) return 0;
  let shared = 0;
  while (shared < shorter && a[shared] === b[shared]) shared++;
  if (shared >= 4 && a.length - shared <= 3 && b.length - shared <= 3) return 0.9;
  if (shorter < 5) return 0;
  const most = shorter >= 9 ? 2 : 1;
  return editDistance(a, b, most) <= most ? 0.8 : 0;
}
