/** How often metrics ask language models: counted for themselves, so that it stays counted when a result or a call is removed. */
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import { statement } from '../statement.ts';

export interface MetricQuestions {
  /**
   * Takes some of the questions that the organization may ask on a UTC day, from however many processes: all of them or none.
   * @param day    `YYYY-MM-DD`
   * @param atMost of the day
   * @param count  how many to take; default 1
   * @returns how many are taken by now; undefined where not so many are left
   */
  readonly take: (organizationId: string, day: string, atMost: number, count?: number) => Promise<number | undefined>;
  /** One that was taken was not asked after all. */
  readonly giveBack: (organizationId: string, day: string) => Promise<void>;
  /** Removes the counts of days before this one, of all organizations. */
  readonly forget: (before: string) => Promise<void>;
}

interface Taking {
  readonly organization_id: string;
  readonly day: string;
  readonly count: number;
  /** The count from which on no more are taken beside it. */
  readonly limit: number;
}

const takeSome = statement((db, { organization_id, day, count, limit }: Taking) =>
  db
    .insertInto('metric_questions')
    .values({ organization_id, day, asked: count })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'day'])
        .doUpdateSet((eb) => ({ asked: eb('metric_questions.asked', '+', count) }))
        .where('metric_questions.asked', '<=', limit),
    )
    .returning('asked'),
);

export function metricQuestions(db: Kysely<Schema>): MetricQuestions {
  return {
    async take(organizationId, day, atMost, count = 1) {
      if (atMost < count) return undefined;
      const { rows } = await takeSome(db, { organization_id: organizationId, day, count, limit: atMost - count });
      return rows[0]?.asked;
    },
    async giveBack(organizationId, day) {
      await db
        .updateTable('metric_questions')
        .set((eb) => ({ asked: eb('asked', '-', 1) }))
        .where('organization_id', '=', organizationId)
        .where('day', '=', day)
        .where('asked', '>', 0)
        .execute();
    },
    async forget(before) {
      await db.deleteFrom('metric_questions').where('day', '<', before).execute();
    },
  };
}
