/** What differs between two texts, line by line, and between two configurations, member by member. */

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

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that a change gives whole, with all its names. */
const wholeMember = 'dynamic_variable_placeholders';

/**
 * The change that makes one configuration of another: members that differ, as the interface merges them.
 * @returns undefined where nothing differs
 */
export function changesOf(before: object, after: object): Members | undefined {
  const old = before as Members;
  const changed = Object.entries(after).flatMap(([name, value]: [string, unknown]) => {
    const was = old[name];
    if (JSON.stringify(was) === JSON.stringify(value)) return [];
    const isMerged = isObject(was) && isObject(value) && name !== wholeMember;
    return [[name, isMerged ? (changesOf(was, value) ?? {}) : value] as const];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
