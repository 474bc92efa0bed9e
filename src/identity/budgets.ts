/** What may be spoken with a key in a UTC month (docs/rules.md#key-budgets). */
import { RecentlyUsed } from '../collections/recently-used.ts';
import { ServiceError } from '../errors/service-error.ts';
import { budgetOf, type ApiKey, type KeyBudget, type Principal, type Store, type UsageCounts } from '../store/index.ts';
import { emitChange } from '../webhooks/envelope.ts';
import { apiKeyData } from '../webhooks/event-data.ts';

/** Of a key whose budget is asked about. */
interface Spent {
  /** `YYYY-MM`. */
  readonly month: string;
  characters: number;
  readAt: number;
  reading: Promise<void> | undefined;
}

export interface KeyBudgetsOptions {
  readonly usage: Pick<UsageCounts, 'ofKeys'>;
  /** Brings what this process has counted into the database. */
  readonly flush: () => Promise<void>;
  /** How old the sum of a key may be before it is read again, beside the requests. Default 1,000 ms. */
  readonly freshMs?: number;
  /** Keys whose sums are remembered; the one that was used least recently is forgotten first. Default 10,000. */
  readonly maxKeys?: number;
  readonly now?: () => Date;
}

/** `YYYY-MM` in UTC. */
export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7);
}

/** From the first day of a month up to that of the next one. */
export function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  const first = new Date(`${month}-01T00:00:00Z`);
  const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1));
  return { from: `${month}-01`, to: next.toISOString().slice(0, 10) };
}

/** Refuses speech with keys that have used up their budgets. Keys without one cost nothing. */
export class KeyBudgets {
  readonly #options: Required<KeyBudgetsOptions>;
  readonly #spent: RecentlyUsed<Spent>;

  constructor(options: KeyBudgetsOptions) {
    this.#options = { freshMs: 1000, maxKeys: 10_000, now: () => new Date(), ...options };
    this.#spent = new RecentlyUsed(this.#options.maxKeys);
  }

  /** This process has counted characters that were spoken with a key. */
  spent(keyId: string, characters: number): void {
    const spent = this.#spent.get(keyId);
    if (spent === undefined) return;
    spent.characters += characters;
  }

  /**
   * Reads the sum of a key before its first request of a month, later ones are judged by what was read last and what this process
   * has counted since. While the database does not answer, nothing is refused that was not refused before.
   * @throws {ServiceError} `quota_exceeded`
   */
  async check({ organizationId, keyId, ...principal }: Principal): Promise<void> {
    const budget = 'budget' in principal ? principal.budget : undefined;
    if (budget?.action !== 'refuse') return;
    const month = monthOf(this.#options.now());
    let spent = this.#spent.get(keyId);
    if (spent?.month !== month) {
      spent = { month, characters: 0, readAt: -Infinity, reading: undefined };
      this.#spent.set(keyId, spent);
    }
    if (performance.now() - spent.readAt > this.#options.freshMs) {
      spent.reading ??= this.#read(organizationId, keyId, spent);
    }
    if (spent.readAt === -Infinity) await spent.reading;
    if (spent.characters >= budget.characters) throw exceeded(budget, spent.characters);
  }

  async #read(organizationId: string, keyId: string, spent: Spent): Promise<void> {
    try {
      await this.#options.flush();
      const sums = await this.#options.usage.ofKeys(organizationId, [keyId], daysOfMonth(spent.month));
      // The sum lacks what the database or the disk does not take. What is counted while it is read may be in it or not, so it is not
      // added: where other servers speak, a key may overrun its budget by that until the next sum that can be read.
      spent.characters = Math.max(spent.characters, sums.get(keyId) ?? 0);
    } catch {
      // What cannot be read stays as it was, until it can.
    }
    spent.readAt = performance.now();
    spent.reading = undefined;
  }
}

function exceeded({ characters }: KeyBudget, used: number): ServiceError {
  return new ServiceError(
    'quota_exceeded',
    `The key has spoken ${used} of the ${characters} characters of its monthly budget. It speaks again from the first day of the next month (UTC) on.`,
  );
}

/** Shares of a budget, in percent, at which an event tells of it. */
const shares = [80, 100] as const;

/**
 * Tells webhooks of the keys that have used most of their budgets or all of it: once for each share and month, whatever the number
 * of servers.
 */
export async function reportBudgets(store: Pick<Store, 'apiKeys' | 'transaction'>, now: Date): Promise<void> {
  const month = monthOf(now);
  for (const { key, used } of await store.apiKeys.nearBudgets(daysOfMonth(month), shares[0] / 100)) {
    for (const percent of shares) {
      const budget = budgetOf(key);
      if (budget === undefined || used * 100 < budget.characters * percent) continue;
      await store.transaction(async (repositories) => {
        const mark = `${month} ${String(percent).padStart(3, '0')}`;
        const claimed = await repositories.apiKeys.claimBudgetReport(key.id, budget, mark);
        if (claimed !== undefined) {
          await emitChange(repositories, budgetEvent(claimed, { budget, percent, month, used }));
        }
      });
    }
  }
}

function budgetEvent(
  key: ApiKey,
  {
    budget,
    percent,
    month,
    used,
  }: { readonly budget: KeyBudget; readonly percent: number; readonly month: string; readonly used: number },
) {
  return {
    organizationId: key.organization_id,
    type: 'api_key.budget_reached',
    data: { ...apiKeyData(key), month, percent, used_characters: used, budget },
  } as const;
}
