/** What the clip of a voice says: some models that clone by the clip itself need it. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typeOf } from './table.ts';

export const clipTranscripts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('voices').addColumn('clip_transcript', typeOf(db, 'text')).execute();
  },
};
