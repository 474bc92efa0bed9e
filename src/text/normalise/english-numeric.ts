/** English tokens that are numbers: sums, dates, times, phone numbers, measures, versions. */
import { cardinal, decade, digitWords, integer, number, numberPattern, ordinal, year } from './english-numbers.ts';
import { currencies, monthOf, months, multiples, multipleWords, unit, type Currency } from './english-units.ts';
import type { Context, Rule, Spoken, Word } from './english-context.ts';

function spoken(words: readonly string[] | undefined): Spoken | undefined {
  return words === undefined ? undefined : { words };
}

function match(pattern: string, flags = 'u'): RegExp {
  return new RegExp(`^${pattern}$`, flags);
}

const symbols = Object.keys(currencies)
  .map((symbol) => (symbol === '$' ? String.raw`\$` : symbol))
  .join('|');
const sumPattern = match(
  `([-−]?)(?:US|CA|AU|NZ|HK|A|C)?(${symbols})([-−]?)(${numberPattern})(k|m|mn|mm|b|bn|t|tn)?`,
  'iu',
);
const trailingSumPattern = match(`([-−]?)(${numberPattern})(${symbols})`);
const sumRangePattern = match(`(${symbols})(${numberPattern})[-–—](?:${symbols})?(${numberPattern})`);

function plural(forms: readonly [string, string], amount: string): string {
  return forms[Number(amount) === 1 ? 0 : 1];
}

function sumWords({ major, minor }: Currency, amount: string): string[] {
  const [whole = '', fraction] = amount.replace(/,/gu, '').split('.');
  if (fraction?.length !== 2 || minor === undefined) {
    return [...number(amount)!, plural(major, amount.replace(/,/gu, ''))];
  }
  const majorWords = [...integer(whole === '' ? '0' : whole), plural(major, whole)];
  const minorWords = [...cardinal(Number(fraction)), plural(minor, fraction)];
  if (Number(fraction) === 0) return majorWords;
  return Number(whole) === 0 ? minorWords : [...majorWords, 'and', ...minorWords];
}

function isMultiple(word: string | undefined): boolean {
  return word !== undefined && multipleWords.has(word.toLowerCase());
}

const sumRange: Rule = ({ core }, { after }) => {
  const found = sumRangePattern.exec(core);
  return found === null
    ? undefined
    : spoken([
        ...number(found[2]!)!,
        'to',
        ...number(found[3]!)!,
        ...(isMultiple(after?.core) ? [] : [currencies[found[1]!]!.major[1]]),
      ]);
};

/** The sum itself; where `million` follows, the currency comes after that. */
function plainSum(currency: Currency, amount: string, { after }: Context): string[] {
  return isMultiple(after?.core) ? number(amount)! : sumWords(currency, amount);
}

const leadingSum: Rule = ({ core }, context) => {
  const found = sumPattern.exec(core);
  if (found === null) return undefined;
  const [, sign, symbol, innerSign, amount, letter] = found as unknown as [
    string,
    string,
    string,
    string,
    string,
    string | undefined,
  ];
  const currency = currencies[symbol]!;
  const minus = sign + innerSign === '' ? [] : ['minus'];
  if (letter !== undefined) {
    return spoken([...minus, ...number(amount)!, multiples[letter.toLowerCase()]!, currency.major[1]]);
  }
  return spoken([...minus, ...plainSum(currency, amount, context)]);
};

const trailingSum: Rule = ({ core }, context) => {
  const found = trailingSumPattern.exec(core);
  return found === null
    ? undefined
    : spoken([...(found[1] === '' ? [] : ['minus']), ...plainSum(currencies[found[3]!]!, found[2]!, context)]);
};

/** `million` after `$1.2` is followed by the currency. */
const moneyMultiple: Rule = ({ core }, { before }) => {
  if (!isMultiple(core) || before?.closing !== '') return undefined;
  const sum = sumPattern.exec(before.core) ?? sumRangePattern.exec(before.core);
  const symbol = sum === null ? undefined : [sum[1]!, sum[2]!].find((group) => Object.hasOwn(currencies, group));
  return symbol === undefined ? undefined : spoken([core, currencies[symbol]!.major[1]]);
};

function meridiem(text: string | undefined): string[] {
  return text === undefined ? [] : text.toLowerCase().startsWith('a') ? ['A', 'M'] : ['P', 'M'];
}

