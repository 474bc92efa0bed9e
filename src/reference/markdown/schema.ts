/** JSON schemas as nested lists of Markdown. */
import { fieldsOf, innerOf, resolve, typeText, type Field, type JsonSchema, type Schemas } from '../schema-view.ts';
import { inlineCode } from './text.ts';

/** Enumerations with more values are cut: an address in another page has them all. */
const maxType = 400;

function shortType(schema: JsonSchema, schemas: Schemas): string {
  const text = typeText(schema, schemas);
  if (text.length <= maxType) return inlineCode(text);
  const values = text.split(' | ');
  const shown = values.slice(0, values.findIndex((_, at) => values.slice(0, at + 2).join(' | ').length > maxType) + 1);
  return `${inlineCode(shown.join(' | '))} and ${values.length - shown.length} more values`;
}

function line(field: Field, schemas: Schemas, indent: string): string {
  const schema = resolve(field.schema, schemas);
  const marks = [
    shortType(field.schema, schemas),
    field.required && 'required',
    schema.deprecated === true && 'deprecated',
    schema.default !== undefined && `default ${inlineCode(JSON.stringify(schema.default))}`,
  ].filter((mark) => mark !== false);
  const description = (field.description ?? schema.description)?.replaceAll(/\s*\n\s*/g, ' ');
  return `${indent}- ${inlineCode(field.name)} (${marks.join(', ')})${description === undefined ? '' : `: ${description}`}`;
}

/** A list item for each field, and one level deeper those inside it. */
export function fieldsMarkdown(fields: readonly Field[], schemas: Schemas, marksRequired = true, indent = ''): string {
  return fields
    .map((field) => {
      const nested = innerOf(field.schema, schemas);
      const below =
        nested === undefined
          ? ''
          : fieldsMarkdown(fieldsOf(nested, marksRequired), schemas, marksRequired, `${indent}  `);
      return below === '' ? line(field, schemas, indent) : `${line(field, schemas, indent)}\n${below}`;
    })
    .join('\n');
}

/**
 * The fields of an object, an array of objects or the first of several forms; of anything simpler its type, and nothing of
 * what can be anything.
 * @param marksRequired whether fields that must be there say so: in what is sent, not in what comes
 */
export function schemaMarkdown(schema: JsonSchema, schemas: Schemas, marksRequired = true): string | undefined {
  const target = innerOf(schema, schemas);
  if (target !== undefined) return fieldsMarkdown(fieldsOf(target, marksRequired), schemas, marksRequired);
  const { type, anyOf, oneOf } = resolve(schema, schemas);
  return type === undefined && anyOf === undefined && oneOf === undefined ? undefined : shortType(schema, schemas);
}
