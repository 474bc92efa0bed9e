/**
 * Vietnamese: the reading of numbers that primary schools teach. After a ten 1 is mốt, 5 is lăm; 10 is mười and every
 * further ten mươi; an empty ten is linh.
 */
import { abbreviationRule } from './abbreviation-rule.ts';
import { moreAbbreviations } from './more-abbreviations.ts';
import { isSurelyRoman, romanRule } from './roman-rule.ts';
import { patternRule, type LanguageRules, type Rule } from '../rule.ts';

const digitNames = ['không', 'một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín'];

function byDigits(digits: string): string[] {
  return Array.from(digits.replace(/\D/gu, ''), (digit) => digitNames[Number(digit)]!);
}

/** 0–99; nothing for 0. `after`: a hundred stands before it. */
function tens(value: number, after: boolean): string[] {
  const [ten, one] = [Math.floor(value / 10), value % 10];
  if (value === 0) return [];
  if (ten === 0) return after ? ['linh', digitNames[one]!] : [digitNames[one]!];
  const first = ten === 1 ? ['mười'] : [digitNames[ten]!, 'mươi'];
  if (one === 0) return first;
  if (one === 5) return [...first, 'lăm'];
  return [...first, one === 1 && ten > 1 ? 'mốt' : one === 4 && ten > 1 ? 'tư' : digitNames[one]!];
}

/** 1–999; a group behind another one names its hundreds even when there are none. */
function group(value: number, after: boolean): string[] {
  const hundreds = Math.floor(value / 100);
  const named = hundreds > 0 || after;
  return [...(named ? [digitNames[hundreds]!, 'trăm'] : []), ...tens(value % 100, named)];
}

/** Names of the powers of a thousand below a thousand millions. */
const powers = ['', 'nghìn', 'triệu'];

function belowBillion(value: number, after: boolean): string[] {
  const words: string[] = [];
  for (let power = 2; power >= 0; power--) {
    const part = Math.floor(value / 1000 ** power) % 1000;
    if (part === 0) continue;
    words.push(...group(part, after || words.length > 0), ...(power > 0 ? [powers[power]!] : []));
  }
  return words;
}

/** Up to 15 digits. */
export function vietnameseNumber(digits: string): string[] {
  const value = Number(digits);
  if (value === 0) return ['không'];
  const billions = Math.floor(value / 1e9);
  const rest = value % 1e9;
  return [
    ...(billions > 0 ? [...belowBillion(billions, false), 'tỷ'] : []),
    ...(rest > 0 ? belowBillion(rest, billions > 0) : []),
  ];
}

/** 1–12, and 4 is tư. */
function monthName(month: number): string[] {
  return month === 4 ? ['tư'] : vietnameseNumber(String(month));
}

function dateWords(day: number | undefined, month: number, year: string | undefined, named: boolean): string[] {
  return [
    ...(day === undefined ? [] : [...(named ? [] : ['ngày']), ...vietnameseNumber(String(day))]),
    'tháng',
    ...monthName(month),
    ...(year === undefined ? [] : ['năm', ...vietnameseNumber(year)]),
  ];
}

/** Behind a sum of money, and the short forms of thousand and million. */
const sumMark = String.raw`(?:(k|tr)|[đ₫]|VNĐ|VND)(?![\p{L}\d])`;
const day = String.raw`(0?[1-9]|[12]\d|3[01])`;
const month = String.raw`(0?[1-9]|1[0-2])`;

/** Units whose names in CLDR are written in one foreign word, by syllables. */
const unitNames: Readonly<Record<string, string>> = {
  cm: 'xăng ti mét',
  mm: 'mi li mét',
  ml: 'mi li lít',
  mL: 'mi li lít',
  mg: 'mi li gam',
  'cm²': 'xăng ti mét vuông',
  'mm²': 'mi li mét vuông',
  'cm³': 'xăng ti mét khối',
  'km²': 'ki lô mét vuông',
};
const number = String.raw`(\d{1,3}(?:\.\d{3}){1,4}(?![\d.]\d)|\d{1,15})(?:,(\d{1,6}))?`;
const unit = Object.keys(unitNames)
  .sort((a, b) => b.length - a.length)
  .join('|');

function numberWords(whole: string, fraction: string | undefined): string[] {
  const digits = whole.replace(/\./gu, '');
  return [...vietnameseNumber(digits), ...(fraction === undefined ? [] : ['phẩy', ...decimalWords(fraction)])];
}

function decimalWords(digits: string): string[] {
  return digits.startsWith('0') || digits.length > 2 ? byDigits(digits) : vietnameseNumber(digits);
}

