/**
 * Korean: which counters take native numerals, which Sino-Korean ones, follows the 국립국어원 (수관형사, 단위성 의존 명사);
 * numbers are divided at 만 (한글 맞춤법 §44). Counters with several meanings are read by the commonest.
 */
import { romanLetterRule } from './roman-letters.ts';
import { localNumber } from './phone-rule.ts';
import { patternRule, type LanguageRules, type Rule } from '../rule.ts';
import { nativeCounters, sinoCounters } from './ko-counters.ts';

const digitNames = Array.from('영일이삼사오육칠팔구');
const places = ['', '십', '백', '천'];
const units = ['', '만', '억', '조'];

/** Telephone numbers say 공 for 0. */
function byDigits(digits: string, zero: string): string {
  return Array.from(digits, (digit) => (digit === '0' ? zero : digitNames[Number(digit)]!)).join('');
}

/** 1–9999; 1 is silent before 십, 백 and 천. */
function section(digits: string): string {
  return Array.from(digits, Number)
    .map((digit, index) => {
      const place = digits.length - 1 - index;
      return digit === 0 ? '' : (digit === 1 && place > 0 ? '' : digitNames[digit]!) + places[place]!;
    })
    .join('');
}

/** `12345678`: 천이백삼십사만 오천육백칠십팔. A lone 만 has no 일 before it. */
export function sinoNumber(digits: string): string[] {
  const value = digits.replace(/^0+(?=\d)/u, '');
  if (value === '0') return ['영'];
  const words: string[] = [];
  for (let end = value.length, unit = 0; end > 0; end -= 4, unit++) {
    const part = value.slice(Math.max(0, end - 4), end);
    if (Number(part) === 0) continue;
    const name = section(part.replace(/^0+/u, ''));
    words.unshift((unit === 1 && name === '일' && end <= 4 ? '' : name) + units[unit]!);
  }
  return words;
}

const nativeOnes = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉'];
const nativeTens = ['', '열', '스물', '서른', '마흔', '쉰', '예순', '일흔', '여든', '아흔'];

/** The form of 1–99 before a counter: 한, 스무, 스물한; hundreds and more are Sino-Korean. */
export function nativeNumber(digits: string): string[] {
  const value = Number(digits.replace(/,/gu, ''));
  if (value === 0 || value > 99) return read(digits);
  return [value === 20 ? '스무' : nativeTens[Math.floor(value / 10)]! + nativeOnes[value % 10]!];
}

const number = String.raw`\d{1,3}(?:,\d{3}){1,4}(?![\d,])|\d{1,15}(?![\d,]\d)`;

function read(written: string): string[] {
  const [whole = '0', fraction] = written.replace(/,/gu, '').split('.');
  const words = whole.length > 1 && whole.startsWith('0') ? [byDigits(whole, '공')] : sinoNumber(whole);
  return fraction === undefined ? words : [...words, '점', byDigits(fraction, '영')];
}

function joined(words: readonly string[], after: string): string[] {
  return [...words.slice(0, -1), words.at(-1)! + after];
}

const hangul = '[가-힣]*';
const months = ['일', '이', '삼', '사', '오', '유', '칠', '팔', '구', '시', '십일', '십이'];

/** What four digits and four digits are the bounds of. */
const counted = String.raw`\s?(?:[만억조]?[원명년개권장호쪽]|달러|미터|킬로|그램|[kc]?m|k?g)`;
const phoneRules: readonly Rule[] = [
  patternRule(
    ['digit', 'sign'],
    String.raw`(\+?)((?<=\+)\d{1,3}(?:[- ]\d{1,8}){2,4}|01\d \d{3,4} \d{4}|\d{2,3}(?:[- )]{1,2}\d{1,4}){0,1}[- )]{1,2}\d{3,4}-\d{4}|01\d{8,9}|1[5-9]\d\d-\d{4}(?!${counted})|0\d{1,2}-\d{3,4}-\d{4})(?!\d)(${hangul})`,
    ([, plus, digits = '', after = '']) => [
      ...(plus === '+' ? ['플러스'] : []),
      ...joined(
        digits.split(/[- )]+/u).map((part) => byDigits(part, '공')),
        after,
      ),
    ],
  ),
  patternRule(
    ['digit'],
    String.raw`(${localNumber})(?!\d|[.,-]\d|${counted})(${hangul})`,
    ([, digits = '', after = '']) =>
      joined(
        digits.split('-').map((part) => byDigits(part, '공')),
        after,
      ),
  ),
  patternRule(
    ['digit'],
    String.raw`(1[12]\d)(?=에? (?:신고|전화)|에 |로 )(${hangul})`,
    ([, digits = '', after = '']) => [byDigits(digits, '공') + after],
  ),
];

