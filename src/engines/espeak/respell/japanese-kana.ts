/**
 * Kana to sounds. eSpeak's own rules for kana lack many of the small ones (きゃ, シェ) and name what they lack, so each mora is
 * given as phones instead (https://en.wikipedia.org/wiki/Katakana#Table_of_katakana).
 */
const vowels = ['ä', 'i', 'ɯᵝ', 'e̞', 'o̞'] as const;

/** A mora: the consonants before its vowel, and the vowel. */
interface Sounds {
  readonly onset: readonly string[];
  readonly vowel: string;
}

const rows: readonly (readonly [string, string])[] = [
  ['', 'アイウエオ'],
  ['k', 'カキクケコ'],
  ['ɡ', 'ガギグゲゴ'],
  ['s', 'サシスセソ'],
  ['z', 'ザジズゼゾ'],
  ['t', 'タチツテト'],
  ['d', 'ダヂヅデド'],
  ['n', 'ナニヌネノ'],
  ['h', 'ハヒフヘホ'],
  ['b', 'バビブベボ'],
  ['p', 'パピプペポ'],
  ['m', 'マミムメモ'],
  ['ɽ', 'ラリルレロ'],
  ['v', 'ヷヸヴヹヺ'],
  ['j', 'ヤ ユ ヨ'],
  ['j', 'ャ ュ ョ'],
  ['', 'ァィゥェォ'],
  ['w', 'ワ    '],
  ['w', 'ヮ    '],
  ['', ' ヰ ヱヲ'],
  ['k', 'ヵ  ヶ '],
];
/** Consonants that are another than the first of their row. */
const consonants: Readonly<Record<string, string>> = {
  シ: 'ɕ',
  ジ: 'dʑ',
  チ: 'tɕ',
  ヂ: 'dʑ',
  ツ: 'ts',
  ヅ: 'z',
  ヒ: 'ç',
  フ: 'ɸ',
};

const table: ReadonlyMap<string, Sounds> = new Map(
  rows.flatMap(([consonant, letters]) =>
    Array.from(letters).flatMap((letter, index): [string, Sounds][] => {
      const onset = consonants[letter] ?? consonant;
      return letter === ' ' ? [] : [[letter, { onset: onset === '' ? [] : [onset], vowel: vowels[index]! }]];
    }),
  ),
);

/** Behind a mora: its vowel is not spoken. */
export const voiceless = '\u309a';

const palatal = new Set(['ɕ', 'dʑ', 'tɕ', 'ç']);

/** Katakana for hiragana; iteration marks become what they repeat. */
export function toKatakana(kana: string): string {
  return kana
    .replace(/[ぁ-ゖ]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))
    .replace(/(.)[ヽゝ]/gu, '$1$1')
    .replace(/([カキクケコサシスセソタチツテトハヒフヘホ])[ヾゞ]/gu, (_, letter: string) => letter + voiced(letter));
}

function voiced(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 1);
}

/** Long vowels as dictionaries of pronunciation write them: トーキョー for トウキョウ. */
export function withLongVowels(katakana: string): string {
  return katakana
    .replace(/([オコソトノホモヨロゴゾドボポョォ])ウ/gu, '$1ー')
    .replace(/([エケセテネヘメレゲゼデベペェ])イ/gu, '$1ー');
}

/** The morae of katakana, each of one or two letters; anything else is left out. */
export function moraeOf(katakana: string): string[] {
  return katakana.match(/[ッンー]|[ァ-ヺ][ァィゥェォャュョヮ]?/gu) ?? [];
}

/** The phones of each mora in the IPA of eSpeak's Japanese: a vowel is drawn out, ッ doubles and ン is like what follows. */
export function phonesOfMorae(morae: readonly string[]): string[][] {
  const sounds = morae.map(soundsOf);
  let vowel = '';
  return morae.map((mora, index) => {
    const next = sounds[index + 1]?.onset[0] ?? '';
    if (mora === 'ー') return vowel === '' ? [] : [vowel];
    if (mora === 'ッ') return [doubled(next)];
    if (mora === 'ン') return [nasal(next)];
    const own = sounds[index];
    if (own === undefined) return [];
    if (mora.endsWith(voiceless)) return [...own.onset];
    vowel = own.vowel;
    return [...own.onset, ...(own.isLong ? [vowel, vowel] : [vowel])];
  });
}

function soundsOf(mora: string): (Sounds & { readonly isLong: boolean }) | undefined {
  const base = table.get(mora[0]!);
  if (base === undefined || mora === 'ッ' || mora === 'ン') return undefined;
  const small = mora.length > 1 && !mora.endsWith(voiceless) ? table.get(mora[1]!)! : undefined;
  if (small === undefined) return { ...base, isLong: false };
  const [onset = ''] = base.onset;
  const glide = small.onset.length > 0 || /^[イウクグ]/u.test(mora);
  const isLong = !glide && small.vowel === base.vowel;
  return { onset: [...base.onset, ...(glide ? glideOf(mora, onset) : [])], vowel: small.vowel, isLong };
}

function glideOf(mora: string, onset: string): string[] {
  if (/[ャュョ]$/u.test(mora)) return palatal.has(onset) ? [] : ['ʲ'];
  return mora.startsWith('イ') ? ['j'] : ['w'];
}

/** The sound that ッ is before a consonant; before none it is a stop of the voice. */
function doubled(next: string): string {
  if (next === 'tɕ' || next === 'ts') return 't';
  return next === 'dʑ' ? 'd' : next === '' ? 'ʔ' : next;
}

function nasal(next: string): string {
  if (/^[pbm]/u.test(next)) return 'm';
  if (/^[kɡ]/u.test(next)) return 'ŋ';
  return /^[tdnzɽ]/u.test(next) ? 'n' : 'ɴ';
}

/** Shares the morae of a word among its parts by their letters. */
export function shareMorae(katakana: string, parts: readonly string[]): string[] {
  const morae = moraeOf(katakana);
  const letters = parts.join('').length;
  let before = 0;
  return parts.map((part) => {
    const from = Math.ceil((before * morae.length) / letters);
    before += part.length;
    return morae.slice(from, Math.ceil((before * morae.length) / letters)).join('');
  });
}
