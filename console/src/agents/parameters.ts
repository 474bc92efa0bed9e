/** Parameters of tools, as rows of a form. What a row does not show stays as it is. */
import { nameProblem } from '../components/forms/typed-rows.ts';

type Literal = string | number | boolean;

/** A parameter as the interface has it; of nested ones only the type is looked at. */
export interface Parameter {
  readonly type: string;
  readonly description?: string;
  readonly enum?: readonly Literal[];
  readonly constant_value?: Literal;
  readonly dynamic_variable?: string;
  readonly items?: { readonly type?: string };
}

/** What a tool is called with. */
export interface Parameters {
  readonly properties: Readonly<Record<string, Parameter>>;
  readonly required?: readonly string[];
}

export interface ParameterRow {
  readonly name: string;
  readonly isRequired: boolean;
  readonly parameter: Parameter;
}

export const newParameterRow: ParameterRow = { name: '', isRequired: true, parameter: { type: 'string' } };

export function rowsOf({ properties, required = [] }: Parameters): readonly ParameterRow[] {
  return Object.entries(properties).map(([name, parameter]) => ({
    ...{ name, parameter },
    isRequired: required.includes(name),
  }));
}

export function parametersOf(rows: readonly ParameterRow[]): Parameters {
  return {
    properties: Object.fromEntries(rows.map(({ name, parameter }) => [name, parameter])),
    required: rows.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}

/** Names are the keys of a JSON object, in which one that is a number would change its place. */
export function parameterProblem(row: ParameterRow, rows: readonly ParameterRow[]): string | undefined {
  return nameProblem(row, rows);
}

/** The type of a parameter as its field has it: `string`, `array:number`. */
export function typeOf({ type, items }: Parameter): string {
  return type === 'array' && items?.type !== undefined ? `array:${items.type}` : type;
}

/** Members that belong to the other types are left out. */
export function withType(parameter: Parameter, type: string): Parameter {
  const { items, enum: values, constant_value: constant, dynamic_variable: variable, ...rest } = parameter;
  const [outer = type, inner] = type.split(':');
  if (inner !== undefined) return { ...rest, type: outer, items: { ...items, type: inner } };
  if (outer === 'object') return { ...rest, type: outer, ...{ properties: {}, required: [] } };
  if (outer === 'array') return { ...rest, type: outer, items: items ?? { type: 'string' } };
  return {
    ...withoutNested(rest),
    type: outer,
    ...(values !== undefined && { enum: values.map((value) => literalOf(outer, String(value))) }),
    ...(constant !== undefined && { constant_value: literalOf(outer, String(constant)) }),
    ...(variable !== undefined && { dynamic_variable: variable }),
  };
}

function withoutNested(parameter: Parameter): Parameter {
  return Object.fromEntries(
    Object.entries(parameter).filter(([name]) => name !== 'properties' && name !== 'required'),
  ) as unknown as Parameter;
}

/** What was typed as a value of the type; what is none stays a text, and the server says what it expects. */
export function literalOf(type: string, text: string): Literal {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = (type === 'number' || type === 'integer') && String(Number(text)) === text;
  return isNumber ? Number(text) : text;
}

/** Who gives the value of a parameter. */
export type Giver = 'model' | 'constant' | 'variable';

export function giverOf({ constant_value: constant, dynamic_variable: variable }: Parameter): Giver {
  return constant !== undefined ? 'constant' : variable !== undefined ? 'variable' : 'model';
}

export function withGiver(parameter: Parameter, giver: Giver): Parameter {
  const { constant_value: constant, dynamic_variable: variable, ...rest } = parameter;
  if (giver === 'constant') return { ...rest, constant_value: constant ?? literalOf(rest.type, '') };
  return giver === 'variable' ? { ...rest, dynamic_variable: variable ?? '' } : rest;
}

/** The parameter with a member, or without it where it is undefined. */
export function withMember(parameter: Parameter, name: keyof Parameter, value: unknown): Parameter {
  const rest = Object.entries(parameter).filter(([other]) => other !== name);
  return Object.fromEntries(value === undefined ? rest : [...rest, [name, value]]) as unknown as Parameter;
}
