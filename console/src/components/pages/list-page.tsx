import { useState, type ComponentType, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { Button } from '../button.tsx';
import { DataTable, type Column } from './data-table.tsx';
import { Empty } from './empty.tsx';
import { Entered } from '../forms/entered.tsx';
import { List, type ListResult } from './list.tsx';
import { Moment } from '../moment.tsx';
import { Page } from './page.tsx';
import { SearchField } from '../forms/search-field.tsx';

export interface ListPageProps<Row> {
  readonly title: string;
  readonly lead: string;
  /** One of what the list holds: "dataset". */
  readonly noun: string;
  readonly list: ListResult<Row>;
  readonly columns: readonly Column<Row>[];
  /** What stands there before the first one. */
  readonly hint?: ReactNode;
  /** The dialog that makes one; without it the page has no button for that. */
  readonly create?: ComponentType<CreateProps>;
  /** What narrows the list, where there is something to narrow, and whether it does. */
  readonly filters?: ReactNode;
  readonly isFiltered?: boolean;
  /** Above the list. */
  readonly children?: ReactNode;
}

/** Of a dialog that makes something. */
export interface CreateProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A page with the things of one kind in a table, and the button that makes another one. */
export function ListPage<Row extends { readonly id: string }>({
  title,
  lead,
  noun,
  list,
  columns,
  hint,
  create: Create,
  filters,
  isFiltered = false,
  children,
}: ListPageProps<Row>): ReactElement {
  const [isCreating, setIsCreating] = useState(false);
  const create = Create && (
    <Button variant="primary" onPress={() => setIsCreating(true)}>
      New {noun}
    </Button>
  );
  const empty = isFiltered ? <p className="muted">No {noun} fits.</p> : <Empty title={`No ${noun} yet.`}>{hint}</Empty>;
  return (
    <Page title={title} lead={lead} actions={create}>
      {children}
      {list.data?.length === 0 && !isFiltered ? null : filters}
      <List list={list} label={title} empty={empty}>
        {(rows) => <DataTable label={title} rows={rows} rowKey={({ id }) => id} columns={columns} />}
      </List>
      {Create && <Create isOpen={isCreating} onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

export interface FiltersProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly children?: ReactNode;
}

/** Narrows a list: by a search, and by what else there is. */
export function Filters({ search, onSearch, children }: FiltersProps): ReactElement {
  return (
    <div className="filters" role="search" aria-label="Narrow the list">
      <SearchField label="Search" value={search} onChange={(text) => onSearch(text.slice(0, 256))} />
      {children}
    </div>
  );
}

/** Names a row and leads to its page: `/datasets/dataset_1`. */
export function nameColumn<Row extends { readonly id: string }>(
  path: string,
  nameOf: (row: Row) => string,
): Column<Row> {
  return {
    title: 'Name',
    isHeader: true,
    cell: (row) => (
      <Link href={`${path}/${row.id}`}>
        <Entered text={nameOf(row)} />
      </Link>
    ),
  };
}

export const madeColumn: Column<{ readonly created_at: string }> = {
  title: 'Made',
  cell: ({ created_at: at }) => <Moment at={at} />,
};
