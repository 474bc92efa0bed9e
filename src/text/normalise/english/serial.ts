/** Numbers that name a thing: cards, accounts, orders, codes, plates, rooms, flights. */
import type { Context, PhraseRule, Rule, TokenText } from './context.ts';
import { lettersOf, wordOrLetters } from './acronyms.ts';
import { addressSigns } from './electronic.ts';
import { isPassword } from '../passwords.ts';
import { cardinal, digitWords, identifier, integer, isYear } from './numbers.ts';
import { isCounted, list, lower, spoken } from './rule.ts';

/** What stands before a number that is read digit by digit from three digits on. */
const strong = list(
  'code codes pin pins passcode password otp account accounts acct ssn social zip postcode postal passport serial tracking id ids routing vin isbn ein imei sku digits license licence plate confirmation reference ref policy claim',
);
/** The same from five digits on, since these are counted too. */
const weak = list(
  'order orders invoice ticket case card batch model member customer number no booking reservation bib',
);
/** What may stand between. */
const between = list('number no num nos is are was # my your the');
/** What is numbered in hundreds: room three oh five. */
const numbered = list(
  'room rooms suite ste apt apartment unit flight route routes rte rt highway hwy interstate box boeing airbus bus gate channel building exit exits',
);

/** What is numbered in letters too: `row 9L`, `Form 1040A`. A number alone behind these is one like any other. */
const lettered = list(
  'seat seats row rows table tables form forms class classes zone zones figure fig question questions platform platforms part exhibit section rm lot schedule appendix stand berth aisle bay level floor locker slot bus line track pier dock shelf house',
);

const mostBetween = 4;

type Cue = 'strong' | 'weak' | 'named' | undefined;

const verbsOfPart = /^(?:ending|ends|ended|starting|beginning)$/u;

/** `ended in 1945`, but `a card ending in 1945`. */
function isYearAfter(verb: string, word: TokenText | undefined): boolean {
  return /^(?:ended|starting|beginning)$/u.test(verb) && /^(?:1[1-9]|20)\d\d$/u.test(word?.core ?? '');
}

