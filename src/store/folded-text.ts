/** Text as lists search it: case and diacritics do not matter. Done here, since the databases fold differently. */
export function folded(...texts: readonly (string | null)[]): string {
  return texts.map((text) => (text ?? '').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()).join('\n');
}
