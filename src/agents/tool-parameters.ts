/** What a tool is called with: the parameters a language model fills in, and those that are fixed. */
import { z } from 'zod';
import { allOf, areDistinct, variableName, type Finding } from './fields.ts';

const literalTypes = ['string', 'integer', 'number', 'boolean'] as const;

const literal = z.union([z.string(), z.number(), z.boolean()]);
type Literal = z.output<typeof literal>;

const description = z.string().max(1000);
const enumeration = z
  .array(literal)
  .min(1)
  .max(64)
  .refine(areDistinct, { error: 'Expected distinct values: one comes twice' });

function isOf(type: string, value: Literal): boolean {
  return type === 'integer'
    ? Number.isInteger(value)
    : (literalTypes as readonly string[]).includes(type) && typeof value === type;
}

/** Values of an enumeration that are not of the parameter's type. */
function enumFindings(type: string, values: readonly Literal[] = []): Finding[] {
  return values.flatMap((value, index) =>
    isOf(type, value) ? [] : [[['enum', index], `Expected a value of the type "${type}"`] as const],
  );
}

const requiredNames = z
  .array(z.string())
  .max(64)
  .refine(areDistinct, { error: 'Expected distinct names: one comes twice' });

/** Required names that no property has. */
function requiredFindings({
  properties,
  required,
}: {
  readonly properties: object;
  readonly required: readonly string[];
}): Finding[] {
  return required.flatMap((name, index) =>
    Object.hasOwn(properties, name) ? [] : [[['required', index], 'No property has this name'] as const],
  );
}

const clientParameter = z
  .object({
    type: z.enum([...literalTypes, 'array']),
    description: description.optional(),
    enum: enumeration.optional(),
    items: z
      .object({ type: z.enum(literalTypes) })
      .optional()
      .describe('What an array holds; needed there and nowhere else.'),
  })
  .superRefine(
    allOf(({ type, items, enum: values }) => {
      const findings: Finding[] = [];
      const isArray = type === 'array';
      if (isArray && items === undefined) findings.push([['items'], 'Required: an array says what it holds']);
      if (!isArray && items !== undefined) findings.push([['items'], 'Only a parameter of the type "array" has items']);
      if (isArray && values !== undefined) findings.push([['enum'], 'A parameter of the type "array" has no enum']);
      return isArray ? findings : [...findings, ...enumFindings(type, values)];
    }),
  );

/** What a client tool is called with. */
export const clientParameters = z
  .object({
    type: z.literal('object'),
    properties: z.record(z.string().min(1).max(64), clientParameter),
    required: requiredNames.default([]),
  })
  .superRefine(allOf(requiredFindings))
  .meta({ id: 'ClientToolParameters' });

const literalParameter = z
  .object({
    type: z.enum(literalTypes),
    description: description.optional(),
    enum: enumeration.optional(),
    constant_value: literal.optional().describe('Always this value. Not together with `dynamic_variable`.'),
    dynamic_variable: variableName.optional().describe('Always the value of this variable.'),
  })
  .superRefine(
    allOf(({ type, enum: values, constant_value: constant, dynamic_variable: dynamic }) => {
      const findings = enumFindings(type, values);
      if (constant !== undefined && dynamic !== undefined) {
        findings.push([['dynamic_variable'], '"constant_value" and "dynamic_variable" exclude each other']);
      }
      if (constant !== undefined && !isOf(type, constant)) {
        findings.push([['constant_value'], `Expected a value of the type "${type}"`]);
      } else if (constant !== undefined && values?.includes(constant) === false) {
        findings.push([['constant_value'], 'Expected one of the values in "enum"']);
      }
      return findings;
    }),
  )
  .meta({ id: 'ToolParameter', description: 'A single value.' });

/** A parameter in the path of an address: a value, since a path has no other. */
export const pathParameters = z.record(z.string().min(1).max(64), literalParameter);

const literalProperties = z.record(z.string().min(1).max(64), literalParameter);

export const queryParameters = z
  .object({ properties: literalProperties, required: requiredNames.default([]) })
  .superRefine(allOf(requiredFindings));

/** A property of a request's body. */
export type BodyParameter = z.output<typeof literalParameter> | ArrayParameter | ObjectParameter;

interface ArrayParameter {
  type: 'array';
  description?: string | undefined;
  items: BodyParameter;
}

interface ObjectParameter {
  type: 'object';
  description?: string | undefined;
  properties: Record<string, BodyParameter>;
  required: string[];
}

function objectOf(member: z.ZodType<BodyParameter>) {
  return z
    .object({
      type: z.literal('object'),
      description: description.optional(),
      properties: z.record(z.string().min(1).max(64), member),
      required: requiredNames.default([]),
    })
    .superRefine(allOf(requiredFindings));
}

/** A bound on the depth keeps bodies finite, whatever is sent. */
function bodyParameter(depth: number): z.ZodType<BodyParameter> {
  if (depth === 0) return literalParameter;
  const inner = bodyParameter(depth - 1);
  return z.discriminatedUnion('type', [
    literalParameter,
    z.object({ type: z.literal('array'), description: description.optional(), items: inner }),
    objectOf(inner),
  ]);
}

const maxBodyDepth = 4;

/** The JSON object that a webhook tool sends, up to four levels below its root. */
export const bodyParameters = objectOf(bodyParameter(maxBodyDepth)).meta({
  id: 'ToolRequestBody',
  description: 'A JSON object.',
});
