import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { germanCardinal, germanOrdinalStem, germanYear } from './de-numbers.ts';
import { spanishCardinal, spanishOrdinal } from './es-numbers.ts';
import { frenchCardinal, frenchOrdinal } from './fr-numbers.ts';
import { hungarianCardinal, hungarianOrdinal } from './hu-numbers.ts';
import { italianCardinal, italianOrdinal } from './it-numbers.ts';
import { portugueseCardinal, portugueseOrdinal } from './pt-numbers.ts';
import { russianCardinal, russianCount, russianOrdinal } from './ru-numbers.ts';
import { swedishCardinal, swedishOrdinal, swedishYear } from './sv-numbers.ts';

type NumberForm = string | readonly string[] | undefined;

/** Name of a table, how a number is named, and pairs of a number and its name. */
const tables: readonly (readonly [string, (digits: string) => NumberForm, Readonly<Record<string, string>>])[] = [
  [
    'German',
    germanCardinal,
    { 0: 'null', 101: 'hunderteins', 1100: 'eintausendeinhundert', 2000001: 'zwei Millionen eins' },
  ],
  ['German ordinal', germanOrdinalStem, { 1: 'erst', 7: 'siebt', 20: 'zwanzigst', 103: 'hundertdritt' }],
  ['German year', germanYear, { 1100: 'elfhundert', 1998: 'neunzehnhundertachtundneunzig', 2000: 'zweitausend' }],
  [
    'French',
    frenchCardinal,
    {
      71: 'soixante et onze',
      80: 'quatre-vingts',
      80000: 'quatre-vingt mille',
      200: 'deux cents',
      201: 'deux cent un',
    },
  ],
  [
    'French ordinal',
    frenchOrdinal,
    { 1: 'premier', 5: 'cinquième', 9: 'neuvième', 80: 'quatre-vingtième', 21: 'vingt et unième' },
  ],
  [
    'Spanish feminine',
    (digits) => spanishCardinal(digits, 'una'),
    { 21: 'veintiuna', 200: 'doscientas', 1000000: 'un millón' },
  ],
  [
    'Spanish',
    spanishCardinal,
    { 100: 'cien', 101: 'ciento uno', 1999: 'mil novecientos noventa y nueve', 1000000000: 'mil millones' },
  ],
  ['Spanish ordinal', spanishOrdinal, { 11: 'undécimo', 13: 'decimotercero', 21: 'vigésimo primero' }],
  [
    'Italian',
    italianCardinal,
    { 28: 'ventotto', 33: 'trentatré', 1000: 'mille', 2000: 'duemila', 1000000: 'un milione' },
  ],
  [
    'Italian ordinal',
    italianOrdinal,
    { 11: 'undicesimo', 23: 'ventitreesimo', 26: 'ventiseiesimo', 1000: 'millesimo' },
  ],
  [
    'Portuguese feminine',
    (digits) => portugueseCardinal(digits, true),
    { 22: 'vinte e duas', 200: 'duzentas', 1100: 'mil e cem' },
  ],
  ['Portuguese ordinal', portugueseOrdinal, { 3: 'terceiro', 21: 'vigésimo primeiro' }],
  ['Swedish', swedishCardinal, { 21: 'tjugoett', 1500: 'ettusenfemhundra', 1000000: 'en miljon' }],
  ['Swedish year', swedishYear, { 1998: 'nittonhundranittioåtta', 2008: 'tvåtusenåtta', 2024: 'tjugohundratjugofyra' }],
  ['Swedish ordinal', swedishOrdinal, { 1: 'första', 22: 'tjugoandra', 30: 'trettionde', 100: 'hundrade' }],
  [
    'Hungarian',
    hungarianCardinal,
    { 12: 'tizenkettő', 2000: 'kétezer', 2024: 'kétezer-huszonnégy', 1998: 'ezerkilencszázkilencvennyolc' },
  ],
  ['Hungarian ordinal', hungarianOrdinal, { 1: 'első', 11: 'tizenegyedik', 13: 'tizenharmadik', 100: 'századik' }],
  [
    'Russian',
    russianCardinal,
    { 0: 'ноль', 21: 'двадцать один', 2000: 'две тысячи', 1941: 'тысяча девятьсот сорок один' },
  ],
  [
    'Russian genitive',
    (digits) => russianCardinal(digits, 'feminine', 'genitive'),
    { 2: 'двух', 58: 'пятидесяти восьми', 340: 'трёхсот сорока' },
  ],
  [
    'Russian ordinal',
    russianOrdinal,
    { 3: 'третий', 40: 'сороковой', 2000: 'двухтысячный', 1998: 'тысяча девятьсот девяносто восьмой' },
  ],
  [
    'Russian noun',
    (digits) => russianCount(digits, ['рубль', 'рубля', 'рублей']),
    { 1: 'рубль', 11: 'рублей', 22: 'рубля', 112: 'рублей' },
  ],
];

describe('numbers in words', () => {
  for (const [name, read, rows] of tables) {
    it(`are right: ${name}`, () => {
      const spoken = Object.fromEntries(Object.keys(rows).map((digits) => [digits, [read(digits)].flat().join(' ')]));
      assert.deepEqual(spoken, rows);
    });
  }

  it('have a name up to fifteen digits', () => {
    assert.match(russianCardinal('999999999999999').join(' '), /^девятьсот девяносто девять триллионов/u);
    assert.match(germanCardinal('999999999999999').join(' '), /^neunhundertneunundneunzig Billionen/u);
  });
});
