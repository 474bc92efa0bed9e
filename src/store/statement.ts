/** Statements of one form that are asked for often: they are built and turned into SQL once, not for each request. */
import { hash } from 'node:crypto';
import type { Compilable, CompiledQuery, DialectAdapter, Kysely, QueryResult } from 'kysely';
import type { Schema } from './schema.ts';

/** Stands for a value that is given when the statement is run. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Names of statements that stay prepared, by their SQL. */
const names = new Map<string, string>();

/**
 * The name under which a database may keep a statement of this SQL prepared; undefined for SQL that it does not keep. It follows
 * from the SQL, so that no two servers, of whatever version, mean two statements by one name.
 */
export function preparedName(sql: string): string | undefined {
  return names.get(sql);
}

/**
 * Building a statement and compiling it takes several times what the rest of this process does for it.
 * @param build makes it once for each kind of database, of placeholders that Kysely may take only as values: what the statement is must
 *   not depend on them
 * @param options.isPrepared whether each connection to a shared database may keep it prepared, which takes the memory of its plan there.
 *   Default true
 * @returns runs it with values
 */
export function statement<V extends object, R>(
  build: (db: Kysely<Schema>, values: V) => Compilable<R>,
  { isPrepared = true }: { readonly isPrepared?: boolean } = {},
) {
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as V;
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<R>>();
  return (db: Kysely<Schema>, values: V): Promise<QueryResult<R>> => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) {
      query = build(db, placeholders).compile();
      compiled.set(adapter, query);
      if (isPrepared) names.set(query.sql, `sonorant_${hash('sha256', query.sql).slice(0, 32)}`);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof V] : parameter,
    );
    return db.executeQuery<R>({ ...query, parameters });
  };
}
