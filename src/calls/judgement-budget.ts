/**
 * How often the models of an organization are asked by metrics on one UTC day. What counts are the stored results. They are counted every few
 * seconds instead of for each question, since counting takes longer the more there are; in between every question of this process
 * counts as a result, and those without an answer yet count in every count. So no process asks more than is left; several processes
 * together may, by what the others ask in these seconds.
 */
import { RecentlyUsed } from '../collections/recently-used.ts';

export interface JudgementBudgetOptions {
  /** Questions of an organization on one UTC day. */
  readonly perDay: number;
  /** Results of an organization since a moment that took a question. */
  readonly count: (organizationId: string, since: Date) => Promise<number>;
  readonly now: () => Date;
  /** How long a count is relied on. Default 10,000 ms. */
  readonly countMs?: number | undefined;
  /** Organizations whose counts are kept. Default 1,000. */
  readonly kept?: number | undefined;
}

interface Count {
  readonly day: string;
  /** When it was begun, in ms. */
  readonly at: number;
  readonly stored: Promise<number>;
  /** Questions since then, and those that had no result then. */
  asked: number;
}

const defaults = { countMs: 10_000, kept: 1000 } as const;

export class JudgementBudget {
  readonly #options: JudgementBudgetOptions;
  readonly #counts: RecentlyUsed<Count>;
  /** Questions of organizations that have no result yet. */
  readonly #open = new Map<string, number>();

  constructor(options: JudgementBudgetOptions) {
    this.#options = options;
    this.#counts = new RecentlyUsed(options.kept ?? defaults.kept);
  }

  /**
   * Takes one question.
   * @returns what is to be called when its result is stored, or when there is none; undefined where no question is left on this day
   */
  async take(organizationId: string): Promise<(() => void) | undefined> {
    const first = this.#known(organizationId);
    for (;;) {
      const count = this.#known(organizationId) ?? this.#count(organizationId);
      const stored = await count.stored;
      // Counted anew meanwhile.
      if (this.#counts.get(organizationId) !== count) continue;
      if (stored + count.asked < this.#options.perDay) {
        count.asked++;
        this.#change(organizationId, 1);
        return () => this.#change(organizationId, -1);
      }
      if (count !== first) return undefined;
      // Questions that failed left no result, and results may have been deleted.
      this.#count(organizationId);
    }
  }

  #change(organizationId: string, by: 1 | -1): void {
    const open = (this.#open.get(organizationId) ?? 0) + by;
    if (open === 0) this.#open.delete(organizationId);
    else this.#open.set(organizationId, open);
  }

  #known(organizationId: string): Count | undefined {
    const { countMs = defaults.countMs } = this.#options;
    const count = this.#counts.get(organizationId);
    const now = this.#options.now();
    if (count?.day !== dayOf(now) || now.getTime() - count.at >= countMs) return undefined;
    return count;
  }

  #count(organizationId: string): Count {
    const { count, now } = this.#options;
    const at = now();
    const day = dayOf(at);
    const stored = count(organizationId, new Date(`${day}T00:00:00.000Z`));
    const found: Count = { day, at: at.getTime(), stored, asked: this.#open.get(organizationId) ?? 0 };
    this.#counts.set(organizationId, found);
    // What failed once is asked for anew; who waits for it hears of it.
    stored.catch(() => this.#counts.delete(organizationId));
    return found;
  }
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
