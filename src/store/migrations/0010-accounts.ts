/** Passwords of accounts and the links that reset them; names and scopes of API keys. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addColumns, typeOf } from './table.ts';

export const accounts: Migration = {
  async up(db: Kysely<unknown>) {
    // Beside the accounts, not in them: what lists people never reads a hash.
    await addColumns(db, db.schema.createTable('passwords'), [
      ['hash', 'text'],
      ['changed_at', 'text'],
    ])
      .addColumn('user_id', typeOf(db, 'text'), (column) => column.primaryKey().notNull().references('users.id'))
      .execute();
    await addColumns(db, db.schema.createTable('password_resets'), [
      ['organization_id', 'text', 'null'],
      ['token_hash', 'text'],
      ['created_at', 'text'],
      ['expires_at', 'text'],
    ])
      .addColumn('user_id', typeOf(db, 'text'), (column) => column.primaryKey().notNull().references('users.id'))
      .addUniqueConstraint('password_resets_token', ['token_hash'])
      .execute();
    await db.schema.createIndex('users_email').on('users').columns(['email', 'created_at']).execute();
    for (const column of ['name', 'scopes', 'changed_at']) {
      await db.schema.alterTable('api_keys').addColumn(column, typeOf(db, 'text')).execute();
    }
  },
};
