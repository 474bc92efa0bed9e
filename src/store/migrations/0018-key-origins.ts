/** Web pages that keys are for. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typeOf } from './table.ts';

export const keyOrigins: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('api_keys').addColumn('origins', typeOf(db, 'text')).execute();
  },
};
