/**
 * Mandarin, in simplified and traditional characters: GB/T 15835 for years, dates and numbers of several digits; 两 before
 * measure words; 幺 in telephone numbers.
 */
import { matchAt, patternRule, type Rule, type LanguageRules } from '../rule.ts';
import { romanValue } from './roman-rule.ts';
import { romanLetterRule } from './roman-letters.ts';
import { measureWords } from './zh-measures.ts';

const digitNames = Array.from('零一二三四五六七八九');
const places = ['', '十', '百', '千'];

/** Each digit by its name; in telephone numbers 1 is 幺, which no other digit sounds like. */
function byDigits(digits: string, one = '一'): string {
  return digits.replace(/\d/gu, (digit) => (digit === '1' ? one : digitNames[Number(digit)]!));
}

/** 1–9999 without leading 零; `whole` when nothing stands before it. */
function section(digits: string, whole: boolean): string {
  let words = '';
  let skipped = false;
  const figures = String(Number(digits));
  Array.from(figures, Number).forEach((digit, index) => {
    const place = figures.length - 1 - index;
    if (digit === 0) skipped = true;
    else {
      const name = digit === 2 && place === 3 && whole ? '两' : digitNames[digit]!;
      words +=
        (skipped ? '零' : '') + (digit === 1 && place === 1 && index === 0 && whole ? '' : name) + places[place]!;
      skipped = false;
    }
  });
  return words;
}

/** `12345678`: 一千二百三十四万五千六百七十八. */
export function chineseNumber(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/u, '');
  if (value === '0') return '零';
  for (const [length, unit] of [
    [8, '亿'],
    [4, '万'],
  ] as const) {
    if (value.length <= length) continue;
    const high = value.slice(0, -length);
    const low = value.slice(-length);
    const rest = /^0+$/u.test(low) ? '' : (low.startsWith('0') ? '零' : '') + inner(low);
    return (high === '2' ? '两' : chineseNumber(high)) + unit + rest;
  }
  return section(value, true);
}

/** The part of a number behind 亿 or 万. */
function inner(digits: string): string {
  const value = digits.replace(/^0+/u, '');
  if (value.length <= 4) return section(value, false);
  const low = value.slice(-4);
  const rest = /^0+$/u.test(low) ? '' : (low.startsWith('0') ? '零' : '') + section(low, false);
  return `${section(value.slice(0, -4), false)}万${rest}`;
}

const number = String.raw`\d{1,3}(?:,\d{3}){1,4}(?!\d)|\d{1,15}(?!\d)`;
const decimal = String.raw`(?:${number})(?:\.\d{1,15})?(?![\d.]\d)`;

/** A number as it is written, with grouping marks and decimals. */
function read(written: string): string {
  const [whole = '0', fraction] = written.replace(/,/gu, '').split('.');
  const isCode = whole.length > 1 && whole.startsWith('0');
  return (isCode ? byDigits(whole) : chineseNumber(whole)) + (fraction === undefined ? '' : `点${byDigits(fraction)}`);
}

/** Before a measure word 2 is 两, also in front of 千, 万 and 亿. */
function counted(written: string): string {
  return written === '2' ? '两' : read(written);
}

const dash = String.raw`(?:[-–—~～〜至到])`;
const measures = measureWords.join('|');
const isMeasured = new RegExp(`^(?:${measures})`, 'u');
const isYearOfDate = /^(?:\d{4}|\d{2})$/u;

