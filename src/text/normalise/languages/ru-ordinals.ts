/** Russian ordinal numbers in a text: days, years, centuries, rulers and numbers with an ending (Розенталь; Мильчин). */
import { wordAfter, wordBefore } from '../neighbours.ts';
import { matchAt, patternRule, type Rule } from '../rule.ts';
import { dateRules, yearRangeRule } from './date-rules.ts';
import { isSurelyRoman, romanRule, romanValue } from './roman-rule.ts';
import { russianCardinal, russianOrdinal, type RussianAgreement, type RussianCase } from './ru-numbers.ts';
import { list, setOf } from './thousands.ts';

const months = list('января февраля марта апреля мая июня июля августа сентября октября ноября декабря');
const monthNames = new Set(months);
const shortMonths = list('янв. февр. марта апр. мая июня июля авг. сент. окт. нояб. дек.');

type Inflection = readonly [RussianAgreement, RussianCase];

const locative = setOf('в во на о об при');
const afterGenitive = setOf(
  'до от с со из без около после для у конца начала середины конце начале середине концу началу лета осени зимы весны летом осенью зимой весной',
);

/** The case that the word before asks of what follows. */
function caseAfter(before: string): RussianCase {
  const word = before.toLowerCase();
  if (locative.has(word)) return 'prepositional';
  if (afterGenitive.has(word) || monthNames.has(word)) return 'genitive';
  if (word === 'к' || word === 'ко') return 'dative';
  return word === 'между' || word === 'перед' ? 'instrumental' : 'nominative';
}

/** Written endings in the order of their length, and the form of each: `5-й`, `10-го`, `90-х`. */
const endingForms: readonly (readonly [string, RussianAgreement, RussianCase])[] = [
  ['ыми', 'plural', 'instrumental'],
  ['ого', 'masculine', 'genitive'],
  ['ому', 'masculine', 'dative'],
  ['ый', 'masculine', 'nominative'],
  ['ий', 'masculine', 'nominative'],
  ['ой', 'feminine', 'prepositional'],
  ['ая', 'feminine', 'nominative'],
  ['ую', 'feminine', 'accusative'],
  ['ое', 'neuter', 'nominative'],
  ['ые', 'plural', 'nominative'],
  ['го', 'masculine', 'genitive'],
  ['му', 'masculine', 'dative'],
  ['ом', 'masculine', 'prepositional'],
  ['ым', 'masculine', 'instrumental'],
  ['ых', 'plural', 'genitive'],
  ['ми', 'plural', 'instrumental'],
  ['й', 'masculine', 'nominative'],
  ['я', 'feminine', 'nominative'],
  ['ю', 'feminine', 'accusative'],
  ['е', 'neuter', 'nominative'],
  ['м', 'masculine', 'prepositional'],
  ['х', 'plural', 'genitive'],
];

/** Short endings stand for several forms; the words beside tell. */
function formOf(ending: string, before: string, after: string): Inflection {
  const [, agreement, grammaticalCase] = endingForms.find(([written]) => written === ending)!;
  if (ending === 'м' && !locative.has(before.toLowerCase())) {
    return /[ая]м$/u.test(after) ? ['plural', 'dative'] : ['masculine', 'instrumental'];
  }
  if (ending === 'е' && /(?:[ыи]|[ыи]е)$/u.test(after)) return ['plural', 'nominative'];
  if (ending === 'й' && caseAfter(before) !== 'nominative' && /(?:[еиы]|[ео]й)$/u.test(after)) {
    return ['feminine', 'prepositional'];
  }
  return [agreement, grammaticalCase];
}

const withEnding = patternRule(
  ['digit'],
  String.raw`(\d{1,6})-(${endingForms.map(([written]) => written).join('|')})(?!\p{L})`,
  ([all, digits, ending], { text, at }) => {
    // `3-х` is a cardinal number, `90-х` an ordinal one.
    if (ending === 'х' && /^[234]$/u.test(digits!)) return russianCardinal(digits!, 'masculine', 'genitive');
    const after = wordAfter(text, at + all.length);
    const isDecade = ending === 'е' && after === '' && /\d0$/u.test(digits!);
    return russianOrdinal(
      digits!,
      ...(isDecade ? (['plural', 'nominative'] as const) : formOf(ending!, wordBefore(text, at), after)),
    );
  },
);

