/** The first tables: organizations, their users and their keys. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const organizationsUsersKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('organizations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('users')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
      .addColumn('email', 'text')
      .addColumn('name', 'text')
      .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('admin', 'member')`))
      .addColumn('image_url', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('users_organization').on('users').columns(['organization_id', 'created_at', 'id']).execute();

    await db.schema
      .createTable('api_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
      .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('api', 'admin')`))
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('origin', 'text', (column) => column.notNull().check(sql`origin in ('created', 'setting')`))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text')
      .addColumn('revoked_at', 'text')
      .execute();
    await db.schema.createIndex('api_keys_organization').on('api_keys').columns(['organization_id', 'created_at', 'id']).execute();
  },
};
