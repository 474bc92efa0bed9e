/** The problems that the server found in a request, by the field they stand at. */
import { SonorantError } from '@sonorant/client';

/** What is wrong, by the path of the field: `config.turn.inactivity_end_call_secs`. */
export type FieldErrors = ReadonlyMap<string, string>;

const none: FieldErrors = new Map();

/**
 * A message of `invalid_request` names each problem and where it is: `✖ Too small …\n  → at config.timezone`, one after another.
 * @returns empty for every other error
 */
export function fieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof SonorantError) || error.status !== 400) return none;
  const found = new Map<string, string>();
  for (const [, problem, path] of error.message.matchAll(/✖ (.+)\n\s*→ at (\S+)/g)) {
    if (problem === undefined || path === undefined) continue;
    const before = found.get(path);
    found.set(path, before === undefined ? problem : `${before}. ${problem}`);
  }
  return found;
}

/** The problem of a field, or of anything within it. */
export function problemAt(errors: FieldErrors, path: string): string | undefined {
  const own = errors.get(path);
  if (own !== undefined) return own;
  for (const [at, problem] of errors) {
    if (at.startsWith(`${path}.`) || at.startsWith(`${path}[`)) return `${problem} (at ${at.slice(path.length)})`;
  }
  return undefined;
}

/** The problems that stand at none of the fields that are shown. */
export function otherProblems(errors: FieldErrors, shown: readonly string[]): readonly string[] {
  return [...errors]
    .filter(([at]) => !shown.some((path) => at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`)))
    .map(([at, problem]) => `${problem} (at ${at})`);
}
