/**
 * Ordinal numbers of Romanian, Turkish, Georgian and Greek.
 * Source: the ordinal spell-out rules (RBNF) of CLDR 48 and the grammars of the national academies (TDK, DOOM).
 */
import { patternRule, type LanguageRules } from '../rule.ts';

const turkishUnits = 'birinci ikinci üçüncü dördüncü beşinci altıncı yedinci sekizinci dokuzuncu'.split(' ');
const turkishTens = 'onuncu yirminci otuzuncu kırkıncı ellinci altmışıncı yetmişinci sekseninci doksanıncı'.split(' ');

export const turkish: LanguageRules = {
  ordinal: (digits, marker) => {
    const n = Number(digits);
    if (marker === '' || n % 100 === 0) return undefined;
    const before = n > 100 ? [String(n - (n % 100))] : [];
    const [unit, tens] = [n % 10, n % 100];
    if (unit === 0) return [...before, turkishTens[tens / 10 - 1]!];
    return n < 10 ? [turkishUnits[unit - 1]!] : [String(n - unit), turkishUnits[unit - 1]!];
  },
};

/** 2–19, masculine and feminine. */
const romanianOrdinals =
  'doilea/doua treilea/treia patrulea/patra cincilea/cincea șaselea/șasea șaptelea/șaptea optulea/opta nouălea/noua zecelea/zecea unsprezecelea/unsprezecea doisprezecelea/douăsprezecea treisprezecelea/treisprezecea paisprezecelea/paisprezecea cincisprezecelea/cincisprezecea șaisprezecelea/șaisprezecea șaptesprezecelea/șaptesprezecea optsprezecelea/optsprezecea nouăsprezecelea/nouăsprezecea'
    .split(' ')
    .map((pair) => pair.split('/'));
const romanianTens = 'douăzeci treizeci patruzeci cincizeci șaizeci șaptezeci optzeci nouăzeci'.split(' ');

export const romanian: LanguageRules = {
  ordinal: (digits, marker) => {
    const n = Number(digits);
    const form = marker === '-lea' ? 0 : 1;
    if (marker === '' || n < 2 || n > 99) return undefined;
    if (n < 20) return [romanianOrdinals[n - 2]![form]!];
    const tens = romanianTens[Math.floor(n / 10) - 2]!;
    const unit = n % 10;
    if (unit === 0) return [form === 0 ? `${tens}lea` : `${tens.slice(0, -1)}ea`];
    const last = unit === 1 ? ['unulea', 'una'][form]! : romanianOrdinals[unit - 2]![form]!;
    return [tens, 'și', last];
  },
};

/** 1–20 */
const georgianOrdinals =
  'პირველი მეორე მესამე მეოთხე მეხუთე მეექვსე მეშვიდე მერვე მეცხრე მეათე მეთერთმეტე მეთორმეტე მეცამეტე მეთოთხმეტე მეთხუთმეტე მეთექვსმეტე მეჩვიდმეტე მეთვრამეტე მეცხრამეტე მეოცე'.split(
    ' ',
  );

export const georgian: LanguageRules = {
  rules: [
    patternRule(['letter'], String.raw`მე-(\d{1,2})(?![\d\p{L}])`, ([, digits]) => {
      const word = georgianOrdinals[Number(digits) - 1];
      return word === undefined ? undefined : [word];
    }),
  ],
  ordinal: (digits, marker) => {
    const word = marker === '' ? undefined : georgianOrdinals[Number(digits) - 1];
    return word === undefined ? undefined : [word];
  },
};

/** 1–12 without their endings. */
const greekOrdinals = 'πρώτ δεύτερ τρίτ τέταρτ πέμπτ έκτ έβδομ όγδο ένατ δέκατ ενδέκατ δωδέκατ'.split(' ');
/** 20, 30 … 90, 100, whose endings carry the accent. */
const greekTens = 'εικοστ τριακοστ τεσσαρακοστ πεντηκοστ εξηκοστ εβδομηκοστ ογδοηκοστ ενενηκοστ εκατοστ'.split(' ');
const accented: Readonly<Record<string, string>> = { ος: 'ός', η: 'ή', ο: 'ό', ου: 'ού', ης: 'ής', ον: 'όν', ην: 'ήν' };

export const greek: LanguageRules = {
  ordinal: (digits, marker) => {
    const n = Number(digits);
    const accent = accented[marker];
    if (accent === undefined || n > 100) return undefined;
    if (n <= 12) return [greekOrdinals[n - 1]! + marker];
    if (n < 20) return [greekOrdinals[9]! + marker, greekOrdinals[n - 11]! + marker];
    const tens = greekTens[Math.floor(n / 10) - 2]! + accent;
    return n % 10 === 0 ? [tens] : [tens, greekOrdinals[(n % 10) - 1]! + marker];
  },
};