const romanNouns =
  /^(?:thế|kỷ|chương|phần|điều|tập|khóa|khoá|mục|quý|đệ|lần|quyển|hồi|cấp|hạng|đại|hội|khoản|thứ|bảng|nhóm|mức|loại)$/iu;

const weekdayNames = ['hai', 'ba', 'tư', 'năm', 'sáu', 'bảy'];
function weekdayWords(written: string): string[] {
  return written === 'CN' ? ['chủ', 'nhật'] : ['thứ', weekdayNames[Number(written.slice(1)) - 2]!];
}

const rules: readonly Rule[] = [
  // Thousands of millions of money: 1t-2t; a lorry has tonnes.
  patternRule(
    ['digit'],
    String.raw`(\d{1,3})t ?[-–] ?(\d{1,3})t(?![\p{L}\d])`,
    ([, from, to], { text, at }) =>
      /(?:xe|tải|hàng|nặng|trọng)[^.]{0,20}$/iu.test(text.slice(Math.max(0, at - 30), at))
        ? undefined
        : [...vietnameseNumber(from!), 'tỷ', 'đến', ...vietnameseNumber(to!), 'tỷ'],
    (text) => /\dt/u.test(text),
  ),
  abbreviationRule(moreAbbreviations.vi!),
  // Weekdays: T2–T6.
  patternRule(
    ['letter'],
    String.raw`(T[2-7])(\s?[-–]\s?|\svà\s)(T[2-7]|CN)(?![\p{L}\d])`,
    ([, from = '', link = '', to = '']) => [
      ...weekdayWords(from),
      link.includes('v') ? 'và' : 'đến',
      ...weekdayWords(to),
    ],
    (text) => /T[2-7]/u.test(text),
  ),
  // Minutes: 30'.
  patternRule(['digit'], String.raw`(\d{1,3})['’′](?![\p{L}\d'’′])`, ([, digits = '']) => [
    ...vietnameseNumber(digits),
    'phút',
  ]),
  // A day behind a word that days follow: từ 2/6 đến 9/6.
  patternRule(
    ['digit'],
    String.raw`(?<=(?:[Tt]ừ|[Đđ]ến|[Tt]ới|[Hh]ôm|[Ss]áng|[Cc]hiều|[Tt]ối|[Tt]rước|[Ss]au|[Hh]ạn|[Ll]ễ|[Vv]ào)\s)${day}/${month}(?![\d/]|[.,]\d)`,
    ([, d, m]) => dateWords(Number(d), Number(m), undefined, false),
  ),
  // The number of a decree and its year: 30/2020.
  patternRule(
    ['digit'],
    String.raw`(?<=(?:NĐ|QĐ|NQ|TT|[Nn]ghị\sđịnh|[Qq]uyết\sđịnh|[Tt]hông\stư|[Nn]ghị\squyết|[Ll]uật)\s(?:số\s)?)(\d{1,5})\/((?:19|20)\d\d)(?!\d)`,
    ([, digits = '', y = '']) => [...vietnameseNumber(digits), 'năm', ...vietnameseNumber(y)],
  ),
  patternRule(['letter'], String.raw`(?:TP\. ?HCM|TPHCM|Tp\. ?HCM)(?![\p{L}\d])`, () =>
    'thành phố Hồ Chí Minh'.split(' '),
  ),
  patternRule(['letter'], String.raw`T[Pp]\.(?= ?\p{Lu})`, () => ['thành', 'phố']),
  // A road, a class, a house: 1A, 10A5.
  patternRule(
    ['digit'],
    String.raw`(?<=(?:[Ll]ộ|QL|TL|[Ll]ớp|[Ss]ố|[Pp]hòng|[Tt]òa|[Đđ]ường|[Tt]uyến)\s)(\d{1,4})([A-H])(\d{1,2})?(?![\p{L}\d])`,
    ([, digits = '', letter = '', more]) => [
      ...vietnameseNumber(digits),
      letter,
      ...(more === undefined ? [] : vietnameseNumber(more)),
    ],
  ),
  romanRule((value, { before, letters }) =>
    romanNouns.test(before[0]) || isSurelyRoman(letters) ? { words: vietnameseNumber(String(value)) } : undefined,
  ),
  patternRule(
    ['digit'],
    String.raw`${number}(?:\s?[-–]\s?${number})?\s?(${unit})(?![\p{L}\d/])`,
    ([, whole = '', fraction, otherWhole, otherFraction, name = '']) => [
      ...numberWords(whole, fraction),
      ...(otherWhole === undefined ? [] : ['đến', ...numberWords(otherWhole, otherFraction)]),
      ...unitNames[name]!.split(' '),
    ],
  ),
  patternRule(['digit'], String.raw`${number} : (?=\d)`, ([, whole = '', fraction]) => [
    ...numberWords(whole, fraction),
    'chia',
  ]),
  patternRule(
    ['digit', 'sign'],
    String.raw`\+?(?:84[ .-]?[1-9]|0\d)\d{1,3}(?:[ .-]?\d{3,4}){2}(?!\d)|\+\d{1,3}(?:[ .-]\d{2,4}){2,4}(?!\d)`,
    ([text]) => [...(text.startsWith('+') ? ['cộng'] : []), ...byDigits(text)],
  ),
  // Emergency numbers.
  patternRule(['digit'], String.raw`(?<=(?:[Gg]ọi|[Ss]ố điện thoại)\s)1\d\d(?!\d)`, ([text]) => byDigits(text)),
  patternRule(
    ['digit'],
    String.raw`(?<=[Nn]gày\s(?:mùng\s)?)${day}[/.-]${month}(?:[/.-](\d{4}))?(?![\d/])`,
    ([, d, m, y]) => dateWords(Number(d), Number(m), y, true),
  ),
  patternRule(['digit'], String.raw`${day}[/]${month}/(\d{4})(?![\d/])`, ([, d, m, y]) =>
    dateWords(Number(d), Number(m), y, false),
  ),
  patternRule(['digit'], String.raw`(?<=[Tt]háng\s)${month}[/-](\d{4})(?![\d/])`, ([, m, y = '']) => [
    ...monthName(Number(m)),
    'năm',
    ...vietnameseNumber(y),
  ]),
  patternRule(['digit'], String.raw`(?<=(?:[Tt]háng|[Qq]uý)\s)4(?![\d.,/]*\d)`, () => ['tư']),
  patternRule(['digit'], String.raw`1[89]00[ .-]?\d{4,6}(?!\d)`, ([text]) => byDigits(text)),
  // Amounts of money, and the short forms of thousand and million.
  patternRule(
    ['digit'],
    String.raw`(\d{1,3}(?:\.\d{3}){1,4}|\d{1,15})(?:,(\d{1,2}))?\s?${sumMark}(?:(\s?[-–~]\s?)(?=\d[\d.,]{0,20}\s?${sumMark}))?`,
    ([, whole = '', fraction, short, to]) => [
      ...vietnameseNumber(whole.replace(/\./gu, '')),
      ...(fraction === undefined ? [] : ['phẩy', ...byDigits(fraction)]),
      short === undefined ? 'đồng' : short === 'k' ? 'nghìn' : 'triệu',
      ...(to === undefined ? [] : ['đến']),
    ],
  ),
  patternRule(['digit'], String.raw`(?<=[Tt]hứ\s)([14])(?![\d.,]*\d)`, ([, digit]) => [digit === '1' ? 'nhất' : 'tư']),
  patternRule(
    ['digit'],
    String.raw`([01]?\d|2[0-4])(?:h|g|giờ)(?:([0-5]\d)(?:p|ph|phút|['’′])?)?(?![\p{L}\d])(\s?[-–]\s?(?=\d{1,2}\s?(?:h|g|giờ)))?`,
    ([, hours, minutes, to]) => [
      ...timeWords(Number(hours), Number(minutes ?? 0)),
      ...(to === undefined ? [] : ['đến']),
    ],
  ),
];

