import type { ReactElement } from 'react';
import { schemaProblem } from './json-checks.ts';
import { JsonField } from './json-field.tsx';
import {
  giverOf,
  literalOf,
  newParameterRow,
  parameterProblem,
  parametersOf,
  rowsOf,
  typeOf,
  withGiver,
  withMember,
  withType,
  type Giver,
  type Parameter,
  type Parameters,
} from './parameters.ts';
import { Checkbox } from '../components/forms/checkbox.tsx';
import { Rows } from '../components/pages/rows.tsx';
import { Select, type SelectOption } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { useTypedRows } from '../components/forms/typed-rows.ts';
import '../styles/rows.css';

const literalTypes: readonly SelectOption[] = [
  { id: 'string', name: 'Text' },
  { id: 'integer', name: 'Whole number' },
  { id: 'number', name: 'Number' },
  { id: 'boolean', name: 'Yes or no' },
];
const listTypes: readonly SelectOption[] = literalTypes.map(({ id, name }) => ({
  id: `array:${id}`,
  name: `List: ${name}`,
}));
const nestedTypes: readonly SelectOption[] = [
  { id: 'array', name: 'List' },
  { id: 'object', name: 'Object' },
];
const givers: readonly SelectOption[] = [
  { id: 'model', name: 'The model' },
  { id: 'constant', name: 'Always the same' },
  { id: 'variable', name: 'A variable' },
];

/** `client`: lists of values; `literal`: values only; `body`: also what is nested. */
export type ParameterKind = 'client' | 'literal' | 'body';

const typesOf: Readonly<Record<ParameterKind, readonly SelectOption[]>> = {
  client: [...literalTypes, ...listTypes],
  literal: literalTypes,
  body: [...literalTypes, ...nestedTypes],
};

export interface ParameterRowsProps {
  readonly label: string;
  readonly kind: ParameterKind;
  readonly value: Parameters;
  readonly onChange: (value: Parameters) => void;
  readonly description?: string;
  readonly errorMessage?: string | undefined;
}

/** What a tool is called with: one row for each parameter. */
export function ParameterRows({
  label,
  kind,
  value,
  onChange,
  description,
  errorMessage,
}: ParameterRowsProps): ReactElement {
  const { rows, change, problem } = useTypedRows({
    ...{ value, onChange, rowsOf },
    // Beside properties and required names there may be more.
    valueOf: (next) => ({ ...value, ...parametersOf(next) }),
    problemOf: parameterProblem,
  });
  return (
    <Rows
      label={label}
      noun="parameter"
      add="Add a parameter"
      rows={rows}
      onChange={change}
      begin={newParameterRow}
      description={description}
      errorMessage={problem ?? errorMessage}
    >
      {(row, changeRow) => (
        <>
          <TextField
            label="Name"
            value={row.name}
            onChange={(name) => changeRow({ name })}
            errorMessage={parameterProblem(row, rows)}
          />
          <ParameterFields
            kind={kind}
            value={row.parameter}
            onChange={(parameter) => changeRow({ parameter })}
            name={row.name}
          />
          <Checkbox isSelected={row.isRequired} onChange={(isRequired) => changeRow({ isRequired })}>
            Required
          </Checkbox>
        </>
      )}
    </Rows>
  );
}

export interface ParameterFieldsProps {
  readonly kind: ParameterKind;
  readonly name: string;
  readonly value: Parameter;
  readonly onChange: (value: Parameter) => void;
}

function withOption(options: readonly SelectOption[], id: string): readonly SelectOption[] {
  return options.some((option) => option.id === id) ? options : [...options, { id, name: id }];
}

/** The fields of one parameter but its name. */
export function ParameterFields({ kind, name, value, onChange }: ParameterFieldsProps): ReactElement {
  const type = typeOf(value);
  const giver = giverOf(value);
  const isNested = kind === 'body' && (type === 'object' || type.startsWith('array'));
  const types = typesOf[kind];
  return (
    <>
      <Select
        label="Type"
        options={withOption(types, isNested ? value.type : type)}
        value={isNested ? value.type : type}
        onChange={(id) => onChange(withType(value, id))}
      />
      {kind !== 'client' && !isNested && (
        <Select
          label="Given by"
          options={givers}
          value={giver}
          onChange={(id) => onChange(withGiver(value, id as Giver))}
        />
      )}
      {isNested ? (
        <div className="whole-row">
          <JsonField
            label={`Schema of ${name}`}
            rows={6}
            value={value}
            check={schemaProblem}
            onChange={(next) => onChange(next as Parameter)}
            description="What is nested is written as JSON."
          />
        </div>
      ) : (
        <LiteralFields value={value} giver={giver} onChange={onChange} />
      )}
    </>
  );
}

function LiteralFields({
  value,
  giver,
  onChange,
}: Pick<ParameterFieldsProps, 'value' | 'onChange'> & { readonly giver: Giver }): ReactElement {
  const { type, description = '', enum: values, constant_value: constant, dynamic_variable: variable } = value;
  if (giver === 'constant') {
    return (
      <TextField
        label="Value"
        value={String(constant)}
        onChange={(text) => onChange(withMember(value, 'constant_value', literalOf(type, text)))}
      />
    );
  }
  if (giver === 'variable') {
    return (
      <TextField
        label="Variable"
        value={variable ?? ''}
        onChange={(text) => onChange(withMember(value, 'dynamic_variable', text))}
      />
    );
  }
  return (
    <>
      <TextField
        label="Description"
        value={description}
        onChange={(text) => onChange(withMember(value, 'description', text === '' ? undefined : text))}
      />
      {type !== 'array' && type !== 'boolean' && (
        <TextField
          label="One of, a line each"
          rows={2}
          value={(values ?? []).join('\n')}
          onChange={(text) => {
            const next = text === '' ? undefined : text.split('\n').map((line) => literalOf(type, line));
            onChange(withMember(value, 'enum', next));
          }}
        />
      )}
    </>
  );
}
