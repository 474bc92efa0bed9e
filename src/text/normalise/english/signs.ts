/** Tokens without letters and digits: signs that mean something, and decoration. */
import type { Context, Rule, TokenText } from './context.ts';
import { currencies } from './tables/currencies.ts';
import { operators } from './math.ts';
import { identifier } from './numbers.ts';
import { isName, isOpenNumber, list, lower, startsWithDigit } from './rule.ts';
import { unit } from './tables/units.ts';

/** Signs that are read wherever they stand. */
export const signNames: Readonly<Record<string, string>> = {
  '&': 'and',
  '&&': 'and',
  '||': 'or',
  '@': 'at',
  '%': 'percent',
  '‰': 'per mille',
  '°': 'degrees',
  '§': 'section',
  '§§': 'sections',
  '¶': 'paragraph',
  '№': 'number',
  '©': 'copyright',
  '®': 'registered trademark',
  '™': 'trademark',
  '℠': 'service mark',
  '†': 'dagger',
  ...Object.fromEntries(
    Object.entries(currencies)
      .filter(([sign]) => /^\p{Sc}$/u.test(sign))
      .map(([sign, { major }]) => [sign, major[1]]),
  ),
};

/** Operators that are decoration too where nothing stands on one side: bullets, rulers, quotations. */
const betweenOnly = new Set(['+', '-', '−', '–', '*', '<', '>', '/', '·', '~', '=', '→', '^']);

function isOperand(word: Context['before']): boolean {
  return (
    word !== undefined &&
    (startsWithDigit(word) || /^(?:\p{L}|\p{L}\^.+)$/u.test(word.core) || /[\p{No}%°]$/u.test(word.core))
  );
}

const amountPattern = /^[~≈]?([-−+]?)(\p{Sc}?)(\d[\d,]*(?:\.\d+)?|\.\d+)(\p{Sc}|[%‰]|[°\p{L}]{0,4})(?:\/\p{L}{1,9})?$/u;

/** A number, and its currency or unit, which may be none. */
function amountOf(word: TokenText): { readonly value: number; readonly of: string } | undefined {
  const found = amountPattern.exec(word.core);
  if (found === null) return undefined;
  const value = Number(found[3]!.replace(/,/gu, ''));
  return { value: /[-−]/u.test(found[1]!) ? -value : value, of: found[2]! + found[4]! };
}

/** The unit or half of the day behind a number. */
function isBound(word: TokenText, { at }: Context): boolean {
  return (
    (isOpenNumber(at(-2)) || /^\d{1,2}[:.]\d\d$/u.test(at(-2)?.core ?? '')) &&
    (/^[ap]\.?m$/iu.test(word.core) || unit(word.core, '2', true) !== undefined)
  );
}

const isOperation = /^[-=+×÷*/<>≤≥−]+$/u;

/** From less to more of the same, unless another operation stands beside: of what, which may be nothing. */
function risingOf({ before, after, at }: Context): string | undefined {
  const [first, second] = [before, after].map((word) => (word === undefined ? undefined : amountOf(word)));
  if (first === undefined || second === undefined || first.value >= second.value) return undefined;
  if ([at(-2), at(2)].some((word) => word !== undefined && isOperation.test(word.text))) return undefined;
  return first.of === second.of && before!.closing === '' ? first.of : '';
}

/** A dash between two numbers: part of a sum where another operation stands beside it, a range of one unit or before a noun, else minus. */
function dashWords(text: string, context: Context): string | undefined {
  const { before, after, at } = context;
  if (before === undefined || after === undefined) return undefined;
  if (text === '−') return 'minus';
  const of = risingOf(context);
  if ((startsWithDigit(after) && isBound(before, context)) || (of ?? '') !== '') return 'to';
  if (!isOperand(before) || !isOperand(after) || text === '—') return undefined;
  if (!startsWithDigit(before)) return text === '-' ? 'minus' : undefined;
  const isNoun = /^\p{L}/u.test(lower(at(2)));
  return of === '' && (isNoun || text !== '-') ? 'to' : 'minus';
}

