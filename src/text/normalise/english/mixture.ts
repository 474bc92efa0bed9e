/** Mixtures. */
import type { Rule } from '../english-context.ts';
import { lettersOf, wordOrLetters } from './acronyms.ts';
import { digitWords, number } from './numbers.ts';

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
export function mixture(core: string, shouting: boolean): string[] {
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

export const anything: Rule = ({ core }, { shouting }) => ({ words: mixture(core, shouting) });
