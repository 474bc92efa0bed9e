/** Metrics of calls, the agents they are attached to, and what they found. Results outlive their metric and their agent. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addColumns, ownedTable, typeOf } from './table.ts';

export const metrics: Migration = {
  async up(db: Kysely<unknown>) {
    await ownedTable(
      db,
      'metrics',
      [
        ['name', 'text'],
        ['display_name', 'text', 'null'],
        ['prompt', 'text'],
      ],
      (table) => table.addUniqueConstraint('metrics_name', ['organization_id', 'name']),
    );
    await addColumns(db, db.schema.createTable('agent_metrics'), [
      ['organization_id', 'text'],
      ['created_at', 'text'],
    ])
      .addColumn('agent_id', typeOf(db, 'text'), (column) =>
        column.notNull().references('agents.id').onDelete('cascade'),
      )
      .addColumn('metric_id', typeOf(db, 'text'), (column) =>
        column.notNull().references('metrics.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('agent_metrics_key', ['agent_id', 'metric_id'])
      .execute();
    await db.schema.createIndex('agent_metrics_metric').on('agent_metrics').column('metric_id').execute();
    await ownedTable(
      db,
      'metric_results',
      [
        ['metric_id', 'text'],
        ['metric_name', 'text'],
        ['metric_display_name', 'text', 'null'],
        ['agent_id', 'text'],
        ['agent_version_id', 'text'],
        ['call_id', 'text'],
        ['status', 'text'],
        ['summary', 'text', 'null'],
        ['result', 'text', 'null'],
        ['json_result', 'text', 'null'],
        ['value', 'real', 'null'],
        ['model_id', 'text', 'null'],
        ['run_id', 'text'],
      ],
      (table) =>
        table
          .addUniqueConstraint('metric_results_call', ['call_id', 'metric_id'])
          .addForeignKeyConstraint('metric_results_calls', ['call_id'], 'calls', ['id'], (key) =>
            key.onDelete('cascade'),
          )
          .addCheckConstraint('metric_results_status', sql`status in ('completed', 'failed')`),
    );
    await db.schema
      .createIndex('metric_results_agent')
      .on('metric_results')
      .columns(['organization_id', 'agent_id', 'created_at', 'id'])
      .execute();
    await db.schema
      .createIndex('metric_results_metric')
      .on('metric_results')
      .columns(['organization_id', 'metric_id', 'created_at', 'id'])
      .execute();
    await db.schema.alterTable('calls').addColumn('analysed_at', typeOf(db, 'text')).execute();
  },
};
