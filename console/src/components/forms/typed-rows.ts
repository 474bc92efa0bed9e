import { useState } from 'react';

export interface TypedRowsOptions<Row, Value> {
  readonly value: Value;
  /** Called with what the rows say; not while one of them says nothing that holds. */
  readonly onChange: (value: Value) => void;
  readonly rowsOf: (value: Value) => readonly Row[];
  readonly valueOf: (rows: readonly Row[]) => Value;
  /** Why a row does not hold yet. */
  readonly problemOf: (row: Row, rows: readonly Row[]) => string | undefined;
}

export interface TypedRows<Row> {
  readonly rows: readonly Row[];
  readonly change: (rows: readonly Row[]) => void;
  /** Said as long as a row does not hold. */
  readonly problem: string | undefined;
}

/**
 * Rows that stand for something else, such as an object by its names: as they were typed, as long as the value is the one they stand
 * for. A change from elsewhere takes their place.
 */
export function useTypedRows<Row, Value>({
  value,
  onChange,
  rowsOf,
  valueOf,
  problemOf,
}: TypedRowsOptions<Row, Value>): TypedRows<Row> {
  const of = JSON.stringify(value);
  const [typed, setTyped] = useState<{ readonly rows: readonly Row[]; readonly of: string }>();
  const rows = typed?.of === of ? typed.rows : rowsOf(value);
  const isWhole = (all: readonly Row[]): boolean => all.every((row) => problemOf(row, all) === undefined);
  return {
    rows,
    problem: isWhole(rows) ? undefined : 'Not all of them are whole yet, so no change is taken over.',
    change: (next) => {
      if (!isWhole(next)) return setTyped({ rows: next, of });
      const changed = valueOf(next);
      setTyped({ rows: next, of: JSON.stringify(changed) });
      onChange(changed);
    },
  };
}

/** @returns why the name of a row does not do */
export function nameProblem<Row extends { readonly name: string }>(
  { name }: Row,
  rows: readonly Row[],
): string | undefined {
  if (name.trim() === '') return 'Give a name.';
  return rows.filter((other) => other.name === name).length > 1 ? 'This name comes twice.' : undefined;
}
