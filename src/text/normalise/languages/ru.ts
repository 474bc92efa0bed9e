/** What Russian adds to the common rules (Розенталь; Мильчин, Справочник издателя и автора; CLDR plural rules). */
import { wordBefore } from '../neighbours.ts';
import { digitsAt, numeralAt, type Numeral } from '../numerals.ts';
import { matchAt, patternRule, type LanguageRules, type TextPosition, type Reading, type TimeOfDay } from '../rule.ts';
import { unitName, unitOf } from '../tables/units.ts';
import { abbreviationRule } from './abbreviation-rule.ts';
import { moreAbbreviations } from './more-abbreviations.ts';
import {
  russianCardinal,
  russianCount,
  russianOrdinal,
  russianPrefix,
  type RussianCase,
  type RussianGender,
} from './ru-numbers.ts';
import { russianOrdinalRules } from './ru-ordinals.ts';
import { setOf } from './thousands.ts';

/** Nouns that are abbreviated behind a number: gender, then one, two to four, five and more. */
type Counted = readonly [RussianGender, string, string, string];
const counted: Readonly<Record<string, Counted>> = {
  'руб.': ['masculine', 'рубль', 'рубля', 'рублей'],
  руб: ['masculine', 'рубль', 'рубля', 'рублей'],
  'р.': ['masculine', 'рубль', 'рубля', 'рублей'],
  'коп.': ['feminine', 'копейка', 'копейки', 'копеек'],
  коп: ['feminine', 'копейка', 'копейки', 'копеек'],
  'долл.': ['masculine', 'доллар', 'доллара', 'долларов'],
  'чел.': ['masculine', 'человек', 'человека', 'человек'],
  'шт.': ['feminine', 'штука', 'штуки', 'штук'],
  'экз.': ['masculine', 'экземпляр', 'экземпляра', 'экземпляров'],
  'тыс.': ['feminine', 'тысяча', 'тысячи', 'тысяч'],
  тыс: ['feminine', 'тысяча', 'тысячи', 'тысяч'],
  'млн.': ['masculine', 'миллион', 'миллиона', 'миллионов'],
  млн: ['masculine', 'миллион', 'миллиона', 'миллионов'],
  'млрд.': ['masculine', 'миллиард', 'миллиарда', 'миллиардов'],
  млрд: ['masculine', 'миллиард', 'миллиарда', 'миллиардов'],
  трлн: ['masculine', 'триллион', 'триллиона', 'триллионов'],
  'мин.': ['feminine', 'минута', 'минуты', 'минут'],
  мин: ['feminine', 'минута', 'минуты', 'минут'],
  'сек.': ['feminine', 'секунда', 'секунды', 'секунд'],
  'ч.': ['masculine', 'час', 'часа', 'часов'],
  ч: ['masculine', 'час', 'часа', 'часов'],
  'кв. м': ['masculine', 'квадратный метр', 'квадратных метра', 'квадратных метров'],
  'кв.м': ['masculine', 'квадратный метр', 'квадратных метра', 'квадратных метров'],
  'куб. м': ['masculine', 'кубический метр', 'кубических метра', 'кубических метров'],
  '₽': ['masculine', 'рубль', 'рубля', 'рублей'],
};
const unitPattern = new RegExp(
  ` ?(${Object.keys(counted)
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll('.', '\\.'))
    .join('|')})(?![\\p{L}/])`,
  'uy',
);

function unitAt(text: string, at: number): { readonly end: number; readonly unit: Counted } | undefined {
  unitPattern.lastIndex = at;
  const match = unitPattern.exec(text);
  return match === null ? undefined : { end: at + match[0].length, unit: counted[match[1]!]! };
}

/** The number in the gender of what it counts; after decimals the genitive singular. */
function countWords(
  { whole, fraction }: Pick<Numeral, 'whole' | 'fraction'>,
  [gender, ...forms]: Counted,
  grammaticalCase: RussianCase,
): string[] {
  if (fraction !== undefined) return [...decimalWords(whole, fraction), forms[1]];
  const number = russianCardinal(whole, gender, grammaticalCase);
  const [one, few, many] = forms;
  // In the genitive two to four count the genitive plural too.
  return [...number, russianCount(whole, grammaticalCase === 'nominative' ? [one, few, many] : [few, many, many])];
}

const genitivePrepositions = setOf(
  'ок св до от около из без более менее свыше больше меньше после для у порядка кроме',
);
const dativePrepositions = setOf('к ко');

function caseBefore(word: string): RussianCase {
  const before = word.toLowerCase();
  if (genitivePrepositions.has(before)) return 'genitive';
  return dativePrepositions.has(before) ? 'dative' : 'nominative';
}

