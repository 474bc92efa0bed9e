/** The same pseudo-random numbers in every run: 0 ≤ x < 1 (a linear congruential generator of 32 bits, Numerical Recipes). */
export function seededRandom(seed = 1): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
