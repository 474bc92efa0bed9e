/** The problems that the server found in a request, by the field they stand at. */
import { SonorantError } from '@sonorant/client';
import { problemsOf } from './field-sentences.ts';

type Problem = ReturnType<typeof problemsOf>[number];

/** What is wrong with the fields of one request. */
export class FieldErrors {
  readonly #problems: readonly Problem[];
  /** Fields that asked for theirs, and show it. */
  readonly #asked = new Set<string>();

  constructor(problems: readonly Problem[]) {
    this.#problems = problems;
  }

  /** The problem of a field, or the first of what is within it: sentences. @param path `config.turn.inactivity_end_call_secs` */
  get(path: string): string | undefined {
    this.#asked.add(path);
    const found = this.#problems.filter((problem) => problem.path !== undefined && isWithin(problem.path, path));
    const own = found.filter((problem) => problem.path === path).map(({ sentence }) => sentence);
    if (own.length > 0) return own.join(' ');
    const [inner] = found;
    return inner && `${placeOf(inner.path!.slice(path.length))}: ${inner.sentence}`;
  }

  /** The sentences that no field shows. A field that is drawn later than this asks too late. */
  rest(): readonly string[] {
    return this.#problems
      .filter(({ path }) => path === undefined || ![...this.#asked].some((asked) => isWithin(path, asked)))
      .map(({ path, sentence }) => (path === undefined ? sentence : `${placeOf(path)}: ${sentence}`));
  }

  get isEmpty(): boolean {
    return this.#problems.length === 0;
  }
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

/** `[2].text` as "Entry 3, text". */
function placeOf(path: string): string {
  const words = path
    .replaceAll(/\[(\d+)\]/g, (_, index: string) => `.entry ${Number(index) + 1}`)
    .split('.')
    .filter((name) => name !== '')
    .join(', ')
    .replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const none = new FieldErrors([]);
/** The same object for one error, so that its message knows what the fields show. */
const known = new WeakMap<SonorantError, FieldErrors>();

/** @returns empty for every error that is none of validation */
export function fieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof SonorantError) || error.status !== 400) return none;
  const errors = known.get(error) ?? new FieldErrors(problemsOf(error.message));
  known.set(error, errors);
  return errors;
}