/** A number with what stands before and after it. */
const phoneRules: readonly Rule[] = [
  patternRule(
    ['digit', 'sign'],
    String.raw`(\+?)(?:86[- ]?)?1[3-9]\d(?:[- ]?\d{4}){2}(?!\d)|(\+?)0\d{2,3}[- ]?\d{3,4}[- ]?\d{4}(?!\d)|(\+?)[48]00[- ]\d{3,4}[- ]\d{3,4}(?!\d)|(\+)\d{1,3}(?:[- ]\d{2,4}){2,4}(?!\d)`,
    ([text]) => [
      ...(text.startsWith('+') ? ['加'] : []),
      ...text
        .replace('+', '')
        .split(/[- ]/u)
        .map((part) => byDigits(part, '幺')),
    ],
  ),
  // Emergency and service numbers after a word that says so.
  patternRule(
    ['digit'],
    String.raw`(?<=(?:请打|请拨|拨打|拨|打|电话|致电|热线|请撥|撥打|電話)[:： ]?)(?:1\d\d|\d{5})(?!\d)`,
    ([text]) => [byDigits(text, '幺')],
  ),
  patternRule(
    ['digit'],
    String.raw`(?<=(?:邮编|邮政编码|郵遞區號|验证码|尾号|密码|驗證碼|密碼|编号|編號|卡号)(?:是|为|為)?[:： ]?)\d{3,20}(?!\d)`,
    ([text]) => [byDigits(text)],
  ),
  // Rooms, bus lines and train numbers of three digits and more.
  patternRule(['digit'], String.raw`(?:\d{3,5})(?=[室路房号號]|班机|航班)(?!路口)`, ([text]) => [byDigits(text)]),
  patternRule(['letter'], String.raw`([GDCZTK])(\d{2,5})(?=次)`, ([, letter = '', digits = '']) => [
    letter,
    byDigits(digits),
  ]),
];

const dateRules: readonly Rule[] = [
  patternRule(
    ['digit'],
    String.raw`((?:1[89]|20)\d\d)·(0?[1-9]|1[0-2])·(0?[1-9]|[12]\d|3[01])(?![\d·])`,
    ([, y = '', m = '', d = '']) => [
      `${byDigits(y)}年`,
      `${chineseNumber(String(Number(m)))}月`,
      `${chineseNumber(String(Number(d)))}日`,
    ],
  ),
  // A year of two digits: 日期是12/2/2.
  patternRule(
    ['digit'],
    String.raw`(?<=(?:日期|日子|生日|时间|時間)(?:是|为|為|：|:)? ?)(\d\d)\/(0?[1-9]|1[0-2])\/(0?[1-9]|[12]\d|3[01])(?![\d/])`,
    ([, y = '', m = '', d = '']) => [
      `${byDigits(y)}年`,
      `${chineseNumber(String(Number(m)))}月`,
      `${chineseNumber(String(Number(d)))}日`,
    ],
  ),
  patternRule(
    ['digit'],
    String.raw`((?:1[89]|20)\d\d)(?:年)?[-–—~～至]((?:1[89]|20)\d\d)(年)?(?![-\d])`,
    ([, a = '', b = '', year = '']) => [byDigits(a), '到', byDigits(b) + year],
  ),
  patternRule(['digit'], String.raw`(?:1\d|20|21|[3-9])\d{2}(?=年(?!多|间|以[上来]|的历史))`, ([text]) => [
    byDigits(text),
  ]),
  patternRule(['digit'], String.raw`(?<!\d|公元前?|第|近|约)[4-9]\d(?=年(?:代|[^多间的以]|$))(?!年代)`, ([text]) => [
    byDigits(text),
  ]),
  patternRule(['digit'], String.raw`[0-9]0(?=[后後](?:[^\d]|$))`, ([text]) => [byDigits(text)]),
];

const percentRules: readonly Rule[] = [
  patternRule(
    ['digit', 'sign'],
    String.raw`([-−+]?)(${decimal})(?:\s?[%％]?\s?${dash}\s?(${decimal}))?\s?([%‰])`,
    ([, sign = '', first = '', second, mark]) => {
      const whole = (text: string): string => {
        if (mark === '‰') return `千分之${read(text)}`;
        return text === '100' ? '百分之百' : `百分之${read(text)}`;
      };
      const minus = sign === '+' ? '正' : sign === '' ? '' : '负';
      return [minus + whole(first), ...(second === undefined ? [] : ['到', whole(second)])];
    },
  ),
];

