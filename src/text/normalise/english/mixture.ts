/** Letters, digits and signs in one token that no other rule knows. */
import type { Rule } from './context.ts';
import { lettersOf, wordOrLetters } from './acronyms.ts';
import { digitWords, number, ordinal } from './numbers.ts';
import { operators } from './math.ts';
import { signNames } from './signs.ts';

/** Signs that stay silent inside a token: they join words or set them off. */
const silent = new Set(Array.from('-–−*/~·∂∧∨¬'));
const numberJoints: Readonly<Record<string, string>> = { '*': 'times', '.': 'point', '/': 'slash' };
const alwaysRead: Readonly<Record<string, string>> = { ...signNames, '\\': 'backslash', '²': 'squared', '³': 'cubed' };

function letterChunk(text: string, before: string, after: string, shouting: boolean): string[] {
  const besideDigit = /\d$/u.test(before) || /^\d/u.test(after);
  if ((besideDigit || before === '&' || after === '&') && /^[A-Z]{1,3}$/u.test(text)) return lettersOf(text);
  if (besideDigit && /^[a-z]$/u.test(text)) return [text.toUpperCase()];
  return wordOrLetters(text, shouting);
}

/** Signs that mean something by what stands beside them. */
function placedSign(text: string, before: string, after: string): string | undefined {
  const digitFollows = /^\d/u.test(after);
  if (digitFollows && /\d$/u.test(before) && Object.hasOwn(numberJoints, text)) return numberJoints[text];
  if (digitFollows && text === '~') return /\p{L}$/u.test(before) ? 'tilde' : 'about';
  if (before === '' && digitFollows && /^[-−]$/u.test(text)) return 'minus';
  if (text === '.' && /\p{L}$/u.test(before) && /^[\p{L}\d]/u.test(after)) return 'dot';
  return text === '#' ? (before === '' ? 'number' : 'hash') : undefined;
}

function jointWords(text: string, before = '', after = ''): string[] {
  const placed = placedSign(text, before, after);
  if (placed !== undefined) return [placed];
  if (Object.hasOwn(alwaysRead, text)) return alwaysRead[text]!.split(' ');
  if (!Object.hasOwn(operators, text) || silent.has(text)) return [];
  const isBetween = before !== '' && (after !== '' || text === '+');
  return isBetween || !/[<>=+]/u.test(text) ? operators[text]!.split(' ') : [];
}

/** A dash or comma, or a full stop without the white space that belongs after it (`end.Next`). */
function isPause(chunk: string, before = '', after = ''): boolean {
  return /[—–…,;:]/u.test(chunk) || (chunk === '.' && /\p{Ll}$/u.test(before) && /^\p{Lu}/u.test(after));
}

function chunkWords(chunk: string, before: string | undefined, after: string | undefined, shouting: boolean): string[] {
  if (/^\d+\p{L}/u.test(chunk)) return ordinal(Number(chunk.slice(0, -2)));
  if (/^\d/u.test(chunk)) return number(chunk) ?? digitWords(chunk);
  if (/^[\p{L}\p{M}]/u.test(chunk)) return letterChunk(chunk, before ?? '', after ?? '', shouting);
  return jointWords(chunk, before, after);
}

/** Each chunk is spoken for itself; a dash between words is a short pause. */
export function mixture(core: string, shouting: boolean): string[] {
  const chunks =
    core.match(
      /[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*'?|\d{1,4}(?:st|nd|rd|th)(?!\p{L})|\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|[^\p{L}\p{M}\d]/gu,
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

export const anything: Rule = ({ core }, { shouting }) => ({ words: mixture(core, shouting) });

const mostParts = 12;

/** Quantities with commas or slashes between and no white space: `11:20AM,2:40PM`. */
export const unspacedList: Rule = ({ core }, { quantity }) => {
  if (!/\d.*[,;]\S/u.test(core) || core.length > 128) return undefined;
  const parts = core.split(/[,;](?!\d{3}(?!\d))/u);
  if (parts.length < 2 || parts.length > mostParts) return undefined;
  const words = parts.map((part) => quantity(part));
  if (words.some((one) => one === undefined)) return undefined;
  return {
    words: words.flatMap((one, index) =>
      index === words.length - 1 ? one! : [...one!.slice(0, -1), `${one!.at(-1)!},`],
    ),
  };
};
