/** Parts of long chapters of books, and the audio of a book that stays while another request is spoken. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addColumns, typeOf } from './table.ts';

export const bookParts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('books').addColumn('how', typeOf(db, 'text')).execute();
    await db.schema.alterTable('books').addColumn('audio_request', typeOf(db, 'text')).execute();
    await db.schema.alterTable('books').addColumn('audio_run', typeOf(db, 'integer')).execute();
    await addColumns(db, db.schema.createTable('book_parts'), [
      ['organization_id', 'text'],
      ['chapter', 'integer'],
      ['number', 'integer'],
      ['characters', 'integer'],
      ['how', 'text'],
      ['audio_blob', 'text'],
      ['words_blob', 'text'],
      ['bytes', 'integer'],
      ['samples', 'integer'],
      ['spoken_samples', 'real'],
    ])
      .addColumn('book_id', typeOf(db, 'text'), (column) => column.notNull().references('books.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('book_parts_key', ['book_id', 'chapter', 'number'])
      .execute();
    for (const column of ['audio_blob', 'words_blob']) {
      await db.schema.createIndex(`book_parts_${column}`).on('book_parts').column(column).execute();
    }
  },
};