function isMeridiem(text: string | undefined): boolean {
  return text !== undefined && /^[ap]\.?m$/iu.test(text);
}

function isHour(word: Word | undefined): boolean {
  return word?.closing === '' && /^\d{1,2}(?::\d\d)?$/u.test(word.core);
}

/** `3pm`, and the `pm` of `3 pm`. */
const hour: Rule = ({ core }, { before }) => {
  if (/^[ap]m$/iu.test(core)) return isHour(before) ? spoken(meridiem(core)) : undefined;
  const found = /^(\d{1,2})([ap]\.?m)$/iu.exec(core);
  return found === null || Number(found[1]) > 12
    ? undefined
    : spoken([...cardinal(Number(found[1])), ...meridiem(found[2])]);
};

function low(value: number): string[] {
  return [...(value < 10 ? ['oh'] : []), ...cardinal(value)];
}

const clock: Rule = ({ core }, { after }) => {
  const found = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?([ap]\.?m)?$/iu.exec(core);
  if (found === null || Number(found[1]) > 24) return undefined;
  const hours = cardinal(Number(found[1]));
  const minutes = Number(found[2]);
  const half = meridiem(found[4]);
  if (found[3] !== undefined) return spoken([...hours, ...low(minutes), ...low(Number(found[3])), ...half]);
  if (minutes > 0) return spoken([...hours, ...low(minutes), ...half]);
  const onTheHour = half.length > 0 || isMeridiem(after?.core) ? [] : [Number(found[1]) > 12 ? 'hundred' : "o'clock"];
  return spoken([...hours, ...onTheHour, ...half]);
};

function dateWords(month: number, day: number, yearDigits: string): string[] | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const full = Number(
    yearDigits.length === 2 ? (Number(yearDigits) < 50 ? `20${yearDigits}` : `19${yearDigits}`) : yearDigits,
  );
  if (full < 1000 || full > 2999) return undefined;
  return [months[month - 1]!, ...ordinal(day), ...year(full)];
}

const date: Rule = ({ core }) => {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(core);
  if (iso !== null) return spoken(dateWords(Number(iso[2]), Number(iso[3]), iso[1]!));
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/u.exec(core);
  if (dotted !== null) return spoken(dateWords(Number(dotted[2]), Number(dotted[1]), dotted[3]!));
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/u.exec(core);
  if (slashed === null) return undefined;
  const [first, second] = [Number(slashed[1]), Number(slashed[2])];
  return spoken(first > 12 ? dateWords(second, first, slashed[3]!) : dateWords(first, second, slashed[3]!));
};

function isDay(text: string): boolean {
  return /^\d{1,2}$/u.test(text) && Number(text) >= 1 && Number(text) <= 31;
}

/** The day beside the name of a month: `May 3`, `3 May`, `May 3–5`. */
const dayOfMonth: Rule = ({ core, closing }, { before, after }) => {
  const afterMonth = before !== undefined && monthOf(before.core) !== undefined && /^\.?$/u.test(before.closing);
  const range = /^(\d{1,2})[-–](\d{1,2})$/u.exec(core);
  if (range !== null) {
    return afterMonth && isDay(range[1]!) && isDay(range[2]!)
      ? spoken([...ordinal(Number(range[1])), 'to', ...ordinal(Number(range[2]))])
      : undefined;
  }
  if (!isDay(core)) return undefined;
  if (afterMonth) return spoken(ordinal(Number(core)));
  if (after === undefined || monthOf(after.core) === undefined || closing !== '') return undefined;
  return spoken([...(before?.core.toLowerCase() === 'the' ? [] : ['the']), ...ordinal(Number(core)), 'of']);
};

function phoneGroups(core: string): string[] | undefined {
  if (
    /^\+?\d{1,3}[-.]\(?\d{3}\)?[-.]\d{3}[-.]\d{4}$|^\(?\d{3}\)?[-.]?\d{3}[-.]\d{4}$|^\d{3}-\d{4}$|^\+\d[\d.-]{1,18}$|^\+?\d{1,3}\(\d+\)[\d-]+$/u.test(
      core,
    )
  ) {
    return core.split(/[^\d+]+/u).filter((group) => group !== '');
  }
  return undefined;
}

