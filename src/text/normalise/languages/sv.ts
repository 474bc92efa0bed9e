/** What Swedish adds to the common rules (Svenska skrivregler; Myndigheternas skrivregler). */
import { wordAfter, wordBefore } from '../neighbours.ts';
import { digitsAt, numeralAt, numeralWords } from '../numerals.ts';
import { patternRule, type LanguageRules, type TextPosition, type Reading, type TimeOfDay } from '../rule.ts';
import { abbreviationRule } from './abbreviation-rule.ts';
import { dateRules, yearRangeRule } from './date-rules.ts';
import { moreAbbreviations } from './more-abbreviations.ts';
import { isSurelyRoman, romanRule } from './roman-rule.ts';
import { swedishCardinal, swedishOrdinal, swedishYear } from './sv-numbers.ts';
import { list, setOf } from './thousands.ts';

const months = list('januari februari mars april maj juni juli augusti september oktober november december');
const monthNames = new Set(months);

/** Neuter nouns that are often counted; most nouns are of common gender. */
const neuterNouns = setOf(
  'år barn hus djur gram kilogram kilo ton mål poäng glas ord namn rum land brev bord träd problem exemplar försök fall steg tal kapitel program besök möte ställe äpple paket prov mynt öre pund ben par dygn kvarter sekel decennium block företag',
);
const functionWords = setOf(
  'och eller är var i på av till med för att som men inte plus minus komma punkt gånger om igår idag imorgon här där nu också igen redan',
);

function isCommon(noun: string | undefined): boolean {
  const word = noun?.split(' ')[0]!.toLowerCase() ?? '';
  return word !== '' && !functionWords.has(word) && !neuterNouns.has(word) && !/(?:um|ek|em)$/u.test(word);
}

/** `1:a`, `3:e`. */
const ordinal = patternRule(['digit'], String.raw`(\d{1,6}):(?:a|e|dje|de)(?!\p{L})`, ([, digits]) => {
  const word = swedishOrdinal(digits!);
  return word === undefined ? undefined : [word];
});

/** `den 3 maj`, `21 juni 1985`; the article stays as written. */
const dayAndMonth = patternRule(
  ['digit'],
  String.raw`(\d{1,2}) (${months.join('|')})(?: (\d{4}))?(?![\p{L}\d])`,
  ([, day, month, year]) => {
    const word = Number(day) > 31 ? undefined : swedishOrdinal(day!);
    return word === undefined ? undefined : [word, month!, ...(year === undefined ? [] : swedishYear(year))];
  },
);

const shortMonth = String.raw`(?:jan|febr?|apr|aug|sept?|okt|nov|dec)\.?`;
/** `den 5 dec. 2021` */
const dayAndShortMonth = patternRule(
  ['digit'],
  String.raw`(\d{1,2}) (${shortMonth})(?: (\d{4}))?(?![\p{L}\d])`,
  ([, day, month, year]) => {
    const word = Number(day) > 31 ? undefined : swedishOrdinal(day!);
    const name = months.find((each) => each.startsWith(month!.slice(0, 3)));
    return word === undefined ? undefined : [word, name!, ...(year === undefined ? [] : swedishYear(year))];
  },
);
/** `den 2 och 9 juni` */
const firstOfTwoDays = patternRule(
  ['digit'],
  String.raw`(?<=[Dd]en )(\d{1,2})(?= (?:och|till|eller) (?:den )?\d{1,2} (?:${months.join('|')}))`,
  ([, day]) => (Number(day) > 31 ? undefined : [swedishOrdinal(day!)!]),
);
/** `Storg. 5`, `Kungsv. 12`: a street with its number. */
const street = patternRule(
  ['letter'],
  String.raw`(\p{Lu}\p{Ll}{2,20}[^n\P{L}])(g|v)\. ?(?=\d)`,
  ([, name, kind]) => [`${name!}${kind === 'g' ? 'gatan' : 'vägen'}`],
  (text) => /[gv]\. ?\d/u.test(text),
);
const singular: Readonly<Record<string, string>> = { msk: 'matsked', tsk: 'tesked', krm: 'kryddmått', pkt: 'paket' };
const oneSpoon = patternRule(
  ['letter'],
  String.raw`(?<=(?:^|[^\d.,])1 )(msk|tsk|krm|pkt)\.?(?!\p{L})`,
  ([, unit]) => [singular[unit!]!],
  (text) => /1 [mtkp]/u.test(text),
);

