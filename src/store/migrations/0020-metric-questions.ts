/**
 * How often metrics have asked language models, by day. The sums have no foreign keys, as those of credits: what was asked stays
 * asked when its result or its call is removed.
 */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addColumns } from './table.ts';

export const metricQuestions: Migration = {
  async up(db: Kysely<unknown>) {
    await addColumns(db, db.schema.createTable('metric_questions'), [
      ['organization_id', 'text'],
      ['day', 'text'],
      ['asked', 'integer'],
    ])
      .addPrimaryKeyConstraint('metric_questions_key', ['organization_id', 'day'])
      .execute();
    // Before, the results of the day were counted. By organization, since that is what their index begins with.
    const day = new Date().toISOString().slice(0, 10);
    await sql`insert into metric_questions (organization_id, day, asked)
      select organizations.id, ${day}, count(*) from organizations
      join metric_results on metric_results.organization_id = organizations.id and metric_results.created_at >= ${day}
      where metric_results.model_id is not null group by organizations.id`.execute(db);
  },
};
