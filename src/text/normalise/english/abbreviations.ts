/** Abbreviations. */
import type { Context, Rule, Word } from '../english-context.ts';
import { dayOf, isShortMonth, monthOf } from './calendar-words.ts';
import { expand, isName, startsWithDigit } from './rule.ts';

/** Read so when a full stop follows. */
const abbreviations: Readonly<Record<string, string>> = {
  prof: 'professor',
  rev: 'reverend',
  gen: 'general',
  sen: 'senator',
  rep: 'representative',
  gov: 'governor',
  capt: 'captain',
  lt: 'lieutenant',
  col: 'colonel',
  sgt: 'sergeant',
  maj: 'major',
  cpl: 'corporal',
  adm: 'admiral',
  hon: 'honorable',
  pres: 'president',
  supt: 'superintendent',
  jr: 'junior',
  sr: 'senior',
  etc: 'et cetera',
  approx: 'approximately',
  dept: 'department',
  inc: 'incorporated',
  ltd: 'limited',
  co: 'company',
  corp: 'corporation',
  bros: 'brothers',
  assn: 'association',
  univ: 'university',
  govt: 'government',
  ave: 'avenue',
  blvd: 'boulevard',
  rd: 'road',
  hwy: 'highway',
  apt: 'apartment',
  est: 'established',
  cf: 'compare',
  ca: 'circa',
  viz: 'namely',
  tel: 'telephone',
  ext: 'extension',
  max: 'maximum',
  min: 'minimum',
  avg: 'average',
  misc: 'miscellaneous',
  incl: 'including',
  excl: 'excluding',
  vs: 'versus',
};

/** Read so with or without a full stop. */
const always: Readonly<Record<string, string>> = {
  mr: 'mister',
  mrs: 'missus',
  messrs: 'messieurs',
  vs: 'versus',
  'e.g': 'for example',
  eg: 'for example',
  'i.e': 'that is',
  ie: 'that is',
  'a.k.a': 'also known as',
  aka: 'also known as',
  'w/': 'with',
  'w/o': 'without',
  'n/a': 'not applicable',
  'c/o': 'care of',
  'c#': 'C sharp',
  'f#': 'F sharp',
};

/** Read so before a number. */
const beforeNumbers: Readonly<Record<string, string>> = {
  no: 'number',
  nos: 'numbers',
  vol: 'volume',
  p: 'page',
  pp: 'pages',
  ch: 'chapter',
  fig: 'figure',
  figs: 'figures',
  sec: 'section',
  art: 'article',
  eq: 'equation',
  pt: 'part',
  ver: 'version',
};

/** Read so before a name. */
const beforeNames: Readonly<Record<string, string>> = { dr: 'doctor', st: 'saint', mt: 'mount', ft: 'fort', ms: 'miz' };

const afterNames: Readonly<Record<string, string>> = { dr: 'drive', st: 'street' };

function title(key: string, word: Word, context: Context): string | undefined {
  const before = Object.hasOwn(beforeNames, key) ? beforeNames[key] : undefined;
  if (before === undefined || !isName(word)) return undefined;
  if (isName(context.after) && !/[,;:?!]/u.test(word.closing)) return before;
  return Object.hasOwn(afterNames, key) && isName(context.before) ? afterNames[key] : undefined;
}

export const fixed: Rule = (word, context) => {
  const key = word.core.toLowerCase();
  if (Object.hasOwn(always, key)) return expand(always[key]!, word, context);
  const titled = title(key, word, context);
  return titled === undefined ? undefined : expand(titled, word, context);
};

/** Abbreviations that are words too, so that at the end of a segment the full stop is the sentence's. */
const wordsToo = new Set(['min', 'max', 'col', 'ca', 'no', 'art', 'fig']);

export const dotted: Rule = (word, context) => {
  const key = word.core.toLowerCase();
  if (!word.closing.startsWith('.')) return undefined;
  if (Object.hasOwn(beforeNumbers, key) && startsWithDigit(context.after)) {
    return expand(beforeNumbers[key]!, word, context);
  }
  return Object.hasOwn(abbreviations, key) && !(context.isLast && wordsToo.has(key))
    ? expand(abbreviations[key]!, word, context)
    : undefined;
};

export const calendar: Rule = (word, context) => {
  const shortened = word.closing.startsWith('.') && !context.isLast;
  const month = isShortMonth(word.core) ? monthOf(word.core) : undefined;
  if (month !== undefined && (shortened || startsWithDigit(context.after))) return expand(month, word, context);
  const day = dayOf(word.core);
  return day !== undefined && shortened ? expand(day, word, context) : undefined;
};
