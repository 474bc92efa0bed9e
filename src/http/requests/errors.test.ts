import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { z } from 'zod';
import { errorRegistry, type ErrorCode } from '../../errors/registry.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { baseUrl } from './errors.ts';
import { errorHeaders, HttpError } from './http-error.ts';
import { apiVersions, createLogger, errorEvent, errorSchema, toServiceError } from '../index.ts';
import { startTestServer, type TestServer } from '../testing.ts';

const codes = Object.keys(errorRegistry) as ErrorCode[];
const lines: string[] = [];
const secretText = 'postgres://user:password@host at /srv/sonorant/main.ts:3';

let server: TestServer;
before(async () => {
  server = await startTestServer({
    server: { logger: createLogger({ destination: { write: (line) => lines.push(line) } }), maxBodyBytes: 2048 },
    routes(app) {
      for (const code of codes) {
        app.get(`/fail/${code}`, () => {
          throw new ServiceError(code, `about ${code}`);
        });
      }
      app.get('/broken', () => {
        throw new Error(secretText);
      });
      app.get('/misread', () => JSON.parse(secretText) as unknown);
      app.get('/nothing', { schema: { response: { 200: z.object({ id: z.string() }) } } }, () => ({ id: 3 }));
      app.get('/busy', () => {
        throw new ServiceError('rate_limited', 'slow down', { retryAfterSeconds: 7 });
      });
      app.get('/elsewhere', () => {
        throw new HttpError('unavailable', 'not here', { allow: 'PUT', 'retry-after': '9' }, { retryAfterSeconds: 3 });
      });
      app.get('/in-use', () => {
        throw new ServiceError('invalid_request', 'in use', { status: 409 });
      });
      app.post('/body', { schema: { body: z.object({ a: z.number() }) } }, (request) => request.body);
    },
  });
});
after(() => server.close());

describe('an error', () => {
  it('has the status of the registry and one JSON form, whose id is that of the headers', async () => {
    for (const code of codes) {
      const response = await server.inject({ url: `/fail/${code}` });
      assert.equal(response.statusCode, errorRegistry[code].status);
      assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
      const body = errorSchema.strict().parse(response.json());
      assert.deepEqual(
        { ...body, request_id: '' },
        {
          error_code: code,
          title: errorRegistry[code].title,
          message: `about ${code}`,
          request_id: '',
          doc_url: `http://localhost:80/docs/errors#${code}`,
        },
      );
      assert.equal(response.headers['cartesia-request-id'], body.request_id);
      assert.equal(response.headers['service-request-id'], body.request_id);
    }
  });

  it('is the plain text "Title: Message" for versions before 2026-03-01 and JSON from then on', async () => {
    for (const version of apiVersions) {
      const response = await server.inject({ url: '/fail/voice_not_found', headers: { 'service-version': version } });
      if (version < '2026-03-01') {
        assert.equal(response.headers['content-type'], 'text/plain; charset=utf-8');
        assert.equal(response.body, 'Voice not found: about voice_not_found');
      } else assert.equal(response.json<{ error_code: string }>().error_code, 'voice_not_found');
    }
  });

  it('that was not expected is a constant text; the log has the whole under the same id', async () => {
    for (const url of ['/broken', '/misread', '/nothing']) {
      lines.length = 0;
      const response = await server.inject({ url });
      const body = response.json<{ error_code: string; message: string; request_id: string }>();
      assert.equal(response.statusCode, 500);
      assert.equal(body.error_code, 'internal_error');
      assert.doesNotMatch(response.body, /password|main\.ts|stack|string/);
      const logged = lines.map(
        (line) => JSON.parse(line) as { level: number; request_id: string; err?: { message: string; stack: string } },
      );
      assert.ok(logged.every((line) => line.request_id === body.request_id));
      if (url === '/broken') {
        const { err } = logged.find((line) => line.level === 50)!;
        assert.equal(err?.message, secretText);
        assert.match(err.stack, /errors\.test\.ts/);
      }
    }
  });

  it('says when to come back: retry-after on 429 and 503, its own where it has one', async () => {
    for (const code of codes) {
      const { headers, statusCode } = await server.inject({ url: `/fail/${code}` });
      assert.equal(headers['retry-after'], [429, 503].includes(statusCode) ? '1' : undefined, code);
    }
    assert.equal((await server.inject({ url: '/busy' })).headers['retry-after'], '7');
  });

  it('says when not to come back: x-should-retry on a 409 or 5xx that cannot succeed later', async () => {
    assert.equal((await server.inject({ url: '/in-use' })).headers['x-should-retry'], 'false');
    assert.equal((await server.inject({ url: '/fail/not_implemented' })).headers['x-should-retry'], 'false');
    for (const code of ['internal_error', 'unavailable', 'rate_limited', 'invalid_request'] as const) {
      assert.equal((await server.inject({ url: `/fail/${code}` })).headers['x-should-retry'], undefined);
    }
    assert.deepEqual(errorHeaders(new ServiceError('concurrency_limited', '')), { 'retry-after': '1' });
  });

  it('of HTTP has headers of its own, which come before those that its status demands', async () => {
    const { headers, statusCode } = await server.inject({ url: '/elsewhere' });
    assert.deepEqual([statusCode, headers.allow, headers['retry-after']], [503, 'PUT', '9']);
  });

  it('of a body: broken JSON, bytes that are not UTF-8, poisoned prototypes, too long, of another type', async () => {
    const json = 'application/json';
    const table: readonly (readonly [string, string | Buffer, string, number])[] = [
      [json, '{"a":', 'invalid_json', 400],
      [json, Buffer.from([0x22, 0xff, 0x22]), 'invalid_json', 400],
      [json, '{"a":1,"__proto__":{}}', 'invalid_json', 400],
      [json, JSON.stringify({ a: 'x'.repeat(3000) }), 'body_too_large', 413],
      ['text/plain', '{"a":1}', 'unsupported_media_type', 415],
      ['text/plain', 'x'.repeat(3000), 'unsupported_media_type', 415],
      ['nonsense', '{"a":1}', 'unsupported_media_type', 415],
      ['multipart/form-data; boundary=x', '--x--', 'unsupported_media_type', 415],
      [json, '', 'invalid_request', 400],
      [json, 'null', 'invalid_request', 400],
    ];
    for (const [type, payload, code, status] of table) {
      const response = await server.inject({
        method: 'POST',
        url: '/body',
        payload,
        headers: { 'content-type': type },
      });
      assert.equal(response.statusCode, status, `${type} ${String(payload).slice(0, 20)}`);
      assert.equal(response.json<{ error_code: string }>().error_code, code);
    }
  });

  it('of an address: bad escapes, and ids longer than any', async () => {
    assert.equal(
      (await server.inject({ url: '/body/%zz' })).json<{ error_code: string }>().error_code,
      'invalid_request',
    );
    assert.equal((await server.inject({ url: '/fail/%2' })).statusCode, 400);
  });

  it('never is a 5xx, whatever the body holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.uint8Array().map((bytes) => Buffer.from(bytes)),
        ),
        async (payload) => {
          const response = await server.inject({
            method: 'POST',
            url: '/body',
            payload,
            headers: { 'content-type': 'application/json' },
          });
          assert.ok([200, 400].includes(response.statusCode), response.body);
        },
      ),
      runs(200),
    );
  });
});

