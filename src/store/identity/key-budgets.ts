/** Monthly budgets of keys: the columns of `api_keys` that hold them, and what was reported of them. */
import type { Kysely } from 'kysely';
import type { KeyBudget } from './principal.ts';
import type { ApiKey } from './schema.ts';
import type { Schema } from '../schema.ts';

/** What servers ask to report budgets. */
export interface BudgetReports {
  /** The keys that work and have used the share of their budgets or more, of all organizations, with the characters they have spoken. */
  readonly nearBudgets: (
    days: { readonly from: string; readonly to: string },
    share: number,
  ) => Promise<readonly { readonly key: ApiKey; readonly used: number }[]>;
  /**
   * The right to report that a key has come so far.
   * @param mark later ones sort behind earlier ones
   * @returns undefined where that, or something later, was reported, or the budget is another one
   */
  readonly claimBudgetReport: (id: string, budget: KeyBudget, mark: string) => Promise<ApiKey | undefined>;
}

/** What may be spoken with the key in a month; undefined where it has no budget. */
export function budgetOf({
  budget_characters: characters,
  budget_action: action,
}: Pick<ApiKey, 'budget_characters' | 'budget_action'>): KeyBudget | undefined {
  return characters === null || action === null ? undefined : { characters, action };
}

/** Null for none. Nothing was reported of it yet. */
export function budgetColumns(budget: KeyBudget | null) {
  const { characters = null, action = null } = budget ?? {};
  return { budget_characters: characters, budget_action: action, budget_alerted: null };
}

export function budgetReports(db: Kysely<Schema>): BudgetReports {
  return {
    async nearBudgets({ from, to }, share) {
      const rows = await db
        .selectFrom('api_keys')
        .innerJoin('usage', (join) =>
          join
            .onRef('usage.organization_id', '=', 'api_keys.organization_id')
            .onRef('usage.api_key_id', '=', 'api_keys.id'),
        )
        .where('api_keys.budget_characters', 'is not', null)
        .where('api_keys.revoked_at', 'is', null)
        .where('usage.capability', '=', 'tts')
        .where('usage.day', '>=', from)
        .where('usage.day', '<', to)
        .selectAll('api_keys')
        .select(({ fn }) => fn.sum<number>('usage.credits').as('used'))
        .groupBy('api_keys.id')
        .execute();
      return rows
        .map(({ used, ...key }) => ({ key, used }))
        .filter(({ key, used }) => used >= key.budget_characters! * share);
    },
    claimBudgetReport: (id, { characters }, mark) =>
      db
        .updateTable('api_keys')
        .set({ budget_alerted: mark })
        .where('id', '=', id)
        .where('budget_characters', '=', characters)
        .where((eb) => eb.or([eb('budget_alerted', 'is', null), eb('budget_alerted', '<', mark)]))
        .returningAll()
        .executeTakeFirst(),
  };
}
