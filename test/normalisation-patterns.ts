/** What the languages of the interface write with signs, and the same in words: the cases of `normalisation-signs.test.ts`. */
import type { Signs } from '../src/text/normalise/tables/sign-columns.ts';
import { signsOf } from '../src/text/normalise/tables/signs.ts';
import type { Language } from '../src/voices/languages.ts';

/** A text with a sign, the same without it, and written out. */
export interface Pattern {
  readonly name: string;
  readonly written: string;
  /** Absent where the sign has no words of its own. */
  readonly without?: string;
  readonly spoken: string;
}

/** English has rules of its own, and no row in the table of signs. */
const english: Partial<Signs> = {
  ...{ minus: 'minus', plus: 'plus', plusMinus: 'plus or minus', times: 'times', equals: 'equals' },
  ...{
    less: 'is less than',
    greater: 'is greater than',
    approximately: 'about',
    decimal: 'point',
    perMille: 'per mille',
  },
  ...{
    degrees: 'degrees',
    to: 'to',
    number: 'number',
    section: 'section',
    half: 'one half',
    threeQuarters: 'three quarters',
  },
  ...{ at: 'at', dot: 'dot', slash: 'slash', hyphen: 'dash', underscore: 'underscore', hash: 'hashtag', and: 'and' },
};

const tags: Readonly<Record<string, string>> = { no: 'nb', tl: 'fil' };

/** What a currency and a unit are called, where CLDR has another name than people say. */
const saidOtherwise: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tr: { '50 km/h': 'saatte 50 kilometre' },
  vi: { '5 kg': '5 ki lô gam', '5km': '5 ki lô mét', '50 km/h': '50 ki lô mét trên giờ' },
  ko: { '+49 30 123456': '플러스 사구, 삼공, 일이삼사오육' },
  ta: { '50 km/h': 'மணிக்கு 50 கிலோமீட்டர்' },
  ml: { '50 km/h': 'മണിക്കൂറിൽ 50 കിലോമീറ്റർ' },
};

