/** The axis of frequencies that pictures of voices have: equal steps are heard as equal. */

export const lowestHertz = 60;
export const highestHertz = 8000;

/** Frequencies that are written on it. */
export const melTicks = [100, 250, 500, 1000, 2000, 4000, 8000] as const;

/** O'Shaughnessy, Speech Communication, 1987. */
function melOf(hertz: number): number {
  return 2595 * Math.log10(1 + hertz / 700);
}

const [low, high] = [melOf(lowestHertz), melOf(highestHertz)];

/** Position of a frequency on the axis, 0 to 1. */
export function positionOnMelAxis(hertz: number): number {
  return Math.max(0, Math.min(1, (melOf(hertz) - low) / (high - low)));
}

/** The frequency at a position, 0 to 1, of the axis. */
export function hertzOnMelAxis(position: number): number {
  return 700 * (10 ** ((low + position * (high - low)) / 2595) - 1);
}

/** `2k` for 2000. */
export function hertzLabel(hertz: number): string {
  return hertz >= 1000 ? `${hertz / 1000}k` : String(hertz);
}
