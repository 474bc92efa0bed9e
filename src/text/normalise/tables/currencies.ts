/**
 * Signs of currencies and their names.
 *
 * Names come from CLDR through `Intl`. It names a country with most of them (`US-Dollar`), which a reader of `$` does not say:
 * what the names of one family have in common is the name of the sign. Names for which that does not work, and those of
 * subunits, which CLDR lacks, stand in {@link rows}; their source is the article on each currency in the Wikipedia of the
 * language, and the central bank's own usage.
 */
import type { Locale } from '../rule.ts';
import { formOf } from '../forms.ts';

/** Currencies of one name, the sign's own first. */
const families: Readonly<Record<string, readonly string[]>> = {
  USD: ['USD', 'CAD', 'AUD', 'NZD'],
  GBP: ['GBP', 'EGP', 'SHP', 'FKP'],
  INR: ['INR', 'PKR', 'LKR', 'NPR'],
  PKR: ['PKR', 'INR', 'LKR', 'NPR'],
  RUB: ['RUB', 'BYN'],
  KRW: ['KRW', 'KPW'],
  SEK: ['SEK', 'NOK', 'DKK', 'ISK'],
  NOK: ['NOK', 'SEK', 'DKK', 'ISK'],
  DKK: ['DKK', 'SEK', 'NOK', 'ISK'],
  CZK: ['CZK', 'SEK', 'NOK', 'DKK'],
  CHF: ['CHF', 'XAF', 'CDF', 'XPF'],
  CRC: ['CRC', 'SVC'],
};

/** Signs that mean the same everywhere. */
export const currencySigns: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₫': 'VND',
  '₴': 'UAH',
  '₪': 'ILS',
  '฿': 'THB',
  '₱': 'PHP',
  '₦': 'NGN',
  '₸': 'KZT',
  '₾': 'GEL',
  '৳': 'BDT',
  zł: 'PLN',
  Kč: 'CZK',
  '₿': 'BTC',
  US$: 'USD',
  R$: 'BRL',
  RM: 'MYR',
  '₡': 'CRC',
  HK$: 'HKD',
  NT$: 'TWD',
  NZ$: 'NZD',
  A$: 'AUD',
  C$: 'CAD',
  S$: 'SGD',
};

interface CurrencyRow {
  /** Signs of the language's own currency, by what is written. */
  readonly signs?: Readonly<Record<string, string>>;
  /** Hundredths of a dollar and a euro. */
  readonly cents: string;
  /** Between the units and the hundredths. */
  readonly and?: string;
  /** By code. */
  readonly names?: Readonly<Record<string, string>>;
  readonly subunits?: Readonly<Record<string, string>>;
}

const crowns = { SEK: 'öre', NOK: 'øre', DKK: 'øre' };

