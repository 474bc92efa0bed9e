/** The AsyncAPI 3.0 document of the WebSocket, made from the schemas that read its messages and describe its events. */
import { z } from 'zod';
import { apiVersions, newestVersion } from '../http/index.ts';
import type { JsonSchema, Schemas } from './schema-view.ts';

const summaries: Readonly<Record<string, string>> = {
  generation: 'Text to speak',
  cancel: 'Stop a context',
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
    .split('_')
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
}

function messageList(names: readonly string[]): { $ref: string }[] {
  return names.map((name) => ({ $ref: `#/channels/speech/messages/${name}` }));
}

export function asyncApiDocument({ version, baseUrl, socket }: AsyncApiOptions): object {
  const schemas = messageSchemas(socket);
  const [client, server] = [Object.keys(socket.client), Object.keys(socket.server)];
  const messages = [...client, ...server];
  const { host, protocol, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/$/, '');
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Sonorant speech socket',
      version,
      description:
        'Text in, speech out: many utterances (contexts) over one connection, each sent in as many pieces as you like.',
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
    channels: {
      speech: {
        address: '/tts/websocket',
        messages: Object.fromEntries(messages.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
        bindings: { ws: { method: 'GET', query: handshakeQuery, headers: handshakeHeaders, bindingVersion: '0.1.0' } },
      },
    },
    operations: {
      receiveMessages: {
        action: 'receive',
        summary: 'What a client sends.',
        channel: { $ref: '#/channels/speech' },
        messages: messageList(client),
      },
      sendEvents: {
        action: 'send',
        summary: 'What the server answers.',
        channel: { $ref: '#/channels/speech' },
        messages: messageList(server),
      },
    },
    components: {
      messages: Object.fromEntries(
        messages.map((name) => [name, { name, title: summaries[name], payload: { $ref: referTo(typeName(name)) } }]),
      ),
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [messages.includes(name) ? typeName(name) : name, schema]),
      ),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, or an access token with the grant `tts`.' },
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
