import type { ReactElement, ReactNode } from 'react';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** The cell that names the row. */
  readonly isHeader?: boolean;
  /** Numbers stand right. */
  readonly isNumber?: boolean;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

/** A table of things. On a narrow screen each row stands as a block, with the titles of the columns beside its values. */
export function DataTable<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>): ReactElement {
  return (
    <div className="table-frame" role="region" aria-label={`${label}: table`} tabIndex={0}>
      <table className="data-table">
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" className={isNumber === true ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ title, cell, isHeader, isNumber }) => {
                const className = isNumber === true ? 'number' : undefined;
                return isHeader === true ? (
                  <th key={title} scope="row" className={className} data-title={title}>
                    <div>{cell(row)}</div>
                  </th>
                ) : (
                  <td key={title} className={className} data-title={title}>
                    <div>{cell(row)}</div>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
