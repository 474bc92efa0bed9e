/** Books that are read aloud, and their chapters, whose audio waits in objects until the whole is made. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addColumns, ownedTable, typeOf } from './table.ts';

export const books: Migration = {
  async up(db: Kysely<unknown>) {
    await ownedTable(
      db,
      'books',
      [
        ['title', 'text'],
        ['author', 'text', 'null'],
        ['language', 'text', 'null'],
        ['kind', 'text'],
        ['source', 'text'],
        ['text_blob', 'text'],
        ['cover_blob', 'text', 'null'],
        ['cover_type', 'text', 'null'],
        ['status', 'text'],
        ['request', 'text', 'null'],
        ['api_key_id', 'text', 'null'],
        ['run', 'integer'],
        ['error', 'text', 'null'],
        ['characters', 'integer'],
        ['done_characters', 'integer'],
        ['seconds', 'real'],
        ['audio_blob', 'text', 'null'],
        ['audio_bytes', 'integer', 'null'],
        ['subtitles_blob', 'text', 'null'],
        ['updated_at', 'text'],
      ],
      (books) =>
        books.addCheckConstraint(
          'books_status',
          sql`status in ('ready', 'queued', 'speaking', 'completed', 'failed', 'cancelled')`,
        ),
    );
    await addColumns(db, db.schema.createTable('book_chapters'), [
      ['organization_id', 'text'],
      ['number', 'integer'],
      ['title', 'text'],
      ['characters', 'integer'],
      ['selected', 'integer'],
      ['how', 'text', 'null'],
      ['audio_blob', 'text', 'null'],
      ['words_blob', 'text', 'null'],
      ['bytes', 'integer', 'null'],
      ['samples', 'integer', 'null'],
      ['spoken_samples', 'real', 'null'],
    ])
      .addColumn('book_id', typeOf(db, 'text'), (column) => column.notNull().references('books.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('book_chapters_key', ['book_id', 'number'])
      .execute();
    for (const column of ['text_blob', 'cover_blob', 'audio_blob', 'subtitles_blob']) {
      await db.schema.createIndex(`books_${column}`).on('books').column(column).execute();
    }
    for (const column of ['audio_blob', 'words_blob']) {
      await db.schema.createIndex(`book_chapters_${column}`).on('book_chapters').column(column).execute();
    }
  },
};