/** Forms of `год`, and the form of the year before each. */
const yearForms: Readonly<Record<string, RussianCase>> = {
  год: 'nominative',
  года: 'genitive',
  году: 'prepositional',
  годом: 'instrumental',
  годе: 'prepositional',
};
const yearWord: Readonly<Record<RussianCase, string>> = {
  nominative: 'год',
  accusative: 'год',
  genitive: 'года',
  dative: 'году',
  instrumental: 'годом',
  prepositional: 'году',
};

function yearWords(digits: string, grammaticalCase: RussianCase): readonly string[] | undefined {
  return russianOrdinal(String(Number(digits)), 'masculine', grammaticalCase);
}

/** `в 1998 году`, `до 1917 г.`, `2000 года`. */
const year = patternRule(
  ['digit'],
  String.raw`(\d{3,4}) ?(год(?:а|у|ом|е)?|г\.?)(?!\p{L})`,
  ([, digits, noun], { text, at }) => {
    const before = wordBefore(text, at);
    const short = noun!.startsWith('г') && noun!.length <= 2;
    const asked = caseAfter(before);
    const isDative = noun === 'году' && asked === 'dative';
    const grammaticalCase = short ? asked : isDative ? 'dative' : yearForms[noun!]!;
    // "100 года" counts years; a year stands there from 1000 on.
    if (digits!.length < 4 && (short || noun === 'года')) return undefined;
    const words = yearWords(digits!, grammaticalCase);
    return words && [...words, short ? yearWord[grammaticalCase] : noun!];
  },
);

const pluralYears: Readonly<Record<string, RussianCase>> = {
  годы: 'nominative',
  годов: 'genitive',
  годам: 'dative',
  годами: 'instrumental',
  годах: 'prepositional',
};

/** `с 1941 по 1945 год`: the first year in the genitive. */
const fromYear = patternRule(['digit'], String.raw`(?<=[сС] )(\d{4})(?= по \d{4} г)`, ([, digits]) =>
  yearWords(digits!, 'genitive'),
);

/** `в 1941–1945 годах`. */
const years = patternRule(
  ['digit'],
  String.raw`(\d{4}) ?[-–—] ?(\d{4}) (год(?:ы|ов|ам|ами|ах)|гг\.?)(?!\p{L})`,
  ([, from, to, written]) => {
    const noun = written!.startsWith('гг') ? 'годов' : written!;
    const [first, last] = [yearWords(from!, pluralYears[noun]!), yearWords(to!, pluralYears[noun]!)];
    return first && last && [...first, ...last, noun];
  },
);

const namingWords = setOf('сегодня завтра вчера это послезавтра позавчера наступило наступает число дата');

/** `15 марта 1848 года`: the day in the genitive, or in the nominative where the day itself is named. */
const dayAndMonth = patternRule(
  ['digit'],
  String.raw`(\d{1,2}) (${[...months, ...shortMonths.map((name) => name.replace('.', '\\.'))].join('|')})(?: (\d{4})(?: (?:года|г\.?)(?!\p{L}))?)?(?![\p{L}\d])`,
  ([, day, month, yearDigits], { text, at }) => {
    if (Number(day) < 1 || Number(day) > 31) return undefined;
    const isNamed = namingWords.has(wordBefore(text, at).toLowerCase());
    const words = [
      ...russianOrdinal(day!, 'neuter', isNamed ? 'nominative' : 'genitive')!,
      months[shortMonths.indexOf(month!)] ?? month!,
    ];
    return yearDigits === undefined ? words : [...words, ...(yearWords(yearDigits, 'genitive') ?? []), 'года'];
  },
);

