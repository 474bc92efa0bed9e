/** Links that play a take without a session until they expire. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { table, typeOf } from './table.ts';

export const takeShares: Migration = {
  async up(db: Kysely<unknown>) {
    await table(db, 'take_shares', [
      ['organization_id', 'text'],
      ['user_id', 'text'],
      ['hash', 'text'],
      ['created_at', 'text'],
      ['expires_at', 'text'],
    ])
      .addColumn('take_id', typeOf(db, 'text'), (column) => column.notNull().references('takes.id').onDelete('cascade'))
      .addForeignKeyConstraint('take_shares_organizations', ['organization_id'], 'organizations', ['id'])
      .addForeignKeyConstraint('take_shares_users', ['user_id'], 'users', ['id'])
      .addUniqueConstraint('take_shares_hash', ['hash'])
      .execute();
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on('take_shares').columns(columns).execute();
    await index('take_shares_list', ['organization_id', 'user_id', 'created_at', 'id']);
    await index('take_shares_take', ['take_id']);
    await index('take_shares_expiry', ['expires_at']);
  },
};