/** Dollars, pounds, yen and the local currency with the sign that is written; and an amount with subunits. */
const money: Readonly<Record<Language, readonly [string, string, string, string, string, string, string]>> = {
  en: ['dollars', 'pounds', 'yen', '5 kr', 'kronor', '€5.50', 'five euros and fifty cents'],
  de: ['Dollar', 'Pfund', 'Yen', '5 CHF', 'Schweizer Franken', '5,50 €', '5 Euro 50 Cent'],
  fr: ['dollars', 'livres', 'yens', '5 CHF', 'francs suisses', '5,50 €', '5 euros 50 centimes'],
  es: ['dólares', 'libras', 'yenes', '5 MXN', 'pesos mexicanos', '5,50 €', '5 euros con 50 céntimos'],
  pt: ['dólares', 'libras', 'ienes', 'R$ 5', 'reais', 'R$ 5,50', '5 reais e 50 centavos'],
  it: ['dollari', 'sterline', 'yen', '5 CHF', 'franchi svizzeri', '5,50 €', '5 euro e 50 centesimi'],
  nl: ['dollar', 'pond', 'yen', '5 CHF', 'Zwitserse frank', '€ 5,50', '5 euro 50 cent'],
  sv: ['dollar', 'pund', 'yen', '5 kr', 'kronor', '5,50 kr', '5 kronor och 50 öre'],
  no: ['dollar', 'pund', 'yen', '5 kr', 'kroner', '5,50 kr', '5 kroner og 50 øre'],
  da: ['dollar', 'pund', 'yen', '5 kr', 'kroner', '5,50 kr', '5 kroner og 50 øre'],
  fi: ['dollaria', 'puntaa', 'jeniä', '5 SEK', 'Ruotsin kruunua', '5,50 €', '5 euroa 50 senttiä'],
  el: ['δολάρια', 'λίρες', 'γιεν', '5 CHF', 'φράγκα Ελβετίας', '5,50 €', '5 ευρώ και 50 λεπτά'],
  pl: ['dolarów', 'funtów', 'jenów', '5 zł', 'złotych', '5,50 zł', '5 złotych 50 groszy'],
  ru: ['долларов', 'фунтов', 'иен', '5 ₽', 'рублей', '5,50 ₽', '5 рублей 50 копеек'],
  uk: ['доларів', 'фунтів', 'єн', '5 ₴', 'гривень', '5,50 ₴', '5 гривень 50 копійок'],
  bg: ['долара', 'лири', 'йени', '5 лв', 'лева', '5,50 лв', '5 лева и 50 стотинки'],
  cs: ['dolarů', 'liber', 'jenů', '5 Kč', 'korun', '5,50 Kč', '5 korun 50 haléřů'],
  sk: ['dolárov', 'libier', 'jenov', '5 CZK', 'českých korún', '5,50 €', '5 eur 50 centov'],
  hr: ['dolara', 'funti', 'jena', '5 CHF', 'švicarskih franaka', '5,50 €', '5 eura i 50 centi'],
  ro: ['dolari', 'lire', 'yeni', '5 lei', 'lei', '5,20 lei', '5 lei și 20 de bani'],
  hu: ['dollár', 'font', 'jen', '5 Ft', 'forint', '5,50 €', '5 euró 50 cent'],
  tr: ['dolar', 'sterlin', 'yen', '5 ₺', 'lira', '5,50 ₺', '5 lira 50 kuruş'],
  ka: ['დოლარი', 'ფუნტი', 'იენი', '5 ₾', 'ლარი', '5,50 ₾', '5 ლარი 50 თეთრი'],
  zh: ['美元', '英镑', '元', '5 元', '元', '¥5.50', '5 元 50 分'],
  ja: ['ドル', 'ポンド', '円', '5 円', '円', '$5.50', '5 ドル 50 セント'],
  ko: ['달러', '파운드', '엔', '₩5', '원', '$5.50', '5 달러 50 센트'],
  vi: ['đô la', 'bảng', 'yên', '5 ₫', 'đồng', '$5,50', '5 đô la 50 xu'],
  th: ['ดอลลาร์', 'ปอนด์', 'เยน', '฿5', 'บาท', '฿5.50', '5 บาท 50 สตางค์'],
  ms: ['Dolar', 'Paun', 'yen', 'RM5', 'ringgit', 'RM5.50', '5 ringgit 50 sen'],
  id: ['Dolar', 'Pound', 'yen', 'Rp5', 'rupiah', '$5,50', '5 Dolar 50 sen'],
  tl: ['dolyar', 'pound', 'yen', '₱5', 'piso', '₱5.50', '5 piso at 50 sentimo'],
  hi: ['डॉलर', 'पाउंड', 'येन', '₹5', 'रुपए', '₹5.50', '5 रुपए 50 पैसे'],
  mr: ['डॉलर्स', 'पाउंड', 'येन', '₹5', 'रुपये', '₹5.50', '5 रुपये 50 पैसे'],
  bn: ['ডলার', 'পাউন্ড', 'ইয়েন', '৳5', 'টাকা', '৳5.50', '5 টাকা 50 পয়সা'],
  gu: ['ડૉલર', 'પાઉન્ડ', 'યેન', '₹5', 'રૂપિયા', '₹5.50', '5 રૂપિયા 50 પૈસા'],
  pa: ['ਡਾਲਰ', 'ਪੌਂਡ', 'ਯੇਨ', '₹5', 'ਰੁਪਏ', '₹5.50', '5 ਰੁਪਏ 50 ਪੈਸੇ'],
  or: ['ଡଲାର୍', 'ପାଉଣ୍ଡ୍', 'ୟେନ୍', '₹5', 'ଟଙ୍କା', '₹5.50', '5 ଟଙ୍କା 50 ପଇସା'],
  ur: ['ڈالر', 'پاؤنڈ', 'ین', '₹5', 'روپے', '₹5.50', '5 روپے 50 پیسے'],
  ta: ['டாலர்கள்', 'பவுண்டுகள்', 'யென்', '₹5', 'ரூபாய்', '₹5.50', '5 ரூபாய் 50 பைசா'],
  te: ['డాలర్‌లు', 'పౌండ్‌లు', 'యెన్', '₹5', 'రూపాయలు', '₹5.50', '5 రూపాయలు 50 పైసలు'],
  kn: ['ಡಾಲರ್', 'ಪೌಂಡ್\u200dಗಳು', 'ಯೆನ್', '₹5', 'ರೂಪಾಯಿಗಳು', '₹5.50', '5 ರೂಪಾಯಿಗಳು 50 ಪೈಸೆ'],
  ml: ['ഡോളർ', 'പൗണ്ട്', 'യെൻ', '₹5', 'രൂപ', '₹5.50', '5 രൂപ 50 പൈസ'],
  ar: ['دولار', 'جنيه', 'ين', '5 EGP', 'جنيهات مصرية', '$5.50', '5 دولار و 50 سنت'],
  he: ['דולר', 'פאונד', 'ין', '5 ₪', 'שקלים', '5.50 ₪', '5 שקלים ו 50 אגורות'],
};

