/** Between the phone set of flite's English voices (the one of the CMU dictionary, with `ax` for schwa) and IPA. */

const ipaOfPhone: Readonly<Record<string, string>> = {
  aa: 'ɑ',
  ae: 'æ',
  ah: 'ʌ',
  ao: 'ɔ',
  aw: 'aʊ',
  ax: 'ə',
  axr: 'ɚ',
  ay: 'aɪ',
  b: 'b',
  ch: 'tʃ',
  d: 'd',
  dh: 'ð',
  dx: 'ɾ',
  eh: 'ɛ',
  el: 'l̩',
  em: 'm̩',
  en: 'n̩',
  er: 'ɝ',
  ey: 'eɪ',
  f: 'f',
  g: 'ɡ',
  hh: 'h',
  hv: 'ɦ',
  ih: 'ɪ',
  iy: 'i',
  jh: 'dʒ',
  k: 'k',
  l: 'l',
  m: 'm',
  n: 'n',
  ng: 'ŋ',
  nx: 'ɾ̃',
  ow: 'oʊ',
  oy: 'ɔɪ',
  p: 'p',
  r: 'ɹ',
  s: 's',
  sh: 'ʃ',
  t: 't',
  th: 'θ',
  uh: 'ʊ',
  uw: 'u',
  v: 'v',
  w: 'w',
  y: 'j',
  z: 'z',
  zh: 'ʒ',
};

/** IPA symbols and the phones that speak them; sounds English does not have go to the nearest. Longest match wins. */
const phonesOfIpa: Readonly<Record<string, string>> = {
  // Vowels of English, as written for its several accents.
  i: 'iy',
  ɪ: 'ih',
  e: 'eh',
  ɛ: 'eh',
  æ: 'ae',
  a: 'aa',
  ɑ: 'aa',
  ɒ: 'aa',
  ɔ: 'ao',
  o: 'ow',
  ʊ: 'uh',
  u: 'uw',
  ʌ: 'ah',
  ə: 'ax',
  ɐ: 'ax',
  ᵻ: 'ih',
  ɜ: 'er',
  ɝ: 'er',
  ɚ: 'er',
  ɜɹ: 'er',
  əɹ: 'er',
  ɜr: 'er',
  ər: 'er',
  eɪ: 'ey',
  aɪ: 'ay',
  ɔɪ: 'oy',
  oɪ: 'oy',
  aʊ: 'aw',
  əʊ: 'ow',
  oʊ: 'ow',
  ei: 'ey',
  ai: 'ay',
  ɔi: 'oy',
  oi: 'oy',
  au: 'aw',
  ou: 'ow',
  ɪə: 'ih ax',
  eə: 'eh ax',
  ɛə: 'eh ax',
  ʊə: 'uh ax',
  ju: 'y uw',
  // Consonants of English.
  p: 'p',
  b: 'b',
  t: 't',
  d: 'd',
  k: 'k',
  ɡ: 'g',
  g: 'g',
  ʔ: '',
  f: 'f',
  v: 'v',
  θ: 'th',
  ð: 'dh',
  s: 's',
  z: 'z',
  ʃ: 'sh',
  ʒ: 'zh',
  h: 'hh',
  ɦ: 'hh',
  tʃ: 'ch',
  ʧ: 'ch',
  dʒ: 'jh',
  ʤ: 'jh',
  m: 'm',
  n: 'n',
  ŋ: 'ng',
  l: 'l',
  ɫ: 'l',
  ɹ: 'r',
  r: 'r',
  ɾ: 'd',
  w: 'w',
  ʍ: 'w',
  j: 'y',
  l̩: 'ax l',
  n̩: 'ax n',
  m̩: 'ax m',
  // Sounds of other languages.
  y: 'uw',
  ʏ: 'uh',
  ø: 'er',
  œ: 'er',
  ɶ: 'ae',
  ɨ: 'ih',
  ʉ: 'uw',
  ɯ: 'uw',
  ɤ: 'ow',
  ɘ: 'ax',
  ɵ: 'ax',
  ɞ: 'er',
  β: 'v',
  ɸ: 'f',
  ʋ: 'v',
  ç: 'sh',
  ʝ: 'y',
  x: 'k',
  χ: 'k',
  ɣ: 'g',
  ʁ: 'r',
  ʀ: 'r',
  ħ: 'hh',
  ʕ: 'hh',
  ɕ: 'sh',
  ʑ: 'zh',
  ʂ: 'sh',
  ʐ: 'zh',
  ɬ: 'l',
  ɮ: 'l',
  ts: 't s',
  dz: 'd z',
  tɕ: 'ch',
  dʑ: 'jh',
  tʂ: 'ch',
  dʐ: 'jh',
  ɲ: 'n y',
  ɳ: 'n',
  ɴ: 'ng',
  ɱ: 'm',
  ʎ: 'l y',
  ʟ: 'l',
  ɭ: 'l',
  ɽ: 'd',
  ɻ: 'r',
  ʙ: 'b',
  c: 'k',
  ɟ: 'g',
  q: 'k',
  ɢ: 'g',
  ʈ: 't',
  ɖ: 'd',
  ɥ: 'w',
  ɰ: 'w',
  ɓ: 'b',
  ɗ: 'd',
  ɠ: 'g',
};

const longestSymbol = Math.max(...Object.keys(phonesOfIpa).map((symbol) => symbol.length));
const vowel = /^[aeiou]/;
const sonorantConsonants: ReadonlySet<string> = new Set(['m', 'n', 'ng', 'nx', 'l', 'r', 'w', 'y']);

/** The IPA symbol of a phone of flite. */
export function toIpa(phone: string): string {
  return ipaOfPhone[phone] ?? phone;
}

/** Whether a phone is voiced to its end wherever it stands: a `z` that ends a sentence is hardly more than an `s`. */
export function isSonorant(phone: string): boolean {
  return vowel.test(phone) || sonorantConsonants.has(phone);
}

/**
 * Flite's phones for a word in IPA, one space between them, `1` behind a stressed vowel. Symbols without a sound (length,
 * tone, tie bars, unknown ones) are left out. A word without a stress mark is stressed on its first full vowel.
 *
 * @returns the empty string when nothing in it can be spoken
 */
export function fromIpa(symbols: readonly string[]): string {
  const text = symbols
    .join('')
    .normalize('NFD')
    .replace(/c\u0327/gu, 'ç')
    .replace(/[\u0361\u035c]/gu, '');
  const phones: string[] = [];
  let stressNext = false;
  for (let at = 0; at < text.length;) {
    const symbol = longestMatch(text, at);
    if (text[at] === 'ˈ') stressNext = true;
    for (const phone of symbol ? phonesOfIpa[symbol]!.split(' ') : []) {
      if (phone === '') continue;
      const isStressed = stressNext && vowel.test(phone);
      phones.push(isStressed ? `${phone}1` : phone);
      if (isStressed) stressNext = false;
    }
    at += symbol?.length ?? 1;
  }
  return withStress(phones).join(' ');
}

function longestMatch(text: string, at: number): string | undefined {
  for (let length = longestSymbol; length > 0; length--) {
    const symbol = text.slice(at, at + length);
    if (Object.hasOwn(phonesOfIpa, symbol)) return symbol;
  }
  return undefined;
}

function withStress(phones: readonly string[]): readonly string[] {
  if (phones.some((phone) => phone.endsWith('1'))) return phones;
  const first = phones.findIndex((phone) => vowel.test(phone) && phone !== 'ax');
  return phones.map((phone, i) => (i === first ? `${phone}1` : phone));
}