function year(digits: string): string {
  return sinoNumber(digits).join('');
}

const dateRules: readonly Rule[] = [
  // A day with its weekday: 5/15(월).
  patternRule(
    ['digit'],
    String.raw`(0?[1-9]|1[0-2])\/(0?[1-9]|[12]\d|3[01])(?=\s?[(（][월화수목금토일][)）])`,
    ([, m = '', d = '']) => [months[Number(m) - 1]!, '월', ...sinoNumber(d), '일'],
  ),
  // From one weekday to another: 월~금, 월요일~금요일에.
  patternRule(
    ['letter'],
    String.raw`(?<![가-힣])([월화수목금토일])(?:요일)?\s?[-–~～〜]\s?([월화수목금토일])(?:요일|(?![가-힣]))(${hangul})`,
    ([, from = '', to = '', after = '']) => [`${from}요일에서`, `${to}요일${after}`],
  ),
  patternRule(['letter'], String.raw`(?<=[\d일]\s?[(（])([월화수목금토일])(?=[)）])`, ([, day = '']) => [`${day}요일`]),
  // Days that are known by their date: 3·1절, 5·18.
  patternRule(
    ['digit'],
    String.raw`(?<![\d·])(1[0-2]|[1-9])·(3[01]|[12]\d|[1-9])(?![\d·=]|\s?=)(${hangul})`,
    ([, m = '', d = '', after = '']) => [byDigits(m, '공') + byDigits(d, '공') + after],
  ),
  // A page: p. 12.
  patternRule(['letter'], String.raw`(?<![A-Za-z])[pP]{1,2}\.\s?(\d{1,4})(?![\d:])`, ([, digits = '']) => [
    ...sinoNumber(digits),
    '쪽',
  ]),
  // A score: 3-1로 이겼다.
  patternRule(
    ['digit'],
    String.raw`(\d{1,2})-(\d{1,2})(?=로? ?(?:이[기긴겼길]|졌|지고|승|패|비[기겼긴]|완승|역전|앞[서섰]|뒤[지졌]))(로?)`,
    ([, a = '', b = '', after = '']) => [...sinoNumber(a), '대', ...joined(sinoNumber(b), after)],
  ),
  patternRule(
    ['digit'],
    String.raw`(\d{4})\s?[./-]\s?(0?[1-9]|1[0-2])\s?[./-]\s?(0?[1-9]|[12]\d|3[01])(?:\.(?=\s|$))?(?!\d)(${hangul})`,
    ([, y = '', m = '', d = '', after = '']) => [
      year(y),
      '년',
      months[Number(m) - 1]!,
      '월',
      ...sinoNumber(d),
      `일${after}`,
    ],
  ),
  patternRule(['digit'], String.raw`(0?[1-9]|1[0-2])\s?월(${hangul})`, ([, m = '', after = '']) => [
    months[Number(m) - 1]!,
    `월${after}`,
  ]),
  patternRule(['digit'], String.raw`(?<=제\s?)(${number})\s?([가-힣]+)`, ([, digits = '', after = '']) => [
    ...read(digits),
    after,
  ]),
];

const ordinalRules: readonly Rule[] = [
  patternRule(['letter'], String.raw`제\s?(${number})\s?([가-힣]+)`, ([, digits = '', after = '']) => [
    ...joinedFirst('제', read(digits)),
    after,
  ]),
  patternRule(['digit'], String.raw`(${number})\s?번째(${hangul})`, ([, digits = '', after = '']) => [
    ...(digits === '1' ? ['첫'] : nativeNumber(digits)),
    `번째${after}`,
  ]),
];

function joinedFirst(before: string, words: readonly string[]): string[] {
  return [before + words[0]!, ...words.slice(1)];
}

/** 시 is native up to 12, and Sino-Korean on the clock of 24 hours. */
function hourWords(hours: number): string[] {
  return hours >= 1 && hours <= 12 ? nativeNumber(String(hours)) : sinoNumber(String(hours));
}

