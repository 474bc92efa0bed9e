/** The AsyncAPI 3.0 document of the WebSockets, made from the schemas that read its messages and describe its events. */
import { z } from 'zod';
import { apiVersions, newestVersion } from '../http/index.ts';
import type { ApiDocument } from './openapi-document.ts';
import type { JsonSchema, Schemas } from './schema-view.ts';

const summaries: Readonly<Record<string, string>> = {
  generation: 'Text to speak',
  cancel: 'Stop a context',
  audio: 'Samples',
  chunk: 'Audio',
  timestamps: 'Word timings',
  phoneme_timestamps: 'Phoneme timings',
  flush_done: 'A flush is complete',
  done: 'The context has ended',
  error: 'Something could not be done',
};

function referTo(id: string): string {
  return `#/components/schemas/${id}`;
}

function toSchemas(
  named: Readonly<Record<string, z.ZodType>>,
  parts: Readonly<Record<string, z.ZodType>>,
  io: 'input' | 'output',
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...parts, ...named })) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: referTo });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, without(schema, redundant) as JsonSchema]),
  );
}

/** The place in the document is the id of a schema; and clients accept fields they do not know. */
const redundant = ['$id', '$schema', 'id', 'additionalProperties'];

function without(object: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

function typeName(message: string): string {
  return message
    .split(/[_.]/u)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
}

/** The messages of the WebSocket. */
export interface SocketSchemas {
  /** What clients send, by name. */
  readonly client: Readonly<Record<string, z.ZodType>>;
  /** What the server sends, by the event's `type`. */
  readonly server: Readonly<Record<string, z.ZodType>>;
  /** What several of them have in common, by the name of the type. */
  readonly parts: Readonly<Record<string, z.ZodType>>;
}

/** A WebSocket besides that of speech. */
export interface ListedSocket extends SocketSchemas {
  /** Of its channel, and in front of the names of its messages, since those of several sockets are the same. */
  readonly id: string;
  readonly path: string;
  /** Behind its path in an example of its address; may be empty. */
  readonly query: string;
  /** Of an access token that opens it. */
  readonly grant: string;
  readonly title: string;
  readonly description: string;
  /** A conversation in messages; a text is a frame as it is. */
  readonly example: readonly ({ readonly client: string | object } | { readonly server: object })[];
}

/** Schemas of all messages by their name: `generation`, `cancel`, `chunk`, …; the shared parts by their type name. */
export function messageSchemas({ client, server, parts }: SocketSchemas): Schemas {
  return { ...toSchemas(server, parts, 'output'), ...toSchemas(client, parts, 'input') };
}

export interface AsyncApiOptions {
  /** The server's own version. */
  readonly version: string;
  /** Where it is reached: `https://speech.example.org`. */
  readonly baseUrl: string;
  readonly socket: SocketSchemas;
  readonly sockets: readonly ListedSocket[];
  /** Has the parameters of the addresses. */
  readonly document: ApiDocument;
}

/** One socket as the document has it. */
interface Channel {
  readonly id: string;
  readonly address: string;
  readonly title: string;
  readonly schemas: SocketSchemas;
  readonly query: object;
  /** In front of the names of what is shared by all channels. */
  readonly prefix: string;
}

function messageList({ id }: Channel, names: readonly string[]): { $ref: string }[] {
  return names.map((name) => ({ $ref: `#/channels/${id}/messages/${name}` }));
}

function channelOf(channel: Channel): object {
  const { address, title, prefix, query, schemas } = channel;
  const names = [...Object.keys(schemas.client), ...Object.keys(schemas.server)];
  return {
    address,
    title,
    ...parametersOf(address),
    messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${prefix}${name}` }])),
    bindings: { ws: { method: 'GET', query, headers: handshakeHeaders, bindingVersion: '0.1.0' } },
  };
}

/** Names in braces. */
function parametersOf(address: string): object {
  const names = [...address.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name!);
  if (names.length === 0) return {};
  return { parameters: Object.fromEntries(names.map((name) => [name, { description: 'An id.' }])) };
}

function operationsOf(channel: Channel): Record<string, object> {
  const { id, schemas } = channel;
  const [receive, send] = id === 'speech' ? ['receiveMessages', 'sendEvents'] : [`${id}Receive`, `${id}Send`];
  const to = { $ref: `#/channels/${id}` };
  const [client, server] = [Object.keys(schemas.client), Object.keys(schemas.server)].map((names) =>
    messageList(channel, names),
  );
  return {
    [receive]: { action: 'receive', summary: 'What a client sends.', channel: to, messages: client },
    [send]: { action: 'send', summary: 'What the server answers.', channel: to, messages: server },
  };
}

/** Of messages that are no JSON. */
function contentType({ type, format }: JsonSchema): { readonly contentType?: string } {
  if (type !== 'string') return {};
  return { contentType: format === 'binary' ? 'application/octet-stream' : 'text/plain' };
}

/** The messages and schemas of a channel, under the names that the document has for them. */
function componentsOf({ schemas, prefix }: Channel): { messages: object; schemas: object } {
  const all = messageSchemas(schemas);
  const names = [...Object.keys(schemas.client), ...Object.keys(schemas.server)];
  const messages = names.map((name) => {
    const schema = all[name]!;
    const title = summaries[name] ?? schema.description?.replace(/[.;:].*$/su, '');
    const payload = { $ref: referTo(typeName(prefix + name)) };
    return [prefix + name, { name, title, ...contentType(schema), payload }];
  });
  const named = Object.entries(all).map(([name, schema]) => [
    names.includes(name) ? typeName(prefix + name) : name,
    schema,
  ]);
  return { messages: Object.fromEntries(messages) as object, schemas: Object.fromEntries(named) as object };
}

function queryOf({ paths }: ApiDocument, path: string): object {
  const parameters = (paths[path]?.get?.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const properties = parameters.map(({ name, description, schema }) => [
    name,
    { ...schema, ...(description !== undefined && { description }) },
  ]);
  const required = parameters.filter((parameter) => parameter.required === true).map(({ name }) => name);
  return {
    ...handshakeQuery,
    properties: { ...(Object.fromEntries(properties) as object), ...handshakeQuery.properties },
    ...(required.length > 0 && { required }),
  };
}

export function asyncApiDocument({ version, baseUrl, socket, sockets, document }: AsyncApiOptions): object {
  const channels: readonly Channel[] = [
    {
      ...{ id: 'speech', address: '/tts/websocket', title: 'Speech over a WebSocket', prefix: '' },
      ...{ schemas: socket, query: handshakeQuery },
    },
    ...sockets.map((one) => ({
      ...{ id: one.id, address: one.path, title: one.title, prefix: `${one.id}_` },
      ...{ schemas: one, query: queryOf(document, one.path) },
    })),
  ];
  const components = channels.map(componentsOf);
  const { host, protocol, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/$/, '');
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Sonorant sockets',
      version,
      description:
        'Text in, speech out: many utterances (contexts) over one connection, each sent in as many pieces as you like. Speech in, text out: while it is spoken, with or without turns. And conversations with agents.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      own: {
        host,
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        ...(path === '' ? {} : { pathname: path }),
        security: ['bearer', 'header', 'query'].map((name) => ({ $ref: `#/components/securitySchemes/${name}` })),
      },
    },
    channels: Object.fromEntries(channels.map((channel) => [channel.id, channelOf(channel)])),
    operations: Object.assign({}, ...channels.map(operationsOf)) as object,
    components: {
      messages: Object.assign({}, ...components.map(({ messages }) => messages)) as object,
      schemas: Object.assign({}, ...components.map(({ schemas }) => schemas)) as object,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, or an access token with the grant `tts`, `stt` or `agent`.',
        },
        header: { type: 'httpApiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
        query: {
          type: 'httpApiKey',
          in: 'query',
          name: 'api_key',
          description: 'An API key, for browsers, which cannot set headers; `access_token` takes a token.',
        },
      },
    },
  };
}

const handshakeQuery = {
  type: 'object',
  properties: {
    cartesia_version: {
      type: 'string',
      enum: [...apiVersions],
      description: `The version the client speaks, such as ${newestVersion}; wins over the header.`,
    },
    api_key: { type: 'string', description: 'An API key.' },
    access_token: { type: 'string', description: 'A short-lived token; wins over `api_key`.' },
  },
};

const handshakeHeaders = {
  type: 'object',
  properties: {
    'Service-Version': { type: 'string', enum: [...apiVersions], description: 'The version the client speaks.' },
  },
};
