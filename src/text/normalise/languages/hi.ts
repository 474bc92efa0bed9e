/** Hindi: names of numbers by lakh and crore, years by hundreds, times with बजकर. */
import { abbreviationRule } from './abbreviation-rule.ts';
import { isSurelyRoman, romanRule } from './roman-rule.ts';
import { patternRule, type LanguageRules, type Rule } from '../rule.ts';
import { belowHundred, englishOrdinals, irregularOrdinals, monthNames, powers, unitNames } from './hi-numbers.ts';
import { moreAbbreviations } from './more-abbreviations.ts';
import { phoneRule } from './phone-rule.ts';

/** Up to 15 digits. A lone hundred has no एक before it. */
export function hindiNumber(digits: string): string[] {
  let value = Number(digits);
  if (value < 100) return [belowHundred[value]!];
  if (value === 100) return ['सौ'];
  const words: string[] = [];
  for (const [zeros, name] of powers) {
    const count = Math.floor(value / 10 ** zeros);
    if (count === 0) continue;
    words.push(belowHundred[count]!, name);
    value %= 10 ** zeros;
  }
  return value === 0 ? words : [...words, belowHundred[value]!];
}

function byDigits(digits: string): string[] {
  return Array.from(digits.replace(/\D/gu, ''), (digit) => belowHundred[Number(digit)]!);
}

/** 1100–1999 by hundreds: उन्नीस सौ सैंतालीस. */
export function yearWords(digits: string): string[] {
  const value = Number(digits);
  if (value < 1100 || value > 1999) return hindiNumber(digits);
  const rest = value % 100;
  return [belowHundred[Math.floor(value / 100)]!, 'सौ', ...(rest === 0 ? [] : [belowHundred[rest]!])];
}

function timeWords(hours: number, minutes: number, seconds?: number): string[] {
  const hour = hindiNumber(String(hours));
  if (minutes === 0 && seconds === undefined) return [...hour, 'बजे'];
  return [
    ...hour,
    'बजकर',
    ...hindiNumber(String(minutes)),
    'मिनट',
    ...(seconds === undefined ? [] : [...hindiNumber(String(seconds)), 'सेकंड']),
  ];
}

function dateWords(day: number | undefined, month: number, year: string | undefined): string[] {
  return [
    ...(day === undefined ? [] : hindiNumber(String(day))),
    monthNames[month - 1]!,
    ...(year === undefined ? [] : yearWords(year)),
  ];
}

/** `2री`, `5वाँ`, `21वीं`: the ending agrees with the noun. */
function ordinalWords(digits: string, ending: string): string[] {
  const stem = irregularOrdinals.get(digits);
  const vowel = /[ाीे]/u.exec(ending)?.[0] ?? 'ा';
  if (stem !== undefined) return [stem + vowel];
  const words = hindiNumber(digits);
  // वाँ, but वीं and वें with a dot, since their vowel sign stands above the line.
  return [...words.slice(0, -1), `${words.at(-1)!}व${vowel}${vowel === 'ा' ? 'ँ' : 'ं'}`];
}

const unit = [...unitNames.keys()]
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replace(/\./gu, String.raw`\.\s?`))
  .join('|');
const day = String.raw`(0?[1-9]|[12]\d|3[01])`;
const month = String.raw`(0?[1-9]|1[0-2])`;
const end = String.raw`(?![\p{L}\p{M}\d])`;

const multiples = 'हज़ार|हजार|लाख|करोड़|अरब|खरब';
const amount = String.raw`(\d{1,3}(?:,\d{2,3}){0,5}|\d{1,15})(?:\.(\d{1,6}))?(?![\d,.]\d)`;
const year = String.raw`(1[1-9]\d\d)`;