const timeRules: readonly Rule[] = [
  patternRule(
    ['digit'],
    String.raw`([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?(?!\d)(${hangul})`,
    ([, h = '', m = '', s, after = '']) => joined(timeWords(Number(h), Number(m), s), after),
  ),
  patternRule(['digit'], String.raw`([01]?\d|2[0-4])\s?시(?!간)(${hangul})`, ([, h = '', after = '']) => [
    ...hourWords(Number(h)),
    `시${after}`,
  ]),
];

function timeWords(hours: number, minutes: number, seconds?: string): string[] {
  return [
    ...hourWords(hours),
    '시',
    ...(minutes === 0 && seconds === undefined ? [] : [...sinoNumber(String(minutes)), '분']),
    ...(seconds === undefined ? [] : [...sinoNumber(String(Number(seconds))), '초']),
  ];
}

const dash = String.raw`\s?[-–~～〜]\s?`;
const native = nativeCounters.join('|');
const sino = sinoCounters.join('|');

const counterRules: readonly Rule[] = [
  patternRule(['sign'], String.raw`[-−](\d{1,4}(?:\.\d{1,4})?)\s?°C(${hangul})`, ([, digits = '', after = '']) => [
    '영하',
    ...read(digits),
    `도${after}`,
  ]),
  // From one date or quantity to another: 5일~7일.
  patternRule(
    ['sign'],
    String.raw`(?<=[가-힣]\s?[)）]?\s?)[~～〜]\s?(?=\d)|(?<=\d[년월일시분초원층회명개])-(?=\d)`,
    () => ['에서'],
  ),
  // A score: 3 대 1.
  patternRule(['digit'], String.raw`(\d{1,3}) ?대 ?(?=\d{1,3}(?:$|[^\d대]))`, ([, a = '']) => [...sinoNumber(a), '대']),
  // A whole number and a fraction: -1과1/2.
  patternRule(
    ['digit', 'sign'],
    String.raw`((?:(?<![\p{L}\d])[-−])?)(\d{1,6})과 ?(\d{1,6})\/(\d{1,6})(?![\d/])`,
    ([, sign = '', whole = '', a = '', b = '']) => [
      ...(sign === '' ? [] : ['마이너스']),
      `${sinoNumber(whole).join('')}과`,
      `${sinoNumber(b).join('')}분의`,
      ...sinoNumber(a),
    ],
  ),
  patternRule(['digit'], String.raw`(\d{1,6})분의\s?(\d{1,6})(?!\d)`, ([, a = '', b = '']) => [
    `${sinoNumber(a).join('')}분의`,
    ...sinoNumber(b),
  ]),
  // Numbers in a list: 7,8월.
  patternRule(['digit'], String.raw`(\d{1,2}),(?=\d{1,2}(?!\d)\s?[가-힣])`, ([, a = '']) => read(a)),
  patternRule(
    ['digit'],
    String.raw`(${number})${dash}(${number})\s?(${native}|${sino})(${hangul})`,
    ([, a = '', b = '', counter = '', after = '']) => [...joined(read(a), '에서'), ...read(b), counter + after],
  ),
  patternRule(
    ['digit'],
    String.raw`(${number})(?!\.\d)\s?(${native})(${hangul})`,
    ([, digits = '', counter = '', after = '']) =>
      isSinoAnyway(counter, Number(digits))
        ? [...read(digits), counter + after]
        : [...nativeNumber(digits), counter + after],
  ),
  patternRule(
    ['digit', 'sign'],
    String.raw`((?:(?<![\p{L}\d])[-−+])?)((?:${number})(?:\.\d{1,15})?)\s?(${sino}|${native})(${hangul})`,
    ([, sign = '', digits = '', counter = '', after = '']) => [
      ...signWords(sign, counter),
      ...read(digits),
      counter + after,
    ],
  ),
  // A unit of ten thousands makes one word with its number; money and counters after it are words of their own.
  patternRule(['digit'], String.raw`(${number})([만억조])(${hangul})`, ([, digits = '', unit = '', after = '']) =>
    withCounter(digits === '1' && unit === '만' ? ['만'] : joined(read(digits), unit), after),
  ),
  patternRule(
    ['digit'],
    String.raw`(\d)([천백십])([만억조]?)(${hangul})`,
    ([, digit = '', place = '', unit = '', after = '']) =>
      withCounter([(digit === '1' ? '' : digitNames[Number(digit)]!) + place + unit], after),
  ),
];