/** An ordinal number as the language writes it, and in words. */
const ordinals: Readonly<Partial<Record<Language, readonly (readonly [string, string])[]>>> = {
  en: [['5th', 'fifth']],
  es: [['5º', 'quinto']],
  it: [['5º', 'quinto']],
  pt: [['5º', 'quinto']],
  fr: [['1er', 'premier']],
  nl: [
    ['5e', 'vijfde'],
    ['21ste', 'eenentwintigste'],
  ],
  no: [
    ['5. mai', 'femte mai'],
    ['17. mai', 'syttende mai'],
  ],
  da: [
    ['5. maj', 'femte maj'],
    ['21. maj', 'enogtyvende maj'],
  ],
  fi: [['5. toukokuuta', 'viides toukokuuta']],
  el: [
    ['5ος', 'πέμπτος'],
    ['5η', 'πέμπτη'],
  ],
  pl: [
    ['5. miejsce', 'piąte miejsce'],
    ['5 maja', 'piątego maja'],
  ],
  uk: [
    ['5-й', "п'ятий"],
    ['5 травня', "п'ятого травня"],
  ],
  ru: [['5-й', 'пятый']],
  bg: [['5-ти', 'пети']],
  cs: [['5. května', 'pátého května']],
  sk: [['5. mája', 'piateho mája']],
  hr: [['5. svibnja', 'petog svibnja']],
  ro: [['5-lea', 'cincilea']],
  tr: [
    ["5'inci", 'beşinci'],
    ['5. kat', 'beşinci kat'],
  ],
  ka: [['5-ე', 'მეხუთე']],
};

/** The digits of a language's own script. */
const ownDigits: Readonly<Partial<Record<Language, string>>> = {
  ...{ ar: '٢٥', ur: '۲۵', hi: '२५', mr: '२५', bn: '২৫', gu: '૨૫', pa: '੨੫', or: '୨୫', ta: '௨௫', te: '౨౫' },
  ...{ kn: '೨೫', ml: '൨൫', th: '๒๕', zh: '２５', ja: '２５', ko: '２５' },
};

/**
 * What a language says in its own way, by the name of the pattern: a decimal in tenths, a time in halves, a temperature
 * below zero, the plural after small numbers; and numbers that are counted by nothing.
 */
