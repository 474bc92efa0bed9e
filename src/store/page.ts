/** Pages of a list by key: the position is the row a cursor names, so rows that come or go elsewhere shift nothing. */
import { sql, type SelectQueryBuilder } from 'kysely';
import { invalidField } from '../errors/service-error.ts';

/** Which page of a list is asked for: the first one without a cursor; at most one cursor is given. */
export interface PageRequest {
  /** Most rows of the page. */
  readonly limit: number;
  /** Id of the row before the page. */
  readonly starting_after?: string | undefined;
  /** Id of the row after the page. */
  readonly ending_before?: string | undefined;
}

/** One page of a list. */
export interface PageOf<T> {
  /** In the order of the list, newest first, whichever way the walk goes. */
  readonly rows: readonly T[];
  /** Whether more rows follow in the direction of the walk. */
  readonly hasMore: boolean;
}

/** Columns the list is ordered by: a time or number, newest first, then an id. */
export interface PageOrder {
  readonly by: string;
  readonly id: string;
}

const usual: PageOrder = { by: 'created_at', id: 'id' };

/**
 * @param query the whole list with its conditions, without order and limit
 * @param order default: `created_at`, then `id`; both must be names of columns that the query's tables have once
 * @throws {ServiceError} `invalid_request` when both cursors are given or the cursor is no row of the list
 */
export async function selectPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  request: PageRequest,
  order: PageOrder = usual,
): Promise<PageOf<O>> {
  const { limit, starting_after: after, ending_before: before } = request;
  if (after !== undefined && before !== undefined) {
    throw invalidField('ending_before', '"starting_after" and "ending_before" exclude each other');
  }
  const [by, id] = [sql.ref(order.by), sql.ref(order.id)];
  const backwards = before !== undefined;
  const direction = backwards ? 'asc' : 'desc';
  let ordered = firstRows(query, limit + 1, order, direction);
  const cursor = after ?? before;
  if (cursor !== undefined) {
    const position = await query
      .clearSelect()
      .select([by.as('at')])
      .where(sql<boolean>`${id} = ${cursor}`)
      .executeTakeFirst();
    if (position === undefined) {
      throw invalidField(backwards ? 'ending_before' : 'starting_after', 'No item of this list has this id');
    }
    const { at } = position as unknown as { readonly at: string | number };
    ordered = ordered.where(
      backwards ? sql<boolean>`(${by}, ${id}) > (${at}, ${cursor})` : sql<boolean>`(${by}, ${id}) < (${at}, ${cursor})`,
    );
  }
  const page = pageOfRows(await ordered.execute(), limit);
  return backwards ? { ...page, rows: page.rows.toReversed() } : page;
}

/** The beginning of a list. */
export function firstRows<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  count: number,
  { by, id }: PageOrder = usual,
  direction: 'asc' | 'desc' = 'desc',
): SelectQueryBuilder<DB, TB, O> {
  return query.orderBy(sql.ref(by), direction).orderBy(sql.ref(id), direction).limit(count);
}

/** @param found the rows of the page and, where there is one, the next row */
export function pageOfRows<T>(found: readonly T[], limit: number): PageOf<T> {
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
}