/** Names of Latin letters behind the number of a house. */
const letterNames: Readonly<Record<string, string>> = {
  ...{ A: 'ए', B: 'बी', C: 'सी', D: 'डी', E: 'ई', F: 'एफ़', G: 'जी', H: 'एच' },
};
const ofAddress = /(?:पता|गली|मकान|रोड|मार्ग|सेक्टर|नगर|कॉलोनी|फ्लैट|फ़्लैट|अपार्टमेंट|जिला|ज़िला|दिल्ली|मुंबई|पुणे|शहर)/u;
const longestAddress = 120;
const addressRules: readonly Rule[] = [
  // The number of an identity card: आधार 1234 5678 9012.
  patternRule(
    ['digit'],
    String.raw`(?<=(?:आधार|खाता|कार्ड)(?: नंबर| संख्या| नं\.)?:? )\d{4}(?:[ -]\d{4}){2,3}(?!\d)`,
    ([text]) => byDigits(text),
  ),
  patternRule(
    ['digit'],
    String.raw`(\d{1,9}(?:\.\d{1,6})?)\s?(?:किमी|कि\.मी\.)\s?\/\s?(?:घंटा|घंटे|घं)`,
    ([, digits = '']) => [...numberWords(digits), 'किलोमीटर', 'प्रति', 'घंटा'],
  ),
  // A house: 32A.
  patternRule(
    ['digit'],
    String.raw`(?<=(?:पता|मकान|फ्लैट|फ़्लैट|प्लॉट|घर|हाउस|कमरा|नंबर|नं\.|संख्या)[:,]?\s)(\d{1,4})[-/ ]?([A-H])(?![\p{L}\d])`,
    ([, digits = '', letter = '']) => [...hindiNumber(digits), letterNames[letter]!],
  ),
  // Alone: what has an ampere says of what.
  patternRule(['digit'], String.raw`(?<=^\s*)(\d{1,4})[-/]?([A-H])(?=[.।]?\s*$)`, ([, digits = '', letter = '']) => [
    ...hindiNumber(digits),
    letterNames[letter]!,
  ]),
  // Before the rest of an address: 32A, गांधी नगर.
  patternRule(
    ['digit'],
    String.raw`(\d{1,4})[-/ ]?([A-H])(?=, ?[\p{L}\p{M}])`,
    ([all, digits = '', letter = ''], place) =>
      ofAddress.test(place.text.slice(place.at + all.length, place.at + all.length + longestAddress / 2))
        ? [...hindiNumber(digits), letterNames[letter]!]
        : undefined,
  ),
  // The code of a place: six digits at the end of an address.
  patternRule(
    ['digit'],
    String.raw`(?<=[\p{L}\p{M}](?:,? ?[-–]? ?))[1-9]\d\d ?\d{3}(?=[।.,]?\s*$|[।,])`,
    ([text], place) =>
      ofAddress.test(place.text.slice(Math.max(0, place.at - longestAddress), place.at)) ? byDigits(text) : undefined,
  ),
  // A month: 11-2024.
  patternRule(['digit'], String.raw`(0?[1-9]|1[0-2])-(20\d\d)(?![\d-])`, ([, m, y]) =>
    dateWords(undefined, Number(m), y),
  ),
];

