/** The engine that a book was begun with. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typeOf } from './table.ts';

export const bookEngines: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('books').addColumn('engine', typeOf(db, 'text')).execute();
  },
};
