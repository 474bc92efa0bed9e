/** Short words for what every migration writes. */
import { PostgresAdapter, sql, type CreateTableBuilder, type Kysely } from 'kysely';

type Builder = CreateTableBuilder<string, string>;
type Type = 'text' | 'integer' | 'real';
type DataType = Parameters<Builder['addColumn']>[1];
type Column = readonly [name: string, type: Type, nullable?: 'null'];

/**
 * The three types of the schema as the database calls them. They mean the same on all: text in the order of its bytes,
 * whatever language the database was set up for, integers of 64 bits, floating point of 64 bits.
 */
export function typeOf(db: Kysely<unknown>, type: Type): DataType {
  return db.getExecutor().adapter instanceof PostgresAdapter ? postgresTypes[type] : type;
}

const postgresTypes: Readonly<Record<Type, DataType>> = {
  text: sql`text collate "C"`,
  integer: 'bigint',
  real: 'double precision',
};

/** A table whose first column `id` is its key. Columns are not null unless they say so. */
export function table(db: Kysely<unknown>, name: string, columns: readonly Column[]): Builder {
  return addColumns(
    db,
    db.schema.createTable(name).addColumn('id', typeOf(db, 'text'), (column) => column.primaryKey().notNull()),
    columns,
  );
}

/** The same for an object of an organization, with `organization_id` and `created_at` and the index its lists need. */
export async function ownedTable(
  db: Kysely<unknown>,
  name: string,
  columns: readonly Column[],
  more: (builder: Builder) => Builder = (builder) => builder,
): Promise<void> {
  const owned = table(db, name, [...columns, ['created_at', 'text']]).addColumn(
    'organization_id',
    typeOf(db, 'text'),
    (column) => column.notNull().references('organizations.id'),
  );
  await more(owned).execute();
  await db.schema
    .createIndex(`${name}_organization`)
    .on(name)
    .columns(['organization_id', 'created_at', 'id'])
    .execute();
}

/** Adds columns to a table that is being made. */
export function addColumns(db: Kysely<unknown>, builder: Builder, columns: readonly Column[]): Builder {
  return columns.reduce(
    (built, [name, type, nullable]) =>
      built.addColumn(name, typeOf(db, type), (column) => (nullable === 'null' ? column : column.notNull())),
    builder,
  );
}
