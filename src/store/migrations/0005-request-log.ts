/** The last requests of each organization. Without a foreign key: one entry that names nothing must not refuse its batch. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { table } from './table.ts';

export const requestLog: Migration = {
  async up(db: Kysely<unknown>) {
    await table(db, 'request_log', [
      ['organization_id', 'text'],
      ['created_at', 'text'],
      ['request_id', 'text'],
      ['method', 'text'],
      ['route', 'text'],
      ['transport', 'text'],
      ['status', 'integer'],
      ['duration_ms', 'real'],
      ['key_id', 'text'],
      ['error_code', 'text', 'null'],
      ['context_id', 'text', 'null'],
      ['aborted', 'integer'],
    ]).execute();
    await db.schema
      .createIndex('request_log_organization')
      .on('request_log')
      .columns(['organization_id', 'created_at', 'id'])
      .execute();
  },
};
