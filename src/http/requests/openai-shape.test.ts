import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { invalidField, ServiceError } from '../../errors/service-error.ts';
import { isOpenAiPath, openAiErrorBody, openAiErrorResponses, openAiErrorSchema } from './openai-shape.ts';
import { memoryLimiter } from '../../limits/in-flight.ts';
import { startTestServer, type TestServer } from '../testing.ts';
import type { App } from '../index.ts';

let server: TestServer;
let isDraining = false;
before(async () => {
  server = await startTestServer({
    isDraining: () => isDraining,
    limits: {
      contexts: memoryLimiter(1),
      calls: memoryLimiter(1),
      recognitions: memoryLimiter(1),
      sockets: memoryLimiter(1),
    },
    routes(instance) {
      const app = instance as App;
      const body = z.looseObject({ input: z.string(), speed: z.number().max(4).optional() });
      app.post(
        '/v1/audio/speech',
        {
          config: { auth: 'tts', concurrencyLimit: 'contexts' },
          schema: { body, response: { 200: z.object({ version: z.string() }), ...openAiErrorResponses(404) } },
        },
        (request) => {
          if (request.body.input === 'busy') {
            throw new ServiceError('unavailable', 'Too much to do.', { retryAfterSeconds: 7 });
          }
          if (request.body.input === 'broken') throw new Error('secret');
          return { version: request.apiVersion };
        },
      );
      app.get('/v1/agents', {}, () => ({}));
    },
  });
});
after(() => server.close());

function post(payload: unknown, headers: Record<string, string | undefined> = {}) {
  return server.inject({
    method: 'POST',
    url: '/v1/audio/speech',
    headers: { 'service-version': undefined, 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
}

function errorOf(response: Awaited<ReturnType<typeof post>>) {
  assert.match(response.headers['content-type']!, /^application\/json/);
  const body = response.json<object>();
  const { error } = openAiErrorSchema.parse(body);
  assert.deepEqual(Object.keys(body), ['error']);
  assert.deepEqual(Object.keys(error), ['message', 'type', 'param', 'code']);
  return { status: response.statusCode, ...error };
}

describe('a route in OpenAI’s shape', () => {
  it('needs no version, and whatever is sent as one changes nothing', async () => {
    for (const version of [undefined, '2024-06-10', 'yesterday']) {
      const response = await post({ input: 'x' }, { 'service-version': version, 'cartesia-version': version });
      assert.deepEqual([response.statusCode, response.json()], [200, { version: '2026-08-14' }]);
    }
  });

  it('has its errors in OpenAI’s form, in every version, from every place where they can come from', async () => {
    const headers = { 'service-version': '2024-06-10' };
    const cases = [
      [
        await post({ input: 'x' }, { 'x-api-key': undefined, ...headers }),
        401,
        'invalid_request_error',
        null,
        'invalid_api_key',
      ],
      [await post({ input: 'x' }, { 'x-api-key': server.adminKey }), 403, 'invalid_request_error', null, 'forbidden'],
      [
        await server.inject({ url: '/v1/audio/speech', headers }),
        405,
        'invalid_request_error',
        null,
        'method_not_allowed',
      ],
      [
        await post('input=x', { 'content-type': 'text/plain' }),
        415,
        'invalid_request_error',
        null,
        'unsupported_media_type',
      ],
      [await post('{"input":', headers), 400, 'invalid_request_error', null, 'invalid_json'],
      [await post({}, headers), 400, 'invalid_request_error', 'input', 'invalid_request'],
      [await post([]), 400, 'invalid_request_error', null, 'invalid_request'],
      [await post({ input: 'busy' }), 503, 'server_error', null, 'unavailable'],
      [await post({ input: 'broken' }), 500, 'server_error', null, 'internal_error'],
      [await server.inject({ url: '/v1/images', headers }), 404, 'invalid_request_error', null, 'not_found'],
      [await server.inject({ url: '/v1/audio/%zz', headers }), 400, 'invalid_request_error', null, 'invalid_request'],
    ] as const;
    for (const [response, status, type, param, code] of cases) {
      const { message, ...error } = errorOf(response);
      assert.deepEqual(error, { status, type, param, code });
      assert.ok(message.length > 0 && !/[✖→]|secret/u.test(message), message);
    }
    assert.equal(cases[7][0].headers['retry-after'], '7');
    assert.equal(cases[2][0].headers.allow, 'OPTIONS, POST');
  });

  it('says in OpenAI’s form that it is full or shuts down', async () => {
    const lease = await server.limits.contexts.acquire(server.organizationId);
    const full = await post({ input: 'x' });
    lease!.release();
    assert.deepEqual(
      [errorOf(full).status, errorOf(full).code, errorOf(full).type],
      [429, 'rate_limit_exceeded', 'rate_limit_error'],
    );
    assert.ok(full.headers['retry-after'] !== undefined);
    isDraining = true;
    const late = await post({ input: 'x' });
    isDraining = false;
    assert.equal(errorOf(late).status, 503);
  });

  it('is every path below /v1/ but those of agents, whose errors stay the interface’s', async () => {
    for (const path of ['/v1/audio/speech', '/v1/models', '/v1/agentsx', '/v1/x/agents']) {
      assert.ok(isOpenAiPath(path), path);
    }
    for (const path of ['/v1/agents', '/v1/agents/', '/v1/agents/x', '/v1', '/voices', '/v10/models']) {
      assert.ok(!isOpenAiPath(path), path);
    }
    for (const url of ['/v1/agents/nothing', '/voices/v1/x']) {
      assert.equal((await server.inject({ url })).json<{ error_code: string }>().error_code, 'not_found');
    }
    const unversioned = await server.inject({ url: '/v1/agents', headers: { 'service-version': undefined } });
    assert.equal(unversioned.json<{ error_code: string }>().error_code, 'missing_version');
  });

  it('is documented without a version and with its own errors', async () => {
    const document = (await server.inject({ url: '/docs/openapi.json' })).json<{
      paths: Record<string, { post: { parameters?: unknown; responses: Record<string, { content: unknown }> } }>;
    }>();
    const { parameters, responses } = document.paths['/v1/audio/speech']!.post;
    assert.equal(parameters, undefined);
    assert.deepEqual(Object.keys(responses), ['200', '400', '401', '403', '404', '413', '415', '429', '500', '503']);
    for (const { content } of Object.values(responses).slice(1)) assert.match(JSON.stringify(content), /OpenAiError"/);
  });
});

describe('an error in OpenAI’s form', () => {
  it('names each problem with its field, and the field of the first, by OpenAI’s names', () => {
    const { error } = openAiErrorBody(
      new ServiceError(
        'invalid_request',
        '✖ too long\n  → at transcript\n✖ too fast\n  → at generation_config.speed\n✖ odd',
      ),
    );
    assert.deepEqual(error, {
      message: 'input: too long; speed: too fast; odd',
      type: 'invalid_request_error',
      param: 'input',
      code: 'invalid_request',
    });
    assert.equal(openAiErrorBody(invalidField('voice', 'two of them')).error.param, 'voice');
    assert.equal(openAiErrorBody(new ServiceError('voice_not_found', 'none')).error.param, 'voice');
    assert.equal(openAiErrorBody(new ServiceError('model_not_found', 'none')).error.param, 'model');
  });
});
