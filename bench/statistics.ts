import { quantile } from '../src/timing/spread.ts';

export { quantile, spread, type Spread } from '../src/timing/spread.ts';

/** Middle of the values, the mean of the two middle ones of an even number; NaN of none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Numbers of 0–1 that look random and are the same in every run (a linear congruential generator, Numerical Recipes). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
