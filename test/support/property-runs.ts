/**
 * How often a property is tried. `npm test` tries each at most 100 times; `npm run test:properties` sets
 * `SONORANT_TEST_RUNS=full` and tries each as often as it asks for. `SONORANT_TEST_SEED` takes the seed that fast-check
 * prints where a property fails.
 */
const isFull = process.env.SONORANT_TEST_RUNS === 'full';
const seed = process.env.SONORANT_TEST_SEED;

/**
 * Parameters for `fc.assert`.
 * @param full runs that the property asks for
 * @param brief runs in `npm test`, fewer where each one is dear
 */
export function runs(full = 100, brief = Math.min(full, 100)): { numRuns: number; seed?: number } {
  return { numRuns: isFull ? full : brief, ...(seed !== undefined && { seed: Number(seed) }) };
}
