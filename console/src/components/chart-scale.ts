/** The numbers at the side of a chart. */

/** The next of 1, 2 and 5 times a power of ten, so that the lines stand at numbers that can be read. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(0.01, value)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((round) => round >= value) ?? value;
}

/**
 * @param values not below 0; null where there is none
 * @returns 0 first, the end of the scale last; between whole numbers no part of one
 */
export function scaleOf(values: readonly (number | null)[]): readonly number[] {
  const known = values.filter((value) => value !== null);
  const highest = known.reduce((most, value) => Math.max(most, value), 0);
  const end = highest === 0 ? 1 : roundUp(highest);
  const areWhole = known.every(Number.isInteger);
  return areWhole && !Number.isInteger(end / 2) ? [0, end] : [0, end / 2, end];
}
