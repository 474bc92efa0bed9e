/** How often metrics ask language models: counted for themselves, so that it stays counted when a result or a call is removed. */
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export interface MetricQuestions {
  /**
   * Takes one of the questions that the organization may ask on a UTC day, from however many processes.
   * @param day `YYYY-MM-DD`
   * @returns how many are taken by now; undefined where none is left
   */
  readonly take: (organizationId: string, day: string, atMost: number) => Promise<number | undefined>;
  /** One that was taken was not asked after all. */
  readonly giveBack: (organizationId: string, day: string) => Promise<void>;
  /** Removes the counts of days before this one, of all organizations. */
  readonly forget: (before: string) => Promise<void>;
}

export function metricQuestions(db: Kysely<Schema>): MetricQuestions {
  return {
    async take(organizationId, day, atMost) {
      if (atMost < 1) return undefined;
      const taken = await db
        .insertInto('metric_questions')
        .values({ organization_id: organizationId, day, asked: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['organization_id', 'day'])
            .doUpdateSet((eb) => ({ asked: eb('metric_questions.asked', '+', 1) }))
            .where('metric_questions.asked', '<', atMost),
        )
        .returning('asked')
        .executeTakeFirst();
      return taken?.asked;
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