const inItsOwnWay: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>> = {
  en: {
    'a product': 'three by four',
    less: 'three less than five',
    greater: 'five greater than three',
    'a version': 'one point two point three',
    'an IP address': 'one nine two dot one six eight dot one dot one',
  },
  de: { 'a version': 'eins Punkt 2 Punkt 3', 'an IP address': '192 Punkt 168 Punkt eins Punkt eins' },
  pt: { 'a time': 'catorze e trinta', 'an e-mail address': 'ana sublinhado dois arroba b hífen c ponto org' },
  ru: {
    'a decimal': 'две целых пять десятых',
    'a decimal with a full stop': 'две целых пять десятых',
    'a negative decimal': 'минус ноль целых пять десятых',
    'a range': 'пять десять',
    'a range with a hyphen': 'пять десять',
  },
  hu: {
    'a decimal': 'kettő egész öt tized',
    'a decimal with a full stop': 'kettő egész öt tized',
    'a negative decimal': 'mínusz nulla egész öt tized',
    'a range': 'öt tíz',
    'a range with a hyphen': 'öt tíz',
    'an e-mail address': 'ana alulvonás kettő kukac b kötőjel c pont org',
  },
  vi: { 'a time': 'mười bốn giờ ba mươi' },
  zh: {
    'a decimal': '二 点 五',
    'a decimal with a full stop': '二 点 五',
    'an amount with subunits': '五点五零元',
    'degrees Celsius': '零下五摄氏度',
    'a number sign': '五号',
    'a section': '第五节',
    'a version': '一点二点三',
    'an IP address': '一九二点一六八点一点一',
  },
  ko: { 'degrees Celsius': '영하 5 도' },
  ja: {
    'a negative decimal': 'マイナス れえてんご',
    'an amount with subunits': 'ごてんごゼロドル',
    'degrees Celsius': 'マイナスごど',
    'a sum': 'にたすさんわご',
    // A house and its street: a range has a wave or a dash.
    'a range with a hyphen': 'ごのじゅう',
    'a version': 'いちてんにてんさん',
    'an IP address': 'イチ キュウ ニ テン イチ ロク ハチ テン イチ テン イチ',
  },
  ar: {
    'a decimal': 'اثنان فاصلة خمسة',
    'a decimal with a full stop': 'اثنان فاصلة خمسة',
    dollars: 'خمسة دولارات',
    'dollars behind': 'خمسة دولارات',
    pounds: 'خمسة جنيهات إسترلينية',
    yen: 'خمسة ينات',
    kilograms: 'خمسة كيلوغرامات',
    'degrees Celsius': 'ناقص خمس درجات مئوية',
    'a speed': 'خمسون كيلومترًا في الساعة',
    'a time': 'الساعة الرابعة عشرة والنصف',
    'a version': 'واحد نقطة اثنان نقطة ثلاثة',
    'an IP address': 'مئة واثنان وتسعون نقطة مئة وثمانية وستون نقطة واحد نقطة واحد',
  },
};

/** Ends of a range that stand side by side without a word between, as people say them: `пять-десять`, `öt-tíz`. */
const wordlessRanges = new Set<Language>(['ru', 'hu']);

function named(language: Language, value: number, options: Intl.NumberFormatOptions): string {
  const format = new Intl.NumberFormat(`${tags[language] ?? language}-u-nu-latn`, {
    minimumFractionDigits: 0,
    ...options,
  });
  return format
    .format(value)
    .replace(/[\s\u200e\u200f]+/gu, ' ')
    .trim();
}

