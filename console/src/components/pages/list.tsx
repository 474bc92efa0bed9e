import { useInfiniteQuery, type QueryKey, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ErrorMessage } from '../error-message.tsx';
import { Loading } from './loading.tsx';

/** A page as the server gives it. */
export interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly has_more: boolean;
}

export interface PageQuery {
  readonly limit: number;
  readonly starting_after?: string;
}

export interface ListOptions<Row> {
  readonly queryKey: QueryKey;
  readonly load: (page: PageQuery, signal: AbortSignal) => Promise<ListPage<Row>>;
  /** Rows of a page. Default 50. */
  readonly limit?: number;
  /** Reads the list again after this many milliseconds, as long as the page is seen; false for not at all. */
  readonly refetchInterval?: number | ((rows: readonly Row[]) => number | false);
}

export type ListResult<Row> = UseInfiniteQueryResult<readonly Row[]>;

/** The rows of a list of the server, page by page. */
export function useList<Row extends { readonly id: string }>({
  queryKey,
  load,
  limit = 50,
  refetchInterval,
}: ListOptions<Row>): ListResult<Row> {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      load({ limit, ...(pageParam !== undefined && { starting_after: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListPage<Row>) => (page.has_more ? page.data.at(-1)?.id : undefined),
    // A row that was added between two pages does not appear twice.
    select: ({ pages }): readonly Row[] => [
      ...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values(),
    ],
    refetchInterval: ({ state }) =>
      typeof refetchInterval === 'function'
        ? refetchInterval(state.data?.pages.flatMap(({ data }) => data) ?? [])
        : (refetchInterval ?? false),
  });
}

export interface ListProps<Row> {
  readonly list: ListResult<Row>;
  /** "Voices": what the list holds. */
  readonly label: string;
  /** Where there is none. */
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A list in each of its states: being read, failed, empty, with rows and perhaps more of them. */
export function List<Row>({ list, label, empty, children }: ListProps<Row>): ReactElement {
  const { data: rows, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch, isFetchNextPageError } = list;
  if (rows === undefined) {
    if (error === null) return <Loading label={`Loading: ${label}`} />;
    return <ErrorMessage error={error} title={`${label} could not be read`} onRetry={() => void refetch()} />;
  }
  return (
    <div className="stack">
      {error !== null && !isFetchNextPageError && (
        <ErrorMessage error={error} title={`${label}: what is shown may be old`} onRetry={() => void refetch()} />
      )}
      {rows.length === 0 ? empty : children(rows)}
      {isFetchNextPageError && (
        <ErrorMessage error={error} title="The next page could not be read" onRetry={() => void fetchNextPage()} />
      )}
      {hasNextPage && (
        <div className="row">
          <Button onPress={() => void fetchNextPage()} isPending={isFetchingNextPage}>
            {isFetchingNextPage ? 'Loading …' : 'Show more'}
          </Button>
          <span className="muted" aria-live="polite">
            {rows.length} shown
          </span>
        </div>
      )}
    </div>
  );
}
