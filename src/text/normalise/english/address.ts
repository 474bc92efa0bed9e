/** Postal addresses of the United States (USPS Publication 28, appendices B and C). */
import type { Context, Rule, TokenText } from './context.ts';
import { lettersOf } from './acronyms.ts';
import { digitWords, identifier } from './numbers.ts';
import { endsSentence, expand, isName, list, lower, spoken } from './rule.ts';

const streets: Readonly<Record<string, string>> = {
  st: 'street',
  ave: 'avenue',
  av: 'avenue',
  blvd: 'boulevard',
  rd: 'road',
  dr: 'drive',
  ln: 'lane',
  ct: 'court',
  pl: 'place',
  sq: 'square',
  pkwy: 'parkway',
  hwy: 'highway',
  ter: 'terrace',
  terr: 'terrace',
  cir: 'circle',
  trl: 'trail',
  aly: 'alley',
  expy: 'expressway',
  fwy: 'freeway',
  tpke: 'turnpike',
};

const streetNames = new Set([
  ...Object.keys(streets),
  ...Object.values(streets),
  ...list('way broadway row loop plaza walk mews'),
]);

const units: Readonly<Record<string, string>> = {
  apt: 'apartment',
  ste: 'suite',
  bldg: 'building',
  fl: 'floor',
  rm: 'room',
  rte: 'route',
  rt: 'route',
  hwy: 'highway',
  'p.o': 'P O',
  po: 'P O',
};

const directions: Readonly<Record<string, string>> = {
  N: 'north',
  S: 'south',
  E: 'east',
  W: 'west',
  NE: 'northeast',
  NW: 'northwest',
  SE: 'southeast',
  SW: 'southwest',
};

const states: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,' +
    'GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,' +
    'MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,' +
    'NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,' +
    'OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,' +
    'UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,DC D C,PR Puerto Rico'
  )
    .split(',')
    .map((entry): [string, string] => [entry.slice(0, 2), entry.slice(3)]),
);
const lastWordsOfStates = new Set(Object.values(states).map((name) => name.split(' ').at(-1)!));

/** A part of a street's name: capitalised, an ordinal number or a direction. */
function isNamePart(word: TokenText | undefined): boolean {
  return word !== undefined && /^(?:\p{Lu}|\d+(?:st|nd|rd|th)$)/u.test(word.core);
}

const longestName = 4;

/** A street's name and kind follow. */
function streetFollows({ at }: Context): boolean {
  for (let distance = 1; distance <= longestName + 1; distance++) {
    const word = at(distance);
    if (distance > 1 && streetNames.has(lower(word)) && isNamePart(word)) return true;
    if (!isNamePart(word) || !/^\.?$/u.test(word!.closing)) return false;
  }
  return false;
}

/** A house number stands before the street's name. */
function houseBefore({ at }: Context): boolean {
  for (let distance = -1; distance >= -longestName - 1; distance--) {
    const word = at(distance);
    if (word === undefined || !/^\.?$/u.test(word.closing)) return false;
    if (/^\d{1,5}[A-Z]?$/u.test(word.core)) return true;
    if (!isNamePart(word)) return false;
  }
  return false;
}

export const houseNumber: Rule = ({ core, closing }, context) => {
  const found = /^(\d{1,5})(?:-(\d{1,4}))?([A-Z]?)$/u.exec(core);
  if (found === null || closing !== '' || !streetFollows(context)) return undefined;
  const second = found[2] === undefined ? [] : identifier(found[2]);
  return spoken([...identifier(found[1]!), ...second, ...lettersOf(found[3]!)]);
};

/** Kinds of streets that are something else too before a name. */
const titlesToo = list('st dr');
/** Kinds of streets that need their full stop, a house number or the end of the name to show them. */
const unclear = list('ct pl sq ter cir av ln rd');

export const streetKind: Rule = (word, context) => {
  const key = word.core.toLowerCase();
  if (!Object.hasOwn(streets, key) || !/^\p{Lu}/u.test(word.core) || !isNamePart(context.before)) return undefined;
  if (!/^\.?$/u.test(context.before!.closing) || Object.hasOwn(streets, lower(context.before))) return undefined;
  const nameFollows = isName(context.after) && !/[,;:?!]/u.test(word.closing) && !endsSentence(context);
  if (titlesToo.has(key) && nameFollows && !houseBefore(context) && !isDirection(context.after)) return undefined;
  const isMarked = word.closing !== '' || houseBefore(context) || context.isLast;
  return unclear.has(key) && !isMarked ? undefined : expand(streets[key]!, word, context);
};

function isDirection(word: TokenText | undefined): boolean {
  return word !== undefined && Object.hasOwn(directions, word.core.replace(/\./gu, ''));
}

/** `N.` between a house number and a street, `NW` behind a street. */
export const direction: Rule = (word, context) => {
  if (!isDirection(word)) return undefined;
  const name = directions[word.core.replace(/\./gu, '')]!;
  const { before, after } = context;
  if (streetNames.has(lower(before)) && isName(before) && before!.closing.replace('.', '') === '') {
    return word.core.length > 1 || !isName(after) ? expand(name, word, context) : undefined;
  }
  const isPrefix = /^\d{1,5}[A-Z]?$/u.test(before?.core ?? '') && isNamePart(after) && streetFollows(context);
  return isPrefix ? { words: [name], closing: '' } : undefined;
};

export const addressUnit: Rule = (word, context) => {
  const key = word.core.toLowerCase();
  if (!Object.hasOwn(units, key)) return undefined;
  const { after } = context;
  if (key.startsWith('p')) return lower(after) === 'box' ? expand(units[key]!, word, context) : undefined;
  return after !== undefined &&
    /^#?(?:\d{1,5}[A-Z]?|[A-Z]?\d{1,5}|[A-Z])$/u.test(after.core) &&
    /^\.?$/u.test(word.closing)
    ? { words: [units[key]!], closing: '' }
    : undefined;
};

/** Letters of states that are something else too: these need the ZIP code. */
const statesToo = list('IN OR ME OK HI MD ID');

/** The letters of a state after a place or before a ZIP code. */
export const state: Rule = (word, context) => {
  const { before, after, shouting } = context;
  if (!Object.hasOwn(states, word.core) || !isName(before)) return undefined;
  const zipFollows = /^\d{5}(?:-\d{4})?$/u.test(after?.core ?? '');
  return zipFollows || (before!.closing === ',' && !shouting && !statesToo.has(word.core))
    ? expand(states[word.core]!, word, context)
    : undefined;
};

/** Five digits behind a state. */
export const zipCode: Rule = ({ core }, { before }) => {
  if (!/^\d{5}(?:-\d{4})?$/u.test(core) || before?.closing.replace('.', '') !== '') {
    return undefined;
  }
  return Object.hasOwn(states, before.core) || lastWordsOfStates.has(before.core)
    ? spoken(digitWords(core))
    : undefined;
};
