/**
 * Fields of a request that its schema does not have: they are accepted, named, and explained where an error may follow from them
 * (docs/rules.md#ignored-fields).
 */
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { ServiceError } from './service-error.ts';

/** Most fields that are looked for in one request. */
const maxFields = 10;
/** Deepest place that is looked at; a schema may contain itself. */
const maxDepth = 12;

/**
 * The fields of a value that its schema takes and has no use for, in the order in which they were sent: `confg`,
 * `output_format.encodng`, `items[].txt`. At most ten; the fields of a value that is taken as it is are none, and those that the
 * schema refuses are not looked for.
 */
export function ignoredFields(schema: $ZodType, value: unknown): readonly string[] {
  // Most requests have no query, or no body.
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return [];
  const found = new Set<string>();
  collect([schema], value, '', found, 0);
  return [...found];
}

function collect(schemas: readonly $ZodType[], value: unknown, path: string, found: Set<string>, depth: number): void {
  if (found.size >= maxFields || depth > maxDepth || typeof value !== 'object' || value === null) return;
  const forms = schemas.flatMap(formsOf);
  if (Array.isArray(value)) {
    const elements = forms.flatMap(({ element }) => (element === undefined ? [] : [element]));
    // The first hundred tell enough: a body may have a million.
    for (const item of value.slice(0, 100)) collect(elements, item, `${path}[]`, found, depth + 1);
    return;
  }
  const objects = forms.flatMap(({ shape }) => (shape === undefined ? [] : [shape]));
  if (objects.length === 0 || forms.some((form) => form.takesAll)) return;
  for (const [name, member] of Object.entries(value)) {
    const known = objects.flatMap((shape) => (Object.hasOwn(shape, name) ? [shape[name]!] : []));
    const place = join(path, name);
    if (known.length > 0) collect(known, member, place, found, depth + 1);
    else if (found.size < maxFields) found.add(place);
  }
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** What a schema says of a value that is an object or an array. */
interface SchemaShape {
  readonly shape?: Readonly<Record<string, $ZodType>>;
  readonly element?: $ZodType;
  /** Fields of any name have a use, or are refused. */
  readonly takesAll?: boolean;
}

const takesAll: SchemaShape = { takesAll: true };
const known = new WeakMap<$ZodType, readonly SchemaShape[]>();

/** The forms of the alternatives of a schema; none for texts, numbers and the like. */
function formsOf(schema: $ZodType): readonly SchemaShape[] {
  const forms = known.get(schema) ?? readForms(schema);
  known.set(schema, forms);
  return forms;
}

/** Types of schemas that take what they are given. */
const openTypes: ReadonlySet<string> = new Set([
  'any',
  'unknown',
  'record',
  'intersection',
  'lazy',
  'custom',
  'transform',
]);

function readForms(schema: $ZodType): readonly SchemaShape[] {
  const { def } = (schema as $ZodTypes)._zod;
  if (def.type === 'object') {
    // A loose object carries what it does not know, and nothing reads it there.
    const isOpen = def.catchall === undefined || typeOf(def.catchall) === 'unknown';
    return [{ shape: def.shape, ...(!isOpen && takesAll) }];
  }
  if (def.type === 'array') return [{ element: def.element }];
  if (def.type === 'union') return def.options.flatMap(formsOf);
  // What a function reads before the schema does: the schema stands behind it.
  if (def.type === 'pipe') return formsOf(typeOf(def.in) === 'transform' ? def.out : def.in);
  // Optional, with a default, and so on.
  if ('innerType' in def) return formsOf(def.innerType);
  return openTypes.has(def.type) ? [takesAll] : [];
}

function typeOf(schema: $ZodType): string {
  return (schema as $ZodTypes)._zod.def.type;
}

/** Every place that a schema knows, in the form of {@link ignoredFields}. */
function placesOf(schemas: readonly $ZodType[], path = '', depth = 0): readonly string[] {
  if (depth > maxDepth) return [];
  return schemas.flatMap(formsOf).flatMap(({ shape, element }) => [
    ...(element === undefined ? [] : placesOf([element], `${path}[]`, depth + 1)),
    ...Object.entries(shape ?? {}).flatMap(([name, member]) => {
      const place = join(path, name);
      return [place, ...placesOf([member], place, depth + 1)];
    }),
  ]);
}

/** Names that other services have for one thing. */
const synonyms: readonly (readonly string[])[] = [
  ['transcript', 'input', 'text', 'prompt', 'content'],
  ['model_id', 'model', 'engine'],
  ['voice', 'voice_id', 'voice_name', 'speaker', 'speaker_id'],
  ['output_format', 'response_format', 'format', 'audio_format'],
  ['container', 'format', 'codec'],
  ['sample_rate', 'sampling_rate', 'sample_rate_hertz', 'rate'],
  ['language', 'lang', 'language_code', 'locale'],
  ['speed', 'rate', 'speaking_rate'],
  ['clip', 'file', 'audio', 'recording', 'sample'],
  ['name', 'title', 'label'],
  ['url', 'endpoint', 'callback_url'],
  ['pronunciation_dict_id', 'pronunciation_dictionary_id', 'dictionary', 'dictionary_id'],
].map((names) => names.map(folded));

/** `modelId`, `model-id` and `model_id` are one name. */
function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

/**
 * What each of these fields was perhaps meant to be: a name of the same thing, the same name in another place, or one that is at
 * most two letters away.
 * @param ignored as {@link ignoredFields} gives them
 */
function meantBy(schema: $ZodType, ignored: readonly string[]): ReadonlyMap<string, string> {
  const places = [...new Set(placesOf([schema]))];
  return new Map(
    ignored.flatMap((field): readonly (readonly [string, string])[] => {
      const place = meant(field, places);
      return place === undefined ? [] : [[field, place]];
    }),
  );
}

/** Whether an ignored field was perhaps meant to be the one at this place. */
export function mayMean(field: string, place: string): boolean {
  return meant(field, [place]) !== undefined;
}

function meant(field: string, places: readonly string[]): string | undefined {
  const name = nameOf(field);
  const parent = field.slice(0, field.length - name.length);
  const short = folded(name);
  const groups = synonyms.filter((names) => names.includes(short));
  const isSame = (candidate: string): boolean => candidate === short;
  const isSynonym = (candidate: string): boolean => groups.some((names) => names.includes(candidate));
  const beside = places.filter((place) => place === parent + nameOf(place));
  // The nearest places first.
  const elsewhere = places
    .filter((place) => !beside.includes(place))
    .sort((one, other) => depthOf(one) - depthOf(other));
  const first = (among: readonly string[], fits: (candidate: string) => boolean): string | undefined =>
    among.find((place) => fits(folded(nameOf(place))));
  return (
    first(beside, isSame) ??
    first(beside, isSynonym) ??
    first(elsewhere, isSame) ??
    first(elsewhere, isSynonym) ??
    first([...beside, ...elsewhere], (candidate) => isNear(candidate, short))
  );
}

function nameOf(place: string): string {
  return place.slice(place.lastIndexOf('.') + 1);
}

function depthOf(place: string): number {
  return place.split('.').length;
}

/** Whether at most two letters are wrong, missing, too many or swapped; of short names one. */
function isNear(one: string, other: string): boolean {
  const allowed = Math.min(one.length, other.length) < 5 ? 1 : 2;
  if (Math.abs(one.length - other.length) > allowed || Math.min(one.length, other.length) < 3) return false;
  return editDistance(one, other) <= allowed;
}

/** Optimal string alignment: a swap of two neighbours counts once. */
function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          rows[i - 1]![j]! + 1,
          row[j - 1]! + 1,
          rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
          isSwap ? rows[i - 2]![j - 2]! + 1 : Infinity,
        ),
      );
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}

