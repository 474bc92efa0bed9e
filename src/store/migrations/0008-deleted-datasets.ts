/** A dataset that was deleted is marked: a job removes its files in batches, and the row after them. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typeOf } from './table.ts';

export const deletedDatasets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('datasets').addColumn('deleted_at', typeOf(db, 'text')).execute();
  },
};
