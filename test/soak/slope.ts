/** How fast a figure climbs, whatever single samples do. */

export interface Sample {
  /** Minutes since the beginning. */
  readonly minutes: number;
  readonly bytes: number;
}

/**
 * Bytes a minute: the median of the slopes of all pairs of samples (Theil 1950, Sen 1968), which a garbage collection between two of them
 * does not move.
 * @throws {RangeError} for less than two samples of different times
 */
export function slopeOf(samples: readonly Sample[]): number {
  const slopes = samples.flatMap(({ minutes, bytes }, index) =>
    samples
      .slice(index + 1)
      .filter((later) => later.minutes > minutes)
      .map((later) => (later.bytes - bytes) / (later.minutes - minutes)),
  );
  if (slopes.length === 0) throw new RangeError('a slope needs two samples of different times');
  slopes.sort((a, b) => a - b);
  const middle = slopes.length >> 1;
  return slopes.length % 2 === 1 ? slopes[middle]! : (slopes[middle - 1]! + slopes[middle]!) / 2;
}
