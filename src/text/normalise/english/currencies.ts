/** Currencies by their signs. */
import { type Forms, regular } from './units.ts';

export interface Currency {
  readonly major: Forms;
  readonly minor?: Forms;
}

const cents: Forms = ['cent', 'cents'];

export const currencies: Readonly<Record<string, Currency>> = {
  $: { major: regular('dollar'), minor: cents },
  '€': { major: regular('euro'), minor: cents },
  '£': { major: regular('pound'), minor: ['penny', 'pence'] },
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
};

/** Multiples that may stand after a sum of money, as a word or as a letter. */
export const multiples: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  mn: 'million',
  mm: 'million',
  b: 'billion',
  bn: 'billion',
  t: 'trillion',
  tn: 'trillion',
};

export const multipleWords = new Set(['hundred', 'thousand', 'million', 'billion', 'trillion']);
