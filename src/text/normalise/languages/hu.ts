/** What Hungarian adds to the common rules (A magyar helyesírás szabályai, 12. kiadás: számok, keltezés). */
import { wordAfter } from '../neighbours.ts';
import { numeralAt, numeralWords } from '../numerals.ts';
import { matchAt, patternRule, type LanguageRules, type Rule, type TimeOfDay } from '../rule.ts';
import { abbreviationRule } from './abbreviation-rule.ts';
import { dateRules, yearRangeRule } from './date-rules.ts';
import { moreAbbreviations } from './more-abbreviations.ts';
import { hungarianCardinal, hungarianOrdinal, hungarianPart } from './hu-numbers.ts';
import { phoneRule } from './phone-rule.ts';
import { isSurelyRoman, romanRule } from './roman-rule.ts';
import { list } from './thousands.ts';

const months = list(
  'január február március április május június július augusztus szeptember október november december',
);
const backVowel = /[aáoóuú](?=[^aáeéiíoóöőuúüű]*$)/u;

/** The day of a month with its possessive ending: `harmadika`, `elseje`. */
function dayOfMonth(day: number): string {
  if (day === 1) return 'elseje';
  const ordinal = hungarianOrdinal(String(day));
  return `${ordinal}${backVowel.test(ordinal.slice(0, -2)) ? 'a' : 'e'}`;
}

/** `3-a`, `15-én`, `1-jétől`: the ending of the day follows its possessive vowel, which is long before it. */
function dayWithEnding(day: number, ending: string): string {
  const base = dayOfMonth(day);
  if (ending === 'i') return `${base}i`;
  const rest = ending.replace(/^j?[aeáé]/u, '');
  return rest === '' ? base : base.slice(0, -1) + (base.endsWith('a') ? 'á' : 'é') + rest;
}

const monthNames = months.map((name) => `[${name.charAt(0)}${name.charAt(0).toUpperCase()}]${name.slice(1)}`).join('|');
const dayEnding = String.raw`(?:\.(?!\d)|-(j?[aeáé]\p{Ll}{0,6}|i)(?!\p{L}))`;
/** By the first letters of a short name, and by a Roman numeral. */
const shortMonthNames = '[Jj]an|[Ff]ebr?|[Mm]árc|[Áá]pr|[Mm]áj|[Jj]ún|[Jj]úl|[Aa]ug|[Ss]zept|[Oo]kt|[Nn]ov|[Dd]ec';
const shortMonthStarts = list('jan feb márc ápr máj jún júl aug szept okt nov dec');
const romanMonths = list('I II III IV V VI VII VIII IX X XI XII');
function monthOf(written: string): string {
  const roman = romanMonths.indexOf(written);
  return months[roman >= 0 ? roman : shortMonthStarts.findIndex((start) => written.toLowerCase().startsWith(start))]!;
}
/** `2019. dec. 24-én`, `1848. III. 15.` */
const shortDate = patternRule(
  ['digit'],
  String.raw`(\d{3,4})\. ?(${shortMonthNames}|[IVX]{1,4})\. ?(\d{1,2})${dayEnding}`,
  ([, year, month, day, ending]) =>
    Number(day) > 31 || (/^[IVX]/u.test(month!) && !romanMonths.includes(month!))
      ? undefined
      : [hungarianCardinal(year!), monthOf(month!), dayWithEnding(Number(day), ending ?? '')],
);
const shortMonthDay = patternRule(
  ['digit'],
  String.raw`(?<=(?:${shortMonthNames})\. )(\d{1,2})${dayEnding}`,
  ([, day, ending]) => (Number(day) > 31 ? undefined : [dayWithEnding(Number(day), ending ?? '')]),
);
/** `június 2-ától 9-éig` */
const secondDay = patternRule(
  ['digit'],
  String.raw`(?<=(?:${monthNames}) \d{1,2}-j?[aeáé]t[óő]l )(\d{1,2})-(j?[aeáé]ig)(?!\p{L})`,
  ([, day, ending]) => (Number(day) > 31 ? undefined : [dayWithEnding(Number(day), ending!)]),
);

