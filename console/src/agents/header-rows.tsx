import type { ReactElement } from 'react';
import { SecretFields } from './secret-fields.tsx';
import type { Header } from './tool-form.ts';
import { Rows } from '../components/pages/rows.tsx';
import { Select } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { nameProblem, useTypedRows } from '../components/forms/typed-rows.ts';

type Headers = Readonly<Record<string, Header>>;

interface HeaderRow {
  readonly name: string;
  readonly value: Header;
}

const kinds = [
  { id: 'text', name: 'Text' },
  { id: 'dynamic_variable', name: 'A variable' },
  { id: 'secret', name: 'A secret' },
];
const begin: Readonly<Record<string, Header>> = {
  text: '',
  dynamic_variable: { type: 'dynamic_variable', name: '' },
  secret: { type: 'secret', secret_description: null },
};

export interface HeaderRowsProps {
  readonly value: Headers;
  readonly onChange: (value: Headers) => void;
  readonly errorMessage?: string | undefined;
}

/** The headers of a request: texts, variables and secrets. */
export function HeaderRows({ value, onChange, errorMessage }: HeaderRowsProps): ReactElement {
  const { rows, change, problem } = useTypedRows({
    ...{ value, onChange },
    rowsOf: (headers): readonly HeaderRow[] =>
      Object.entries(headers).map(([name, header]) => ({ name, value: header })),
    valueOf: (next): Headers => Object.fromEntries(next.map(({ name, value: header }) => [name, header])),
    problemOf: nameProblem,
  });
  return (
    <Rows
      label="Headers"
      noun="header"
      add="Add a header"
      rows={rows}
      onChange={change}
      begin={{ name: '', value: '' }}
      most={64}
      errorMessage={problem ?? errorMessage}
    >
      {(row, changeRow) => {
        const header = row.value;
        return (
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
              value={typeof header === 'string' ? 'text' : header.type}
              onChange={(kind) => changeRow({ value: begin[kind] ?? '' })}
            />
            {typeof header === 'string' ? (
              <TextField label="Value" value={header} onChange={(text) => changeRow({ value: text })} />
            ) : header.type === 'secret' ? (
              <SecretFields label="Secret" value={header} onChange={(secret) => changeRow({ value: secret })} />
            ) : (
              <TextField
                label="Variable"
                value={header.name}
                onChange={(name) => changeRow({ value: { ...header, name } })}
              />
            )}
          </>
        );
      }}
    </Rows>
  );
}
