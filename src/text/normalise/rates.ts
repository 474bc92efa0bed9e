/** Amounts for each of something: `5 €/kg`, `5 l/100 km`, `$5/day`. */
import { numeralAt, numeralWords, wordsOf, type Numeral } from './numerals.ts';
import { exponentWords } from './powers.ts';
import { matchAt, type CountedName, type Locale, type Reading, type Rule } from './rule.ts';
import { unitName, unitOf } from './tables/units.ts';

const slash = / ?[/∕] ?/uy;
const namePattern = /[\p{L}\p{M}µμ]{1,40}([²³])?/uy;
/** Symbols of spans of time that stand for something else behind a number. */
const spans: Readonly<Record<string, string>> = {
  ...{ d: 'day', wk: 'week', mo: 'month', mth: 'month', yr: 'year', y: 'year', a: 'year', hr: 'hour', sec: 'second' },
  ...{ Std: 'hour', Mon: 'month', Wo: 'week', ч: 'hour', мес: 'month', tim: 'hour', mån: 'month' },
};

/**
 * The name of "per" with a unit, as CLDR has it in the names of compound units; undefined where that has a slash or another
 * short form.
 */
function compoundName(id: string, locale: Locale): CountedName | undefined {
  const counted = id === 'liter' ? 'byte' : 'liter';
  const alone = locale.unit(counted, '5');
  const compound = locale.unit(`${counted}-per-${id}`, '5');
  if (alone === undefined || compound === undefined || /[/.,]|kg$/u.test(compound.before + compound.after)) {
    return undefined;
  }
  if (compound.before !== '') {
    return compound.after === alone.after ? { before: compound.before, after: '' } : undefined;
  }
  return compound.after.startsWith(`${alone.after} `)
    ? { before: '', after: compound.after.slice(alone.after.length).trim() }
    : undefined;
}

/** The word for "per" with what it stands before or behind. */
function perName(name: string, locale: Locale): CountedName {
  const { per } = locale.signs;
  if (!per.includes('{0}')) return { before: '', after: `${per} ${name}` };
  const [before, after] = per.replace('{1}', name).split('{0}');
  return { before: before!, after: after! };
}

interface Denominator {
  readonly end: number;
  readonly name: CountedName;
}

/** A unit, or a word, at an index: `kg`, `m²`, `s²`, `Tag`. */
interface Thing {
  readonly end: number;
  /** The identifier of the unit. */
  readonly id: string | undefined;
  /** Without an exponent that is not part of the unit. */
  readonly written: string;
  /** Of a unit that has no name with it. */
  readonly exponent: string | undefined;
}

function thingAt(text: string, at: number, isCounted: boolean, locale: Locale): Thing | undefined {
  const found = matchAt(namePattern, text, at);
  if (found === null) return undefined;
  const [symbol, exponent] = found;
  const isPower = exponent !== undefined && unitOf(symbol, false, locale) === undefined;
  const written = isPower ? symbol.slice(0, -1) : symbol;
  const span = !isCounted && Object.hasOwn(spans, written) ? spans[written] : undefined;
  return {
    end: at + symbol.length,
    id: span ?? unitOf(written, false, locale),
    written,
    exponent: isPower ? exponent : undefined,
  };
}

/** What an amount is for, behind the slash: a number, a unit, a word, or a number of units. */
function denominatorAt(text: string, at: number, locale: Locale): Denominator | undefined {
  const number = numeralAt(text, at, locale);
  if (number !== undefined) return countedDenominatorAt(text, number, locale);
  const thing = thingAt(text, at, false, locale);
  if (thing === undefined) return undefined;
  const { end, id, exponent } = thing;
  const compound = id !== undefined && exponent === undefined ? compoundName(id, locale) : undefined;
  if (compound !== undefined) return { end, name: compound };
  const named = id === undefined ? undefined : unitName(id, locale, '1');
  const power = exponent === undefined ? [] : exponentWords(exponent, locale);
  return { end, name: perName([named?.before ?? '', named?.after ?? thing.written, ...power].join(' '), locale) };
}

