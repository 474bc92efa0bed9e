/** Numbers that metrics answer with, as a page and the axis of a chart show them. */

const most = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 3 });
const small = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3 });

/** At most three digits behind the point, and of numbers below 1 three that say something. */
export function formatNumber(value: number): string {
  return (Math.abs(value) < 1 ? small : most).format(value);
}

export interface Range {
  readonly low: number;
  readonly high: number;
  /** The ends and the middle, as fine as they differ. */
  readonly labels: readonly { readonly value: number; readonly text: string }[];
}

/** Two numbers that can be read, around all values: steps of 1, 2 or 5 times a power of ten. */
export function rangeOf(values: readonly number[]): Range {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const width = most - least || Math.abs(most) || 1;
  const power = 10 ** Math.floor(Math.log10(width));
  const step = [0.5, 1, 2, 5].map((factor) => factor * power).find((round) => width / round <= 4) ?? width;
  const ends = [Math.floor(least / step) * step, Math.ceil(most / step) * step] as const;
  const [low, high] = ends[0] === ends[1] ? [ends[0] - step, ends[1] + step] : ends;
  const maximumFractionDigits = Math.min(20, Math.max(0, 1 - Math.floor(Math.log10(step / 2))));
  const format = new Intl.NumberFormat('en-GB', { maximumFractionDigits });
  return { low, high, labels: [low, (low + high) / 2, high].map((value) => ({ value, text: format.format(value) })) };
}
