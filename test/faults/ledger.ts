/** What was acknowledged to clients, and what has to hold of requests whose outcome is not known. */
import type { Answer } from '../support/resources.ts';
import type { Attempt, Check, Outcome, Session } from './attempts.ts';

/** A keyed request that was acknowledged, to be sent once more. */
export interface Replay {
  readonly attempt: Attempt;
  readonly key: string;
  /** Undefined where the outcome is not known. */
  readonly text: string | undefined;
}

interface Expected {
  readonly check: Check;
  /** How often the server had been killed. */
  readonly since: number;
}

/** How many of the last keyed requests are sent again after a restart. */
const maxReplays = 6;

export class Ledger {
  /** By path. */
  readonly #expected = new Map<string, Expected>();
  #open: { readonly attempt: Attempt; readonly key: string | undefined }[] = [];
  #replays: Replay[] = [];
  #generation = 0;
  acknowledged = 0;
  /** Requests that were under way when the server was killed. */
  cutOff = 0;
  /** Requests that were refused honestly. */
  refused = 0;
  readonly byRoute: Record<string, number> = {};
  /** Ids of voices whose making was acknowledged: webhooks have to be told of them, also when they are deleted. */
  readonly voices = new Set<string>();

  /** Objects that the attempt changes have no known state until it ends. */
  begin({ changes = [] }: Attempt): void {
    for (const path of changes) this.#expected.delete(path);
  }

  acknowledge(attempt: Attempt, answer: Answer, key?: string): Outcome {
    this.acknowledged++;
    this.byRoute[attempt.route] = (this.byRoute[attempt.route] ?? 0) + 1;
    if (key !== undefined) {
      this.#replays.push({ attempt, key, text: answer.text });
      if (this.#replays.length > maxReplays) this.#replays.shift();
    }
    const outcome = attempt.outcome(answer);
    if (outcome === undefined) return { path: '', check: () => Promise.resolve() };
    this.#expected.set(outcome.path, { check: outcome.check, since: this.#generation });
    if (attempt.route.startsWith('POST /voices/')) this.voices.add(outcome.path.split('/')[2]!);
    return outcome;
  }

  cut(attempt: Attempt, key?: string): void {
    this.cutOff++;
    this.#open.push({ attempt, key });
  }

  /** What a restart has to be asked for: that which was cut off, and keyed requests. */
  takeOpen(): { readonly checks: readonly Check[]; readonly replays: readonly Replay[] } {
    this.#generation++;
    const open = this.#open;
    this.#open = [];
    const replays = this.#replays;
    this.#replays = [];
    const unknown = open.flatMap(({ attempt, key }) => (key === undefined ? [] : [{ attempt, key, text: undefined }]));
    return { checks: open.map(({ attempt }) => attempt.either), replays: [...replays, ...unknown] };
  }

  /**
   * Reads back what was acknowledged.
   * @param sample how many of those that were read back after an earlier restart already; all when absent
   * @returns how many were read
   */
  async verify(session: Session, random: () => number, sample = Infinity): Promise<number> {
    const all = [...this.#expected.values()];
    const recent = all.filter(({ since }) => since >= this.#generation - 1);
    const older = all.filter(({ since }) => since < this.#generation - 1);
    const chosen = older.length <= sample ? older : older.filter(() => random() < sample / older.length);
    const checks = [...recent, ...chosen].map(({ check }) => check);
    const { length } = checks;
    await inParallel(checks, (check) => check(session));
    return length;
  }
}

/** Eight at a time; the first failure ends it. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const workers = Array.from({ length: 8 }, async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  });
  await Promise.all(workers);
}
