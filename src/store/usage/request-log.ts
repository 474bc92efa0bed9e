/** The last requests of each organization, a bounded number of them for a bounded time (docs/rules.md#request-log). */
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { RequestLogRow } from './schema.ts';
import type { Schema } from '../schema.ts';
import { statement } from '../statement.ts';

/** Conditions on a list of requests; an entry meets all that are given. */
export interface RequestFilter {
  /** First and last status. */
  readonly statuses?: readonly [first: number, last: number] | undefined;
  /** The pattern, `/voices/{id}`. */
  readonly route?: string | undefined;
  readonly keyId?: string | undefined;
  /** Requests of the console, or of everything else. */
  readonly madeBy?: 'console' | 'programs' | undefined;
  /** Nothing that came before. */
  readonly since?: Date | undefined;
}

/** An entry with the description of its key and the name of the member whose session made it; null where that is not known. */
export interface ListedRequest extends RequestLogRow {
  readonly key_description: string | null;
  readonly member_name: string | null;
  readonly member_email: string | null;
}

/** The requests of organizations that were kept. */
export interface RequestLog {
  /** All of them or none. One that is there already changes nothing, so a try whose outcome is not known can be repeated. */
  readonly add: (entries: readonly RequestLogRow[]) => Promise<void>;
  /** When each of the keys, or a token of it, made the last request that is still kept; a key without one is missing. */
  readonly lastUses: (organizationId: string, keyIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Those that came last first. */
  readonly page: (organizationId: string, request: PageRequest & RequestFilter) => Promise<PageOf<ListedRequest>>;
  /**
   * Removes what is beyond the newest `keep` entries of the organization, and what came before a moment.
   * @returns how many entries
   */
  readonly trim: (organizationId: string, keep: number, before?: Date) => Promise<number>;
  /** Organizations that have entries. */
  readonly organizations: () => Promise<readonly string[]>;
}

/** Entries of a full batch, which is what a busy server writes: a few ms of an embedded database. */
export const requestLogBatch = 200;

/** A record, which the compiler refuses where one is missing. */
const isColumn: Readonly<Record<keyof RequestLogRow, true>> = {
  id: true,
  organization_id: true,
  created_at: true,
  request_id: true,
  method: true,
  route: true,
  transport: true,
  status: true,
  duration_ms: true,
  key_id: true,
  error_code: true,
  context_id: true,
  aborted: true,
  session_id: true,
};
const columns = Object.keys(isColumn) as readonly (keyof RequestLogRow)[];

function inserted(db: Kysely<Schema>, entries: readonly RequestLogRow[]) {
  return db
    .insertInto('request_log')
    .values(entries)
    .onConflict((conflict) => conflict.column('id').doNothing());
}

/** Of the values of all columns, one entry after the other. Prepared, it takes 0.86 MB of PostgreSQL's memory on each connection. */
const insertBatch = statement(
  (db, values: readonly unknown[]) =>
    inserted(
      db,
      Array.from({ length: requestLogBatch }, (_, row) => {
        const entry = columns.map((column, index) => [column, values[row * columns.length + index]]);
        return Object.fromEntries(entry) as RequestLogRow;
      }),
    ),
  { isPrepared: false },
);

/** Rows that one statement removes: the embedded database does nothing else meanwhile. */
const removedAtOnce = 500;

export function requestLog(db: Kysely<Schema>): RequestLog {
  const own = (organizationId: string) =>
    db.selectFrom('request_log').where('request_log.organization_id', '=', organizationId);

  return {
    async add(entries) {
      if (entries.length === 0) return;
      if (entries.length === requestLogBatch) {
        await insertBatch(
          db,
          entries.flatMap((entry) => columns.map((column) => entry[column])),
        );
      } else await inserted(db, entries).execute();
    },
    async lastUses(organizationId, keyIds) {
      if (keyIds.length === 0) return new Map();
      const rows = await own(organizationId)
        .where('key_id', 'in', keyIds)
        .select(({ fn }) => ['key_id', fn.max('created_at').as('last')])
        .groupBy('key_id')
        .execute();
      return new Map(rows.map(({ key_id, last }) => [key_id, last]));
    },
    page(organizationId, { statuses, route, keyId, madeBy, since, ...request }) {
      let query = own(organizationId)
        .leftJoin('api_keys', (join) =>
          join
            .onRef('api_keys.id', '=', 'request_log.key_id')
            .onRef('api_keys.organization_id', '=', 'request_log.organization_id'),
        )
        .leftJoin('sessions', (join) =>
          join
            .onRef('sessions.id', '=', 'request_log.session_id')
            .onRef('sessions.organization_id', '=', 'request_log.organization_id'),
        )
        .leftJoin('users', 'users.id', 'sessions.user_id')
        .selectAll('request_log')
        .select([
          'api_keys.description as key_description',
          'users.name as member_name',
          'users.email as member_email',
        ]);
      if (statuses !== undefined) {
        query = query.where('status', '>=', statuses[0]).where('status', '<=', statuses[1]);
      }
      if (route !== undefined) query = query.where('route', '=', route);
      if (keyId !== undefined) query = query.where('request_log.key_id', '=', keyId);
      if (madeBy !== undefined) query = query.where('session_id', madeBy === 'console' ? 'is not' : 'is', null);
      if (since !== undefined) query = query.where('request_log.created_at', '>=', since.toISOString());
      return selectPage(query, request, { by: 'request_log.created_at', id: 'request_log.id' });
    },
    async trim(organizationId, keep, before) {
      const newest = await own(organizationId)
        .select(['created_at', 'id'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(keep)
        .limit(1)
        .executeTakeFirst();
      let removed = 0;
      if (newest !== undefined) {
        removed += await removeAll(
          db,
          own(organizationId).where(sql<boolean>`(created_at, id) <= (${newest.created_at}, ${newest.id})`),
        );
      }
      if (before !== undefined) {
        removed += await removeAll(db, own(organizationId).where('created_at', '<', before.toISOString()));
      }
      return removed;
    },
    async organizations() {
      const rows = await db
        .selectFrom('organizations')
        .select('id')
        .where((eb) =>
          eb.exists(eb.selectFrom('request_log').select('id').whereRef('organization_id', '=', 'organizations.id')),
        )
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}

type Entries = SelectQueryBuilder<Schema, 'request_log', object>;

/** Removes the entries of the query, some at a time. */
async function removeAll(db: Kysely<Schema>, entries: Entries): Promise<number> {
  for (let removed = 0; ;) {
    const { numDeletedRows } = await db
      .deleteFrom('request_log')
      .where('id', 'in', entries.select('id').limit(removedAtOnce))
      .executeTakeFirst();
    removed += Number(numDeletedRows);
    if (numDeletedRows < removedAtOnce) return removed;
  }
}
