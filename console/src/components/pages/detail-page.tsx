import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { useLocation, useParams } from 'wouter';
import { isolated } from '../format.ts';
import { Page } from './page.tsx';
import { QueryView } from './query-view.tsx';
import { RemoveButton } from './remove-button.tsx';

export interface DetailPageProps<Data> {
  /** What is shown: "Dataset". */
  readonly title: string;
  /** The list it belongs to, as in the address of its page and in the keys of its queries: "datasets". */
  readonly collection: string;
  readonly load: (id: string, signal: AbortSignal) => Promise<Data>;
  /** Reads it again after so many ms, as long as the page is seen; false for not at all. Default: not. */
  readonly refetchInterval?: (data: Data) => number | false;
  /** Empty where it has none. */
  readonly nameOf: (data: Data) => string;
  /** Buttons beside the title. */
  readonly actions: (data: Data) => ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** The page of one thing of a list, named by the address. */
export function DetailPage<Data>({
  title,
  collection,
  load,
  refetchInterval,
  nameOf,
  actions,
  children,
}: DetailPageProps<Data>): ReactElement {
  const { id } = useParams<{ id: string }>();
  const query = useQuery({
    queryKey: [collection, 'one', id],
    queryFn: ({ signal }) => load(id, signal),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || refetchInterval === undefined ? false : refetchInterval(data as Data),
  });
  const name = query.data === undefined ? '' : nameOf(query.data);
  return (
    <Page
      title={name === '' ? title : isolated(name)}
      lead={<Link href={`/${collection}`}>All {collection}</Link>}
      actions={query.data !== undefined && actions(query.data)}
    >
      <QueryView query={query} label={`The ${title.toLowerCase()}`}>
        {children}
      </QueryView>
    </Page>
  );
}

export interface DeleteButtonProps {
  /** "dataset". */
  readonly noun: string;
  /** As in {@link DetailPageProps}. */
  readonly collection: string;
  readonly id: string;
  readonly label: string;
  readonly remove: () => Promise<unknown>;
  /** What is lost by it. */
  readonly children: ReactNode;
}

/** Deletes what a page is about, and goes to the list. */
export function DeleteButton({ noun, collection, id, label, remove, children }: DeleteButtonProps): ReactElement {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return (
    <RemoveButton
      variant="danger"
      label={label}
      title={`Delete this ${noun}?`}
      remove={remove}
      onRemoved={() => {
        navigate(`/${collection}`);
        client.removeQueries({ queryKey: [collection, 'one', id] });
        void client.invalidateQueries({ queryKey: [collection] });
      }}
    >
      <p>{children}</p>
    </RemoveButton>
  );
}