const numberRules: readonly Rule[] = [
  // A score: 3-1获胜.
  patternRule(
    ['digit'],
    String.raw`(\d{1,3})[-–—](\d{1,3})(?=(?:的比分)?(?:获胜|獲勝|取胜|战胜|戰勝|击败|擊敗|打败|领先|領先|胜|勝|负于|惜败|战平|击退))`,
    ([, a = '', b = '']) => [read(a), '比', read(b)],
  ),
  // Between two sums: $10-$20.
  patternRule(
    ['sign'],
    String.raw`(?<=[¥￥$€£₩₹₽฿]\s?[\d,.]{1,15}[万萬亿億千]?\s?)[-–—~～〜](?=\s?[¥￥$€£₩₹₽฿A-Z])`,
    () => ['到'],
  ),
  // Letters with digits behind: A4, CA1234. Three digits and more are read one by one.
  patternRule(
    ['letter'],
    String.raw`(?<![A-Za-z\d.\/-])([A-Z]{1,3})-?(\d{1,8})(?![A-Za-z\d.:\/-])`,
    ([, letters = '', digits = '']) => [
      ...Array.from(letters),
      digits.length > 2 || digits.startsWith('0') ? byDigits(digits) : chineseNumber(digits),
    ],
  ),
  patternRule(
    ['digit', 'sign'],
    String.raw`[-−](${decimal})\s?(?:(°C|摄氏度|攝氏度)|(°F|华氏度|華氏度)|[°度])`,
    ([, text = '', celsius, fahrenheit]) => [
      `零下${read(text)}${celsius === undefined ? '' : '摄氏'}${fahrenheit === undefined ? '' : '华氏'}度`,
    ],
  ),
  patternRule(['sign'], String.raw`§\s?(${number})`, ([, text = '']) => [`第${read(text)}节`]),
  // Versions and addresses of machines: parts of three digits are read digit by digit.
  patternRule(['digit'], String.raw`\d{1,3}(?:\.\d{1,3}){2,3}(?![.\d]|,\d)`, ([text]) => [
    text
      .split('.')
      .map((part) => (part.length > 2 ? byDigits(part) : read(part)))
      .join('点'),
  ]),
  patternRule(
    ['digit'],
    String.raw`([01]?\d|2[0-4]):([0-5]\d)\s?[-–—~～〜至到]\s?([01]?\d|2[0-4]):([0-5]\d)(?![\d:])`,
    ([, h, m, toH, toM]) => [
      timeWords(Number(h), Number(m)).join(''),
      '到',
      timeWords(Number(toH), Number(toM)).join(''),
    ],
  ),
  // From one date or quantity to another: 5月1日-7日.
  patternRule(
    ['sign'],
    String.raw`(?<=\d[年月日号號时時点點元分秒岁歲个個层層楼樓页頁章周週天])[-–—~～〜](?=\d)`,
    () => ['到'],
  ),
  patternRule(['sign', 'letter'], String.raw`(?:№|[Nn][Oo]\.)\s?(\d{1,6})`, ([, text = '']) => [`${read(text)}号`]),
  patternRule(['sign'], String.raw`(?<![\p{Script=Han}A-Za-z\d)）])[-−](?=[百千]分之)`, () => ['负']),
  patternRule(['sign'], String.raw`(?<![A-Za-z\d)）/])[-−](\d{1,6})/(\d{1,6})(?![\d/]|\.\d)`, ([, a = '', b = '']) => [
    `负${chineseNumber(b)}分之${chineseNumber(a)}`,
  ]),
  patternRule(['sign'], String.raw`(?<![A-Za-z\d)）])[-−](${decimal})(?![-\d]|\s?[–—~]|\.\.|…)`, ([, text = '']) => [
    '负',
    read(text),
  ]),
  patternRule(['letter'], String.raw`第(${number})`, ([, text = '']) => [`第${read(text)}`]),
  patternRule(
    ['digit'],
    String.raw`(${decimal})${dash}(${decimal})(?=(?:[多余餘])?(?:${measures}))`,
    ([, a = '', b = '']) => [counted(a), '到', counted(b)],
  ),
  patternRule(['digit'], String.raw`(?<!第)(${decimal})(?=(?:${measures}))`, ([, text = '']) => [counted(text)]),
  // 3:2 is a score, unlike 3:02.
  patternRule(
    ['digit'],
    String.raw`(\d{1,2}):(\d)(?!\d)|(?<=比分(?:是|为|為)?)(\d{1,3}):(\d{1,3})`,
    ([, a, b, c, d]) => [read((a ?? c)!), '比', read((b ?? d)!)],
  ),
];