/** `1848. március 15-én`, `május 3.`. */
const writtenDate = patternRule(
  ['digit'],
  String.raw`(\d{3,4})\.? (${monthNames}) (\d{1,2})${dayEnding}`,
  ([, year, month, day, ending]) => [hungarianCardinal(year!), month!, dayWithEnding(Number(day), ending ?? '')],
);

const dayAfterMonth = patternRule(
  ['digit'],
  String.raw`(?<=(?:${monthNames}) )(\d{1,2})${dayEnding}`,
  ([, day, ending]) => (Number(day) > 31 ? undefined : [dayWithEnding(Number(day), ending ?? '')]),
);

/** `2024. 07. 01.`, `2023.12.24.`. */
const digitDate = patternRule(
  ['digit'],
  String.raw`(\d{4})\. ?(\d{1,2})\. ?(\d{1,2})(?:\.|${dayEnding})?(?!\d)`,
  ([, year, month, day, ending]) => {
    const name = months[Number(month) - 1];
    return name === undefined || Number(day) > 31 || Number(day) < 1
      ? undefined
      : [hungarianCardinal(year!), name, dayWithEnding(Number(day), ending ?? '')];
  },
);

/** A number with an ending of its case: `1998-ban`, `5-kor`, `90-es`, `3-szor`. */
const withEnding = patternRule(['digit'], String.raw`(\d{1,12})-(\p{Ll}{1,12})(?!\p{L})`, ([, digits, ending]) => [
  attach(hungarianCardinal(digits!), ending!),
]);

/** Number names whose vowel is short or falls out before an ending that begins with a vowel. */
const shortStems: Readonly<Record<string, string>> = {
  három: 'hárm',
  négy: 'négy',
  húsz: 'husz',
  tíz: 'tíz',
  ezer: 'ezr',
  kettő: 'kettő',
};

function attach(name: string, ending: string): string {
  // -es, -as and -os change the stem: harmas, ezres, kettes.
  if (!/^[aeoö]s/u.test(ending)) return name + ending;
  const stem = /(?:három|húsz|tíz|ezer|kettő|hét)$/u.exec(name)?.[0];
  if (stem === undefined) return name + ending;
  const short = { hét: 'het', kettő: 'kett', tíz: 'tíz', húsz: 'húsz' }[stem] ?? shortStems[stem]!;
  return name.slice(0, name.length - stem.length) + short + ending;
}

/** Consonants of two letters: the first one is doubled (`busz` and `val` are `busszal`). */
const doubled = /(?:(cs|dz|gy|ly|ny|sz|ty|zs)|([bcdfghjklmnpqrstvwxz]))$/u;
/** Behind these the accusative needs no vowel: `dollárt`. */
const takesBareT = /(?:[aáeéiíoóöőuúüű]|[lrnjz]|ny|ly|sz|zs|[aáeéiíoóöőuúüű]s)$/u;
const roundVowel = /[öőüű](?=[^aáeéiíoóöőuúüű]*$)/u;

/**
 * A name with an ending of its case. a and e grow long before most endings (`iskolában`); v of `-val` and `-vá` becomes the consonant
 * before it (`fonttal`); `-t` has a vowel before it behind most consonants (`fontot`).
 */
function withCase(name: string, ending: string): string {
  if (/[ae]$/u.test(name) && !/^(?:kor|ként|képp|i$|[aáeé])/u.test(ending)) {
    return name.slice(0, -1) + (name.endsWith('a') ? 'á' : 'é') + ending;
  }
  if (ending === 't' && !takesBareT.test(name)) {
    return `${name}${backVowel.test(name) ? 'o' : roundVowel.test(name) ? 'ö' : 'e'}t`;
  }
  // Written as it is heard: `5 kg-mal`, of which the name has both letters.
  if (/^([^aáeéiíoóöőuúüű])\1/u.test(name.slice(-2)) && ending.startsWith(name.slice(-1))) {
    return name + ending.slice(1);
  }
  const consonant = /^v[aáeé]l?$/u.test(ending) ? doubled.exec(name) : null;
  if (consonant === null) return name + ending;
  const [last, pair] = consonant;
  return name.slice(0, -last.length) + (pair === undefined ? last + last : pair.charAt(0) + pair) + ending.slice(1);
}

