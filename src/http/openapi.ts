/** The OpenAPI 3.1 document, made from the routes' own schemas. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { webhookOperations } from '../webhooks/events.ts';
import type { RouteAuth } from './credentials/authentication.ts';
import { CompressedText } from './requests/compressed-text.ts';
import { errorResponses } from './requests/errors.ts';
import { maxKeyLength } from './requests/idempotency.ts';
import { isOpenAiPath, openAiErrorResponses } from './requests/openai-shape.ts';
import { tidyComponents } from './openapi-components.ts';
import { apiVersions, newestVersion } from './requests/versions.ts';

const securitySchemes = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key.' },
  apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A short-lived access token with the grant of the route.',
  },
  adminKey: { type: 'http', scheme: 'bearer', description: 'An admin key.' },
} as const;

const versionHeader = {
  type: 'object',
  properties: {
    'Service-Version': {
      type: 'string',
      enum: [...apiVersions],
      description: `The version the caller speaks, for example ${newestVersion}.`,
    },
  },
};

const idempotencyHeader = {
  'Idempotency-Key': {
    type: 'string',
    minLength: 1,
    maxLength: maxKeyLength,
    description:
      'Any text that names what is to be made: a repeated request with it within 24 hours gets the answer of the first.',
  },
};

/** What a handshake may carry in its address, since browsers cannot set headers there. */
const handshakeQuery = {
  type: 'object',
  properties: {
    cartesia_version: {
      ...versionHeader.properties['Service-Version'],
      description: 'The version, in place of the header.',
    },
    api_key: { type: 'string', description: 'An API key, in place of the header.' },
    access_token: { type: 'string', description: 'An access token, in place of the header.' },
  },
};

function security(auth: RouteAuth): Record<string, string[]>[] {
  if (auth === 'none') return [];
  if (auth === 'admin') return [{ adminKey: [] }];
  const keys = [{ apiKey: [] }, { apiKeyHeader: [] }];
  return auth === 'api' ? keys : [...keys, { accessToken: [] }];
}

type Documented = Pick<Parameters<typeof jsonSchemaTransform>[0], 'schema' | 'route' | 'url'>;

function responsesOf({ schema }: Documented): object {
  return (schema as { readonly response?: object } | undefined)?.response ?? {};
}

/** Errors that a request can get before the route's handler; routes need not declare them. */
function commonErrors({
  route,
  schema,
  url,
}: Documented): ReturnType<typeof errorResponses | typeof openAiErrorResponses> {
  const { concurrencyLimit, auth, idempotent } = route.config ?? {};
  const responses = isOpenAiPath(url) ? openAiErrorResponses : errorResponses;
  return responses(
    ...[400, 500, 503],
    ...(auth === 'none' ? [] : [401, 403]),
    ...(concurrencyLimit === undefined ? [] : [429]),
    ...(idempotent === true ? [409, 422] : []),
    ...((schema as { readonly body?: unknown } | undefined)?.body === undefined ? [] : [413, 415]),
  );
}

/** The WebSocket plugin hides its routes, yet the handshake is an operation like any other. */
function isHidden({ route, schema }: Documented): boolean {
  return route.config?.upgrade === undefined && (schema as { readonly hide?: boolean } | undefined)?.hide === true;
}

/** Adds to a document what its routes do not say, such as examples. */
export type OpenApiAddition = <D extends object>(document: D) => D;

/** Must be called before any route is added. Serves `GET /docs/openapi.json`; `app.swagger()` gives the same object. */
export async function addOpenApi(
  app: FastifyInstance,
  serverVersion: string,
  add: OpenApiAddition = (document) => document,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sonorant',
        version: serverVersion,
        description: 'Speech synthesis and voice platform: text in, streamed speech out.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: { securitySchemes },
    },
    transform(args) {
      const { config = {} } = args.route;
      if (config.public === true) return jsonSchemaTransform(args);
      const { schema, url } = jsonSchemaTransform({
        ...args,
        schema: { ...args.schema, hide: isHidden(args), response: { ...commonErrors(args), ...responsesOf(args) } },
      });
      // Routes in OpenAI's shape have no version.
      if (isOpenAiPath(args.url)) return { schema: { security: security(config.auth ?? 'api'), ...schema }, url };
      const isHandshake = config.upgrade !== undefined;
      const properties = { ...versionHeader.properties, ...(config.idempotent === true && idempotencyHeader) };
      const headers = {
        ...versionHeader,
        properties,
        ...(config.defaultVersion === undefined && !isHandshake && { required: ['Service-Version'] }),
      };
      const querystring = isHandshake ? { querystring: handshakeQuery } : {};
      return { schema: { headers, security: security(config.auth ?? 'api'), ...querystring, ...schema }, url };
    },
    // The document is made when it is asked for first, and so is what takes long to make.
    transformObject: (document) =>
      add(tidyComponents({ ...jsonSchemaTransformObject(document), webhooks: webhookOperations() })),
  });
  let document: CompressedText | undefined;
  app.get('/docs/openapi.json', { config: { public: true }, schema: { hide: true } }, (request, reply) => {
    document ??= new CompressedText('application/json', JSON.stringify(app.swagger()));
    return document.send(request, reply);
  });
}
