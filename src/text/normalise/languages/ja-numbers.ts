/** Japanese numbers in kana, alone and before a counter. */
import type { Counter, CounterKind } from './ja-counters.ts';

const digitKana = ['ゼロ', 'いち', 'に', 'さん', 'よん', 'ご', 'ろく', 'なな', 'はち', 'きゅう'];
const hundreds: Readonly<Record<number, string>> = { 1: 'ひゃく', 3: 'さんびゃく', 6: 'ろっぴゃく', 8: 'はっぴゃく' };
const thousands: Readonly<Record<number, string>> = { 1: 'せん', 3: 'さんぜん', 8: 'はっせん' };
const units = ['', 'まん', 'おく', 'ちょう'];

/** Each digit by itself, as in telephone numbers. */
export function digitsInKana(digits: string): string {
  return Array.from(digits, (digit) => digitKana[Number(digit)]!).join('');
}

/** 1–9999; a round thousand before 万 and above is いっせん. */
function section(value: number, unit: number): string {
  const [thousand, hundred, ten, one] = [1000, 100, 10, 1].map((place) => Math.floor(value / place) % 10) as [
    number,
    number,
    number,
    number,
  ];
  return (
    (thousand === 0
      ? ''
      : value === 1000 && unit > 0
        ? 'いっせん'
        : (thousands[thousand] ?? `${digitKana[thousand]!}せん`)) +
    (hundred === 0 ? '' : (hundreds[hundred] ?? `${digitKana[hundred]!}ひゃく`)) +
    (ten === 0 ? '' : `${ten === 1 ? '' : digitKana[ten]!}じゅう`) +
    (one === 0 ? '' : digitKana[one]!)
  );
}

/** Up to 16 digits. */
export function numberInKana(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/u, '');
  if (value === '0') return digitKana[0]!;
  let kana = '';
  for (let end = value.length, unit = 0; end > 0; end -= 4, unit++) {
    const part = Number(value.slice(Math.max(0, end - 4), end));
    if (part === 0) continue;
    const name = section(part, unit);
    kana = (unit === 3 ? doubled(name, 't') : name) + units[unit]! + kana;
  }
  return kana;
}

/** Numbers that end in a double consonant before a counter of a kind. */
const doubling: Readonly<Record<CounterKind, RegExp | undefined>> = {
  k: /(?:いち|ろく|はち|じゅう|[ひびぴ]ゃく)$/u,
  h: /(?:いち|ろく|はち|じゅう|[ひびぴ]ゃく)$/u,
  s: /(?:いち|はち|じゅう)$/u,
  t: /(?:いち|はち|じゅう)$/u,
  p: /じゅう$/u,
  n: undefined,
};

function doubled(kana: string, kind: CounterKind): string {
  const pattern = doubling[kind];
  return pattern?.test(kana) === true ? kana.slice(0, -1) + 'っ' : kana;
}

const hRow = 'はひふへほハヒフヘホ';
const pRow = 'ぱぴぷぺぽパピプペポ';
function withP(kana: string): string {
  return pRow[hRow.indexOf(kana.charAt(0))]! + kana.slice(1);
}

/** A number with its counter: 3 and 本 give さんぼん. */
export function countedInKana(digits: string, counter: Counter): string {
  const whole = counter.whole?.[String(Number(digits))];
  if (whole !== undefined) return whole;
  return countedKana(numberInKana(digits), counter);
}

/** The same for a number in kana already. */
export function countedKana(number: string, counter: Counter): string {
  const [, ending] = /(よん|なな|きゅう|ゼロ)$/u.exec(number) ?? [];
  const other = ending === undefined ? undefined : counter.digits?.[ending];
  // じゅう ends as きゅう does not; にじゅう is no nine.
  if (other !== undefined) return number.slice(0, -ending!.length) + other + counter.kana;
  const short = doubled(number, counter.kind);
  if (short !== number) return short + (counter.kind === 'h' ? withP(counter.kana) : counter.kana);
  const nasal = counter.kind === 'h' ? /(?:さん|せん|ぜん|まん)$/u : /さん$/u;
  if (counter.afterThree !== undefined && nasal.test(number)) return number + counter.afterThree;
  if (counter.afterFour !== undefined && number.endsWith('よん')) return number + counter.afterFour;
  return number + counter.kana;
}

/** `2.5`: にてんご. */
export function decimalInKana(whole: string, fraction: string): string {
  const before = Number(whole) === 0 ? 'れい' : doubled(numberInKana(whole), 't');
  return `${before}てん${digitsInKana(fraction)}`;
}

const letterNames: Readonly<Record<string, string>> = {
  ...{
    A: 'エー',
    B: 'ビー',
    C: 'シー',
    D: 'ディー',
    E: 'イー',
    F: 'エフ',
    G: 'ジー',
    H: 'エイチ',
    I: 'アイ',
    J: 'ジェー',
  },
  ...{
    K: 'ケー',
    L: 'エル',
    M: 'エム',
    N: 'エヌ',
    O: 'オー',
    P: 'ピー',
    Q: 'キュー',
    R: 'アール',
    S: 'エス',
    T: 'ティー',
  },
  ...{ U: 'ユー', V: 'ブイ', W: 'ダブリュー', X: 'エックス', Y: 'ワイ', Z: 'ゼット' },
};
/** Capital letters by their names. */
export function lettersInKana(letters: string): string {
  return Array.from(letters, (letter) => letterNames[letter]!).join('');
}