function clockWords({ hours, minutes, seconds }: TimeOfDay): string[] {
  const words = [hungarianCardinal(String(hours), true), 'óra'];
  if (minutes > 0 || seconds !== undefined) words.push(hungarianCardinal(String(minutes), true), 'perc');
  if (seconds !== undefined) words.push(hungarianCardinal(String(seconds), true), 'másodperc');
  return words;
}

/** `14:30-kor`, `20.15-kor`: the ending belongs to the last word. */
const clockWithEnding = patternRule(
  ['digit'],
  String.raw`([01]?\d|2[0-4])[:.]([0-5]\d)-(kor|tól|től|ig|ra|re)(?!\p{L})`,
  ([, hours, minutes, ending]) => {
    const words =
      Number(minutes) === 0
        ? [hungarianCardinal(hours!, true), 'óra']
        : [hungarianCardinal(hours!, true), 'óra', hungarianCardinal(String(Number(minutes)))];
    return [...words.slice(0, -1), words.at(-1)! + ending!];
  },
);

/** `10–15. oldal`, `3. emelet`; an ordinal number stands before a word in lower case or a name. */
const ordinalRange = patternRule(['digit'], String.raw`(\d{1,4})[-–](\d{1,4})\.(?= \p{L})`, ([, from, to]) => [
  `${hungarianCardinal(from!)}–${hungarianOrdinal(to!)}`,
]);

const ordinal = patternRule(['digit'], String.raw`(\d{1,6})\.(?= ?[\p{L}§])`, ([all, digits], { text, at }) => {
  const next = wordAfter(text, at + all.length);
  const isNoun = /^\p{Ll}/u.test(next) || text.startsWith(' §', at + all.length);
  return digits!.startsWith('0') || !isNoun ? undefined : [hungarianOrdinal(digits!)];
});

/** `5-6 nap`: two numbers that are a guess are said one after the other. */
const guess = patternRule(['digit'], String.raw`(\d{1,2})[-–](\d{1,2})(?= \p{Ll})`, ([, first, second]) => [
  `${hungarianCardinal(first!, first === second)}-${hungarianCardinal(second!, true)}`,
]);

/** `1848-49-ben`: both years, the last one with the ending. */
const yearsWithEnding = patternRule(
  ['digit'],
  String.raw`(\d{4})[-–](\d{2}|\d{4})-(\p{Ll}{1,8})(?!\p{L})`,
  ([, from, to, ending]) => [hungarianCardinal(from!), attach(hungarianCardinal(to!), ending!)],
);

/** A score: `2–1`, `3:2`. */
const score = patternRule(
  ['digit'],
  String.raw`(\d{1,2})(?:[-–](\d{1,2})(?= (?:lett|volt|győzelem|arányban|vezet))|:(\d)(?![\d:]))`,
  ([, first, second, other]) => [hungarianCardinal(first!), hungarianCardinal((second ?? other)!)],
);

/** `§-t`, `§-ban`: the name of the sign with its ending. */
const section = patternRule(['sign'], String.raw`§-(\p{Ll}{1,8})`, ([, ending]) => [
  `paragrafus${ending === 't' ? 't' : ending!}`,
]);

/** `3 %-kal`, `5%-os`. */
const percentWithEnding: Rule = {
  starts: ['digit'],
  read: ({ text, at, locale }) => {
    const number = numeralAt(text, at, locale);
    const ending = number && matchAt(percentEnding, text, number.end);
    if (!ending) return undefined;
    const words = numeralWords(number, locale, 'százalék');
    return [{ end: number.end + ending[0].length, words: [...words, `százalék${ending[1]!}`] }];
  },
};
const percentEnding = / ?%-(\p{Ll}{1,8})/uy;