const isCounter = new RegExp(`^(?:원|달러|${native})`, 'u');
function withCounter(words: readonly string[], after: string): string[] {
  return isCounter.test(after) ? [...words, after] : joined(words, after);
}

/** Below zero, 영하 where degrees are counted. */
function signWords(sign: string, counter: string): string[] {
  if (sign === '') return [];
  return sign === '+' ? ['플러스'] : [counter === '도' ? '영하' : '마이너스'];
}

/** Hundreds are Sino-Korean with every counter; 20대 are ages, 24시간 is the clock's. */
function isSinoAnyway(counter: string, value: number): boolean {
  if (value === 0 || value >= 100) return true;
  if (counter === '대') return value >= 10 && value % 10 === 0;
  return counter === '시간' && value >= 24;
}

/** A number with letters right behind it, which {@link LanguageRules} `suffix` puts to its last word. */
const attachedRule = patternRule(
  ['digit'],
  String.raw`(${number})(\.\d{1,15})?(?=[가-힣])`,
  ([, whole = '', fraction = '']) => read(whole + fraction),
);
const clockRules: readonly Rule[] = [
  patternRule(
    ['digit'],
    String.raw`([01]?\d|2[0-4]):([0-5]\d)${dash}([01]?\d|2[0-4]):([0-5]\d)(?![\d:])(${hangul})`,
    ([, h = '', m = '', toH = '', toM = '', after = '']) => [
      ...joined(timeWords(Number(h), Number(m)), '에서'),
      ...joined(timeWords(Number(toH), Number(toM)), after),
    ],
  ),
];
/** 3:2 is a score, unlike 3:02. */
const scoreRule = patternRule(['digit'], String.raw`(\d{1,3}):(\d)(?![\d:])`, ([, a = '', b = '']) => [
  ...read(a),
  '대',
  ...read(b),
]);

/** Particles with the form behind a consonant and behind a vowel. */
const particles: readonly (readonly [string, string])[] = [
  ['이', '가'],
  ['은', '는'],
  ['을', '를'],
  ['과', '와'],
  ['으로', '로'],
];

/** The form that a word takes: behind its last sound, not behind that of the digits as they were written. ㄹ takes 로. */
function withParticle(word: string, written: string): string {
  const pair = particles.find((each) => each.includes(written))!;
  const final = (word.charCodeAt(word.length - 1) - 0xac00) % 28;
  const isOpen = final === 0 || (final === 8 && pair[1] === '로');
  return word + pair[isOpen ? 1 : 0];
}

/** `2/5이`: 오분의 이가. Behind whole numbers the letters may be a counter (종로 3가), which stays. */
const fractionWithParticle = patternRule(
  ['digit'],
  String.raw`(\d{1,3})\/(\d{1,3})(이|가|은|는|을|를|과|와|으로|로)(?![가-힣])`,
  ([, numerator = '', denominator = '', particle = '']) => {
    const words = fractionWords(numerator, denominator);
    return [...words.slice(0, -1), withParticle(words.at(-1)!, particle)];
  },
);

function fractionWords(numerator: string, denominator: string): string[] {
  return [`${sinoNumber(denominator).join('')}분의`, ...sinoNumber(numerator)];
}

export const korean: LanguageRules = {
  suffix: /^[가-힣]+/u,
  rules: [
    ...phoneRules,
    fractionWithParticle,
    ...dateRules,
    ...ordinalRules,
    romanLetterRule(sinoNumber),
    ...clockRules,
    ...timeRules,
    scoreRule,
    ...counterRules,
    attachedRule,
  ],
  cardinal: sinoNumber,
  decimals: (digits) => [byDigits(digits, '영')],
  fraction: (numerator, denominator) => fractionWords(String(numerator), String(denominator)),
  date: ({ day, month, year: y }) => [
    ...(y === undefined ? [] : [year(y), '년']),
    months[month - 1]!,
    '월',
    ...(day === undefined ? [] : [...sinoNumber(String(day)), '일']),
  ],
  time: ({ hours, minutes, seconds }) => timeWords(hours, minutes, seconds === undefined ? undefined : String(seconds)),
  year: (digits) => [year(digits)],
  roman: (value) => sinoNumber(String(value)),
};