function timeWords(hours: number, minutes: number, seconds?: number): string[] {
  const minor = (value: number): string =>
    value === 0 ? '零' : (value < 10 ? '零' : '') + chineseNumber(String(value));
  return [
    `${counted(String(hours))}点`,
    ...(minutes === 0 && seconds === undefined ? [] : [`${minor(minutes)}分`]),
    ...(seconds === undefined ? [] : [`${minor(seconds)}秒`]),
  ];
}

/** Signs of currencies before a number; $ with the letters before it. */
const currencies: Readonly<Record<string, string>> = {
  '¥': '元',
  '￥': '元',
  $: '美元',
  US$: '美元',
  NT$: '新台币',
  HK$: '港元',
  A$: '澳元',
  AU$: '澳元',
  C$: '加元',
  CA$: '加元',
  S$: '新加坡元',
  '€': '欧元',
  '£': '英镑',
  '₩': '韩元',
  '₹': '卢比',
  '₽': '卢布',
  '฿': '泰铢',
};
const symbols = Object.keys(currencies)
  .sort((a, b) => b.length - a.length)
  .map((symbol) => symbol.replace('$', String.raw`\$`))
  .join('|');

const moneyRules: readonly Rule[] = [
  patternRule(
    ['sign', 'letter'],
    String.raw`((?:(?<![A-Za-z\d])[-−])?)(${symbols})\s?(${decimal})([万萬亿億千百]{0,2})(?!\s?[A-Za-z/])`,
    ([, sign = '', symbol = '', text = '', unit = '']) => [
      `${sign === '' ? '' : '负'}${counted(text)}${unit}${currencies[symbol]!}`,
    ],
  ),
];

const romanOrdinal = /第(?:([ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫ])|([IVX]{1,5})(?=[章节節卷部条條篇届屆册冊幕期类類级級]))/uy;
const romanRule: Rule = {
  starts: ['letter'],
  read: ({ text, at }) => {
    const found = matchAt(romanOrdinal, text, at);
    if (found === null) return undefined;
    const [all, sign, letters] = found;
    const value = sign === undefined ? romanValue(letters!) : sign.codePointAt(0)! - 0x215f;
    return [{ end: at + all.length, words: [`第${chineseNumber(String(value))}`] }];
  },
};

export const chinese: LanguageRules = {
  rules: [
    romanRule,
    romanLetterRule((digits) => [chineseNumber(digits)]),
    ...phoneRules,
    ...dateRules,
    ...percentRules,
    ...moneyRules,
    ...numberRules,
  ],
  cardinal: (digits, noun = '') => [digits === '2' && isMeasured.test(noun) ? '两' : chineseNumber(digits)],
  decimals: (digits) => [byDigits(digits)],
  fraction: (numerator, denominator) => [
    `${chineseNumber(String(denominator))}分之${chineseNumber(String(numerator))}`,
  ],
  date: ({ day, month, year }) => [
    ...(year !== undefined && isYearOfDate.test(year) ? [`${byDigits(year)}年`] : []),
    `${chineseNumber(String(month))}月`,
    ...(day === undefined ? [] : [`${chineseNumber(String(day))}日`]),
  ],
  time: ({ hours, minutes, seconds }) => timeWords(hours, minutes, seconds),
  year: (digits) => [byDigits(digits)],
  roman: (value) => [chineseNumber(String(value))],
};
