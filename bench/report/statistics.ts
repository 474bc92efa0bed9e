import { quantile } from '../../src/timing/spread.ts';

export { quantile, spread, type Spread } from '../../src/timing/spread.ts';

/** Middle of the values, the mean of the two middle ones of an even number; NaN of none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