const rules: readonly Rule[] = [
  abbreviationRule(moreAbbreviations.hi!),
  ...addressRules,
  romanRule((value, { letters }) => (isSurelyRoman(letters) ? { words: hindiNumber(String(value)) } : undefined)),
  patternRule(
    ['sign', 'letter'],
    String.raw`(₹|\$|रु\.?|Rs\.?)\s?${amount}\s?(${multiples})${end}`,
    ([, sign, whole = '', fraction, multiple = '']) => [
      ...numberWords(fraction === undefined ? whole : `${whole}.${fraction}`),
      multiple,
      sign === '$' ? 'डॉलर' : 'रुपये',
    ],
  ),
  // Halves have names of their own: 1½ and 2½.
  patternRule(['digit'], String.raw`(\d{1,3})(?:\s?½| 1/2)(?!\d)`, ([, digits = '']) =>
    digits === '1' ? ['डेढ़'] : digits === '2' ? ['ढाई'] : ['साढ़े', ...hindiNumber(digits)],
  ),
  patternRule(['digit'], String.raw`${year}\s?[-–]\s?((?:1[1-9]|20)\d\d)(?!\d)`, ([, from = '', to = '']) => [
    ...yearWords(from),
    'से',
    ...yearWords(to),
  ]),
  patternRule(['digit'], String.raw`1[89]00[- ]\d{3}[- ]\d{3,4}(?!\d)`, ([text]) => byDigits(text)),
  patternRule(
    ['digit', 'sign'],
    String.raw`(?:\+\d{1,3}[ -]?)?[6-9]\d{4}[ -]?\d{5}(?!\d)|0\d{2,4}[ -]\d{3,4}[ -]?\d{3,4}(?!\d)|\+\d{1,3}(?:[ -]\d{2,5}){2,4}(?!\d)`,
    ([text]) => [...(text.startsWith('+') ? ['प्लस'] : []), ...byDigits(text)],
  ),
  patternRule(['digit'], String.raw`(?<=(?:पिन|पिनकोड|कोड|ओटीपी)(?: कोड| नंबर)?\s)\d{3,8}(?!\d)`, ([text]) =>
    byDigits(text),
  ),
  patternRule(['digit'], String.raw`(\d{1,6})-?(?:व[ाीे][ँं]?|[लरथठ][ाीे])${end}`, ([text, digits = '']) =>
    ordinalWords(digits, text.slice(digits.length)),
  ),
  // As it is said in English up to the tenth: 2nd फ़्लोर.
  patternRule(['digit'], String.raw`(\d{1,6})(?:st|nd|rd|th)(?![\p{L}\d])`, ([, digits = '']) => {
    const name = englishOrdinals[Number(digits) - 1];
    return name === undefined ? ordinalWords(digits, 'वाँ') : [name];
  }),
  patternRule(
    ['digit'],
    String.raw`(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?:\sबजे)?(?![\d:]|\s?[-–]\s?\d)`,
    ([, h, m, s]) =>
      Number(h) <= 24 ? timeWords(Number(h), Number(m), s === undefined ? undefined : Number(s)) : undefined,
  ),
  patternRule(['digit'], String.raw`${day}[./-]${month}[./-](\d{4})(?![\d./-]\d)`, ([, d, m, y]) =>
    dateWords(Number(d), Number(m), y),
  ),
  patternRule(
    ['digit'],
    String.raw`(?<=(?:सन्|सन|वर्ष|साल|ई\.|${monthNames.join('|')}|फरवरी|सितम्बर|नवम्बर|दिसम्बर|अक्तूबर),?\s)1[1-9]\d\d(?!\d)`,
    ([text]) => yearWords(text),
  ),
  patternRule(['digit'], String.raw`1[1-9]\d\d(?=\s(?:में|से|तक|के दशक|की क्रांति|ई\.|का वर्ष|ईस्वी)${end})`, ([text]) =>
    yearWords(text),
  ),
  patternRule(['digit'], String.raw`(\d{1,9}(?:\.\d{1,6})?)\s?(${unit})\.?${end}`, ([, digits = '', name = '']) => [
    ...numberWords(digits),
    unitNames.get(name.replace(/\s/gu, ''))!,
  ]),
  patternRule(
    ['letter'],
    String.raw`(?:रु\.?|Rs\.?)\s?(\d{1,3}(?:,\d{2,3}){0,5}|\d{1,15})(?![\d,])`,
    ([, digits = '']) => [...numberWords(digits.replace(/,/gu, '')), 'रुपये'],
  ),
];

function numberWords(written: string): string[] {
  const [whole = '0', fraction] = written.replace(/,/gu, '').split('.');
  return [...hindiNumber(whole), ...(fraction === undefined ? [] : ['दशमलव', ...byDigits(fraction)])];
}

/** Fractions that have a name of their own; others are "three over four". */
const fractions: ReadonlyMap<string, readonly string[]> = new Map([
  ['1/2', ['आधा']],
  ['1/3', ['एक', 'तिहाई']],
  ['2/3', ['दो', 'तिहाई']],
  ['1/4', ['एक', 'चौथाई']],
  ['3/4', ['तीन', 'चौथाई']],
]);

export const hindi: LanguageRules = {
  rules: [phoneRule(String.raw`\d{3,5}-\d{6,8}`), ...rules],
  cardinal: hindiNumber,
  decimals: byDigits,
  fraction: (numerator, denominator) =>
    fractions.get(`${numerator}/${denominator}`) ?? [
      ...hindiNumber(String(numerator)),
      'बटा',
      ...hindiNumber(String(denominator)),
    ],
  date: ({ day: d, month: m, year }) => dateWords(d, m, year),
  time: ({ hours, minutes, seconds }) => timeWords(hours, minutes, seconds),
  year: yearWords,
  roman: (value) => hindiNumber(String(value)),
};
