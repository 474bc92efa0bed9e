/** Sessions of the web console. Of the text in the cookie only the hash is stored. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ownedTable } from './table.ts';

export const sessions: Migration = {
  async up(db: Kysely<unknown>) {
    await ownedTable(db, 'sessions', [
      ['hash', 'text'],
      ['how', 'text'],
      ['user_id', 'text', 'null'],
      ['key_id', 'text', 'null'],
      ['password_at', 'text', 'null'],
      ['address', 'text'],
      ['user_agent', 'text'],
      ['last_used_at', 'text'],
      ['expires_at', 'text'],
      ['ended_at', 'text', 'null'],
    ]);
    await db.schema.createIndex('sessions_hash').unique().on('sessions').column('hash').execute();
    await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
  },
};
