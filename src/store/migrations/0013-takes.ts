/** The history: takes that members keep. The texts stand last, so that lists never read them. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { table, typeOf } from './table.ts';

export const takes: Migration = {
  async up(db: Kysely<unknown>) {
    await table(db, 'takes', [
      ['organization_id', 'text'],
      ['user_id', 'text'],
      ['created_at', 'text'],
      ['origin', 'text'],
      ['title', 'text', 'null'],
      ['starred', 'integer'],
      ['voice_id', 'text', 'null'],
      ['voice_name', 'text'],
      ['model_id', 'text', 'null'],
      ['language', 'text', 'null'],
      ['container', 'text'],
      ['seconds', 'real'],
      ['size', 'integer'],
      ['bytes', 'integer'],
      ['blob', 'text'],
      ['settings', 'text'],
      ['excerpt', 'text'],
      ['search', 'text'],
      ['text', 'text'],
      ['words', 'text'],
    ])
      .addForeignKeyConstraint('takes_organizations', ['organization_id'], 'organizations', ['id'])
      .addForeignKeyConstraint('takes_users', ['user_id'], 'users', ['id'])
      .execute();
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on('takes').columns(columns).execute();
    await index('takes_list', ['organization_id', 'user_id', 'created_at', 'id']);
    // With the bytes, so that what a member has is summed without reading the rows.
    await index('takes_kept', ['organization_id', 'user_id', 'starred', 'created_at', 'id', 'bytes']);
    await index('takes_age', ['starred', 'created_at']);
    await index('takes_user', ['user_id']);
    await index('takes_blob', ['blob']);
    await db.schema.alterTable('members').addColumn('keeps_takes', typeOf(db, 'integer')).execute();
  },
};
