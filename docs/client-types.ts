/**
 * Writes `client/src/api.ts`: the types of the client, made of the documents that a server publishes about itself; with `--check`
 * it writes nothing and fails when the file is stale.
 */
import { readFile, writeFile } from 'node:fs/promises';
import openApiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { documentsOf, withServer } from './published.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = Readonly<Record<string, Json>>;

const file = new URL('../client/src/api.ts', import.meta.url);

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function members(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function pick(object: JsonObject, keep: (key: string, value: Json) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key, value]) => keep(key, value)));
}

/** Forms that only callers of older versions get; the client speaks the newest. */
function isOfOlderVersion(schema: Json): boolean {
  const items = members(schema).items;
  const reference = members(items ?? schema).$ref;
  return typeof reference === 'string' && /\/(Older|Oldest)[A-Z]\w*$/.test(reference);
}

/** Members of a schema that say nothing about the type, or less than the type should. */
const unused: ReadonlySet<string> = new Set(['additionalProperties', 'example', 'examples']);

/**
 * A schema as the types want it: without examples, which change for other reasons than the types do; without the leave for
 * unknown members, which would hide a misspelt one; and without the forms of older versions.
 */
function simplify(value: Json, isMap = false): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => simplify(item));
  if (!isObject(value)) return value;
  const isFreeForm = value.properties === undefined;
  const entries = Object.entries(value)
    // An object without named members is a map, and its leave is its type.
    .filter(([key]) => isMap || !unused.has(key) || (key === 'additionalProperties' && isFreeForm))
    .map(([key, member]): [string, Json] => {
      const isAlternatives = !isMap && (key === 'anyOf' || key === 'oneOf') && Array.isArray(member);
      const kept = isAlternatives ? (member as readonly Json[]).filter((one) => !isOfOlderVersion(one)) : member;
      return [key, simplify(kept, !isMap && (key === 'properties' || key === 'schemas'))];
    });
  return Object.fromEntries(entries);
}

/** Headers are set by the client, and `expand[]` is `expand` in another spelling. */
function isTyped(parameter: Json): boolean {
  const { in: place, name } = members(parameter);
  return place !== 'header' && !(typeof name === 'string' && name.endsWith('[]'));
}

function operation(value: JsonObject): JsonObject {
  const parameters = Array.isArray(value.parameters) ? (value.parameters as readonly Json[]).filter(isTyped) : [];
  return {
    ...pick(value, (key) => key !== 'security' && key !== 'tags'),
    parameters,
    // Everything else becomes an error, which has one form.
    responses: pick(members(value.responses), (status) => /^[12]/.test(status)),
  };
}

/** Operations that this server has: one that is answered with 501 only has no type. */
function pathsOf(document: JsonObject): JsonObject {
  const paths = Object.entries(members(document.paths)).map(([path, methods]): [string, JsonObject] => {
    const operations = Object.entries(members(methods)).map(([method, value]): [string, JsonObject] => [
      method,
      operation(members(value)),
    ]);
    return [path, Object.fromEntries(operations.filter(([, { responses }]) => Object.keys(members(responses)).length))];
  });
  return Object.fromEntries(paths.filter(([, methods]) => Object.keys(methods).length > 0));
}

/** Paths whose `POST` takes an `Idempotency-Key`, so that it can be sent again. */
function idempotentPaths(document: JsonObject): string[] {
  return Object.entries(members(document.paths)).flatMap(([path, methods]) => {
    const { parameters } = members(members(methods).post);
    const takesKey =
      Array.isArray(parameters) && parameters.some((one: Json) => members(one).name === 'Idempotency-Key');
    return takesKey ? [path] : [];
  });
}

/** The messages of the WebSocket under names of their own. */
function socketSchemas(document: JsonObject): JsonObject {
  const schemas = members(members(document.components).schemas);
  const names = {
    Chunk: 1,
    Timestamps: 1,
    FlushDone: 1,
    Done: 1,
    Error: 1,
    PhonemeTimestamps: 1,
    Generation: 1,
    Cancel: 1,
  };
  return Object.fromEntries(
    Object.keys(names).map((name) => [`Socket${name}`, schemas[name] ?? fail(`the AsyncAPI document lacks ${name}`)]),
  );
}

function fail(message: string): never {
  throw new Error(message);
}

/** A part of a form that is a file. */
const blob = ts.factory.createTypeReferenceNode('Blob');

async function render(): Promise<string> {
  const [openApi, asyncApi] = (await withServer(documentsOf)) as readonly [JsonObject, JsonObject];
  const components = members(openApi.components);
  const schemas = pick(members(components.schemas), (name) => !/^(Older|Oldest)[A-Z]/.test(name));
  const document = {
    ...pick(openApi, (key) => key !== 'webhooks'),
    components: { schemas: { ...schemas, ...socketSchemas(asyncApi) } },
    paths: pathsOf(openApi),
  };
  const nodes = await openApiTypes(simplify(document) as unknown as OpenAPI3, {
    alphabetize: true,
    transform: (schema) => (schema.format === 'binary' ? blob : undefined),
    defaultNonNullable: false,
    silent: true,
  });
  const types = astToString(nodes).replaceAll(/\n {4,}(?:[a-z]+\?: never;)(?=\n)/g, '');
  const paths = idempotentPaths(openApi).sort();
  return `/* Made by \`npm run client:types\` from what a server publishes about itself; edit the schemas of its routes instead. */

${types}
/** Paths whose \`POST\` takes an \`Idempotency-Key\`. */
export const idempotentPaths: readonly string[] = ${JSON.stringify(paths, null, 2)};
`;
}

const text = await render();
if (!process.argv.includes('--check')) await writeFile(file, text);
else if (text !== (await readFile(file, 'utf8').catch(() => ''))) {
  console.error('client/src/api.ts is stale: run npm run client:types');
  process.exitCode = 1;
} else console.log('The types of the client are those of the server.');