function groupWords(groups: readonly string[]): string[] {
  return groups.flatMap((group, index) => {
    const words = [...(group.startsWith('+') ? ['plus'] : []), ...digitWords(group)];
    return index === groups.length - 1 ? words : [...words.slice(0, -1), `${words.at(-1)!},`];
  });
}

/** Every token of a phone number that is written with spaces: `(555) 123-4567`, `+44 20 7946 0958`. */
export function phoneParts(
  texts: readonly { readonly text: string; readonly core: string; readonly closing: string }[],
): boolean[] {
  const parts: boolean[] = [];
  for (const [index, { text, core }] of texts.entries()) {
    const before = texts[index - 1];
    const next = texts[index + 1]?.core ?? '';
    const opens =
      (/^\(\d{3}\)$/u.test(text) && /^\d{3}[-.]\d{4}$|^\d{3}$/u.test(next)) ||
      (/^\+\d{1,3}$/u.test(core) && /^\(?\d{2,5}\)?(?:[-.]\d+)*$/u.test(next));
    const goesOn = parts[index - 1] === true && before?.closing === '' && /^\d{2,6}(?:[-.]\d{2,6})*$/u.test(core);
    parts.push(opens || goesOn);
  }
  return parts;
}

const phone: Rule = ({ core, closing }, context) => {
  if (context.phonePart) {
    const words = groupWords(core.split(/[^\d+]+/u).filter((group) => group !== ''));
    return context.phoneGoesOn && closing === '' ? { words, closing: ',' } : { words };
  }
  const groups = phoneGroups(core);
  return groups === undefined ? undefined : spoken(groupWords(groups));
};

const vulgar: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
};

const asNumbers = new Set(['9/11', '24/7', '50/50', '20/20']);

function fractionWords(above: number, below: number): string[] {
  const many = above === 1 ? '' : 's';
  const below2 =
    below === 2
      ? [above === 1 ? 'half' : 'halves']
      : below === 4
        ? [`quarter${many}`]
        : ordinal(below).map((word, index, all) => (index === all.length - 1 ? word + many : word));
  return [...cardinal(above), ...below2];
}

const fraction: Rule = ({ core }, { before }) => {
  const parts = /^(\d*)([½⅓⅔¼¾⅕⅛⅜⅝⅞])$/u.exec(core);
  const whole = parts === null ? '' : parts[1]!;
  const simple = /^(\d{1,3})\/(\d{1,3})$/u.exec(parts === null ? core : vulgar[parts[2]!]!);
  if (simple === null) return undefined;
  const [above, below] = [Number(simple[1]), Number(simple[2])];
  if (asNumbers.has(core) || below < 2 || above === 0) return spoken([...cardinal(above), ...cardinal(below)]);
  if (above >= below) return spoken([...cardinal(above), 'over', ...cardinal(below)]);
  const words = fractionWords(above, below);
  const mixed = whole !== '' || (before?.closing === '' && /^\d{1,3}$/u.test(before.core));
  const tail = mixed ? ['and', ...(above === 1 ? ['a', ...words.slice(1)] : words)] : words;
  return spoken(whole === '' ? tail : [...integer(whole), ...tail]);
};

const ordinalNumber: Rule = ({ core }) => {
  const found = /^(\d{1,3}(?:,\d{3})+|\d{1,15})(?:st|nd|rd|th)$/iu.exec(core);
  return found === null ? undefined : spoken(ordinal(Number(found[1]!.replace(/,/gu, ''))));
};

const decadeNumber: Rule = ({ core }) => {
  const found = /^'?(\d{2}|\d{4})'?s$/u.exec(core);
  const n = Number(found?.[1]);
  return found === null || n % 10 !== 0 || n < 20 ? undefined : spoken(decade(n));
};

const version: Rule = ({ core }) => {
  const found = /^(v(?:er\.?)?)?(\d{1,6}(?:\.\d{1,6})*)$/u.exec(core);
  if (found === null || (found[1] === undefined && found[2]!.split('.').length < 3)) return undefined;
  const groups = found[2]!.split('.');
  const joint = groups.length === 4 && found[1] === undefined ? 'dot' : 'point';
  return spoken([
    ...(found[1] === undefined ? [] : ['version']),
    ...groups.flatMap((group, index) => [...(index === 0 ? [] : [joint]), ...integer(group)]),
  ]);
};

function isYear(text: string): boolean {
  return /^(?:1\d|20)\d\d$/u.test(text);
}

