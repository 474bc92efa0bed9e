/** JSON schemas as lists of fields. */
import { html, prose, slug, type Html } from './html.ts';

/** The keywords that zod writes, as far as the pages show them. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly deprecated?: boolean;
}

export type Schemas = Readonly<Record<string, JsonSchema>>;

export function nameOfRef(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** The schema a reference leads to; its own words about the place go before those of the target. */
export function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const target = schemas[nameOfRef(schema.$ref)];
  if (target === undefined) throw new Error(`nothing at ${schema.$ref}`);
  const own = Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== '$ref'));
  return { ...resolve(target, schemas), ...own };
}

function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.anyOf ?? schema.oneOf ?? [];
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  // zod bounds every integer to those a double can hold.
  const [from, to] = [least, most].map((bound) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound,
  );
  if (from !== undefined && to !== undefined) return ` ${from} to ${to}${unit}`;
  if (from !== undefined) return from === 0 && unit === '' ? ' from 0' : ` at least ${from}${unit}`;
  return to === undefined ? '' : ` at most ${to}${unit}`;
}

function simpleType(type: string, schema: JsonSchema): string {
  if (type === 'string') {
    return `string${schema.format === undefined ? '' : ` (${schema.format})`}${range(schema.minLength, schema.maxLength, ' characters')}`;
  }
  if (type !== 'number' && type !== 'integer') return type;
  const above = schema.exclusiveMinimum === undefined ? '' : ` above ${schema.exclusiveMinimum}`;
  const below = schema.exclusiveMaximum === undefined ? '' : ` below ${schema.exclusiveMaximum}`;
  return type + above + below + range(schema.minimum, schema.maximum, '');
}

/** The type in words: `string at most 256 characters`, `"raw" | "wav"`, `array of integer`, `number | null`. */
export function typeText(schema: JsonSchema, schemas: Schemas): string {
  const target = resolve(schema, schemas);
  if (target.const !== undefined) return JSON.stringify(target.const);
  if (target.enum !== undefined) return target.enum.map((value) => JSON.stringify(value)).join(' | ');
  const alternatives = alternativesOf(target);
  if (alternatives.length > 0) return [...new Set(alternatives.map((one) => typeText(one, schemas)))].join(' | ');
  const types = [target.type ?? 'any'].flat();
  return types
    .map((type) =>
      type === 'array' && target.items !== undefined
        ? `array of ${typeText(target.items, schemas)}`
        : simpleType(type, target),
    )
    .join(' | ');
}

/** The fields inside: of the schema itself, its items or the first of its forms that has any, which is the newest. */
export function innerOf(schema: JsonSchema, schemas: Schemas): JsonSchema | undefined {
  const target = resolve(schema, schemas);
  if (target.properties !== undefined) return target;
  if (target.items !== undefined) return innerOf(target.items, schemas);
  return alternativesOf(target)
    .map((one) => innerOf(one, schemas))
    .find((one) => one !== undefined);
}

/** More values than this are folded away. */
const manyValues = 10;

function shownType(schema: JsonSchema, schemas: Schemas): Html {
  const text = typeText(schema, schemas);
  const count = text.split(' | ').length;
  return count <= manyValues
    ? html`<span class="type">${text}</span>`
    : html`<details>
        <summary>one of ${count} values</summary>
        <span class="type">${text}</span>
      </details>`;
}

export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly description?: string | undefined;
}

function fieldView(field: Field, schemas: Schemas, anchor: string, marksRequired: boolean): Html {
  const schema = resolve(field.schema, schemas);
  const here = `${anchor}.${slug(field.name)}`;
  const nested = innerOf(field.schema, schemas);
  const description = field.description ?? schema.description;
  return html`<div id="${here}">
    <dt>
      <a href="#${here}">${field.name}</a
      >${shownType(field.schema, schemas)}${field.required && html`<span class="required">required</span>`}${schema.deprecated === true && html`<span class="chip">deprecated</span>`}${schema.default !== undefined && html`<span class="type">default <code>${JSON.stringify(schema.default)}</code></span>`}
    </dt>
    ${description !== undefined && html`<dd>${prose(description)}</dd>`}${
      nested !== undefined &&
      html`<dd>
        <details>
          <summary>fields of ${field.name}</summary>
          ${schemaView(nested, schemas, here, marksRequired)}
        </details>
      </dd>`
    }
  </div>`;
}

/** @param anchor id under which the fields are found: `anchor.field` */
export function fieldList(fields: readonly Field[], schemas: Schemas, anchor: string, marksRequired = true): Html {
  return html`<dl class="fields">${fields.map((field) => fieldView(field, schemas, anchor, marksRequired))}</dl>`;
}

/** The fields of an object, as it stands in its schema. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema, marksRequired: boolean): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: marksRequired && required.includes(name),
  }));
}

/**
 * The fields of an object, an array of objects or the first of several forms; nothing for anything simpler.
 * @param marksRequired whether fields that must be there say so: in what is sent, not in what comes
 */
export function schemaView(
  schema: JsonSchema,
  schemas: Schemas,
  anchor: string,
  marksRequired = true,
): Html | undefined {
  const target = innerOf(schema, schemas);
  if (target === undefined) return undefined;
  return fieldList(fieldsOf(target, marksRequired), schemas, anchor, marksRequired);
}

const formatted: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-0000-0000-000000000000',
  'date-time': '2026-01-01T00:00:00Z',
  uri: 'https://example.org',
};

const simplest: Readonly<Record<string, (schema: JsonSchema, schemas: Schemas) => unknown>> = {
  object: ({ properties, required = [] }, schemas) =>
    Object.fromEntries(required.map((name) => [name, exampleOf(properties?.[name] ?? {}, schemas)])),
  array: ({ items, minItems = 0 }, schemas) =>
    items === undefined || minItems === 0 ? [] : [exampleOf(items, schemas)],
  integer: ({ minimum = 1 }) => minimum,
  number: ({ minimum = 1 }) => minimum,
  boolean: () => true,
  string: ({ format }) => formatted[format ?? ''] ?? 'string',
};

/** A value that the schema allows: its own example or default, else the least one. Optional fields are left out. */
export function exampleOf(schema: JsonSchema, schemas: Schemas): unknown {
  const target = resolve(schema, schemas);
  const given = target.examples?.[0] ?? target.const ?? target.default ?? target.enum?.[0];
  if (given !== undefined) return given;
  const alternative = alternativesOf(target)[0];
  if (alternative !== undefined) return exampleOf(alternative, schemas);
  return simplest[[target.type].flat()[0] ?? 'string']?.(target, schemas);
}
