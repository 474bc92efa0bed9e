/** English tokens that are not numbers: abbreviations, acronyms, addresses, symbols, mixtures. */
import { graphemes } from '../tokens.ts';
import type { Context, Rule, Spoken, Word } from './english-context.ts';
import { cardinal, digitWords, integer, number, ordinal, roman } from './english-numbers.ts';
import { dayOf, isShortMonth, monthOf } from './english-units.ts';

function list(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u));
}

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

function isName(word: Word | undefined): boolean {
  return word !== undefined && /^\p{Lu}/u.test(word.core);
}

function startsWithDigit(word: Word | undefined): boolean {
  return word !== undefined && /^#?\d/u.test(word.core);
}

/** The words of an abbreviation. Its own full stop is not spoken, unless it also ends the segment. */
function expand(words: string, { closing }: Word, { isLast }: Context): Spoken {
  return { words: words.split(' '), closing: isLast ? closing : closing.replace(/^\./u, '') };
}

function title(key: string, word: Word, context: Context): string | undefined {
  const before = Object.hasOwn(beforeNames, key) ? beforeNames[key] : undefined;
  if (before === undefined || !isName(word)) return undefined;
  if (isName(context.after) && !/[,;:?!]/u.test(word.closing)) return before;
  return Object.hasOwn(afterNames, key) && isName(context.before) ? afterNames[key] : undefined;
}

const fixed: Rule = (word, context) => {
  const key = word.core.toLowerCase();
  if (Object.hasOwn(always, key)) return expand(always[key]!, word, context);
  const titled = title(key, word, context);
  return titled === undefined ? undefined : expand(titled, word, context);
};

/** Abbreviations that are words too, so that at the end of a segment the full stop is the sentence's. */
const wordsToo = new Set(['min', 'max', 'col', 'ca', 'no', 'art', 'fig']);

const dotted: Rule = (word, context) => {
  const key = word.core.toLowerCase();
  if (!word.closing.startsWith('.')) return undefined;
  if (Object.hasOwn(beforeNumbers, key) && startsWithDigit(context.after)) {
    return expand(beforeNumbers[key]!, word, context);
  }
  return Object.hasOwn(abbreviations, key) && !(context.isLast && wordsToo.has(key))
    ? expand(abbreviations[key]!, word, context)
    : undefined;
};

const calendar: Rule = (word, context) => {
  const shortened = word.closing.startsWith('.') && !context.isLast;
  const month = isShortMonth(word.core) ? monthOf(word.core) : undefined;
  if (month !== undefined && (shortened || startsWithDigit(context.after))) return expand(month, word, context);
  const day = dayOf(word.core);
  return day !== undefined && shortened ? expand(day, word, context) : undefined;
};

/** Words that a Roman numeral counts, and names that it tells apart. */
const counted = list(
  'chapter part act volume section phase type level book title article appendix class war scene stage grade tier unit vol',
);
const regnal = list(
  'henry louis elizabeth george edward richard charles james william philip napoleon catherine alexander nicholas peter frederick wilhelm ramses benedict pius leo francis paul gregory innocent clement urban felipe juan carlos gustav christian haakon harald harold albert leopold ferdinand alfonso',
);

const romanNumeral: Rule = ({ core }, { before }) => {
  const value = roman(core);
  if (value === undefined || before?.closing !== '') return undefined;
  const name = before.core.toLowerCase();
  if (counted.has(name) && !(core === 'I' && !/^\p{Lu}/u.test(before.core))) return { words: cardinal(value) };
  if (core.length < 2 || !isName(before)) return undefined;
  if (regnal.has(name)) return { words: ['the', ...ordinal(value)] };
  return /^[IVX]+$/u.test(core) && core !== 'IV' && /^\p{Lu}\p{Ll}/u.test(before.core)
    ? { words: cardinal(value) }
    : undefined;
};

/** Acronyms with vowels that are read letter by letter all the same. */
/** Acronyms with vowels that are read letter by letter all the same. */
const spelledAcronyms = list(
  'AA AAA ABC AC AD ADHD AED AGI AI AOL AP API ATM AUD AWS BCE CEO CFO CIA CIO COO CPU CTO CV DIY DNA DOJ EEG EPA ER ESPN ETA EU EUR EV FAQ FBI FDA GDP GPU GUI HIV IBM ICU ID IDE IEEE IMF IO IOC IOU IP IPO IQ IRS ISO ISP IV LED LLM MIT MRI NBA NYU OCD OECD OS PDA POV PSA SEO SOS SSE SUV TBA TOS UAE UCLA UFO UI UK UN UPS URI URL US USA USB USD UTC UV UX VIP XAI AM PM ASAP',
);
/** Of those, the ones that are words as well. */
const alsoWords = list('AD AM ID LED US UPS');
function lettersOf(text: string): string[] {
  return Array.from(text.toUpperCase());
}

