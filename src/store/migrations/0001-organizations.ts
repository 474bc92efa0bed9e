/** Organizations, accounts, memberships, keys, invitations, usage. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addColumns, ownedTable, table, typeOf } from './table.ts';

export const organizations: Migration = {
  async up(db: Kysely<unknown>) {
    await table(db, 'settings', [['value', 'text']]).execute();
    await table(db, 'organizations', [
      ['name', 'text'],
      ['created_at', 'text'],
    ]).execute();
    await table(db, 'users', [
      ['email', 'text', 'null'],
      ['name', 'text', 'null'],
      ['image_url', 'text', 'null'],
      ['created_at', 'text'],
    ]).execute();

    await addColumns(db, db.schema.createTable('members'), [
      ['role', 'text'],
      ['search', 'text'],
      ['created_at', 'text'],
    ])
      .addColumn('organization_id', typeOf(db, 'text'), (column) => column.notNull().references('organizations.id'))
      .addColumn('user_id', typeOf(db, 'text'), (column) => column.notNull().references('users.id'))
      .addPrimaryKeyConstraint('members_key', ['organization_id', 'user_id'])
      .addCheckConstraint('members_role', sql`role in ('admin', 'member')`)
      .execute();
    await db.schema
      .createIndex('members_organization')
      .on('members')
      .columns(['organization_id', 'created_at', 'user_id'])
      .execute();

    await ownedTable(
      db,
      'api_keys',
      [
        ['kind', 'text'],
        ['description', 'text'],
        ['hash', 'text'],
        ['origin', 'text'],
        ['created_by', 'text', 'null'],
        ['search', 'text'],
        ['expires_at', 'text', 'null'],
        ['revoked_at', 'text', 'null'],
      ],
      (keys) =>
        keys
          .addUniqueConstraint('api_keys_hash', ['hash'])
          .addCheckConstraint('api_keys_kind', sql`kind in ('api', 'admin')`)
          .addCheckConstraint('api_keys_origin', sql`origin in ('created', 'setting')`),
    );

    await ownedTable(
      db,
      'invites',
      [
        ['email', 'text'],
        ['role', 'text'],
        ['status', 'text'],
        ['token_hash', 'text'],
        ['expires_at', 'text'],
        ['accepted_at', 'text', 'null'],
        ['user_id', 'text', 'null'],
      ],
      (invites) =>
        invites
          .addUniqueConstraint('invites_token', ['token_hash'])
          .addCheckConstraint('invites_status', sql`status in ('pending', 'accepted', 'revoked')`),
    );

    await addColumns(db, db.schema.createTable('usage'), [
      ['organization_id', 'text'],
      ['day', 'text'],
      ['capability', 'text'],
      ['model_id', 'text'],
      ['voice_id', 'text'],
      ['api_key_id', 'text'],
      ['credits', 'integer'],
    ])
      .addPrimaryKeyConstraint('usage_key', [
        'organization_id',
        'day',
        'capability',
        'model_id',
        'voice_id',
        'api_key_id',
      ])
      .execute();
    await table(db, 'usage_journals', [['counted', 'integer']]).execute();
  },
};
