/** Keeps this process from anything else for so long, as one that is stopped or has no processor. */
export function busyFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
