/** Two texts line by line. */

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Above this, a table of all pairs of lines would take too much memory. */
const maxPairs = 4_000_000;

/**
 * The lines of two texts with what was removed and what was added: a longest common subsequence (Hunt and McIlroy, 1976), by the
 * table of the lengths of all pairs of ends. Texts that are too long for it are shown whole, the one after the other.
 */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, next] = [before.split('\n'), after.split('\n')];
  const line = (kind: DiffLine['kind']) => (text: string) => ({ kind, text });
  if (old.length * next.length > maxPairs) return [...old.map(line('removed')), ...next.map(line('added'))];
  const width = next.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = next.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        old[i] === next[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    if (i < old.length && j < next.length && old[i] === next[j]) {
      lines.push({ kind: 'same', text: old[i]! });
      i += 1;
      j += 1;
    } else if (j === next.length || (i < old.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)) {
      lines.push({ kind: 'removed', text: old[i++]! });
    } else {
      lines.push({ kind: 'added', text: next[j++]! });
    }
  }
  return lines;
}
