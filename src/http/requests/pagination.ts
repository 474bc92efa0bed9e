/** Lists by id cursors. A client walks by the id of the last item until a page is empty, so cursors are never ignored. */
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import type { PageOf } from '../../store/index.ts';
import { queryInteger } from './query.ts';

export interface PageQuery {
  readonly limit: number;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

/** Fields of a list's query string; spread them into the route's own: `z.object({ ...pageFields(), q: z.string() })`. */
export function pageFields(defaultLimit = 10, maxLimit = 100) {
  return {
    limit: queryInteger(1, maxLimit).default(defaultLimit).describe(`Items on a page, 1 to ${maxLimit}.`),
    starting_after: z.string().optional().describe('Id of the item before the page: gives the items that follow it.'),
    ending_before: z
      .string()
      .optional()
      .describe('Id of the item after the page: gives the items right before it, in the same order.'),
  };
}

/** The same for the lists of an organization, where a limit above the highest means the highest. */
export function clampedPageFields(defaultLimit = 20, maxLimit = 100) {
  return {
    ...pageFields(),
    limit: queryInteger(1, maxLimit, 'clamped')
      .default(defaultLimit)
      .describe(`Items on a page; more than ${maxLimit} count as ${maxLimit}.`),
  };
}

/** The query string of a list without fields of its own; limits as in {@link pageFields}. */
export function pageQuery(defaultLimit?: number, maxLimit?: number) {
  return z.object(pageFields(defaultLimit, maxLimit));
}

/** The wire form of a page: its items, whether more follow, and the cursor of the next page. */
export function pageSchema<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    has_more: z.boolean().describe('Whether more items follow in the direction of the walk.'),
    next_page: z
      .string()
      .nullable()
      .describe('The cursor of the next page in the direction of the walk; null on the last one.'),
  });
}

export interface Page<T> {
  data: T[];
  has_more: boolean;
  next_page: string | null;
}

/**
 * A page that the store selected, in its wire form.
 * @param query what was asked for
 * @param wire  gives the wire form of a row
 */
export function pageOf<Row, T extends { readonly id: string }>(
  { rows, hasMore }: PageOf<Row>,
  query: PageQuery,
  wire: (row: Row) => T,
): Page<T> {
  return page(rows.map(wire), hasMore, (data) => (query.ending_before === undefined ? data.at(-1) : data[0]));
}

/**
 * The same for a list that is in memory.
 * @param items the whole list in its order
 * @throws {ServiceError} `invalid_request` when both cursors are given or the cursor is no item of the list
 */
export function paginate<T extends { readonly id: string }>(items: readonly T[], query: PageQuery): Page<T> {
  const { limit, starting_after: after, ending_before: before } = query;
  if (after !== undefined && before !== undefined) {
    throw new ServiceError(
      'invalid_request',
      '✖ "starting_after" and "ending_before" exclude each other\n  → at ending_before',
    );
  }
  if (before !== undefined) {
    const end = indexOf(items, before, 'ending_before');
    const start = Math.max(0, end - limit);
    return page(items.slice(start, end), start > 0, (data) => data[0]);
  }
  const start = after === undefined ? 0 : indexOf(items, after, 'starting_after') + 1;
  return page(items.slice(start, start + limit), start + limit < items.length, (data) => data.at(-1));
}

function page<T extends { readonly id: string }>(
  data: T[],
  hasMore: boolean,
  cursor: (data: readonly T[]) => T | undefined,
): Page<T> {
  return { data, has_more: hasMore, next_page: hasMore ? (cursor(data)?.id ?? null) : null };
}

function indexOf(items: readonly { readonly id: string }[], id: string, field: string): number {
  const index = items.findIndex((item) => item.id === id);
  if (index < 0) throw new ServiceError('invalid_request', `✖ No item of this list has this id\n  → at ${field}`);
  return index;
}
