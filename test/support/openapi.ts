/** Reads the server's own OpenAPI document: every operation with a request that fits it. */
import type { Json } from './fuzz.ts';
import { fliteVoice, raw24 } from './server.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

interface OperationObject {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Operation {
  readonly method: string;
  /** With `{name}` where an id stands. */
  readonly path: string;
  /** Names of the query parameters. */
  readonly query: readonly string[];
  /** Undefined where the operation has no JSON body. */
  readonly body: Json | undefined;
  readonly bodySchema: Schema | undefined;
}

/** Values that only this server knows to be good. */
const known: Readonly<Record<string, Json>> = {
  model_id: 'espeak',
  voice: fliteVoice,
  transcript: 'Hi.',
  output_format: raw24,
};

export class Api {
  readonly #document: Document;

  constructor(document: unknown) {
    this.#document = document as Document;
  }

  static async of(url: string): Promise<Api> {
    return new Api(await (await fetch(`${url}/docs/openapi.json`)).json());
  }

  operations(): Operation[] {
    return Object.entries(this.#document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]): Operation => {
        const bodySchema = requestBody?.content['application/json']?.schema;
        return {
          method: method.toUpperCase(),
          path,
          query: parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name),
          body: bodySchema && this.sample(bodySchema),
          bodySchema: bodySchema && this.resolve(bodySchema),
        };
      }),
    );
  }

  resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : this.resolve(this.#document.components.schemas[name]!);
  }

  /** The JSON types a schema takes: `null`, `boolean`, `number`, `string`, `array`, `object`. */
  types(schema: Schema): string[] {
    const { type, enum: values, const: value, anyOf, oneOf } = this.resolve(schema);
    const alternatives = anyOf ?? oneOf;
    if (alternatives !== undefined) return alternatives.flatMap((alternative) => this.types(alternative));
    if (type !== undefined) return [type].flat().map((name) => (name === 'integer' ? 'number' : name));
    return [...(values ?? []), ...(value === undefined ? [] : [value])].map((item) =>
      item === null ? 'null' : typeof item,
    );
  }

  /** A value that fits: required members and those this file knows. */
  sample(schema: Schema): Json {
    const {
      enum: values,
      const: value,
      anyOf,
      oneOf,
      type,
      properties = {},
      required = [],
      items,
      minimum = 0,
    } = this.resolve(schema);
    if (value !== undefined) return value;
    if (values !== undefined) return values[0]!;
    const alternatives = anyOf ?? oneOf;
    if (alternatives !== undefined) return this.sample(alternatives[0]!);
    const kind = [type].flat()[0];
    if (kind === 'object') {
      const names = Object.keys(properties).filter((name) => required.includes(name) || Object.hasOwn(known, name));
      return Object.fromEntries(names.map((name) => [name, known[name] ?? this.sample(properties[name]!)]));
    }
    if (kind === 'array') return items === undefined ? [] : [this.sample(items)];
    if (kind === 'boolean') return false;
    return kind === 'number' || kind === 'integer' ? minimum : 'text';
  }
}