/** Units that are Hungary's own, or words there: `10 dkg`, `5 db`. */
const units: Readonly<Record<string, string>> = {
  dkg: 'dekagramm',
  db: 'darab',
  fő: 'fő',
  q: 'mázsa',
  mp: 'másodperc',
  'M Ft': 'millió forint',
  MFt: 'millió forint',
  'Mrd Ft': 'milliárd forint',
  'E Ft': 'ezer forint',
  eFt: 'ezer forint',
};
const measure: Rule = {
  starts: ['digit'],
  read: ({ text, at, locale }) => {
    const number = numeralAt(text, at, locale);
    const unit = number && matchAt(unitPattern, text, number.end);
    if (!unit) return undefined;
    const name = units[unit[1]!]!;
    return [{ end: number.end + unit[0].length, words: [...numeralWords(number, locale, name), name] }];
  },
};
const unitPattern = / ?(dkg|db|fő|q|mp|M Ft|MFt|Mrd Ft|E Ft|eFt)(?![\p{L}\d-])/uy;

/** Ordinal before a name (`IV. Béla`) or noun (`XX. század`). */
const roman = romanRule((value, { letters, dotted, after }) => {
  const isNumeral = letters.length > 1 || /^[IVX]$/u.test(letters);
  if (dotted && after !== '' && isNumeral) return { words: [hungarianOrdinal(String(value))], mark: 1 };
  return isSurelyRoman(letters) ? { words: [hungarianCardinal(String(value))] } : undefined;
});

/** Tenths, hundredths, thousandths: `kettő egész öt tized`. */
function decimal(whole: string, fraction: string): readonly string[] | undefined {
  const digits = fraction.replace(/^0+/u, '');
  if (fraction.length > 3 || digits === '') return undefined;
  return [
    hungarianCardinal(whole),
    'egész',
    hungarianCardinal(digits, true),
    hungarianPart(`1${'0'.repeat(fraction.length)}`).replace(/^egy(?=\p{L})/u, ''),
  ];
}

function fraction(numerator: number, denominator: number): readonly string[] | undefined {
  if (numerator < 1 || denominator < 2) return undefined;
  if (numerator === 1 && denominator === 2) return ['fél'];
  return [`${hungarianCardinal(String(numerator), true)}${hungarianPart(String(denominator))}`];
}

const isoDates: readonly Rule[] = dateRules(({ day, month, year }) =>
  year.length === 4 ? [hungarianCardinal(year), months[month - 1]!, dayOfMonth(day)] : undefined,
);

export const hungarian: LanguageRules = {
  // An ending behind a unit: 100 m-t.
  suffix: /^-\p{Ll}{1,6}(?!\p{L})/u,
  withSuffix: withCase,
  rules: [
    phoneRule(String.raw`06[ -/]\d{1,2}[ -/]\d{3}[ -]?\d{3,4}`),
    abbreviationRule(moreAbbreviations.hu!),
    ...isoDates,
    shortDate,
    shortMonthDay,
    secondDay,
    writtenDate,
    digitDate,
    dayAfterMonth,
    clockWithEnding,
    yearRangeRule((from, to) => [hungarianCardinal(from), hungarianCardinal(to)]),
    ordinalRange,
    ordinal,
    yearsWithEnding,
    score,
    guess,
    withEnding,
    section,
    percentWithEnding,
    measure,
    roman,
  ],
  cardinal: (digits, noun) => [
    hungarianCardinal(digits, noun !== undefined && /^\p{L}/u.test(noun) && !isFunctionWord(noun)),
  ],
  decimal,
  fraction,
  time: clockWords,
};

const functionWords = new Set(
  list('és vagy de meg a az egész pont plusz mínusz van volt lett szorozva osztva egyenlő kisebb nagyobb szám számot'),
);
function isFunctionWord(noun: string): boolean {
  return functionWords.has(noun.toLowerCase());
}
