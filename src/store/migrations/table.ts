/** Short words for what every migration writes. */
import type { CreateTableBuilder, Kysely } from 'kysely';

type Builder = CreateTableBuilder<string, string>;
type Column = readonly [name: string, type: 'text' | 'integer' | 'real', nullable?: 'null'];

/** A table whose first column `id` is its key. Columns are not null unless they say so. */
export const table = (db: Kysely<unknown>, name: string, columns: readonly Column[]): Builder =>
  addColumns(db.schema.createTable(name).addColumn('id', 'text', (column) => column.primaryKey()), columns);

/** The same for an object of an organization, with `organization_id` and `created_at` and the index its lists need. */
export const ownedTable = async (db: Kysely<unknown>, name: string, columns: readonly Column[], more: (builder: Builder) => Builder = (builder) => builder): Promise<void> => {
  const owned = table(db, name, [...columns, ['created_at', 'text']])
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'));
  await more(owned).execute();
  await db.schema.createIndex(`${name}_organization`).on(name).columns(['organization_id', 'created_at', 'id']).execute();
};

/** Adds columns to a table that is being made. */
export const addColumns = (builder: Builder, columns: readonly Column[]): Builder =>
  columns.reduce((built, [name, type, nullable]) => built.addColumn(name, type, (column) => (nullable === 'null' ? column : column.notNull())), builder);