describe('an error event', () => {
  const event = errorEvent(new ServiceError('voice_not_found', 'No voice "x".'), {
    requestId: 'r',
    contextId: 'c',
    baseUrl: 'https://tts.example',
  });

  it('carries the fields of all versions at once', () => {
    assert.deepEqual(event, {
      type: 'error',
      done: true,
      status_code: 404,
      title: 'Voice not found',
      message: 'No voice "x".',
      error_code: 'voice_not_found',
      request_id: 'r',
      doc_url: 'https://tts.example/docs/errors#voice_not_found',
      context_id: 'c',
      error: 'Voice not found: No voice "x".',
    });
  });

  it('has no context_id when the message had none, and done: false where the context goes on', () => {
    const other = errorEvent(new ServiceError('context_closed', ''), { requestId: 'r', done: false });
    assert.equal('context_id' in other, false);
    assert.equal(other.done, false);
    assert.equal(other.doc_url, '/docs/errors#context_closed');
  });

  it('shows nothing of an error that was not expected', () => {
    for (const error of [new Error(secretText), secretText, null, undefined, { message: secretText }]) {
      const { status_code, error_code, message } = errorEvent(error, { requestId: 'r' });
      assert.deepEqual([status_code, error_code], [500, 'internal_error']);
      assert.ok(!message.includes('password'));
    }
  });
});

describe('toServiceError', () => {
  it('keeps the original as the cause and leaves a ServiceError as it is', () => {
    const original = new Error('x');
    assert.equal(toServiceError(original).cause, original);
    const known = new ServiceError('not_found', 'x');
    assert.equal(toServiceError(known), known);
  });
});

describe('the base of links', () => {
  it('is the public address where one is set, else the address of the request, else nothing', () => {
    assert.equal(baseUrl({ host: 'a:1', protocol: 'http' }, 'https://tts.example/'), 'https://tts.example');
    assert.equal(baseUrl({ host: '[::1]:8080', protocol: 'https' }), 'https://[::1]:8080');
    assert.equal(baseUrl({ host: 'evil"><script>', protocol: 'http' }), '');
    assert.equal(baseUrl({ host: '', protocol: 'http' }), '');
  });
});