/** `3–5 maj`. */
const dayRange = patternRule(
  ['digit'],
  String.raw`(\d{1,2})[–-](\d{1,2})(?= (?:${months.join('|')})(?!\p{L}))`,
  ([, from, to]) => {
    const [first, last] = [swedishOrdinal(from!), swedishOrdinal(to!)];
    return first === undefined || last === undefined ? undefined : [first, 'till', last];
  },
);

const dates = dateRules(({ day, month, year }) => [
  swedishOrdinal(String(day))!,
  months[month - 1]!,
  ...swedishYear(year.length === 2 ? String(Number(year)) : year),
]);

/** `24/12` is a date when it is no fraction below one. */
const shortDate = patternRule(
  ['digit'],
  String.raw`(\d{1,2})/(\d{1,2})(?![\d/]|[.,]\d)`,
  ([all, day, month], { text, at }) => {
    const isDate = Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
    if (all === '24/7') return undefined;
    const isNamed = /(?:^|[^\p{L}])(?:den|till|från|senast)\s$/iu.test(text.slice(Math.max(0, at - 9), at));
    return isDate && (isNamed || Number(day) > Number(month))
      ? [swedishOrdinal(day!)!, months[Number(month) - 1]!]
      : undefined;
  },
);

const yearPlaces = setOf(
  'år året född sedan sommaren vintern hösten våren omkring cirka före efter från till under mellan runt',
);
const units = setOf('kr kronor km m kg g l ml st personer procent euro dollar meter gram liter');