const rows: Readonly<Record<string, CurrencyRow>> = {
  de: {
    cents: 'Cent',
    names: { JPY: 'Yen', CHF: 'Franken', GBP: 'Pfund' },
    signs: { Fr: 'CHF' },
    subunits: { CHF: 'Rappen', GBP: 'Pence' },
  },
  fr: {
    cents: 'centime/centimes',
    names: { JPY: 'yen/yens', KRW: 'won/wons' },
    subunits: { CHF: 'centime/centimes', GBP: 'pence' },
  },
  es: {
    cents: 'céntimo/céntimos',
    and: 'con',
    names: { JPY: 'yen/yenes' },
    subunits: { USD: 'centavo/centavos', GBP: 'penique/peniques' },
  },
  pt: {
    cents: 'cêntimo/cêntimos',
    and: 'e',
    names: { JPY: 'iene/ienes', BRL: 'real/reais' },
    subunits: { USD: 'centavo/centavos', BRL: 'centavo/centavos', EUR: 'cêntimo/cêntimos' },
  },
  it: { cents: 'centesimo/centesimi', and: 'e', names: { JPY: 'yen' }, subunits: { GBP: 'penny/pence' } },
  nl: { cents: 'cent', names: { JPY: 'yen', KRW: 'won' }, subunits: { GBP: 'pence' } },
  sv: { cents: 'cent', and: 'och', signs: { kr: 'SEK' }, names: { JPY: 'yen' }, subunits: { ...crowns, GBP: 'pence' } },
  no: { cents: 'cent', and: 'og', signs: { kr: 'NOK' }, names: { JPY: 'yen' }, subunits: { ...crowns, GBP: 'pence' } },
  da: {
    cents: 'cent',
    and: 'og',
    signs: { kr: 'DKK' },
    names: { JPY: 'yen', INR: 'rupee/rupees', CHF: 'franc' },
    subunits: { ...crowns, GBP: 'pence' },
  },
  fi: { cents: 'sentti/senttiä', names: { JPY: 'jeni/jeniä', RUB: 'rupla/ruplaa', KRW: 'won/wonia' } },
  el: { cents: 'λεπτό/λεπτά', and: 'και', names: { JPY: 'γιεν', KRW: 'γουόν' } },
  pl: {
    cents: 'cent/centy/centów/centa',
    names: { JPY: 'jen/jeny/jenów/jena', PLN: 'złoty/złote/złotych/złotego' },
    subunits: { PLN: 'grosz/grosze/groszy/grosza' },
  },
  ru: {
    cents: 'цент/цента/центов/цента',
    signs: { руб: 'RUB', р: 'RUB' },
    names: { JPY: 'иена/иены/иен/иены' },
    subunits: { RUB: 'копейка/копейки/копеек/копейки' },
  },
  uk: {
    cents: 'цент/центи/центів/цента',
    signs: { грн: 'UAH' },
    names: { JPY: 'єна/єни/єн/єни', UAH: 'гривня/гривні/гривень/гривні' },
    subunits: { UAH: 'копійка/копійки/копійок/копійки' },
  },
  bg: {
    cents: 'цент/цента',
    and: 'и',
    signs: { лв: 'BGN' },
    names: { JPY: 'йена/йени', BGN: 'лев/лева', GBP: 'лира/лири' },
    subunits: { BGN: 'стотинка/стотинки' },
  },
  cs: {
    cents: 'cent/centy/centu/centů',
    signs: { Kč: 'CZK' },
    names: { JPY: 'jen/jeny/jenu/jenů' },
    subunits: { CZK: 'haléř/haléře/haléře/haléřů' },
  },
  sk: {
    cents: 'cent/centy/centu/centov',
    names: { JPY: 'jen/jeny/jenu/jenov' },
    subunits: { CZK: 'halier/haliere/haliera/halierov' },
  },
  hr: { cents: 'cent/centa/centi', and: 'i', names: { JPY: 'jen/jena/jena' } },
  ro: {
    cents: 'cent/cenți/de cenți',
    and: 'și',
    signs: { lei: 'RON' },
    names: { JPY: 'yen/yeni/de yeni', RON: 'leu/lei/de lei', KRW: 'won/woni/de woni' },
    subunits: { RON: 'ban/bani/de bani' },
  },
  hu: {
    cents: 'cent',
    signs: { Ft: 'HUF' },
    names: { JPY: 'jen', HUF: 'forint', KRW: 'von', GBP: 'font' },
    subunits: { HUF: 'fillér', GBP: 'penny' },
  },
  tr: {
    cents: 'sent',
    signs: { TL: 'TRY' },
    names: {
      USD: 'dolar',
      CAD: 'Kanada doları',
      GBP: 'sterlin',
      JPY: 'yen',
      TRY: 'lira',
      INR: 'rupi',
      RUB: 'ruble',
      KRW: 'won',
      SEK: 'kron',
      CHF: 'frank',
      EUR: 'avro',
    },
    subunits: { TRY: 'kuruş' },
  },
  ka: { cents: 'ცენტი', names: { GBP: 'ფუნტი', JPY: 'იენი', GEL: 'ლარი', KRW: 'ვონი' }, subunits: { GEL: 'თეთრი' } },
  zh: {
    cents: '美分',
    signs: { 元: 'CNY', '¥': 'CNY', RMB: 'CNY' },
    names: { CNY: '元', INR: '卢比', RUB: '卢布', SEK: '克朗', CHF: '法郎' },
    subunits: { EUR: '欧分', CNY: '分', GBP: '便士' },
  },
  ja: { cents: 'セント', names: { USD: 'ドル', GBP: 'ポンド', KRW: 'ウォン', SEK: 'クローナ' } },
  ko: { cents: '센트', names: { JPY: '엔', SEK: '크로나', KRW: '원' } },
  vi: { cents: 'xu', signs: { đ: 'VND' }, names: { JPY: 'yên', VND: 'đồng', SEK: 'krona' } },
  th: {
    cents: 'เซ็นต์',
    names: {
      USD: 'ดอลลาร์',
      GBP: 'ปอนด์',
      INR: 'รูปี',
      RUB: 'รูเบิล',
      KRW: 'วอน',
      JPY: 'เยน',
      SEK: 'โครนา',
      CHF: 'ฟรังก์',
      THB: 'บาท',
    },
    subunits: { THB: 'สตางค์' },
  },
  ms: { cents: 'sen', names: { JPY: 'yen', MYR: 'ringgit', KRW: 'won', SEK: 'krona' }, subunits: { MYR: 'sen' } },
  id: { cents: 'sen', signs: { Rp: 'IDR' }, names: { JPY: 'yen', IDR: 'rupiah', KRW: 'won', SEK: 'krona' } },
  tl: {
    cents: 'sentimo',
    and: 'at',
    names: { USD: 'dolyar', JPY: 'yen', PHP: 'piso', RUB: 'ruble', KRW: 'won', SEK: 'krona' },
    subunits: { PHP: 'sentimo' },
  },
  hi: { cents: 'सेंट', signs: { रु: 'INR' }, names: { JPY: 'येन', KRW: 'वॉन', SEK: 'क्रोना' }, subunits: { INR: 'पैसा/पैसे' } },
  mr: {
    cents: 'सेंट',
    signs: { रु: 'INR' },
    names: { GBP: 'पाउंड', JPY: 'येन', SEK: 'क्रोना', KRW: 'वॉन' },
    subunits: { INR: 'पैसा/पैसे' },
  },
  bn: {
    cents: 'সেন্ট',
    names: { INR: 'রুপি', JPY: 'ইয়েন', SEK: 'ক্রোনা', BDT: 'টাকা' },
    subunits: { INR: 'পয়সা', BDT: 'পয়সা' },
  },
  gu: {
    cents: 'સેન્ટ',
    names: { GBP: 'પાઉન્ડ', INR: 'રૂપિયો/રૂપિયા', RUB: 'રૂબલ', KRW: 'વોન', JPY: 'યેન' },
    subunits: { INR: 'પૈસો/પૈસા' },
  },
  pa: { cents: 'ਸੈਂਟ', names: { JPY: 'ਯੇਨ', KRW: 'ਵੋਨ' }, subunits: { INR: 'ਪੈਸਾ/ਪੈਸੇ' } },
  or: { cents: 'ସେଣ୍ଟ', names: { INR: 'ଟଙ୍କା', JPY: 'ୟେନ୍' }, subunits: { INR: 'ପଇସା' } },
  ur: {
    cents: 'سینٹ',
    names: { INR: 'روپیہ/روپے', PKR: 'روپیہ/روپے', JPY: 'ین' },
    subunits: { PKR: 'پیسہ/پیسے', INR: 'پیسہ/پیسے' },
  },
  ta: { cents: 'சென்ட்', names: { JPY: 'யென்', INR: 'ரூபாய்', SEK: 'க்ரோனா' }, subunits: { INR: 'பைசா' } },
  te: { cents: 'సెంట్', names: { JPY: 'యెన్', SEK: 'క్రోనా' }, subunits: { INR: 'పైసా/పైసలు' } },
  kn: { cents: 'ಸೆಂಟ್', names: { USD: 'ಡಾಲರ್', INR: 'ರೂಪಾಯಿ/ರೂಪಾಯಿಗಳು', JPY: 'ಯೆನ್', KRW: 'ವೋನ್' }, subunits: { INR: 'ಪೈಸೆ' } },
  ml: { cents: 'സെന്റ്', names: { INR: 'രൂപ', JPY: 'യെൻ' }, subunits: { INR: 'പൈസ' } },
  ar: { cents: 'سنت', and: 'و', names: { JPY: 'ين', KRW: 'وون' } },
  he: {
    cents: 'סנט',
    and: 'ו',
    names: { GBP: 'פאונד', JPY: 'ין', ILS: 'שקל/שקלים', SEK: 'כתר', KRW: 'וון' },
    subunits: { ILS: 'אגורה/אגורות' },
  },
};

