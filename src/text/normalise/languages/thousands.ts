/** Numbers in groups of three digits, as all European languages name them. */

export interface Thousands {
  /** 1–999 */
  readonly value: number;
  /** How many groups of three digits stand behind it: 0 for the last three digits, 1 for thousands, 2 for millions. */
  readonly power: number;
}

/**
 * The groups of a number that are not zero, the greatest first; none for zero.
 * @param digits ASCII digits
 */
export function thousandsOf(digits: string): Thousands[] {
  const groups: Thousands[] = [];
  for (let end = digits.length, power = 0; end > 0; end -= 3, power++) {
    const value = Number(digits.slice(Math.max(0, end - 3), end));
    if (value > 0) groups.unshift({ value, power });
  }
  return groups;
}

/** Whole millions, which join the noun they count by a preposition in the Romance languages. */
export function isRoundMillions(digits: string): boolean {
  return /[1-9]\d*0{6}$/u.test(digits);
}

/** Words of a list written with white space between. */
export function list(words: string): readonly string[] {
  return words.split(/\s+/u).filter((word) => word !== '');
}

/** A set of the words of a list. */
export function setOf(words: string): ReadonlySet<string> {
  return new Set(list(words));
}
