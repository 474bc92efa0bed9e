/** Russian cardinal and ordinal numbers in gender and case (Розенталь, Справочник: имя числительное; Русская грамматика, 1980). */
import { list, thousandsOf } from './thousands.ts';

/** Order of the cases in the tables. */
export type RussianCase = 'nominative' | 'genitive' | 'dative' | 'accusative' | 'instrumental' | 'prepositional';
export type RussianGender = 'masculine' | 'feminine' | 'neuter';

const cases: readonly RussianCase[] = [
  'nominative',
  'genitive',
  'dative',
  'accusative',
  'instrumental',
  'prepositional',
];

/** Forms in the order of the cases; the accusative is that of things, like the nominative. */
const ones: Readonly<Record<RussianGender, readonly string[]>> = {
  masculine: list('один одного одному один одним одном'),
  feminine: list('одна одной одной одну одной одной'),
  neuter: list('одно одного одному одно одним одном'),
};
const two = { other: list('два двух двум два двумя двух'), feminine: list('две двух двум две двумя двух') };
const three = list('три трёх трём три тремя трёх');
const four = list('четыре четырёх четырём четыре четырьмя четырёх');
const softNames = list(
  '_ _ _ _ _ пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать',
);
const tens = list('_ _ двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто');
const hundredNames = list('_ сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот');
const zero = list('ноль ноля нолю ноль нолём ноле');
/** Oblique form of five to nine inside tens and hundreds: `пятидесяти`, `восьмисот`. */
const hundredEndings = list('сот сот стам сот стами стах');

/** A thousand to the power of 1 and more: one, two to four, five and more, in the nominative; then the oblique stem. */
const scales = [
  { one: 'тысяча', few: 'тысячи', many: 'тысяч', gender: 'feminine' },
  { one: 'миллион', few: 'миллиона', many: 'миллионов', gender: 'masculine' },
  { one: 'миллиард', few: 'миллиарда', many: 'миллиардов', gender: 'masculine' },
  { one: 'триллион', few: 'триллиона', many: 'триллионов', gender: 'masculine' },
] as const;
const scaleSingular = { feminine: list('а и е у ей е'), masculine: list('_ а у _ ом е') } as const;
const scalePlural = { feminine: list('и _ ам и ами ах'), masculine: list('ы ов ам ы ами ах') } as const;

function isDirect(at: number): boolean {
  return at === 0 || at === 3;
}

/** `пять`, `двадцать`: soft feminines of the third declension. */
function soft(name: string, at: number): string {
  if (isDirect(at)) return name;
  if (name === 'восемь') return at === 4 ? 'восемью' : 'восьми';
  return at === 4 ? `${name}ю` : `${name.slice(0, -1)}и`;
}

function tenOf(value: number, at: number): string {
  const name = tens[value]!;
  if (isDirect(at)) return name;
  if (value === 4) return 'сорока';
  if (value === 9) return 'девяноста';
  if (value < 4) return soft(name, at);
  return `${soft(softNames[value]!, at)}${at === 4 ? 'десятью' : 'десяти'}`;
}

function hundredOf(value: number, at: number): string {
  if (isDirect(at)) return hundredNames[value]!;
  if (value === 1) return 'ста';
  return unitOf(value, 'masculine', at) + hundredEndings[at]!;
}

function unitOf(value: number, gender: RussianGender, at: number): string {
  if (value === 1) return ones[gender][at]!;
  if (value === 2) return (gender === 'feminine' ? two.feminine : two.other)[at]!;
  if (value === 3) return three[at]!;
  return value === 4 ? four[at]! : soft(softNames[value]!, at);
}

function belowThousand(value: number, gender: RussianGender, at: number): string[] {
  const words: string[] = [];
  const rest = value % 100;
  if (value >= 100) words.push(hundredOf(Math.floor(value / 100), at));
  if (rest >= 20) words.push(tenOf(Math.floor(rest / 10), at));
  const unit = rest < 20 ? rest : rest % 10;
  if (unit > 0) words.push(unitOf(unit, gender, at));
  return words;
}

/** The form that a number of 1–999 asks of what it counts: 0 for one, 1 for two to four, 2 for others. */
function countForm(value: number): 0 | 1 | 2 {
  const [last, teen] = [value % 10, Math.floor((value % 100) / 10) === 1];
  if (teen || last === 0 || last > 4) return 2;
  return last === 1 ? 0 : 1;
}

