/** What a model gives a tool: the schema it is told, and what is wrong with its arguments. */
import type { ToolDefinition } from '../agents/tool-definition.ts';

type Schema = Readonly<Record<string, unknown>>;
type Given = Readonly<Record<string, unknown>>;

interface Property extends Schema {
  readonly type: string;
  readonly constant_value?: unknown;
  readonly dynamic_variable?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Property;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, Property>>;
  readonly required: readonly string[];
}

/** A parameter that the model does not fill in. */
export function isFixed({ constant_value: constant, dynamic_variable: variable }: Property): boolean {
  return constant !== undefined || variable !== undefined;
}

/** All parameters of a tool on one level, without those that are fixed; a webhook's path, query and body share their names. */
export function objectOf(tool: ToolDefinition): ObjectSchema {
  if (tool.type === 'client') return tool.parameters as ObjectSchema;
  const { path_params_schema: path, query_params_schema: query, request_body_schema: body } = tool.api_schema;
  const parts: ObjectSchema[] = [
    { properties: path as Readonly<Record<string, Property>>, required: Object.keys(path) },
    ...[query, body].flatMap((part) => (part === null ? [] : [part as unknown as ObjectSchema])),
  ];
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as ObjectSchema['properties'],
    required: [...new Set(parts.flatMap(({ required }) => required))],
  };
}

/** JSON schema of what a model gives a tool. */
export function parametersOf(tool: ToolDefinition): Schema {
  return schemaOf(objectOf(tool));
}

function schemaOf({ properties, required }: ObjectSchema): Schema {
  const free = Object.entries(properties).filter(([, property]) => !isFixed(property));
  return {
    type: 'object',
    properties: Object.fromEntries(free.map(([name, property]) => [name, plain(property)])),
    required: required.filter((name) => free.some(([known]) => known === name)),
  };
}

function plain({ type, description, enum: values, items, properties, required = [] }: Property): Schema {
  const rest = { ...(description !== undefined && { description }), ...(values !== undefined && { enum: values }) };
  if (properties !== undefined) return { ...schemaOf({ properties, required }), ...rest };
  return { type, ...rest, ...(items !== undefined && { items: plain(items) }) };
}

/** What is wrong with the arguments of a call, for the model; undefined where nothing is. */
export function problemOfArguments(tool: ToolDefinition, given: Given): string | undefined {
  return problemOfObject(objectOf(tool), given, '');
}

/** Names are free: those that every object inherits (`constructor`) are given only where they were written. */
export function givenValue(given: Given, name: string): unknown {
  return Object.hasOwn(given, name) ? given[name] : undefined;
}

function problemOfObject({ properties, required }: ObjectSchema, given: Given, path: string): string | undefined {
  for (const name of required) {
    const property = properties[name];
    if (property !== undefined && !isFixed(property) && givenValue(given, name) === undefined) {
      return `"${path}${name}" is required.`;
    }
  }
  for (const [name, value] of Object.entries(given)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined || isFixed(property)) return `There is no parameter "${path}${name}".`;
    const problem = problemOfValue(property, value, `${path}${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfValue(
  { type, enum: values, items, properties, required = [] }: Property,
  value: unknown,
  path: string,
): string | undefined {
  if (!isOf(type, value)) return `"${path}" must be of the type ${type}.`;
  if (values?.includes(value) === false) {
    return `"${path}" must be one of ${values.map((one) => JSON.stringify(one)).join(', ')}.`;
  }
  if (properties !== undefined) return problemOfObject({ properties, required }, value as Given, `${path}.`);
  if (items === undefined) return undefined;
  const all = value as readonly unknown[];
  const at = all.findIndex((one, index) => problemOfValue(items, one, `${path}[${index}]`) !== undefined);
  return at < 0 ? undefined : problemOfValue(items, all[at], `${path}[${at}]`);
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return type === 'number' ? Number.isFinite(value) : typeof value === type;
}
