/** Puts the examples into the OpenAPI document. */
import { examples } from './index.ts';
import { filledExample, recordedAnswer, recordedJson, type FilledExample } from './recorded.ts';
import { eventExample } from './events.ts';

/** As far as examples are put into it. */
interface Described {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly webhooks?: Readonly<Record<string, unknown>>;
}

type Members = Readonly<Record<string, unknown>>;

interface Operation extends Members {
  readonly parameters?: readonly (Members & {
    readonly name: string;
    readonly in: string;
    readonly schema?: Members;
  })[];
  readonly requestBody?: Members & { readonly content: Readonly<Record<string, Members>> };
  readonly responses?: Readonly<Record<string, Members & { readonly content?: Readonly<Record<string, Members>> }>>;
}

function typed(value: string, schema: Members = {}): unknown {
  return schema.type === 'integer' || schema.type === 'number' ? Number(value) : value;
}

function withParameters({ parameters }: Operation, { params, query }: FilledExample): Members {
  if (parameters === undefined) return {};
  return {
    parameters: parameters.map((parameter) => {
      const value = { path: params, query }[parameter.in]?.[parameter.name];
      return value === undefined ? parameter : { ...parameter, example: typed(value, parameter.schema) };
    }),
  };
}

function withRequest({ requestBody }: Operation, { body, form }: FilledExample): Members {
  const example = body ?? form;
  if (requestBody === undefined || example === undefined) return {};
  const content = mapped(requestBody.content, (_type, media) => ({ ...(media as Members), example }));
  return { requestBody: { ...requestBody, content } };
}

function withAnswer({ responses }: Operation, operation: string): Members {
  const { status, type = '', text } = recordedAnswer(operation) ?? {};
  const response = responses?.[String(status)];
  const media = response?.content?.[type];
  if (responses === undefined || media === undefined || text === undefined) return {};
  const example = recordedJson(operation) ?? text;
  // Of the other forms that the answer has, the schema has an example.
  const others = mapped(response!.content!, (_type, other) => withOwnExample(other as Members));
  const content = { ...others, [type]: { ...media, example } };
  return { responses: { ...responses, [String(status)]: { ...response, content } } };
}

function withOwnExample(media: Members): Members {
  const { example } = (media.schema ?? {}) as Members;
  return example === undefined ? media : { ...media, example };
}

function described(name: string, operation: Operation): Operation {
  const example = examples[name];
  if (example === undefined) return operation;
  const filled = filledExample(example);
  const members = [withParameters, withRequest].map((add) => add(operation, filled));
  return { ...operation, ...members[0], ...members[1], ...withAnswer(operation, name) };
}

function mapped(members: Members, change: (name: string, member: unknown) => unknown): Members {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(name, member)]));
}

/** The document with an example of each request and each answer that is text, and of each event. */
export function withExamples<D extends object>(document: D): D {
  const { paths = {}, webhooks = {} } = document as Described;
  return {
    ...document,
    paths: mapped(paths, (path, methods) =>
      mapped(methods as Members, (method, operation) =>
        described(`${method.toUpperCase()} ${path}`, operation as Operation),
      ),
    ),
    webhooks: mapped(webhooks, (type, methods) =>
      mapped(methods as Members, (_method, operation) => ({
        ...(operation as Operation),
        ...withRequest(operation as Operation, filledEvent(type)),
      })),
    ),
  };
}

function filledEvent(type: string): FilledExample {
  return { params: {}, query: {}, body: eventExample(type), form: undefined };
}