/** One problem of a message and its place, as `validation.ts` and `invalidField` write them. */
const problem = /^(✖ .*)\n {2}→ at (.+)$/gm;

/**
 * The error with what may have caused it: each problem whose field an ignored one was perhaps meant to be names that one.
 * @param ignored as {@link ignoredFields} gives them for this schema
 */
export function withIgnoredFields(
  error: ServiceError,
  schema: $ZodType | undefined,
  ignored: readonly string[],
): ServiceError {
  if (schema === undefined || ignored.length === 0 || error.status >= 500) return error;
  const meanings = meantBy(schema, ignored);
  const message = error.message.replaceAll(problem, (whole, text: string, path: string) => {
    const place = path.replaceAll(/\[\d+\]/g, '[]');
    const causes = [...meanings].filter(([, meaning]) => concerns(place, meaning));
    if (causes.length === 0) return whole;
    const named = causes.map(([field, meaning]) => `"${field}" is ignored: did you mean "${meaning}"?`);
    return `${text}; ${named.join(' ')}\n  → at ${path}`;
  });
  return message === error.message ? error : error.withMessage(message);
}

/** Whether an error at a place may come from what was meant for another: the same, one inside it, or one beside it. */
function concerns(place: string, meaning: string): boolean {
  const parent = meaning.slice(0, -nameOf(meaning).length);
  return place === meaning || meaning.startsWith(`${place}.`) || (parent !== '' && place === parent + nameOf(place));
}