function timeWords(hours: number, minutes: number, seconds?: number): string[] {
  return [
    ...vietnameseNumber(String(hours)),
    'giờ',
    ...(minutes > 0 || seconds !== undefined ? vietnameseNumber(String(minutes)) : []),
    ...(minutes > 0 && (minutes < 10 || seconds !== undefined) ? ['phút'] : []),
    ...(seconds === undefined ? [] : [...vietnameseNumber(String(seconds)), 'giây']),
  ];
}

function fractionWords(numerator: number, denominator: number): string[] {
  const below = denominator === 4 ? ['tư'] : vietnameseNumber(String(denominator));
  return [...vietnameseNumber(String(numerator)), 'phần', ...below];
}

export const vietnamese: LanguageRules = {
  rules,
  cardinal: vietnameseNumber,
  decimals: decimalWords,
  // 30/4 is a day: there are no thirty quarters.
  fraction: (numerator, denominator) =>
    numerator > denominator && numerator <= 31 && denominator <= 12
      ? dateWords(numerator, denominator, undefined, false)
      : fractionWords(numerator, denominator),
  date: ({ day: d, month: m, year }) => dateWords(d, m, year, false),
  time: ({ hours, minutes, seconds }) => timeWords(hours, minutes, seconds),
  year: vietnameseNumber,
  roman: (value) => vietnameseNumber(String(value)),
};
