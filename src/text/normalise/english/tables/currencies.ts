/** Currencies: by their signs, and by their ISO 4217 codes with the names of CLDR. */
import { list } from '../rule.ts';
import { type Forms, regular } from './units.ts';

export interface Currency {
  readonly major: Forms;
  readonly minor?: Forms;
}

const cents: Forms = ['cent', 'cents'];
const pence: Forms = ['penny', 'pence'];

/** Dollars of a country, by the letters before their sign. */
function dollar(country: string): Currency {
  return { major: regular(`${country} dollar`), minor: cents };
}

/** By the sign, in either place. */
export const currencies: Readonly<Record<string, Currency>> = {
  US$: dollar('U S'),
  CA$: dollar('Canadian'),
  CAD$: dollar('Canadian'),
  C$: dollar('Canadian'),
  A$: dollar('Australian'),
  AU$: dollar('Australian'),
  NZ$: dollar('New Zealand'),
  HK$: dollar('Hong Kong'),
  NT$: dollar('New Taiwan'),
  S$: dollar('Singapore'),
  MX$: { major: ['Mexican peso', 'Mexican pesos'], minor: regular('centavo') },
  R$: { major: ['real', 'reais'], minor: regular('centavo') },
  $: { major: regular('dollar'), minor: cents },
  '€': { major: regular('euro'), minor: cents },
  '£': { major: regular('pound'), minor: pence },
  '¥': { major: ['yen', 'yen'] },
  '₹': { major: regular('rupee'), minor: ['paisa', 'paise'] },
  '₩': { major: ['won', 'won'] },
  '₽': { major: regular('ruble'), minor: regular('kopeck') },
  '₺': { major: ['lira', 'lira'], minor: ['kurush', 'kurush'] },
  '₪': { major: regular('shekel'), minor: ['agora', 'agorot'] },
  '₴': { major: regular('hryvnia'), minor: regular('kopeck') },
  '฿': { major: ['baht', 'baht'] },
  '₫': { major: ['dong', 'dong'] },
  '₱': { major: regular('peso'), minor: regular('centavo') },
  '₿': { major: regular('bitcoin') },
  '₦': { major: ['naira', 'naira'], minor: ['kobo', 'kobo'] },
  '₵': { major: ['cedi', 'cedis'] },
  '₡': { major: ['colon', 'colones'] },
  '₲': { major: ['guarani', 'guaranis'] },
  '₸': { major: ['tenge', 'tenge'] },
  '₮': { major: regular('tugrik') },
  '₭': { major: ['kip', 'kip'] },
  '₾': { major: ['lari', 'lari'] },
  '₼': { major: ['manat', 'manat'] },
  '៛': { major: ['riel', 'riels'] },
  '¢': { major: cents },
  kr: { major: ['krona', 'kronor'] },
  zł: { major: ['zloty', 'zlotys'] },
  Kč: { major: ['koruna', 'korunas'] },
};

/** Currencies of the codes whose hundredth has a name. */
const minors: Readonly<Record<string, Forms>> = {
  USD: cents,
  EUR: cents,
  CAD: cents,
  AUD: cents,
  NZD: cents,
  HKD: cents,
  SGD: cents,
  ZAR: cents,
  GBP: pence,
  INR: ['paisa', 'paise'],
  MXN: regular('centavo'),
  BRL: regular('centavo'),
  CHF: ['centime', 'centimes'],
};

const codes = new Set(Intl.supportedValuesOf('currency'));
/** Codes that are words in capitals too. */
const wordsToo = list('ALL TOP CUP TRY MOP PEN GEL LAK RON SOS BOB COP MAD ARS ANG BAM MUR LEI');

/** CLDR's name of a currency, in letters and spaces: `US dollars` is `U S dollars`. */
function nameOf(code: string, amount: number): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'name',
    maximumFractionDigits: 0,
  });
  const name = parts.formatToParts(amount).find(({ type }) => type === 'currency')!.value;
  return name
    .replace(/&/gu, 'and')
    .replace(/\b\p{Lu}{2,}\b/gu, (letters) => Array.from(letters).join(' '))
    .replace(/[^\p{L}\p{M}' -]/gu, '');
}

const named = new Map<string, Currency>();

/** The currency of a code of ISO 4217; undefined for any other word and for a code that is a word as well. */
export function currencyOfCode(code: string): Currency | undefined {
  if (!/^[A-Z]{3}$/u.test(code) || !codes.has(code) || wordsToo.has(code)) return undefined;
  const known = named.get(code);
  if (known !== undefined) return known;
  const minor = Object.hasOwn(minors, code) ? { minor: minors[code]! } : {};
  const made: Currency = { major: [nameOf(code, 1), nameOf(code, 2)], ...minor };
  named.set(code, made);
  return made;
}

export function currencyOf(sign: string): Currency | undefined {
  return Object.hasOwn(currencies, sign) ? currencies[sign] : currencyOfCode(sign);
}

/** Multiples that may stand after a sum of money, as a letter. */
export const multiples: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  mn: 'million',
  mm: 'million',
  mil: 'million',
  b: 'billion',
  bn: 'billion',
  t: 'trillion',
  tn: 'trillion',
};

export const multipleWords = list('hundred thousand million billion trillion');