/** Four digits that count nothing are a year where a word shows it or nothing follows. */
const year = patternRule(
  ['digit'],
  String.raw`(1[1-9]\d\d|20\d\d)(?![\d\p{L}:]|[.,]\d| ?[°%‰€$£/×=<>+*–:-])`,
  ([all, digits], { text, at }) => {
    if (/[\p{Sc}+\-−/#:]\s?$/u.test(text.slice(Math.max(0, at - 2), at))) return undefined;
    const before = wordBefore(text, at).toLowerCase();
    const after = text.startsWith(' ', at + all.length) ? wordAfter(text, at + all.length) : '';
    const isYear = yearPlaces.has(before) || monthNames.has(before) || after === '' || functionWords.has(after);
    return isYear && !units.has(after) ? swedishYear(digits!) : undefined;
  },
);

/** `1800-talet`, `1990-talets`, `90-talet`. */
const decade = patternRule(
  ['digit'],
  String.raw`((?:1[1-9]|20)?\d0)-(tal(?:et|ets|en|s)?)(?!\p{L})`,
  ([, digits, noun]) => [`${swedishYear(digits!).join('')}${noun!}`],
);

/** `1968 års`, `5-årig`: a number joined to its noun. */
const compound = patternRule(['digit'], String.raw`(\d{1,6})-(\p{Ll}{2,30})`, ([, digits, noun]) => [
  `${swedishCardinal(digits!).join(' ')}${noun!}`,
]);

function clock({ hours, minutes, seconds }: TimeOfDay): string[] {
  const words = swedishCardinal(String(hours));
  if (minutes > 0 || seconds !== undefined) {
    words.push(...(minutes < 10 ? ['noll'] : ['och']), ...swedishCardinal(String(minutes)));
  }
  if (seconds !== undefined) words.push('och', ...swedishCardinal(String(seconds)), 'sekunder');
  return words;
}

/** `kl. 14.30`, `2.30 e.m.`: the point divides a time where a word for it stands beside; decimals have a comma. */
const dottedClock = patternRule(
  ['digit'],
  String.raw`(?:(?<=(?:[Kk]l\.? ?|(?:[Kk]lockan|är|var|börjar|slutar|före|efter|till|mellan|och) ))([01]?\d|2[0-4])\.([0-5]\d)(?!\d|[.,]\d| ?[%‰€$£]| ?(?:kr|kronor|procent|grader|meter|k?m|k?g|euro|dollar)\b)|(1[0-2]|0?[1-9])\.([0-5]\d)(?= ?[ef]\. ?m\.))`,
  ([, hours, minutes, hoursOfHalf, minutesOfHalf]) =>
    clock({ hours: Number(hours ?? hoursOfHalf), minutes: Number(minutes ?? minutesOfHalf) }),
);

/** Kronor: `5 kr`, `20:-`, `2 mnkr`, `12,50 kr`. */
const crownUnits: Readonly<Record<string, readonly string[]>> = {
  tkr: ['tusen', 'kronor'],
  mnkr: ['miljoner', 'kronor'],
  mkr: ['miljoner', 'kronor'],
  mdkr: ['miljarder', 'kronor'],
};

function crownsAt({ text, at, locale }: TextPosition): readonly Reading[] | undefined {
  const number = numeralAt(text, at, locale) ?? digitsAt(text, at);
  if (number === undefined) return undefined;
  const unit = /^(?::-|,-| ?(kr|mnkr|mkr|mdkr|tkr)\b\.?(?!\p{L}))/u.exec(text.slice(number.end, number.end + 8));
  if (unit === null) return undefined;
  const end =
    number.end +
    (unit[0].endsWith('.') && !/^ ?\p{Ll}/u.test(text.slice(number.end + unit[0].length))
      ? unit[0].length - 1
      : unit[0].length);
  const large = crownUnits[unit[1] ?? ''];
  if (large !== undefined) return [{ end, words: [...numeralWords(number, locale), ...large] }];
  const { whole, fraction } = number;
  const words = [...swedishCardinal(whole, true), whole === '1' ? 'krona' : 'kronor'];
  if (fraction?.length === 2 && fraction !== '00') {
    words.push('och', ...swedishCardinal(String(Number(fraction))), 'öre');
  } else if (fraction !== undefined && fraction.length !== 2) {
    return [{ end, words: [...numeralWords(number, locale), 'kronor'] }];
  }
  return [{ end, words }];
}

const numbered = setOf('kapitel del bok akt avsnitt klass typ nivå fas');

/** `Karl XII` is "den tolfte"; chapters have cardinal numbers. */
const roman = romanRule((value, { letters, before: [near] }) => {
  const isName = /^\p{Lu}\p{Ll}/u.test(near) && !numbered.has(near.toLowerCase());
  if (isName && (letters.length > 1 || /^[IVX]$/u.test(letters))) {
    return { words: ['den', swedishOrdinal(String(value))!] };
  }
  return numbered.has(near.toLowerCase()) || isSurelyRoman(letters)
    ? { words: swedishCardinal(String(value)) }
    : undefined;
});

const irregularParts: Readonly<Record<number, string>> = { 2: 'halv', 3: 'tredjedel', 4: 'fjärdedel', 8: 'åttondel' };

function fraction(numerator: number, denominator: number): readonly string[] | undefined {
  if (numerator < 1 || denominator < 2 || denominator > 1000) return undefined;
  const stem = swedishOrdinal(String(denominator))!.replace(/nde$/u, 'n');
  const part = irregularParts[denominator] ?? `${stem}del`;
  const count = swedishCardinal(String(numerator), true);
  if (numerator === 1) return [...count, part];
  return [...count, denominator === 2 ? 'halva' : `${part}ar`];
}

export const swedish: LanguageRules = {
  rules: [
    street,
    oneSpoon,
    firstOfTwoDays,
    dayAndShortMonth,
    abbreviationRule(moreAbbreviations.sv!),
    yearRangeRule((from, to) => [...swedishYear(from), 'till', ...swedishYear(to)]),
    ...dates,
    decade,
    dottedClock,
    dayRange,
    dayAndMonth,
    ordinal,
    { starts: ['digit'], read: crownsAt },
    shortDate,
    compound,
    year,
    roman,
  ],
  cardinal: (digits, noun) => swedishCardinal(digits, isCommon(noun)),
  fraction,
  time: clock,
  year: swedishYear,
};