function scaleWord(power: number, value: number, at: number): string {
  const scale = scales[power - 1]!;
  const form = countForm(value);
  if (isDirect(at) && form > 0) return form === 1 ? scale.few : scale.many;
  const stem = scale.gender === 'feminine' ? scale.one.slice(0, -1) : scale.one;
  const endings = form === 0 ? scaleSingular[scale.gender] : scalePlural[scale.gender];
  return stem + endings[at]!.replace('_', '');
}

/** @param digits 1–15 ASCII digits */
export function russianCardinal(
  digits: string,
  gender: RussianGender = 'masculine',
  grammaticalCase: RussianCase = 'nominative',
): string[] {
  const at = cases.indexOf(grammaticalCase);
  const words = thousandsOf(digits).flatMap(({ value, power }) => {
    if (power === 0) return belowThousand(value, gender, at);
    // A thousand at the beginning is said without "одна".
    const count = power === 1 && value === 1 ? [] : belowThousand(value, scales[power - 1]!.gender, at);
    return [...count, scaleWord(power, value, at)];
  });
  return words.length === 0 ? [zero[at]!] : words;
}

/** Masculine nominative of the ordinal numbers, by value. */
const ordinalNames: ReadonlyMap<number, string> = new Map([
  ...list(
    'нулевой первый второй третий четвёртый пятый шестой седьмой восьмой девятый десятый одиннадцатый двенадцатый тринадцатый четырнадцатый пятнадцатый шестнадцатый семнадцатый восемнадцатый девятнадцатый двадцатый',
  ).map((name, value) => [value, name] as const),
  ...list('тридцатый сороковой пятидесятый шестидесятый семидесятый восьмидесятый девяностый сотый').map(
    (name, index) => [30 + 10 * index, name] as const,
  ),
  ...list('двухсотый трёхсотый четырёхсотый пятисотый шестисотый семисотый восьмисотый девятисотый').map(
    (name, index) => [200 + 100 * index, name] as const,
  ),
]);

/** Endings of a hard adjective, singular by gender and plural, in the order of the cases. */
const adjectiveEndings = {
  masculine: list('ый ого ому ый ым ом'),
  feminine: list('ая ой ой ую ой ой'),
  neuter: list('ое ого ому ое ым ом'),
  plural: list('ые ых ым ые ыми ых'),
} as const;
const thirdEndings = {
  masculine: list('ий ьего ьему ий ьим ьем'),
  feminine: list('ья ьей ьей ью ьей ьей'),
  neuter: list('ье ьего ьему ье ьим ьем'),
  plural: list('ьи ьих ьим ьи ьими ьих'),
} as const;

export type RussianAgreement = RussianGender | 'plural';

function declined(name: string, agreement: RussianAgreement, at: number): string {
  if (name === 'третий') return `трет${thirdEndings[agreement][at]!}`;
  if (agreement === 'masculine' && isDirect(at)) return name;
  return name.slice(0, -2) + adjectiveEndings[agreement][at]!;
}

/**
 * A number joined to the word behind it: `пяти` of `пятилетний`, `двадцатиодно`; the genitive but for one, ninety and a
 * hundred.
 * @param value 1–999
 */
export function russianPrefix(value: number): string {
  return belowThousand(value, 'masculine', 1)
    .map((word) => ({ одного: 'одно', ста: 'сто', девяноста: 'девяносто' })[word] ?? word)
    .join('');
}

/** Whole thousands: `тысячный`, `двухтысячный`, `двадцатипятитысячный`. */
function thousandsOrdinal(count: number): string {
  return count === 1 ? 'тысячный' : `${russianPrefix(count)}тысячный`;
}

/**
 * All but the last word are cardinal: `тысяча девятьсот девяносто восьмой`. The first thousand of a year has no `одна`.
 * Undefined for zero and from a million on.
 */
export function russianOrdinal(
  digits: string,
  agreement: RussianAgreement = 'masculine',
  grammaticalCase: RussianCase = 'nominative',
): string[] | undefined {
  const value = Number(digits);
  if (value === 0 || value >= 1e6) return undefined;
  const at = cases.indexOf(grammaticalCase);
  const rest = value % 1000;
  if (rest === 0) return [declined(thousandsOrdinal(value / 1000), agreement, at)];
  const last = rest % 100 === 0 ? rest : rest % 100 <= 20 || rest % 10 === 0 ? rest % 100 : rest % 10;
  const before = value === last ? [] : russianCardinal(String(value - last));
  return [...before, declined(ordinalNames.get(last)!, agreement, at)];
}

/** The noun that a number counts, by the form it asks: one, two to four, five and more. */
export function russianCount(digits: string, [one, few, many]: readonly [string, string, string]): string {
  return [one, few, many][countForm(Number(digits.slice(-3)))]!;
}
