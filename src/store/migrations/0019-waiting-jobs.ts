/** Since when jobs wait for what they need. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typeOf } from './table.ts';

export const waitingJobs: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('jobs').addColumn('waits_since', typeOf(db, 'text')).execute();
  },
};
