import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { allEventTypes } from '../webhooks/events.ts';
import { errorResponses } from './index.ts';
import { startTestServer, type TestServer } from './testing.ts';

interface Body {
  readonly properties: Readonly<Record<string, { readonly const?: string; readonly properties?: object }>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly security?: readonly Record<string, unknown>[];
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Record<string, { schema: unknown }> }>
  >;
  readonly requestBody?: unknown;
}

interface Document {
  readonly openapi: string;
  readonly webhooks: Readonly<
    Record<
      string,
      { readonly post: { readonly requestBody: { readonly content: Record<string, { readonly schema: Body }> } } }
    >
  >;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

let server: TestServer;
let document: Document;
before(async () => {
  const thing = z.object({ id: z.string() }).meta({ id: 'Thing' });
  server = await startTestServer({
    serverVersion: '1.2.3',
    routes(app) {
      app.get(
        '/things/:id',
        { schema: { params: z.object({ id: z.string() }), response: { 200: thing, ...errorResponses(400, 404) } } },
        () => ({ id: 'x' }),
      );
      app.post(
        '/clone',
        {
          config: { defaultVersion: '2026-08-14' },
          schema: { body: z.object({ name: z.string() }), response: { 200: thing } },
        },
        () => ({ id: 'x' }),
      );
      app.get('/speech', { config: { auth: 'tts' }, schema: { response: { 200: thing } } }, () => ({ id: 'x' }));
      app.get('/keys', { config: { auth: 'admin' }, schema: { response: { 200: thing } } }, () => ({ id: 'x' }));
      app.get(
        '/held',
        { config: { auth: 'none', concurrencyLimit: 'contexts' }, schema: { response: { 200: thing } } },
        () => ({
          id: 'x',
        }),
      );
      app.get('/socket', { websocket: true }, () => undefined);
    },
  });
  document = (await server.app.inject({ url: '/docs/openapi.json' })).json();
});
after(() => server.close());

describe('the OpenAPI document', () => {
  it('has every event as a webhook, with the schema of its body', () => {
    assert.deepEqual(Object.keys(document.webhooks), Object.keys(allEventTypes));
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const { properties } = post.requestBody.content['application/json']!.schema;
      assert.equal(properties.type?.const, type);
      const { data, call } = properties;
      assert.ok('id' in (data ?? call)!.properties!, type);
    }
  });

  it('is version 3.1, needs no key and names the server version', () => {
    assert.equal(document.openapi, '3.1.0');
    assert.equal(document.info.version, '1.2.3');
  });

  it('has every documented route with the schema of each status, and one shared form of errors', () => {
    assert.deepEqual(Object.keys(document.paths).sort(), [
      '/',
      '/clone',
      '/healthz',
      '/held',
      '/keys',
      '/readyz',
      '/readyz/speech',
      '/socket',
      '/speech',
      '/things/{id}',
    ]);
    const { responses } = document.paths['/things/{id}']!.get!;
    assert.ok(['200', '400', '404'].every((status) => status in responses));
    assert.deepEqual(responses['200']!.content?.['application/json']?.schema, { $ref: '#/components/schemas/Thing' });
    assert.deepEqual(responses['404']!.content?.['application/json']?.schema, { $ref: '#/components/schemas/Error' });
    assert.equal(responses['404']!.description, 'Not Found');
    assert.ok(document.components.schemas.Error);
  });

  it('adds the errors that a request can meet before its route', () => {
    const statuses = (path: string, method: string) => Object.keys(document.paths[path]![method]!.responses);
    assert.deepEqual(statuses('/keys', 'get'), ['200', '400', '401', '403', '500', '503']);
    assert.deepEqual(statuses('/clone', 'post'), ['200', '400', '401', '403', '413', '415', '500', '503']);
    assert.deepEqual(statuses('/held', 'get'), ['200', '400', '429', '500', '503']);
    assert.deepEqual(statuses('/healthz', 'get'), ['200']);
  });

  it('asks for the version header where the server does', () => {
    const version = (path: string, method: string) =>
      document.paths[path]![method]!.parameters?.find((parameter) => parameter.name === 'Service-Version');
    assert.equal(version('/things/{id}', 'get')?.required, true);
    assert.equal(version('/clone', 'post')?.required ?? false, false);
    assert.equal(version('/healthz', 'get'), undefined);
  });

  it('has the handshake of a WebSocket, with what its address may carry in place of headers', () => {
    const { parameters = [] } = document.paths['/socket']!.get!;
    assert.deepEqual(
      parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name),
      ['cartesia_version', 'api_key', 'access_token'],
    );
    assert.ok(parameters.every(({ required = false }) => !required));
  });

  it('says which credentials open a route', () => {
    const schemes = (path: string, method = 'get') =>
      document.paths[path]![method]!.security?.flatMap((entry) => Object.keys(entry));
    assert.deepEqual(schemes('/things/{id}'), ['apiKey', 'apiKeyHeader']);
    assert.deepEqual(schemes('/speech'), ['apiKey', 'apiKeyHeader', 'accessToken']);
    assert.deepEqual(schemes('/keys'), ['adminKey']);
    assert.deepEqual(schemes('/readyz'), []);
    for (const name of ['apiKey', 'apiKeyHeader', 'accessToken', 'adminKey']) {
      assert.ok(document.components.securitySchemes[name]);
    }
  });
});
