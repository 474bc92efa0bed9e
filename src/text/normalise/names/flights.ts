/** Flight numbers: the letters of the airline one by one, and the digits too, as they are announced. */
import { digitWords } from '../numerals.ts';
import { matchAt, type Reading, type Rule } from '../rule.ts';

/** What names a flight, by language; case does not matter. */
const cues: Readonly<Partial<Record<string, string>>> = {
  de: String.raw`\p{L}{0,12}fl[uü]ge?[ns]?|flugnummer|maschine`,
  es: 'vuelos?|número de vuelo',
  fr: 'vols?|numéro de vol',
  it: 'vol[oi]|numero (?:di|del) volo',
  nl: 'vluchten|vlucht|vluchtnummer',
  pt: 'voos?|número do voo',
  sv: 'flyg(?:et|nummer)?',
};
const between = String.raw`(?:[:,]?\s(?:nr\.|no\.|nº|n°|número|mit|con|avec|com|met|med)){0,1}:?\s$`;
const patterns = new Map(
  Object.entries(cues).map(([language, cue]) => [
    language,
    new RegExp(String.raw`(?<!\p{L})(?:${cue!})${between}`, 'iu'),
  ]),
);
const longestCue = 40;

/** Airlines whose letters stand for nothing else before a number (IATA codes). */
const airlines = 'UA|LH|KL|IB|LX|TP|AZ|EK|QR|TK|VY|DL|AF|EW|UX|BA';
const known = new RegExp(String.raw`(?:${airlines}) ?\d{3,4}(?![\p{L}\d]|[.,:/-]\d|[ ]?[%€$£])`, 'uy');
const any = /(?:[A-Z]{2}|[A-Z]\d|\d[A-Z]) ?\d{1,4}(?![\p{L}\d]|[.,:/-]\d)/uy;

export const flightNumber: Rule = {
  starts: ['letter', 'digit'],
  applies: (text) => /[A-Z][A-Z\d] ?\d|\d[A-Z] ?\d/u.test(text),
  read: ({ text, at, locale }) => {
    const cue = patterns.get(locale.language);
    if (cue === undefined || /[\p{L}\d]/u.test(text.charAt(at - 1))) return undefined;
    const isNamed = cue.test(text.slice(Math.max(0, at - longestCue), at));
    const found = matchAt(isNamed ? any : known, text, at)?.[0];
    if (found === undefined) return undefined;
    const wordsOf = (part: string): string[] =>
      Array.from(part).flatMap((sign) => (/\d/u.test(sign) ? digitWords(sign, locale) : [sign]));
    const digitsAt = found[2] === ' ' ? 3 : 2;
    const airline: Reading = { end: at + digitsAt, words: wordsOf(found.slice(0, 2)) };
    return [airline, { end: at + found.length, words: wordsOf(found.slice(digitsAt)) }];
  },
};
