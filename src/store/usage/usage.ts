import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { UsageTable } from './schema.ts';

/** Credits to add to the sum of one UTC day and one combination of its other columns. */
export type UsageRow = Readonly<UsageTable>;

/** What credits can be grouped by, and the column that holds it. */
export const usageGroups = {
  capability: 'capability',
  model: 'model_id',
  voice: 'voice_id',
  api_key: 'api_key_id',
} as const;
/** A name by which sums of credits can be grouped. */
export type UsageGroup = keyof typeof usageGroups;

export interface UsageFilter {
  /** First UTC day, `YYYY-MM-DD`. */
  readonly from: string;
  /** The day after the last one. */
  readonly to: string;
  readonly apiKeyId?: string | undefined;
  readonly groupBy?: UsageGroup | undefined;
}

/** Credits of one day; `group` is empty where nothing is grouped. */
export interface DailyCredits {
  readonly day: string;
  readonly group: string;
  readonly credits: number;
}

/** Sums of credits, and how far the journals are in them. */
export interface UsageCounts {
  /** Adds to the sums. */
  readonly add: (rows: readonly UsageRow[]) => Promise<void>;
  /** Days without use are left out. */
  readonly daily: (organizationId: string, filter: UsageFilter) => Promise<readonly DailyCredits[]>;

  /** Characters that were spoken with each of the keys and its tokens, from one UTC day up to another; a key without any is missing. */
  readonly ofKeys: (
    organizationId: string,
    keyIds: readonly string[],
    days: Pick<UsageFilter, 'from' | 'to'>,
  ) => Promise<ReadonlyMap<string, number>>;
  /** Makes a journal known; only journals that are known are ever counted. */
  readonly openJournal: (id: string) => Promise<void>;
  /** Bytes of the journal that are in the sums; undefined when it is not known. */
  readonly counted: (id: string) => Promise<number | undefined>;
  /**
   * Records that the bytes up to `to` are in the sums; call it in one transaction with {@link add}.
   * @returns false when `from` is not what was recorded last
   */
  readonly advanceJournal: (id: string, from: number, to: number) => Promise<boolean>;
  /** Deletes the record of a journal that has been counted to its end. */
  readonly closeJournal: (id: string) => Promise<void>;
}

/** Rows of one statement, since the databases bound the parameters of one. */
const batch = 500;

export function usageCounts(db: Kysely<Schema>): UsageCounts {
  return {
    async add(rows) {
      for (let at = 0; at < rows.length; at += batch) {
        await db
          .insertInto('usage')
          .values(rows.slice(at, at + batch))
          .onConflict((conflict) =>
            conflict
              .columns(['organization_id', 'day', 'capability', 'model_id', 'voice_id', 'api_key_id'])
              .doUpdateSet((eb) => ({ credits: eb('usage.credits', '+', eb.ref('excluded.credits')) })),
          )
          .execute();
      }
    },
    daily(organizationId, { from, to, apiKeyId, groupBy }) {
      const group = groupBy === undefined ? sql<string>`''` : sql<string>`${sql.ref(usageGroups[groupBy])}`;
      let query = db
        .selectFrom('usage')
        .where('organization_id', '=', organizationId)
        .where('day', '>=', from)
        .where('day', '<', to)
        .select(['day', group.as('group'), (eb) => eb.fn.sum<number>('credits').as('credits')])
        .groupBy('day')
        .orderBy('day');
      if (groupBy !== undefined) query = query.groupBy(usageGroups[groupBy]);
      if (apiKeyId !== undefined) query = query.where('api_key_id', '=', apiKeyId);
      return query.execute();
    },
    async ofKeys(organizationId, keyIds, { from, to }) {
      if (keyIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('usage')
        .where('organization_id', '=', organizationId)
        .where('day', '>=', from)
        .where('day', '<', to)
        .where('capability', '=', 'tts')
        .where('api_key_id', 'in', keyIds)
        .select(({ fn }) => ['api_key_id', fn.sum<number>('credits').as('characters')])
        .groupBy('api_key_id')
        .execute();
      return new Map(rows.map(({ api_key_id, characters }) => [api_key_id, characters]));
    },
    async openJournal(id) {
      await db.insertInto('usage_journals').values({ id, counted: 0 }).execute();
    },
    async counted(id) {
      return (await db.selectFrom('usage_journals').select('counted').where('id', '=', id).executeTakeFirst())?.counted;
    },
    async advanceJournal(id, from, to) {
      const { numUpdatedRows } = await db
        .updateTable('usage_journals')
        .set({ counted: to })
        .where('id', '=', id)
        .where('counted', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async closeJournal(id) {
      await db.deleteFrom('usage_journals').where('id', '=', id).execute();
    },
  };
}