/** The word before that tells what a number names. */
function cueOf({ at }: Pick<Context, 'at'>): Cue {
  let named = false;
  for (let distance = -1; distance >= -mostBetween; distance--) {
    const word = at(distance);
    if (word === undefined || !/^[.:#]?$/u.test(word.closing)) return undefined;
    const name = lower(word);
    if (verbsOfPart.test(name)) return isYearAfter(name, at(0)) ? undefined : 'strong';
    if (distance === -1 && (name === 'in' || name === 'with')) {
      if (!verbsOfPart.test(lower(at(-2)))) return undefined;
      continue;
    }
    if (strong.has(name)) return 'strong';
    if (weak.has(name) && !between.has(name)) return named ? 'strong' : 'weak';
    if (!between.has(name)) return undefined;
    named ||= /^(?:number|no|num|#)$/u.test(name);
  }
  return undefined;
}

/** Letters one by one or as a word, digits one by one. */
function characterWords(text: string, whole: boolean): string[] {
  return (text.match(/\p{L}+|\d+/gu) ?? []).flatMap((part) =>
    /^\d/u.test(part) ? digitWords(part) : whole || part.length > 3 ? wordOrLetters(part, false) : lettersOf(part),
  );
}

const fewestDigits = { strong: 3, weak: 5, named: 3 };

/** Digits, and groups of digits with dashes. */
function digitsOf(core: string, word: TokenText, context: Context): string[] | undefined {
  const groups = core.split(/[-–]/u);
  const longest = Math.max(...groups.map((group) => group.length));
  if (!groups.every((group) => /^\d+$/u.test(group))) return undefined;
  const isNumber = groups.length === 1 && !core.startsWith('0');
  const cue = cueOf(context);
  const many = core.replace(/\D/gu, '').length;
  if (
    cue !== undefined &&
    many >= fewestDigits[cue] &&
    !(isNumber && word.closing === '' && isCounted(context.after))
  ) {
    return digitWords(core);
  }
  if (groups.length === 1) return many > 9 && !core.endsWith('000') ? digitWords(core) : undefined;
  const isZip = /^\d{5}-\d{4}$/u.test(core);
  return groups.length > 2 ||
    isZip ||
    /^\d{2}-\d{7}$/u.test(core) ||
    longest > 9 ||
    groups.some((group) => /^0\d/u.test(group))
    ? digitWords(core)
    : undefined;
}

const mostCharacters = 40;

/** Capitals and digits: the digits one by one, or as a number that names where they are one short run. */
function mixed(core: string, context: Context): string[] | undefined {
  // A code in small letters is one only where a word before it says so.
  if (/^(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{4,16}$/u.test(core) && cueOf(context) === 'strong') {
    return characterWords(core, false);
  }
  if (!/^[A-Z\d]+(?:[-–][A-Z\d]+)*$/u.test(core) || !/\d/u.test(core) || !/[A-Z]/u.test(core)) return undefined;
  const runs = core.match(/[A-Z]+|\d+/gu)!;
  const digits = runs.filter((run) => /^\d/u.test(run));
  const cue = cueOf(context);
  if (runs.length > 3 || digits.some((run) => run.length > 4) || (cue !== undefined && core.length > 3)) {
    return characterWords(core, core.includes('-'));
  }
  if (runs.length > 2 && digits.length > 1) return characterWords(core, core.includes('-'));
  const [first, second] = runs as [string, string];
  if (runs.length !== 2 || !/^[A-Z]/u.test(first)) return undefined;
  if (second.length > 2) return [...wordOrLetters(first, false), ...identifier(second)];
  return undefined;
}

const sectionSign: Rule = ({ core }, { quantity }) => {
  const named = /^(?:#|№)([A-Z]{1,4}-?\d[A-Z\d-]{1,15})$/u.exec(core);
  if (named !== null) return { words: ['number', ...characterWords(named[1]!, false)] };
  const found = /^(§{1,2}|№|#)(\d[\d.,–-]*)(\p{L}?)$/u.exec(core);
  if (found === null) return undefined;
  const [, sign, text, letter] = found as unknown as [string, string, string, string];
  const digits = /^\d+$/u.test(text) && (text.startsWith('0') || (sign === '#' && text.length > 3));
  const words = digits ? digitWords(text) : (quantity(text) ?? digitWords(text));
  const name = sign === '§' ? 'section' : sign === '§§' ? 'sections' : 'number';
  return { words: [name, ...words, ...lettersOf(letter)] };
};

const colour = /^#(?=[\dA-F]*\d)(?=\d*[A-F])(?:[\dA-F]{6}|[\dA-F]{8})$/iu;

export const serial: Rule = (word, context) => {
  const { core } = word;
  if (core.length > mostCharacters || !/\d/u.test(core)) return undefined;
  if (colour.test(core)) return spoken(['hash', ...characterWords(core, false)]);
  const section = sectionSign(word, context);
  if (section !== undefined) return section;
  return spoken(digitsOf(core, word, context) ?? mixed(core, context));
};

/** Behind these and `is` a letter too: `My seat is 12B`. */
const ownLettered = /^(?:seats?|apartment|apt|flat|room|gate|desk)$/u;

/** Whether the letter behind the number is one of what the number names. */
function isLettered(core: string, { before, after, at }: Pick<Context, 'before' | 'after' | 'at'>): boolean {
  if (before === undefined || !/^\.?$/u.test(before.closing)) return false;
  const name = lower(before);
  if (/^\d+[A-D]$/u.test(core)) {
    if (name === 'number' || (name === 'no' && before.closing === '.')) return true;
    return lettered.has(name) || (/^(?:is|are|was|were)$/u.test(name) && ownLettered.test(lower(at(-2))));
  }
  return lettered.has(name) && /^\d+[E-M]$/u.test(core) && lower(after) !== 'of';
}

/** A room, a flight, a road: `I-95`, `Room 305`, `Boeing 747`. */
export const numberedThing: Rule = ({ core, closing }, { before, after, at }) => {
  const road = /^(I|US|SR)-(\d{1,4})(\p{L}?)$/u.exec(core);
  if (road !== null) return spoken([...lettersOf(road[1]!), ...identifier(road[2]!), ...lettersOf(road[3]!)]);
  const aircraft = /^(7[0-8]7)-(8|9|10|[1-9]00)$/u.exec(core);
  if (aircraft !== null) return spoken([...identifier(aircraft[1]!), ...identifier(aircraft[2]!)]);
  const lines = /^(\d{3,4})([pi])$/u.exec(core);
  if (lines !== null) return spoken([...identifier(lines[1]!), lines[2]!.toUpperCase()]);
  const isFlight = /^(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])$/u.test(before?.core ?? '') && /^flights?$/u.test(lower(at(-2)));
  const isKind = numbered.has(lower(before)) && /^\.?$/u.test(before!.closing);
  if (!isFlight && !isKind && !isLettered(core, { before, after, at })) return undefined;
  const found = /^#?(\d{1,5})([A-Z]?)(?:[-–](\d{1,5}))?$/u.exec(core);
  if (found === null || (closing === '' && isCounted(after))) return undefined;
  // Of an aircraft it is the series.
  const isSeries = /^(?:boeing|airbus)$/u.test(lower(before));
  const to = found[3] === undefined ? [] : [...(isSeries ? [] : ['to']), ...identifier(found[3])];
  return spoken([...identifier(found[1]!), ...lettersOf(found[2]!), ...to]);
};

const mostGroups = 10;

/** Groups of four characters: the number of a card, or of an account (ISO 13616). */
export const groupedNumber: PhraseRule = (words, index) => {
  const first = words[index]!;
  const isAccount = /^[A-Z]{2}\d{2}$/u.test(first.core);
  if (!isAccount && !/^\d{4}$/u.test(first.core)) return undefined;
  let end = index;
  while (end < words.length && end - index < mostGroups) {
    const { core, closing } = words[end]!;
    const isGroup = /^\d{4}$/u.test(core) || (isAccount && /^[A-Z\d]{1,4}$/u.test(core) && /\d/u.test(core));
    if (!isGroup) break;
    end++;
    if (closing !== '') break;
  }
  if (end - index < 3 || words.slice(index, end).every(({ core }) => isYear(core))) return undefined;
  return words.slice(index, end).map(({ core }, at) => {
    const spokenWords = characterWords(core, false);
    return at < end - index - 1 ? { words: spokenWords, closing: ',' } : { words: spokenWords };
  });
};

/** A code in groups of two to four digits: `Your code is 483 920`. */
export const groupedCode: PhraseRule = (words, index) => {
  const isGroup = (word: TokenText | undefined): boolean => word !== undefined && /^\d{2,4}$/u.test(word.core);
  if (!isGroup(words[index]) || cueOf({ at: (distance) => words[index + distance] }) !== 'strong') return undefined;
  let end = index + 1;
  while (end < words.length && end - index < mostGroups && isGroup(words[end]) && words[end - 1]!.closing === '') end++;
  if (end - index < 2 || isCounted(words[end])) return undefined;
  return words.slice(index, end).map(({ core }, at) => {
    const digits = digitWords(core);
    return at < end - index - 1 ? { words: digits, closing: ',' } : { words: digits };
  });
};

const signWords: Readonly<Record<string, string>> = {
  ...addressSigns,
  ...{ '*': 'asterisk', '^': 'caret', '(': 'open parenthesis', ')': 'close parenthesis', '|': 'bar', $: 'dollar sign' },
};
/** A password with signs in it, each by its name: `hunter2!#`. Where no word says that it is one, as in other languages. */
export const password: Rule = ({ text }, { at }) => {
  // Trimming a long run of marks would cost its square.
  if (text.length > mostCharacters) return undefined;
  const isNamed = [-1, -2, -3].some((distance) => /^(?:password|passphrase|passcode)s?:?$/u.test(lower(at(distance))));
  const core = text.replace(/^["'(]+|["').,?]+$/gu, '');
  if (!isNamed && !isPassword(core)) return undefined;
  // `Your password is Wrong!`
  if (!/[^\p{L}'’.-]/u.test(core.replace(/!+$/u, ''))) return undefined;
  if (!/[^\p{L}\d'’.-]/u.test(core) || !/[\p{L}\d]/u.test(core)) return undefined;
  return spoken(
    (core.match(/\p{L}+|\d+|[^\p{L}\d]/gu) ?? []).flatMap((part) => {
      if (/^\d/u.test(part)) return digitWords(part);
      if (/^\p{L}/u.test(part)) return wordOrLetters(part, false);
      return (signWords[part] ?? '').split(' ').filter((word) => word !== '');
    }),
  );
};

/** Groups of three digits with spaces between (NIST SP 811 §10.5.3): `10 000`, `1 234 567`. */
export const spacedThousands: PhraseRule = (words, index) => {
  const first = words[index]!;
  if (!/^[-−+]?[1-9]\d{0,2}$/u.test(first.core) || first.closing !== '') return undefined;
  let end = index + 1;
  while (end < words.length && /^\d{3}(?:\.\d+)?$/u.test(words[end]!.core) && end - index < 5) {
    if (words[end++]!.closing !== '') break;
  }
  const tokens = words.slice(index, end);
  // Numbers in a row that go on or began before are a list.
  if ([words[index - 1], words[end]].some((word) => word?.closing === '' && /^\d+$/u.test(word.core))) return undefined;
  const isOne = tokens.length === 2 && !/^000?/u.test(tokens[1]!.core);
  if (tokens.length < 2 || isOne) return undefined;
  const text = tokens.map(({ core }) => core).join('');
  const [whole = '', fraction] = text.replace(/^[-−+]/u, '').split('.');
  const sign = /^[-−]/u.test(text) ? ['minus'] : text.startsWith('+') ? ['plus'] : [];
  const all = [...sign, ...integer(whole), ...(fraction === undefined ? [] : ['point', ...digitWords(fraction)])];
  return tokens.map((_, at) => ({
    words: all.slice(Math.ceil((at * all.length) / tokens.length), Math.ceil(((at + 1) * all.length) / tokens.length)),
  }));
};

/** A British postcode: `SW1A 1AA`. */
export const postcode: PhraseRule = (words, index) => {
  const [outward, inward] = [words[index]!, words[index + 1]];
  if (!/^[A-Z]{1,2}\d[A-Z\d]?$/u.test(outward.core) || outward.closing !== '') return undefined;
  if (inward === undefined || !/^\d[A-Z]{2}$/u.test(inward.core)) return undefined;
  return [outward, inward].map(({ core }) => ({
    words: (core.match(/[A-Z]|\d+/gu) ?? []).flatMap((part) => (/^\d/u.test(part) ? cardinal(Number(part)) : [part])),
  }));
};
