/** `--chapters 1,3-5,8-`. */
import { usageError } from '../errors.ts';

/**
 * @param count of all chapters
 * @returns their indices, from 0, in their order
 * @throws {CommandError} for what is no list of numbers, or a chapter that there is not
 */
export function chosenChapters(given: string | undefined, count: number): number[] {
  if (given === undefined) return Array.from({ length: count }, (_, index) => index);
  const chosen = new Set<number>();
  for (const part of given.split(',')) {
    const match = /^\s*(\d+)\s*(?:(-)\s*(\d+)?)?\s*$/u.exec(part);
    if (match === null) throw usageError(`--chapters: '${given}' is no list such as 1,3-5 or 4-`);
    const from = Number(match[1]);
    const to = match[2] === undefined ? from : Number(match[3] ?? count);
    for (const number of [from, to]) {
      if (number < 1 || number > count) {
        throw usageError(`--chapters: there is no chapter ${number}, only 1 to ${count}`);
      }
    }
    if (to < from) throw usageError(`--chapters: ${part.trim()} goes backwards`);
    for (let number = from; number <= to; number++) chosen.add(number - 1);
  }
  return [...chosen].toSorted((a, b) => a - b);
}