/** `5 руб.`, `2 млн руб.`, `40 тыс. чел.`, `12,50 ₽`. */
function countedAt({ text, at, locale }: TextPosition): readonly Reading[] | undefined {
  const number = numeralAt(text, at, locale) ?? digitsAt(text, at);
  if (number === undefined || number.whole.length > 15 || /^0\d/u.test(number.whole)) return undefined;
  const first = unitAt(text, number.end);
  if (first === undefined) return undefined;
  const isRoubles = first.unit[1] === 'рубль';
  if (isRoubles && number.fraction?.length === 2) {
    const [roubles, kopecks] = [number.whole, String(Number(number.fraction))];
    const words = roubles === '0' || roubles === '' ? [] : countWords({ whole: roubles }, first.unit, 'nominative');
    return [
      {
        end: first.end,
        words: kopecks === '0' ? words : [...words, ...countWords({ whole: kopecks }, counted['коп.']!, 'nominative')],
      },
    ];
  }
  const grammaticalCase = number.fraction === undefined ? caseBefore(wordBefore(text, at)) : 'nominative';
  const words = countWords(number, first.unit, grammaticalCase);
  const isScale = /^(?:тыс|мил|трил)/u.test(first.unit[1]);
  const second = isScale ? unitAt(text, first.end) : undefined;
  return second === undefined ? [{ end: first.end, words }] : [{ end: second.end, words: [...words, second.unit[3]] }];
}

const functionWords = setOf(
  'и или а но в на с к о от до по из за у не как это для при равно плюс минус точка умножить разделить больше меньше целых',
);
const softFeminine =
  /(?:ость|ость|часть|область|степень|дверь|ночь|вещь|тетрадь|площадь|мышь|кровать|модель|цель|роль|сеть|соль|жизнь|тень|ткань|речь|печь|осень|дочь|мать|очередь)$/u;

/** Gender of the noun a number counts, by its form: `1 минута`, `2 книги`, `1 письмо`. */
function genderOf(digits: string, noun: string): { readonly gender: RussianGender; readonly accusative: boolean } {
  const word = noun.split(' ')[0]!.toLowerCase();
  const isOne = /(?:^|[^1])1$/u.test(digits);
  if (functionWords.has(word)) return { gender: 'masculine', accusative: false };
  if (isOne) {
    if (/[ую]$/u.test(word)) return { gender: 'feminine', accusative: true };
    if (/(?:[ая]|ая|яя)$/u.test(word) || softFeminine.test(word)) return { gender: 'feminine', accusative: false };
    return { gender: /(?:[оеё]|ое|ее)$/u.test(word) && word !== 'евро' ? 'neuter' : 'masculine', accusative: false };
  }
  const isFeminine = /(?:[ыи]|[ыи]е)$/u.test(word) && !/^(?:пути|дни|такси|пенни)$/u.test(word);
  return { gender: isFeminine ? 'feminine' : 'masculine', accusative: false };
}

function cardinal(digits: string, noun = ''): string[] {
  const { gender, accusative } = genderOf(digits, noun);
  return russianCardinal(digits, gender, accusative ? 'accusative' : 'nominative');
}

/** A bare number in an oblique case, by the preposition before it or the noun behind: `до 5 человек`, `в 3 городах`. */
function obliqueAt({ text, at, locale }: TextPosition): readonly Reading[] | undefined {
  const number = numeralAt(text, at, locale);
  if (number === undefined || number.fraction !== undefined || number.whole.startsWith('0')) return undefined;
  const after = /^ ([а-яё]{2,40})(?![\p{L}.])/u.exec(text.slice(number.end, number.end + 44))?.[1];
  if (after === undefined || number.whole.length > 15) return undefined;
  const asked =
    after === 'до' && /^[сСот]{1,2}$/u.test(wordBefore(text, at)) ? 'genitive' : caseBefore(wordBefore(text, at));
  const byNoun = /[ая]ми$/u.test(after)
    ? 'instrumental'
    : /[ая]х$/u.test(after)
      ? 'prepositional'
      : /[ая]м$/u.test(after)
        ? 'dative'
        : asked;
  if (byNoun === 'nominative') return undefined;
  return [
    { end: number.end, words: russianCardinal(number.whole, /[ыи]$/u.test(after) ? 'feminine' : 'masculine', byNoun) },
  ];
}

/** `до 5 км`, `около 2 %`: number and unit in the genitive. */
function obliqueMeasureAt({ text, at, locale }: TextPosition): readonly Reading[] | undefined {
  if (caseBefore(wordBefore(text, at)) !== 'genitive') return undefined;
  const number = numeralAt(text, at, locale);
  const symbol = number && matchAt(measureSymbol, text, number.end);
  if (!symbol || number.fraction !== undefined || /^0./u.test(number.whole)) return undefined;
  const id = symbol[1] === '%' ? 'percent' : unitOf(symbol[1]!, false, locale);
  // The genitive singular is the form behind decimals, the plural the one behind five.
  const single = isSingle(number.whole);
  const name = id && unitName(id, locale, single ? '1' : '5', single ? '5' : undefined);
  if (!name) return undefined;
  const gender = /[ыа]$/u.test(unitName(id, locale, '1')!.after) ? 'feminine' : 'masculine';
  return [
    {
      end: number.end + symbol[0].length,
      words: [...russianCardinal(number.whole, gender, 'genitive'), ...name.after.split(' ')],
    },
  ];
}
const measureSymbol = / ?(%|°C|\p{Script=Cyrillic}{1,4}[²³]?(?:\/\p{Script=Cyrillic}{1,4})?)(?![\p{L}\d])/uy;