/** `Settings > Privacy`. */
function isMenuPath({ before, after }: Context): boolean {
  return before !== undefined && /^\p{Lu}\p{L}+$/u.test(before.core) && isName(after);
}

const menuWords = list(
  'settings menu menus go open tap click select choose navigate press preferences options file edit',
);
const mostBeforeMenu = 8;
/** `Settings → Privacy`, behind a word that tells of a menu: elsewhere the arrow leads from one place to another. */
function isMenu(text: string, context: Context): boolean {
  if (!/^[>→]$/u.test(text) || !isMenuPath(context)) return false;
  if (text === '>') return true;
  for (let distance = -1; distance >= -mostBeforeMenu; distance--) {
    if (menuWords.has(lower(context.at(distance)))) return true;
  }
  return false;
}

const pressWords = list('press pressing dial dialing enter hit push tap type');
const mostBetween = 4;
/** The key of a telephone: `Press * to go back`, `press # or *`. */
function isPressed({ after, at }: Context): boolean {
  if (lower(after) === 'key') return true;
  for (let distance = -1; distance >= -mostBetween; distance--) if (pressWords.has(lower(at(distance)))) return true;
  return false;
}

function productOrKey(text: string, areOperands: boolean, context: Context): string | undefined {
  if (areOperands) return 'times';
  if (text === '*' && lower(context.before) === 'select') return 'star';
  return text === '*' && isPressed(context) ? 'star' : undefined;
}

/** A code that begins with the star key, behind a word of dialling or with the hash: `dial *67`; else the star marks a note. */
export const starCode: Rule = ({ text }, context) => {
  const found = /^["'(]?\*(\d{1,4})(#?)[.,;:!?"')]{0,3}$/u.exec(text);
  if (found === null) return undefined;
  const isDialled = found[2] === '#' || isPressed(context) || /^(?:use|call|code)$/u.test(lower(context.before));
  return !isDialled ? undefined : { words: ['star', ...identifier(found[1]!), ...(found[2] === '' ? [] : ['hash'])] };
};

/** Signs that are read by what stands beside them. */
function placedWords(text: string, context: Context): string | undefined {
  const { before, after } = context;
  const areOperands = isOperand(before) && isOperand(after);
  const isBetween = before !== undefined && after !== undefined;
  if (isMenu(text, context)) return undefined;
  if (text === '*' || text === '·') return productOrKey(text, areOperands, context);
  if (text === '/' && !areOperands) return isBetween ? 'slash' : undefined;
  const isRead = isBetween || !betweenOnly.has(text) || (/^[<>~]$/u.test(text) && startsWithDigit(after));
  return isRead && Object.hasOwn(operators, text) ? operators[text] : undefined;
}

function hash({ before, after }: Context): string | undefined {
  return before === undefined ? undefined : startsWithDigit(after) ? 'number' : 'hash';
}

function wordsOf(text: string, context: Context): string | undefined {
  if (Object.hasOwn(currencies, text) && lower(context.after) === 'sign') return currencies[text]!.major[0];
  if (Object.hasOwn(signNames, text)) return signNames[text];
  if (text === '#') return hash(context);
  return /^[-−–—]$/u.test(text) ? dashWords(text, context) : placedWords(text, context);
}

const longestSign = 64;
/** A token without letters and digits: a sign between two others, otherwise decoration, such as the `>` of a quotation or a ruler of dashes. */
export const sign: Rule = ({ text }, context) => {
  if (/[\p{L}\p{N}]/u.test(text)) return undefined;
  if (text.length > longestSign) return { words: [] };
  const bare = text.replace(/^[("'[]+|[)"'\],.;:!?]+$/gu, '');
  const words = wordsOf(text, context) ?? (bare === text || bare === '' ? undefined : wordsOf(bare, context));
  const closing = Object.hasOwn(operators, bare) && !context.isLast ? { closing: '' } : {};
  return words === undefined ? { words: [] } : { words: words.split(' '), ...closing };
};