/** `к 8 марта`; `с 5 по 10 мая`. */
const dativeDay = patternRule(
  ['digit'],
  String.raw`(?<=(?<!\p{L})[кК] )(\d{1,2})(?= (?:${months.join('|')})(?!\p{L}))`,
  ([, day]) => russianOrdinal(day!, 'neuter', 'dative'),
  (text) => /[кК] \d/u.test(text),
);
const fromDayToDay = patternRule(
  ['digit'],
  String.raw`(?<=(?<!\p{L})[сС] )(\d{1,2}) по (\d{1,2})(?= (?:${months.join('|')})(?!\p{L}))`,
  ([, from, to]) => {
    const [first, last] = [russianOrdinal(from!, 'neuter', 'genitive'), russianOrdinal(to!, 'neuter', 'accusative')];
    return first && last && [...first, 'по', ...last];
  },
  (text) => /[сС] \d{1,2} по/u.test(text),
);
/** `79 г. н. э.` */
const yearOfEra = patternRule(
  ['digit'],
  String.raw`(\d{1,4}) ?(?:г\.|год)(?= ?(?:до )?н\. ?э\.)`,
  ([, digits], { text, at }) => {
    const isLocative = locative.has(wordBefore(text, at).toLowerCase());
    const words = russianOrdinal(digits!, 'masculine', isLocative ? 'prepositional' : 'nominative');
    return words && [...words, isLocative ? 'году' : 'год'];
  },
  (text) => /н\. ?э/u.test(text),
);

const dates = dateRules(({ day, month, year: digits }) => {
  const ofYear = yearWords(digits, 'genitive');
  return ofYear && [...russianOrdinal(String(day), 'neuter', 'genitive')!, months[month - 1]!, ...ofYear, 'года'];
});

/** Forms of `век`, and abbreviated ones by the word before. */
const centuryForms: Readonly<Record<string, Inflection>> = {
  век: ['masculine', 'nominative'],
  века: ['masculine', 'genitive'],
  веку: ['masculine', 'dative'],
  веком: ['masculine', 'instrumental'],
  веке: ['masculine', 'prepositional'],
  веков: ['plural', 'genitive'],
  веках: ['plural', 'prepositional'],
  столетие: ['neuter', 'nominative'],
  столетия: ['neuter', 'genitive'],
  столетии: ['neuter', 'prepositional'],
};

const rulers = list(
  'Пётр Петр Павл Никола Александр Иван Людовик Карл Генрих Фридрих Вильгельм Георг Филипп Василий Васили Фёдор Михаил Леопольд Франциск Наполеон Рихард Ричард Эдуард Яков Иоанн Бенедикт Пий Пи Лев Рамзес Тутмос Дари Кир Ярослав Владимир',
);
const queens = list('Екатерин Елизавет Анн Мари Виктори Изабелл Маргарит Христин Беатрис Клеопатр');
const masculineEndings: Readonly<Record<string, RussianCase>> = {
  '': 'nominative', й: 'nominative', а: 'genitive', я: 'genitive', у: 'dative', ю: 'dative',
  ом: 'instrumental', ем: 'instrumental', е: 'prepositional', и: 'prepositional',
}; // prettier-ignore
const feminineEndings: Readonly<Record<string, RussianCase>> = {
  а: 'nominative', я: 'nominative', ы: 'genitive', и: 'genitive', е: 'dative', у: 'accusative', ю: 'accusative',
  ой: 'instrumental', ей: 'instrumental',
}; // prettier-ignore

/** Gender and case of a ruler by the ending of the name. */
function regnalForm(name: string): Inflection {
  const queen = queens.find((stem) => name.startsWith(stem));
  const queenCase = queen === undefined ? undefined : feminineEndings[name.slice(queen.length)];
  if (queenCase !== undefined) return ['feminine', queenCase];
  for (const stem of rulers) {
    const found = name.startsWith(stem) ? masculineEndings[name.slice(stem.length)] : undefined;
    if (found !== undefined) return ['masculine', found];
  }
  return ['masculine', 'nominative'];
}

const numbered = setOf('глава главе главы том тома часть части раздел класс тип уровень приложение');