/** An acronym letter by letter; a word, and an acronym spoken as one, stays whole. A plural or possessive s goes to the last letter. */
function wordOrLetters(text: string, shouting: boolean): string[] {
  const parts = /^(\p{Lu}{2,6})(?:(s)|'(s|S))?$/u.exec(text);
  if (parts === null) return [text];
  const name = parts[1]!;
  const spelled =
    !/[AEIOUY]/u.test(name.normalize('NFD')) || (spelledAcronyms.has(name) && !(shouting && alsoWords.has(name)));
  if (!spelled || !/^[A-Z]+$/u.test(name)) return [text];
  const letters = lettersOf(name);
  return parts[2] === undefined && parts[3] === undefined ? letters : [...letters.slice(0, -1), `${letters.at(-1)!}'s`];
}

const dottedAcronym: Rule = (word, context) => {
  const parts = /^((?:\p{L}\.)+\p{L})(?:\.?('s))?$/u.exec(word.core);
  if (parts === null) return undefined;
  const letters = lettersOf(parts[1]!.replace(/\./gu, ''));
  const last = letters.pop()! + (parts[2] ?? '');
  return { words: [...letters, last], closing: context.isLast ? word.closing : word.closing.replace(/^\./u, '') };
};

const topLevel =
  'com|org|net|io|dev|ai|co|uk|de|gov|edu|app|info|me|tv|us|eu|fr|ca|au|jp|in|ch|at|nl|es|it|se|xyz|cloud|biz|ly|gg';
const address = new RegExp(
  String.raw`^(?:(?:https?|ftp|wss?)://\S+|www\.\S+|(?:[\p{L}\d-]+\.)+(?:${topLevel})(?::\d+)?(?:[/?#]\S*)?)$`,
  'iu',
);
const mail = /^(?:mailto:)?[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+$/iu;
const addressSigns: Readonly<Record<string, string>> = {
  '.': 'dot',
  '/': 'slash',
  ':': 'colon',
  '?': 'question mark',
  '&': 'and',
  '=': 'equals',
  '#': 'hash',
  _: 'underscore',
  '-': 'dash',
  '~': 'tilde',
  '%': 'percent',
  '+': 'plus',
  '@': 'at',
  ',': 'comma',
  ';': 'semicolon',
  '!': 'exclamation mark',
  $: 'dollar',
};

const spelledDomains = list('io ai uk us eu tv edu api ip id ui ux faq');

function addressWords(text: string): string[] {
  return (text.match(/\p{L}+|\d+|[^\p{L}\d]/gu) ?? []).flatMap((part) => {
    if (/^\d/u.test(part)) return part.length > 4 ? digitWords(part) : integer(part);
    if (/^\p{L}/u.test(part)) {
      return part.length > 1 && part.length < 6 && (!/[aeiouy]/iu.test(part) || spelledDomains.has(part.toLowerCase()))
        ? lettersOf(part)
        : [part.length === 1 ? part.toUpperCase() : part];
    }
    return Object.hasOwn(addressSigns, part) ? addressSigns[part]!.split(' ') : [];
  });
}

const webAddress: Rule = ({ core }) => {
  if (!address.test(core) && !mail.test(core)) return undefined;
  const words = addressWords(core.replace(/^(?:[a-z]+:\/\/|mailto:)/iu, '').replace(/\/$/u, ''));
  return words.length === 0 ? undefined : { words };
};

const tagged: Rule = ({ core }, { shouting }) => {
  const parts = /^([#@])(\p{L}[\p{L}\p{M}\p{N}_]*)$/u.exec(core);
  if (parts === null) return undefined;
  // Capitals inside show where the words of a hashtag meet.
  const words = parts[2]!
    .split(/_+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter((word) => word !== '')
    .flatMap((word) => mixture(word, shouting));
  return { words: [parts[1] === '#' ? 'hashtag' : 'at', ...words] };
};

const signs: Readonly<Record<string, string>> = {
  '&': 'and',
  '+': 'plus',
  '=': 'equals',
  '%': 'percent',
  '@': 'at',
  '×': 'times',
  '÷': 'divided by',
  '≈': 'approximately',
  '≠': 'is not equal to',
  '≤': 'less than or equal to',
  '≥': 'greater than or equal to',
  '<': 'less than',
  '>': 'greater than',
  '±': 'plus or minus',
  '°': 'degrees',
  '§': 'section',
  '©': 'copyright',
  '∞': 'infinity',
  '√': 'square root of',
  '£': 'pounds',
  $: 'dollars',
  '€': 'euros',
  '/': 'slash',
  '<=': 'less than or equal to',
  '>=': 'greater than or equal to',
  '!=': 'is not equal to',
  '==': 'equals',
};

/** A token without letters and digits: a sign between two others, otherwise decoration, such as the `>` of a quotation or a ruler of dashes. */
const sign: Rule = ({ text }, { before, after }) => {
  if (/[\p{L}\p{N}]/u.test(text)) return undefined;
  const words =
    before === undefined || after === undefined
      ? undefined
      : between(text, startsWithDigit(before) && startsWithDigit(after));
  return words === undefined ? { words: [] } : { words: words.split(' '), closing: '' };
};

function between(text: string, numbers: boolean): string | undefined {
  if (numbers && /^[-−–]$/u.test(text)) return 'minus';
  if (numbers && text === '*') return 'times';
  return Object.hasOwn(signs, text) ? signs[text] : undefined;
}

const joints: Readonly<Record<string, string>> = {
  '&': 'and',
  '+': 'plus',
  '=': 'equals',
  '@': 'at',
  '%': 'percent',
  '×': 'times',
  '÷': 'divided by',
  '≤': 'less than or equal to',
  '≥': 'greater than or equal to',
  '<': 'less than',
  '>': 'greater than',
  '°': 'degrees',
  '±': 'plus or minus',
  '²': 'squared',
  '³': 'cubed',
};

const numberJoints: Readonly<Record<string, string>> = { '*': 'times', '.': 'point', '/': 'slash' };

function letterChunk(text: string, before: string, after: string, shouting: boolean): string[] {
  const besideDigit = /\d$/u.test(before) || /^\d/u.test(after);
  if ((besideDigit || before === '&' || after === '&') && /^[A-Z]{1,3}$/u.test(text)) return lettersOf(text);
  if (besideDigit && /^[a-z]$/u.test(text)) return [text.toUpperCase()];
  return wordOrLetters(text, shouting);
}

function jointWords(text: string, before = '', after = ''): string[] {
  const numbers = /\d$/u.test(before) && /^\d/u.test(after);
  if (numbers && Object.hasOwn(numberJoints, text)) return [numberJoints[text]!];
  if (text === '~' && before === '' && /^\d/u.test(after)) return ['about'];
  if (text === '.' && /\p{L}$/u.test(before) && /^[\p{L}\d]/u.test(after)) return ['dot'];
  const placed = before !== '' && (after !== '' || /[%°+²³]/u.test(text));
  return placed && Object.hasOwn(joints, text) ? joints[text]!.split(' ') : [];
}

/** A dash or comma, or a full stop without the white space that belongs after it (`end.Next`). */
function isPause(chunk: string, before = '', after = ''): boolean {
  return /[—–…,;:]/u.test(chunk) || (chunk === '.' && /\p{Ll}$/u.test(before) && /^\p{Lu}/u.test(after));
}

function chunkWords(chunk: string, before: string | undefined, after: string | undefined, shouting: boolean): string[] {
  if (/^\d/u.test(chunk)) return number(chunk) ?? digitWords(chunk);
  if (/^[\p{L}\p{M}]/u.test(chunk)) return letterChunk(chunk, before ?? '', after ?? '', shouting);
  return jointWords(chunk, before, after);
}

/** Letters, digits and signs in one token: each is spoken for itself; a dash between words is a short pause. */
function mixture(core: string, shouting: boolean): string[] {
  const chunks =
    core.match(
      /[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*'?|\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|[^\p{L}\p{M}\d]/gu,
    ) ?? [];
  const words: string[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const [before, after] = [chunks[index - 1], chunks[index + 1]];
    const last = words.at(-1);
    if (last === undefined || after === undefined || !isPause(chunk, before, after)) {
      words.push(...chunkWords(chunk, before, after, shouting));
    } else if (!last.endsWith(',')) words[words.length - 1] = `${last},`;
  }
  return words;
}

const anything: Rule = ({ core }, { shouting }) => ({ words: mixture(core, shouting) });

/** In order: the first that knows the token speaks it. */
export const wordRules: readonly Rule[] = [
  fixed,
  dotted,
  calendar,
  romanNumeral,
  dottedAcronym,
  webAddress,
  tagged,
  sign,
];
export const lastRule = anything;

const spelledSigns: Readonly<Record<string, string>> = {
  ...addressSigns,
  "'": 'apostrophe',
  '"': 'quote',
  '(': 'open parenthesis',
  ')': 'close parenthesis',
  '*': 'asterisk',
  '<': 'less than',
  '>': 'greater than',
  '\\': 'backslash',
  '|': 'bar',
  '^': 'caret',
  '[': 'open bracket',
  ']': 'close bracket',
  '{': 'open brace',
  '}': 'close brace',
  '€': 'euro',
  '£': 'pound',
  '°': 'degree',
};

/** Each character as one spoken word: the letter, the digit's name, the name of a sign. */
export function spelled(text: string): string[] {
  return graphemes(text).flatMap((grapheme) => {
    if (/^\d$/u.test(grapheme)) return digitWords(grapheme);
    if (/^[\p{L}\p{N}]/u.test(grapheme)) return [grapheme.length === 1 ? grapheme.toUpperCase().slice(0, 1) : grapheme];
    return Object.hasOwn(spelledSigns, grapheme) ? spelledSigns[grapheme]!.split(' ') : [];
  });
}
