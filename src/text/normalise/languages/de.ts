/** What German adds to the common rules (Duden, Rechtschreibung; DIN 5008). */
import { wordAfter, wordBefore } from '../neighbours.ts';
import { patternRule, type LanguageRules, type TimeOfDay } from '../rule.ts';
import { abbreviationRule } from './abbreviation-rule.ts';
import { yearRangeRule } from './date-rules.ts';
import { germanCardinal, germanOrdinalStem, germanYear } from './de-numbers.ts';
import { germanMonths, germanOrdinalRules, isFeminineGerman } from './de-ordinals.ts';
import { postalCodeRules } from './de-postal.ts';
import { abbreviationTables } from './europe-abbreviations.ts';
import { setOf } from './thousands.ts';

const yearPlaces = setOf('Jahr Jahre Jahres Jahren Anno seit Sommer Winter Herbst Frühjahr Frühling Ende Anfang Mitte');
const numberedThings = setOf('Nr Nummer Seite Zimmer Raum Kapitel Artikel Postleitzahl PLZ Code PIN auf mit');
const smallUnits = setOf('km m cm mm kg g mg l ml h min s t ha mal bis plus minus');
const currencies = setOf('zł kr kn лв руб грн лв lei');
const signBefore = /[\p{Sc}+\-−/#№]\s?$/u;

/** A number from 1100 to 1999 that counts nothing is a year. */
const year = patternRule(
  ['digit'],
  String.raw`(1[1-9]\d\d)(?![\d\p{L}]|[.,:]\d| ?[°%‰€$£/×=<>+*–-])`,
  ([all, digits], { text, at }) => {
    if (signBefore.test(text.slice(Math.max(0, at - 2), at))) return undefined;
    const before = wordBefore(text, at);
    const after = text.startsWith(' ', at + all.length) ? wordAfter(text, at + all.length) : '';
    const counts = after !== '' && (/^\p{Lu}/u.test(after) || smallUnits.has(after) || currencies.has(after));
    const isYear = yearPlaces.has(before) || germanMonths.has(before) || (!counts && !numberedThings.has(before));
    return isYear ? germanYear(digits!) : undefined;
  },
);

/** `die 90er`, `in den 1990ern`. */
const decade = patternRule(['digit'], String.raw`((?:1[1-9]|20)?\d{2})(ern?)(?!\p{L})`, ([, digits, ending]) => [
  `${germanYear(digits!).join('')}${ending!}`,
]);

const weekdays: Readonly<Record<string, string>> = {
  Mo: 'Montag',
  Di: 'Dienstag',
  Mi: 'Mittwoch',
  Do: 'Donnerstag',
  Fr: 'Freitag',
  Sa: 'Samstag',
  So: 'Sonntag',
};
const shortWeekday = `(${Object.keys(weekdays).join('|')})`;

/** `Mo.–Fr.`; a day before its date or time: `Fr., 3.5.`, `Di. 9 Uhr`. */
const weekdayRules = [
  patternRule(['letter'], String.raw`${shortWeekday}\.? ?[-–—] ?${shortWeekday}(?:\.|(?!\p{L}))`, ([, from, to]) => [
    weekdays[from!]!,
    'bis',
    weekdays[to!]!,
  ]),
  patternRule(['letter'], String.raw`${shortWeekday}\.(?=,? ?(?:den |dem |der |ab |um )?\d)`, ([, day]) => [
    weekdays[day!]!,
  ]),
];

/** `2:1`, a score. */
const score = patternRule(['digit'], String.raw`(\d{1,2}):(\d)(?![\d:])(?! ?Uhr)`, ([, first, second]) => [
  ...germanCardinal(first!),
  'zu',
  ...germanCardinal(second!),
]);

const phrase = /[ ]/u;

function oneBefore(noun: string | undefined): 'eins' | 'ein' | 'eine' {
  if (noun === undefined || noun === '' || !/^\p{Lu}/u.test(noun)) return 'eins';
  return isFeminineGerman(noun.split(phrase)[0]!) ? 'eine' : 'ein';
}

function fraction(numerator: number, denominator: number): readonly string[] | undefined {
  if (denominator < 2 || denominator > 1000 || numerator < 1) return undefined;
  const count = numerator === 1 ? ['ein'] : germanCardinal(String(numerator));
  if (denominator === 2) return [...count, numerator === 1 ? 'halb' : 'Halbe'];
  const stem = germanOrdinalStem(String(denominator))!;
  const part = stem.replace(/te?$/u, 't');
  return [...count, `${part.charAt(0).toUpperCase()}${part.slice(1)}el`];
}

/** `100%ig`. */
const percentAdjective = patternRule(
  ['digit'],
  String.raw`(\d{1,3}) ?-?%-?ig(\p{Ll}{0,2})(?!\p{L})`,
  ([, digits, ending]) => [`${germanCardinal(digits!, 'ein').join('')}prozentig${ending!}`],
);

/** `um 18 h` is a time of day, `18 h` alone a duration. */
const hour = patternRule(
  ['digit'],
  String.raw`(?<=(?:um|ab|bis|gegen|von) )([01]?\d|2[0-4]) ?h(?![\p{L}/])`,
  ([, hours]) => clock({ hours: Number(hours), minutes: 0 }),
);

/** `Hauptstr. 15`. */
const street = patternRule(['letter'], String.raw`(\p{Lu}\p{Ll}{2,30})str\.`, ([, name]) => [`${name!}straße`]);

/** `1½`: "eineinhalb", in one word. */
const andAHalf = patternRule(['digit'], String.raw`([1-9]|1[0-2])½`, ([, digits]) => [
  `${germanCardinal(digits!, 'ein').join('')}einhalb`,
]);

function clock({ hours, minutes, seconds }: TimeOfDay): string[] {
  const words = [...germanCardinal(String(hours), 'ein'), 'Uhr'];
  if (minutes > 0 || seconds !== undefined) words.push(...germanCardinal(String(minutes)));
  return seconds === undefined ? words : [...words, 'und', ...germanCardinal(String(seconds)), 'Sekunden'];
}

/** `Frankfurt a. M.` */
const onMain = patternRule(['letter'], String.raw`(?<=(?:Frankfurt|Offenbach|Höchst|Hanau|Steinheim) )a\. ?M\.`, () => [
  'am',
  'Main',
]);
/** `3x täglich` */
const timesPerSpan = patternRule(['digit'], String.raw`(\d{1,3})[xX](?= \p{Ll}{2}|[.,;]|$)`, ([, digits]) => [
  `${germanCardinal(digits!, 'ein').join('')}mal`,
]);
/** `er wurde 3. im Rennen` */
const rank = patternRule(
  ['digit'],
  String.raw`(?<=(?:wurde|wird|werde|ist|war|landete als|als) )(\d{1,3})\.(?= (?:in|im|bei|beim|auf|vor|hinter|von|mit|der|des|am|an|geworden)(?!\p{L}))`,
  ([, digits]) => [`${germanOrdinalStem(digits!)!}er`],
);
const sections = patternRule(['sign'], '§§ ?(?=\\d)', () => ['Paragrafen']);
/** `† 1832`, `* 1749` */
const lifeDates = patternRule(
  ['sign'],
  String.raw`([†*]) ?(?=\d{1,2}\. ?(?:\d{1,2}\.|J[aä]n|Feb|Mär|Apr|Mai|Ju[nl]|Aug|Sep|Okt|Nov|Dez)|\d{4}(?!\d))`,
  ([, mark]) => (mark === '†' ? ['gestorben'] : ['geboren']),
);

/** `M-AB 1234`, the plate of a car. */
const plate = patternRule(
  ['letter'],
  String.raw`(\p{Lu}{1,3})[- ](\p{Lu}{1,2}) (\d{1,4})([EH]?)(?![\p{L}\d])`,
  ([, place, letters, digits, kind], { text, at }) =>
    /(?:[Kk]ennzeichen|[Nn]ummernschild)\P{L}{0,3}(?:(?:ist|lautet|hat)\P{L}{1,3})?$/u.test(
      text.slice(Math.max(0, at - 40), at),
    )
      ? [
          ...Array.from(place! + letters!),
          ...Array.from(digits!).flatMap((digit) => germanCardinal(digit)),
          ...Array.from(kind!),
        ]
      : undefined,
);
/** The first words of what is to be done, an item of a list: `1. Öffnen Sie`, `2. Auf das Konto tippen`. */
const step = patternRule(
  ['digit'],
  String.raw`(?<=^[-*(]? ?)([1-9]|1[0-2])\.(?= (?:\p{Lu}\p{Ll}{1,20}n Sie|(?:Auf|In|Im|Am|Zu|Zum|Mit|Den|Die|Das|Der|Dann|Danach|Jetzt|Nun|Bitte|Ihre?n?|Fertig|Wenn)(?!\p{L})))`,
  ([, digits]) => [`${germanOrdinalStem(digits!)!}ens`],
);

export const german: LanguageRules = {
  // `2/3el`: the name of the part has it already.
  withSuffix: (word, letters) => (word.endsWith('tel') ? word + letters.replace(/^t?el/u, '') : word + letters),
  rules: [
    step,
    rank,
    ...postalCodeRules,
    onMain,
    timesPerSpan,
    sections,
    lifeDates,
    plate,
    ...weekdayRules,
    abbreviationRule(abbreviationTables.de!),
    yearRangeRule((from, to) => [...germanYear(from), 'bis', ...germanYear(to)]),
    decade,
    ...germanOrdinalRules,
    score,
    andAHalf,
    percentAdjective,
    hour,
    street,
    year,
  ],
  cardinal: (digits, noun) => germanCardinal(digits, oneBefore(noun)),
  fraction,
  time: clock,
  year: germanYear,
};