const roman = romanRule((value, { letters, dotted, before: [near], after }) => {
  const form = dotted ? undefined : centuryForms[after.toLowerCase()];
  const words = (asked: Inflection): { words: readonly string[] } | undefined => {
    const ordinal = russianOrdinal(String(value), ...asked);
    return ordinal && { words: ordinal };
  };
  if (form !== undefined) return words(form);
  if (after === 'в') return words(['masculine', caseAfter(near)]);
  if (/^\p{Lu}\p{Ll}/u.test(near) && !numbered.has(near.toLowerCase())) return words(regnalForm(near));
  const isNumbered = numbered.has(near.toLowerCase());
  const isBeforeNoun = !isNumbered && /^[IVX]+$/u.test(letters) && /^[\u0430-\u044f\u0451]{4,}/u.test(after);
  if (isBeforeNoun) return words(formBefore(after));
  return isNumbered || isSurelyRoman(letters) ? { words: russianCardinal(String(value)) } : undefined;
});

/** `XX в.`: the abbreviation of a century after its numeral. */
const centuryAbbreviation = patternRule(['letter'], String.raw`(?<=[IVX]+ )вв?\.`, ([all], { text, at }) => {
  const before = text.slice(Math.max(0, at - 60), at).trimEnd();
  const asked = caseAfter(wordBefore(before, before.search(/[IVX]+$/u)));
  if (all === 'вв.') return ['веков'];
  return [
    {
      nominative: 'век',
      genitive: 'века',
      dative: 'веку',
      accusative: 'век',
      instrumental: 'веком',
      prepositional: 'веке',
    }[asked],
  ];
});

const centuryCases: Readonly<Record<string, RussianCase>> = {
  'вв.': 'genitive',
  века: 'nominative',
  веков: 'genitive',
  векам: 'dative',
  веками: 'instrumental',
  веках: 'prepositional',
};
const centuryNouns: Readonly<Record<string, string>> = { genitive: 'веков', prepositional: 'веках' };

/** `XIX–XX века`, `в XIX–XX вв.` */
const centuries: Rule = {
  starts: ['letter'],
  read: ({ text, at }) => {
    const match = matchAt(centuryRange, text, at);
    if (match === null) return undefined;
    const [, from, to, noun] = match;
    const isLocative = locative.has(wordBefore(text, at).toLowerCase());
    const asked = noun === 'вв.' && isLocative ? 'prepositional' : centuryCases[noun!]!;
    const ordinals = [from!, to!].flatMap(
      (letters) => russianOrdinal(String(romanValue(letters)), 'masculine', asked) ?? [],
    );
    return [{ end: at + match[0].length, words: [...ordinals, noun === 'вв.' ? centuryNouns[asked]! : noun!] }];
  },
};
const centuryRange = /([IVX]{1,5}) ?[-–—] ?([IVX]{1,5}) (вв\.|век(?:а|ов|ам|ами|ах)(?!\p{L}))/uy;

/** Form of an ordinal before a noun or adjective in small letters, by its ending: `II мировая война`. */
function formBefore(word: string): Inflection {
  if (/(?:ая|яя|а|я)$/u.test(word)) return ['feminine', 'nominative'];
  if (/(?:ой|ей)$/u.test(word)) return ['feminine', 'genitive'];
  if (/(?:ую|юю|у|ю)$/u.test(word)) return ['feminine', 'accusative'];
  if (/(?:ого|его)$/u.test(word)) return ['masculine', 'genitive'];
  return /(?:ое|ее|о|е)$/u.test(word) ? ['neuter', 'nominative'] : ['masculine', 'nominative'];
}

export const russianOrdinalRules: readonly Rule[] = [
  yearOfEra,
  dativeDay,
  fromDayToDay,
  ...dates,
  fromYear,
  years,
  yearRangeRule((from, to) => [...russianCardinal(from), ...russianCardinal(to)]),
  dayAndMonth,
  year,
  withEnding,
  centuryAbbreviation,
  centuries,
  roman,
];