/** `5-летний`, `100-летие`, `10-процентный`: the number is part of the word. */
const compound = patternRule(
  ['digit'],
  String.raw`(\d{1,3})-([\u0430-\u044f\u0451]{4,30})(?!\p{L})`,
  ([, digits, word]) => (Number(digits) === 0 ? undefined : [russianPrefix(Number(digits)) + word!]),
);

const decimalNames = ['десятая', 'сотая', 'тысячная', 'десятитысячная'];

/** `две целых пять десятых`. */
function decimalWords(whole: string, fraction: string): string[] {
  const name = decimalNames[fraction.length - 1];
  const digits = fraction.replace(/^0+/u, '');
  if (name === undefined || digits === '') {
    return [...russianCardinal(whole), 'запятая', ...Array.from(fraction).flatMap((digit) => russianCardinal(digit))];
  }
  const units = whole === '' ? '0' : whole;
  return [
    ...russianCardinal(units, 'feminine'),
    isSingle(units) ? 'целая' : 'целых',
    ...russianCardinal(digits, 'feminine'),
    isSingle(digits) ? name : name.replace(/ая$/u, 'ых'),
  ];
}

function isSingle(digits: string): boolean {
  return /(?:^|[^1])1$/u.test(digits);
}

const parts: Readonly<Record<number, readonly [string, string, string]>> = {
  3: ['треть', 'трети', 'третей'],
  4: ['четверть', 'четверти', 'четвертей'],
};

function fraction(numerator: number, denominator: number): readonly string[] | undefined {
  if (numerator < 1 || denominator < 2) return undefined;
  const count = russianCardinal(String(numerator), 'feminine');
  const own = parts[denominator];
  if (own !== undefined) return [...count, russianCount(String(numerator), own)];
  const single = isSingle(String(numerator));
  const part = russianOrdinal(String(denominator), single ? 'feminine' : 'plural', single ? 'nominative' : 'genitive');
  return part && [...count, ...part];
}

const hourForms = ['час', 'часа', 'часов'] as const;

function clock({ hours, minutes, seconds }: TimeOfDay): string[] {
  if (minutes === 0 && seconds === undefined) {
    return [...russianCardinal(String(hours)), russianCount(String(hours), hourForms)];
  }
  const twoDigits = (value: number): string[] => [...(value < 10 ? ['ноль'] : []), ...russianCardinal(String(value))];
  return [
    ...russianCardinal(String(hours)),
    ...twoDigits(minutes),
    ...(seconds === undefined ? [] : twoDigits(seconds)),
  ];
}

/** Telephone numbers go in the groups they are written in. */
const phone = patternRule(
  ['digit', 'sign'],
  String.raw`(?:\+(7)|(8)) ?\(?(\d{3})\)?[ -]?(\d{3})[ -]?(\d\d)[ -]?(\d\d)(?!\d)`,
  ([, country, trunk, ...groups]) => [
    ...(country === undefined ? russianCardinal(trunk!) : ['плюс', ...russianCardinal(country)]),
    ...groups.flatMap(groupWords),
  ],
);

function groupWords(digits: string): string[] {
  const zeros = /^0*(?=.)/u.exec(digits)?.[0] ?? '';
  return [...Array.from(zeros, () => 'ноль'), ...russianCardinal(digits.slice(zeros.length))];
}

/** `20%-й раствор` */
const percentAdjective = patternRule(
  ['digit'],
  String.raw`(\d{1,3}) ?%-(й|ый|я|ая|е|ое|го|ого|му|ому|м|ом|ю|ую|х|ых|ми)(?!\p{L})`,
  ([, digits, ending]) => [`${russianPrefix(Number(digits))}процентн${adjectiveEndings[ending!] ?? ending!}`],
  (text) => text.includes('%-'),
);
const adjectiveEndings: Readonly<Record<string, string>> = {
  ...{ й: 'ый', я: 'ая', е: 'ое', го: 'ого', му: 'ому', м: 'ом', ю: 'ую', х: 'ых', ми: 'ыми' },
};

/** `г. Москва`; a year has taken its own. */
const town = patternRule(['letter'], String.raw`г\. ?(?=\p{Lu})`, () => ['город']);

/** `за 10 с.`: seconds; before a word it is a preposition. */
const seconds = patternRule(['digit'], String.raw`(\d{1,6}) с(?=[.,;:!?)]|$)`, ([, digits], { locale }) => [
  ...(locale.rules.cardinal?.(digits!, 'секунды') ?? [digits!]),
  locale.unit('second', digits!)!.after,
]);

export const russian: LanguageRules = {
  rules: [
    seconds,
    percentAdjective,
    phone,
    ...russianOrdinalRules,
    abbreviationRule(moreAbbreviations.ru!),
    town,
    { starts: ['digit'], read: countedAt },
    compound,
    { starts: ['digit'], read: obliqueMeasureAt },
    { starts: ['digit'], read: obliqueAt },
  ],
  cardinal,
  decimal: decimalWords,
  fraction,
  time: clock,
  year: (digits) => russianOrdinal(digits),
};
