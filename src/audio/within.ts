/** The value, or the nearer end of the range where it lies outside. */
export function within(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.min(max, Math.max(min, value));
}
