/**
 * Writes answers as JSON by their zod schemas. It accepts, refuses and strips exactly what zod's own encoder does, which checks its
 * schemas anew for each object it meets: here a schema is read once, and becomes functions (docs/decisions/0029-compiled-answers.md).
 */
import type { FastifySerializerCompiler } from 'fastify';
import { serializerCompiler as encodingCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { safeEncode, type $ZodType, type $ZodTypes } from 'zod/v4/core';

const misfit = Symbol('misfit');

/** What a schema makes of a value. */
interface SchemaSerializer {
  /** The value with the members that the schema has, or {@link misfit}. */
  readonly strip: (value: unknown) => unknown;
  /** Adds the JSON of that. @returns false, with nothing added, for a misfit */
  readonly write: (value: unknown, output: Output) => boolean;
  /** It may hold frozen objects, whose JSON is made once. */
  readonly nests: boolean;
}

/** The JSON of a frozen object, made once. */
interface Written {
  readonly bytes: Buffer;
  readonly text: string;
}

/**
 * An answer up to here is text: Node sends that together with its header lines in one call of the system, and bytes beside them, which
 * costs twice as much for a short answer.
 */
const longestText = 4096;
/** Stands between all items of a list that are written already. */
const comma = Buffer.from(',');

/** JSON as text, and as bytes where they are there already: copying bytes is cheaper than encoding the same text again. */
class Output {
  #pieces: Buffer[] = [];
  /** The only piece so far, where all of the answer is one. */
  #whole: Written | undefined;
  #text = '';

  addText(text: string): void {
    this.#text += text;
  }

  addWritten(written: Written): void {
    this.#flush();
    this.#whole = this.#pieces.length === 0 ? written : undefined;
    this.#pieces.push(written.bytes);
  }

  /** @returns what takes back all that is added from now on */
  mark(): () => void {
    const [pieces, text] = [this.#pieces.length, this.#text];
    return () => {
      // A piece that was made of the text since then has the text as its beginning.
      this.#pieces.length = pieces;
      this.#text = text;
    };
  }

  /** @returns text where all of it is */
  end(): string | Buffer {
    if (this.#pieces.length === 0) return this.#text;
    if (this.#pieces.length === 1 && this.#text === '' && this.#whole !== undefined) {
      const { bytes, text } = this.#whole;
      return bytes.length > longestText ? bytes : text;
    }
    this.#flush();
    return Buffer.concat(this.#pieces);
  }

  #flush(): void {
    if (this.#text !== '') this.#pieces.push(this.#text === ',' ? comma : Buffer.from(this.#text));
    this.#text = '';
  }
}

function formOf(strip: SchemaSerializer['strip'], write?: SchemaSerializer['write']): SchemaSerializer {
  return { strip, nests: write !== undefined, write: write ?? writerOf(strip) };
}

function writerOf(strip: SchemaSerializer['strip']): SchemaSerializer['write'] {
  return (value, output) => {
    const stripped = strip(value);
    if (stripped === misfit) return false;
    // An item of an array that is undefined is null in JSON.
    output.addText(stripped === undefined ? 'null' : JSON.stringify(stripped));
    return true;
  };
}

function primitive(isIt: (value: unknown) => boolean): SchemaSerializer {
  return formOf((value) => (isIt(value) ? value : misfit));
}

/** Zod itself, for what is rare: formats of texts, ranges, defaults. */
function encoded(schema: $ZodType): SchemaSerializer {
  return formOf((value) => {
    const { success, data } = safeEncode(schema, value);
    return success ? data : misfit;
  });
}

/** A schema that several answers have is read once, so that a frozen object is written once for all of them. */
const forms = new WeakMap<$ZodType, SchemaSerializer>();

/** Reads a schema. */
function compile(schema: $ZodType): SchemaSerializer {
  const known = forms.get(schema);
  if (known !== undefined) return known;
  // What a schema that contains itself meets there.
  forms.set(schema, encoded(schema));
  const form = read(schema);
  forms.set(schema, form);
  return form;
}

function read(schema: $ZodType): SchemaSerializer {
  const { def, traits } = (schema as $ZodTypes)._zod;
  if ((def.checks?.length ?? 0) > 0 || traits.has('$ZodCheck')) {
    return def.type === 'number' && def.checks === undefined && 'format' in def && def.format === 'safeint'
      ? primitive(Number.isSafeInteger)
      : encoded(schema);
  }
  return readScalar(def) ?? readNest(def) ?? encoded(schema);
}

type Definition = $ZodTypes['_zod']['def'];

function readScalar(def: Definition): SchemaSerializer | undefined {
  switch (def.type) {
    case 'string':
    case 'boolean':
      return primitive((value) => typeof value === def.type);
    case 'number':
      return primitive(Number.isFinite);
    case 'null':
      return primitive((value) => value === null);
    case 'enum':
      return oneOf(Object.values(def.entries));
    case 'literal':
      return oneOf(def.values);
    default:
      return undefined;
  }
}

function readNest(def: Definition): SchemaSerializer | undefined {
  switch (def.type) {
    case 'nullable':
      return orElse(null, compile(def.innerType));
    case 'optional':
      return orElse(undefined, compile(def.innerType));
    case 'array':
      return arrayOf(compile(def.element));
    case 'union':
      return firstOf(def.options.map(compile));
    case 'object':
      // What takes unknown members, or refuses them, is rare.
      return def.catchall === undefined
        ? objectOf(Object.entries(def.shape).map(([name, member]) => memberOf(name, member)))
        : undefined;
    default:
      return undefined;
  }
}

function oneOf(values: readonly unknown[]): SchemaSerializer {
  const known = new Set(values);
  // A bigint is no JSON; zod fails with it too, later.
  return primitive((value) => known.has(value));
}

function orElse(empty: null | undefined, { strip, write, nests }: SchemaSerializer): SchemaSerializer {
  return formOf(
    (value) => (value === empty ? value : strip(value)),
    nests
      ? (value, output) => {
          if (value !== empty) return write(value, output);
          output.addText('null');
          return true;
        }
      : undefined,
  );
}

function firstOf(options: readonly SchemaSerializer[]): SchemaSerializer {
  const strip: SchemaSerializer['strip'] = (value) => {
    for (const option of options) {
      const stripped = option.strip(value);
      if (stripped !== misfit) return stripped;
    }
    return misfit;
  };
  const write: SchemaSerializer['write'] = (value, output) => options.some((option) => option.write(value, output));
  return formOf(strip, options.some(({ nests }) => nests) ? write : undefined);
}

function arrayOf(element: SchemaSerializer): SchemaSerializer {
  const strip: SchemaSerializer['strip'] = (value) => {
    if (!Array.isArray(value)) return misfit;
    const stripped: unknown[] = [];
    for (const item of value as unknown[]) {
      const one = element.strip(item);
      if (one === misfit) return misfit;
      stripped.push(one);
    }
    return stripped;
  };
  const write: SchemaSerializer['write'] = (value, output) => {
    if (!Array.isArray(value)) return false;
    const takeBack = output.mark();
    let before = '[';
    for (const item of value as unknown[]) {
      output.addText(before);
      if (!element.write(item, output)) {
        takeBack();
        return false;
      }
      before = ',';
    }
    output.addText(before === '[' ? '[]' : ']');
    return true;
  };
  return formOf(strip, element.nests ? write : undefined);
}

interface Member {
  readonly name: string;
  readonly form: SchemaSerializer;
  /** The object may be without it. */
  readonly isOptional: boolean;
  /** It may be undefined, and is then no part of the JSON. */
  readonly mayBeUndefined: boolean;
  /** As JSON, with its colon. */
  readonly label: string;
}

function memberOf(name: string, schema: $ZodType): Member {
  const form = compile(schema);
  const mayBeUndefined = form.strip(undefined) === undefined;
  const isOptional = schema._zod.optout === 'optional' && mayBeUndefined;
  return { name, form, isOptional, mayBeUndefined, label: `${JSON.stringify(name)}:` };
}

/** Whether the object has no value for the member and need not have one. */
function isLeftOut({ name, isOptional, mayBeUndefined }: Member, object: object): boolean {
  return isOptional || (mayBeUndefined && name in object);
}

function objectOf(members: readonly Member[]): SchemaSerializer {
  const strip: SchemaSerializer['strip'] = (value) => {
    if (!isObject(value)) return misfit;
    const stripped: Record<string, unknown> = {};
    for (const member of members) {
      const { name, form } = member;
      const given = value[name];
      if (given === undefined) {
        if (isLeftOut(member, value)) continue;
        if (!(name in value)) return misfit;
      }
      const one = form.strip(given);
      if (one === misfit) return misfit;
      stripped[name] = one;
    }
    return stripped;
  };
  /** Frozen objects, in which nothing may change at any depth: what does not fit is not tried again, in a union of forms either. */
  const known = new WeakMap<object, Written | typeof misfit>();
  const make = members.some(({ form }) => form.nests) ? memberWriter(members) : writerOf(strip);
  const write: SchemaSerializer['write'] = (value, output) => {
    if (!isObject(value)) return false;
    // What may change is written each time.
    if (!Object.isFrozen(value)) return make(value, output);
    let written = known.get(value);
    if (written === undefined) {
      written = writtenBy(make, value);
      known.set(value, written);
    }
    if (written === misfit) return false;
    output.addWritten(written);
    return true;
  };
  return formOf(strip, write);
}

function writtenBy(make: SchemaSerializer['write'], value: object): Written | typeof misfit {
  const output = new Output();
  if (!make(value, output)) return misfit;
  const text = output.end().toString();
  return { bytes: Buffer.from(text), text };
}

function memberWriter(members: readonly Member[]): SchemaSerializer['write'] {
  return (value, output) => {
    const object = value as Readonly<Record<string, unknown>>;
    const takeBack = output.mark();
    let before = '{';
    for (const member of members) {
      const given = object[member.name];
      if (given === undefined && isLeftOut(member, object)) continue;
      output.addText(before + member.label);
      if ((given === undefined && !(member.name in object)) || !member.form.write(given, output)) {
        takeBack();
        return false;
      }
      before = ',';
    }
    output.addText(before === '{' ? '{}' : '}');
    return true;
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lets Fastify write answers by their zod schemas. A member that the schema lacks is left out; what does not fit it is an error. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = (route) => {
  const { write } = compile(schemaOf(route.schema));
  const encode = encodingCompiler(route);
  return (data: unknown) => {
    const output = new Output();
    // Zod says what is wrong with a misfit. Fastify sends bytes as it sends text, which alone its types know.
    return write(data, output) ? (output.end() as string) : encode(data);
  };
};

/** A schema is given alone or with a description of its content type. */
function schemaOf(schema: z.ZodType | { readonly properties: z.ZodType }): z.ZodType {
  return 'properties' in schema ? schema.properties : schema;
}