function parts(name: string): string[] {
  return name.split(/[\s-]+/u);
}

/** The words that the first name has in common with most of its family; the whole name when there are none. */
function familyName(names: readonly string[]): string {
  const needed = Math.min(names.length, 3);
  const shared = parts(names[0]!).filter((word) => names.filter((name) => parts(name).includes(word)).length >= needed);
  return shared.length === 0 ? names[0]! : shared.join(' ');
}

const cache = new WeakMap<Locale, Map<string, string>>();

/**
 * The name of a currency after a number.
 * @param bySign it was written as a sign, so that the country goes unsaid
 */
export function currencyName(code: string, bySign: boolean, locale: Locale, whole: string, fraction?: string): string {
  if (code === 'BTC') return 'Bitcoin';
  const category = locale.plural(whole, fraction);
  const own = rows[locale.language]?.names?.[code];
  if (own !== undefined && bySign) return formOf(own, category);
  if (!cache.has(locale)) cache.set(locale, new Map());
  const known = cache.get(locale)!;
  const key = `${code} ${bySign} ${category}`;
  let name = known.get(key);
  if (name === undefined) {
    const codes = bySign ? (families[code] ?? [code]) : [code];
    name = familyName(codes.map((each) => locale.currency(each, whole, fraction).after));
    known.set(key, name);
  }
  return name;
}

/** The name of hundredths, and the word before them; empty where the language has none here. */
export function subunit(code: string, locale: Locale, amount: string): { readonly and: string; readonly name: string } {
  const row = rows[locale.language];
  const forms = row?.subunits?.[code] ?? (code === 'USD' || code === 'EUR' ? row?.cents : undefined);
  return { and: row?.and ?? '', name: forms === undefined ? '' : formOf(forms, locale.plural(amount)) };
}

/** Currencies without hundredths in use: decimals are read as such. */
const undivided = new Set(['JPY', 'KRW', 'VND', 'IDR', 'HUF']);
export function hasHundredths(code: string): boolean {
  return !undivided.has(code);
}

const codes = new Set(Intl.supportedValuesOf('currency'));
/** The code of a currency that is written as a sign or as its code; undefined for other text. */
export function currencyOf(
  text: string,
  locale: Locale,
): { readonly code: string; readonly bySign: boolean } | undefined {
  const own =
    rows[locale.language]?.signs?.[text] ?? (Object.hasOwn(currencySigns, text) ? currencySigns[text] : undefined);
  if (own !== undefined) return { code: own, bySign: true };
  return codes.has(text) ? { code: text, bySign: false } : undefined;
}