function countedDenominatorAt(text: string, number: Numeral, locale: Locale): Denominator {
  const unit = thingAt(text, number.end + (text.charAt(number.end) === ' ' ? 1 : 0), true, locale);
  const name = unit?.id === undefined ? undefined : unitName(unit.id, locale, number.whole, number.fraction);
  const words = numeralWords(number, locale, name?.after).join(' ');
  if (unit === undefined || name === undefined) return { end: number.end, name: perName(words, locale) };
  return { end: unit.end, name: perName(`${name.before} ${words} ${name.after}`, locale) };
}

/**
 * What was read of an amount with a unit or currency, and what stands behind the next slash.
 * @param readings without a gap; the last one ends where the slash may stand
 */
export function withRate(text: string, readings: readonly Reading[], locale: Locale): readonly Reading[] {
  const { end } = readings.at(-1)!;
  const found = matchAt(slash, text, end);
  const denominator = found && denominatorAt(text, end + found[0].length, locale);
  if (!denominator) return readings;
  const [before, after] = [wordsOf(denominator.name.before), wordsOf(denominator.name.after)];
  if (before.length === 0) return [...readings, { end: denominator.end, words: after }];
  return [{ end: denominator.end, words: [...before, ...readings.flatMap(({ words }) => words), ...after] }];
}

/** What is often counted for each of: times and people. */
const measured =
  /^(?:day|week|month|year|hour|night|person|user|tag|woche|monat|jahr|stunde|minute|nacht|person|kopf|stück|jour|semaine|mois|an|année|heure|nuit|personne|pers|día|semana|mes|año|hora|noche|persona|dia|mês|ano|noite|pessoa|giorno|settimana|mese|anno|ora|notte|persona|dag|week|maand|jaar|uur|nacht|persoon|vecka|månad|år|timme|natt|ngày|tuần|tháng|năm|giờ|phút|đêm|người|lần|день|сутки|неделю|месяц|год|час|ночь|чел|человека|dzień|tydzień|miesiąc|rok|osobę|nap|hét|hó|hónap|év|óra|fő|éj|gün|hafta|ay|yıl|saat|kişi|दिन|सप्ताह|माह|महीना|वर्ष|साल|घंटा|व्यक्ति|يوم|أسبوع|شهر|سنة|عام|ساعة|دقيقة|ليلة|شخص)$/iu;
const countedWord = /(?<![\p{L}\p{M}\d])\d[\d.,]{0,14} ?[\p{L}\p{M}]{1,20}\.?$/u;
const longestCounted = 38;
/** `10 Liter/Tag`, `5.000 đồng/kg`: behind a word that is counted. */
export const rateBehindWord: Rule = {
  starts: ['sign'],
  applies: (text) => text.includes('/'),
  read: ({ text, at, locale }) => {
    if (text.charAt(at) !== '/' || !countedWord.test(text.slice(Math.max(0, at - longestCounted), at))) {
      return undefined;
    }
    const thing = thingAt(text, at + 1, false, locale);
    if (thing === undefined || (thing.id === undefined && !measured.test(thing.written))) return undefined;
    const found = denominatorAt(text, at + 1, locale);
    if (found?.name.before !== '') return undefined;
    return [{ end: found.end, words: wordsOf(found.name.after) }];
  },
};

/** Symbols of one letter that a bare number is divided by: `30/h`, `4,51/s`. */
const shortSymbols = new Set(['h', 's', 'l']);

/** A bare number for each of a unit: `42/m²`, `5/kg`, `30/h`, `8/Tag`; undefined where no symbol of a unit and no span of time stands behind the slash. */
export function withRateOfUnit(text: string, number: Reading, locale: Locale): readonly Reading[] | undefined {
  const found = matchAt(slash, text, number.end);
  const thing = found && thingAt(text, number.end + found[0].length, true, locale);
  if (thing === undefined || thing === null) return undefined;
  const isUnit = thing.id !== undefined && (thing.written.length > 1 || shortSymbols.has(thing.written));
  const isSpan = measured.test(thing.written) || (thing.written.length > 1 && Object.hasOwn(spans, thing.written));
  return isUnit || isSpan ? withRate(text, [number], locale) : undefined;
}