const range: Rule = ({ core }) => {
  const found = match(`(${numberPattern})[-–—](${numberPattern})(.*)`).exec(core);
  if (found === null) return undefined;
  const [, from, to, name] = found as unknown as [string, string, string, string];
  const measure = name === '' ? [] : unit(name.replace(/^-/u, ''), '2', false);
  if (measure === undefined) return undefined;
  if (!isYear(from) || !/^\d{2}(?:\d{2})?$/u.test(to) || name !== '') {
    return spoken([...number(from)!, 'to', ...number(to)!, ...measure]);
  }
  return spoken([...year(Number(from)), 'to', ...(isYear(to) ? year(Number(to)) : number(to)!)]);
};

const product: Rule = ({ core }) => {
  const parts = core.split(/[x×]/u);
  const words = parts.map((part) => (/^[\d.,]+$/u.test(part) ? number(part) : undefined));
  if (parts.length < 2 || words.some((word) => word === undefined)) return undefined;
  return spoken(words.flatMap((word, index) => [...(index === 0 ? [] : ['by']), ...word!]));
};

const ratio: Rule = ({ core }) => {
  const found = /^(\d{1,4}):(\d{1,4})$/u.exec(core);
  return found === null ? undefined : spoken([...integer(found[1]!), 'to', ...integer(found[2]!)]);
};

const height: Rule = ({ core }) => {
  const found = /^(\d)['′](\d{1,2})["″]?$/u.exec(core);
  return found === null ? undefined : spoken([...cardinal(Number(found[1])), 'foot', ...cardinal(Number(found[2]))]);
};

const measurePattern = match(`([-−+]?(?:${numberPattern}))-?([\\p{L}°º%‰µ][\\p{L}\\d²³/]*)`);
const measure: Rule = ({ core }) => {
  const found = measurePattern.exec(core);
  if (found === null) return undefined;
  const name = unit(found[2]!, found[1]!, false);
  return name === undefined ? undefined : spoken([...number(found[1]!)!, ...name]);
};

/** A unit that stands apart from its number: `5 kg`. */
const spacedUnit: Rule = ({ core, closing }, { before, isLast }) => {
  if (before?.closing !== '' || !/\d$/u.test(before.core) || !/^[-−+]?[\d.,/–-]+$/u.test(before.core)) return undefined;
  const words = unit(core, before.core, true);
  if (words === undefined) return undefined;
  return { words, closing: isLast ? closing : closing.replace(/^\./u, '') };
};

const afterYear = new Set([
  'people',
  'dollars',
  'euros',
  'pounds',
  'points',
  'calories',
  'meters',
  'miles',
  'kilometers',
  'feet',
  'hours',
  'minutes',
  'seconds',
  'days',
  'words',
  'steps',
  'times',
  'items',
  'pieces',
  'users',
  'characters',
  'tokens',
]);
const beforeYear = new Set([
  'in',
  'of',
  'since',
  'by',
  'until',
  'till',
  'from',
  'year',
  'circa',
  'early',
  'late',
  'during',
  'before',
  'after',
  'between',
  'around',
]);

/** A number that the words around it show to be a year, or that looks like a recent one. */
const yearNumber: Rule = ({ core }, { before, after }: Context) => {
  if (!isYear(core)) return undefined;
  const introduced =
    before !== undefined &&
    (beforeYear.has(before.core.toLowerCase()) || monthOf(before.core) !== undefined || before.closing === ',');
  const counts = after !== undefined && (afterYear.has(after.core) || unit(after.core, core, true) !== undefined);
  return !counts && (introduced || Number(core) >= 1900) ? spoken(year(Number(core))) : undefined;
};

const plain: Rule = ({ core }) => spoken(number(core));

const numbered: Rule = ({ core }) => {
  const found = /^#(\d+)$/u.exec(core);
  return found === null ? undefined : spoken(['number', ...integer(found[1]!)]);
};

/** In order: the first that knows the token speaks it. */
export const numericRules: readonly Rule[] = [
  phone,
  sumRange,
  leadingSum,
  trailingSum,
  moneyMultiple,
  hour,
  clock,
  date,
  dayOfMonth,
  fraction,
  ordinalNumber,
  decadeNumber,
  version,
  range,
  product,
  ratio,
  height,
  measure,
  spacedUnit,
  yearNumber,
  numbered,
  plain,
];
