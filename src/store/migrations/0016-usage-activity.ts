/**
 * How much an organization made and how soon, by hour and by day; what keys may use; which requests the console made. The sums
 * have no foreign keys, as those of credits.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addColumns, typeOf } from './table.ts';

const key = ['organization_id', 'unit', 'period', 'capability', 'voice_id', 'api_key_id'] as const;

export const usageActivity: Migration = {
  async up(db: Kysely<unknown>) {
    const columns = key.map((name) => [name, 'text'] as const);
    await addColumns(db, db.schema.createTable('usage_activity'), [
      ...columns,
      ['requests', 'integer'],
      ['refused', 'integer'],
      ['failed', 'integer'],
      ['audio_ms', 'integer'],
      ['characters', 'integer'],
    ])
      .addPrimaryKeyConstraint('usage_activity_key', [...key])
      .execute();
    await addColumns(db, db.schema.createTable('usage_first_audio'), [
      ...columns,
      ['bucket', 'integer'],
      ['count', 'integer'],
    ])
      .addPrimaryKeyConstraint('usage_first_audio_key', [...key, 'bucket'])
      .execute();
    for (const [name, type] of [
      ['budget_characters', 'integer'],
      ['budget_action', 'text'],
      ['budget_alerted', 'text'],
    ] as const) {
      await db.schema.alterTable('api_keys').addColumn(name, typeOf(db, type)).execute();
    }
    await db.schema.alterTable('request_log').addColumn('session_id', typeOf(db, 'text')).execute();
    // What is old is removed for all organizations at once.
    for (const table of ['usage_activity', 'usage_first_audio']) {
      await db.schema.createIndex(`${table}_age`).on(table).columns(['unit', 'period']).execute();
    }
  },
};