function unit(language: Language, value: number, id: string): string {
  // Some languages write no space between a number and its unit, which says the same.
  return named(language, value, { style: 'unit', unit: id, unitDisplay: 'long' }).replace(
    /(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu,
    ' ',
  );
}

/** A date without a year, so that nothing but the name of the month is tested. */
function spokenPercent(language: Language, { percent }: Partial<Signs>): string {
  if (language === 'en') return '5 percent';
  if (percent === undefined || percent === '') return unit(language, 5, 'percent');
  return percent.includes('{0}') ? percent.replace('{0}', ' 5 ').trim() : `5 ${percent}`;
}

function template(phrase: string, ...values: readonly [string, string][]): string {
  return values
    .reduce((text, [name, value]) => text.replace(name, ` ${value} `), phrase)
    .replace(/\s+/gu, ' ')
    .trim();
}

function spokenPerMille({ perMille }: Signs): string {
  return perMille.includes('{0}') ? template(perMille, ['{0}', '5']) : `5 ${perMille}`;
}

/** At least thirty texts of a language. */
export function patternsOf(language: Language): Pattern[] {
  const s = { ...(language === 'en' ? english : signsOf(language)) } as Signs;
  const mark = named(language, 2.5, {}).charAt(1);
  const group = named(language, 1234567, {}).replace(/\d/gu, '').charAt(0);
  const [dollars, pounds, yen, local, localName, amount, amountName] = money[language];
  const isEnglish = language === 'en';
  const euroCode = named(language, 5, { style: 'currency', currency: 'EUR', currencyDisplay: 'name' });
  const euros = language === 'tr' ? '5 avro' : euroCode;
  const permille = spokenPerMille(s);
  const list: (Pattern | undefined)[] = [
    { name: 'a negative number', written: '-5', without: '5', spoken: `${s.minus} 5` },
    { name: 'a true minus sign', written: '−5', without: '5', spoken: `${s.minus} 5` },
    { name: 'a minus sign in brackets', written: '(-5)', without: '5', spoken: `${s.minus} 5` },
    { name: 'a positive number', written: '+5', without: '5', spoken: `${s.plus} 5` },
    { name: 'a tolerance', written: '±5', without: '5', spoken: `${s.plusMinus} 5` },
    { name: 'a decimal', written: `2${mark}5`, without: '25', spoken: `2 ${s.decimal} 5` },
    { name: 'a decimal with a full stop', written: '2.5', without: '25', spoken: `2 ${s.decimal} 5` },
    { name: 'a negative decimal', written: `-0${mark}5`, without: '05', spoken: `${s.minus} 0 ${s.decimal} 5` },
    { name: 'thousands', written: `12${group}345`, spoken: '12345' },
    { name: 'a percentage', written: '5%', without: '5', spoken: spokenPercent(language, s) },
    { name: 'a percentage apart', written: '5 %', without: '5', spoken: spokenPercent(language, s) },
    { name: 'per mille', written: '5‰', without: '5', spoken: permille },
    { name: 'dollars', written: '$5', without: '5', spoken: `5 ${dollars}` },
    { name: 'dollars behind', written: '5 $', without: '5', spoken: `5 ${dollars}` },
    { name: 'euros', written: '5 €', without: '5', spoken: euros },
    { name: 'euros in front', written: '€5', without: '5', spoken: euros },
    { name: 'a code', written: '5 EUR', without: '5', spoken: euroCode },
    { name: 'pounds', written: '£5', without: '5', spoken: `5 ${pounds}` },
    { name: 'yen', written: '¥5', without: '5', spoken: `5 ${yen}` },
    { name: 'the local currency', written: local, without: '5', spoken: `5 ${localName}` },
    { name: 'an amount with subunits', written: amount, without: '550', spoken: amountName },
    {
      name: 'kilograms',
      written: '5 kg',
      without: '5',
      spoken: saidOtherwise[language]?.['5 kg'] ?? unit(language, 5, 'kilogram'),
    },
    {
      name: 'kilometres',
      written: '5km',
      without: '5',
      spoken: saidOtherwise[language]?.['5km'] ?? unit(language, 5, 'kilometer'),
    },
    {
      name: 'degrees Celsius',
      written: '-5 °C',
      without: '5',
      spoken: negative(unit(language, 5, 'celsius'), s.minus),
    },
    {
      name: 'a speed',
      written: '50 km/h',
      without: '50',
      spoken: saidOtherwise[language]?.['50 km/h'] ?? unit(language, 50, 'kilometer-per-hour'),
    },
    { name: 'an angle', written: '20°', without: '20', spoken: `20 ${s.degrees}` },
    { name: 'a half', written: '½', without: '', spoken: s.half },
    { name: 'three quarters', written: '3/4', without: '34', spoken: s.threeQuarters },
    { name: 'a range', written: '5–10', without: '5 10', spoken: `5 ${s.to} 10` },
    { name: 'a range with a hyphen', written: '5-10', without: '5 10', spoken: `5 ${s.to} 10` },
    isEnglish
      ? undefined
      : { name: 'a time', written: '14:30', without: '1430', spoken: template(s.time, ['{h}', '14'], ['{m}', '30']) },
    { name: 'a number sign', written: '№ 5', without: '5', spoken: `${s.number} 5` },
    { name: 'a section', written: '§ 5', without: '5', spoken: `${s.section} 5` },
    { name: 'a product', written: '3×4', without: '34', spoken: `3 ${s.times} 4` },
    { name: 'a sum', written: '2 + 3 = 5', without: '2 3 5', spoken: `2 ${s.plus} 3 ${s.equals} 5` },
    { name: 'less', written: '3 < 5', without: '3 5', spoken: `3 ${s.less} 5` },
    { name: 'greater', written: '5 > 3', without: '5 3', spoken: `5 ${s.greater} 3` },
    { name: 'about', written: '~5', without: '5', spoken: `${s.approximately} 5` },
    {
      name: 'an e-mail address',
      written: 'ana_2@b-c.org',
      without: 'ana 2 b c org',
      spoken: `ana ${s.underscore} 2 ${s.at} b ${s.hyphen} c ${s.dot} org`,
    },
    {
      name: 'a web address',
      written: 'https://ana.org/b',
      without: 'ana org b',
      spoken: `ana ${s.dot} org ${s.slash} b`,
    },
    { name: 'a hashtag', written: '#ana', without: 'ana', spoken: `${s.hash} ana` },
    { name: 'a version', written: '1.2.3', without: '123', spoken: `1 ${s.dot} 2 ${s.dot} 3` },
    {
      name: 'an IP address',
      written: '192.168.1.1',
      without: '19216811',
      spoken: `192 ${s.dot} 168 ${s.dot} 1 ${s.dot} 1`,
    },
    { name: 'an ampersand', written: 'ana & ana', without: 'ana ana', spoken: `ana ${s.and} ana` },
    {
      name: 'a phone number',
      written: '+49 30 123456',
      without: '49 30 123456',
      spoken:
        saidOtherwise[language]?.['+49 30 123456'] ??
        `${s.plus} ${language === 'fr' ? '49, 30,' : '4 9, 3 0,'} 1 2 3 4 5 6`,
    },
    ...(ordinals[language] ?? []).map(([written, spoken]) => ({
      name: `ordinal ${written}`,
      written,
      // A date has no sign to leave out.
      ...(!written.includes(' ') && { without: /\d+/u.exec(written)![0] }),
      spoken,
    })),
    ownDigits[language] === undefined
      ? undefined
      : { name: 'digits of its own', written: `-${ownDigits[language]}`, without: '25', spoken: `${s.minus} 25` },
  ];
  const own = inItsOwnWay[language] ?? {};
  return list
    .filter((pattern) => pattern !== undefined)
    .map((pattern): Pattern => {
      const spoken = own[pattern.name] ?? pattern.spoken;
      const { name, written, without } = pattern;
      const isWordless = name.startsWith('a range') && wordlessRanges.has(language);
      return { name, written, spoken, ...(without !== undefined && !isWordless && { without }) };
    });
}

/** The sign stands at the number, wherever the unit does. */
function negative(text: string, minus: string): string {
  return text.startsWith('5') ? `${minus} ${text}` : text.replace(/^(.*?)\s*5/u, `${minus} $1 5`).trim();
}
