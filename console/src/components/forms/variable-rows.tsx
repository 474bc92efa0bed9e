import type { ReactElement } from 'react';
import { Rows } from '../pages/rows.tsx';
import { Select } from './select.tsx';
import { TextField } from './text-field.tsx';
import { nameProblem, useTypedRows } from './typed-rows.ts';

export type Variables = Readonly<Record<string, string | number | boolean>>;

export interface VariableRowsProps {
  readonly label: string;
  readonly value: Variables;
  readonly onChange: (value: Variables) => void;
  readonly description?: string;
  readonly errorMessage?: string | undefined;
}

const kinds = [
  { id: 'string', name: 'Text' },
  { id: 'number', name: 'Number' },
  { id: 'boolean', name: 'Yes or no' },
];
const answers = [
  { id: 'true', name: 'Yes' },
  { id: 'false', name: 'No' },
];

interface VariableRow {
  readonly name: string;
  readonly kind: string;
  /** As it was typed. */
  readonly text: string;
}

function rowsOf(value: Variables): readonly VariableRow[] {
  return Object.entries(value).map(([name, one]) => ({ name, kind: typeof one, text: String(one) }));
}

function valueOf(rows: readonly VariableRow[]): Variables {
  return Object.fromEntries(
    rows.map(({ name, kind, text }) => [
      name,
      kind === 'number' ? Number(text) : kind === 'boolean' ? text === 'true' : text,
    ]),
  );
}

function valueProblem({ kind, text }: VariableRow): string | undefined {
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text));
  return kind === 'number' && !isNumber ? 'This is not a number.' : undefined;
}

/** Variables with their values: texts, numbers, yes or no. */
export function VariableRows({ label, value, onChange, description, errorMessage }: VariableRowsProps): ReactElement {
  const { rows, change, problem } = useTypedRows({
    ...{ value, onChange, rowsOf, valueOf },
    problemOf: (row: VariableRow, all) => nameProblem(row, all) ?? valueProblem(row),
  });
  return (
    <Rows
      label={label}
      noun="variable"
      add="Add a variable"
      rows={rows}
      onChange={change}
      begin={{ name: '', kind: 'string', text: '' }}
      most={64}
      description={description}
      errorMessage={problem ?? errorMessage}
    >
      {(row, changeRow) => (
        <>
          <TextField
            label="Name"
            value={row.name}
            onChange={(name) => changeRow({ name })}
            errorMessage={nameProblem(row, rows)}
          />
          <Select
            label="Kind"
            options={kinds}
            value={row.kind}
            onChange={(kind) => changeRow({ kind, ...(kind === 'boolean' && { text: String(row.text === 'true') }) })}
          />
          {row.kind === 'boolean' ? (
            <Select label="Value" options={answers} value={row.text} onChange={(text) => changeRow({ text })} />
          ) : (
            <TextField
              label="Value"
              value={row.text}
              onChange={(text) => changeRow({ text })}
              errorMessage={valueProblem(row)}
            />
          )}
        </>
      )}
    </Rows>
  );
}
