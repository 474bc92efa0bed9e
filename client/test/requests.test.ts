/** Requests by path: what is sent, what comes back, what is tried again. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { adminKey, apiKey, start, version, type TestServer } from '../../test/support/server.ts';
import { ConnectionError, Sonorant, SonorantError } from '../src/index.ts';
import { fakeServer, hangUp, json, type Answer } from './support/fake-server.ts';

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => assert.fail('it did not fail'),
    (error: unknown) => error,
  );
}

async function refusal(promise: Promise<unknown>): Promise<SonorantError> {
  const error = await failure(promise);
  assert.ok(error instanceof SonorantError, String(error));
  return error;
}

describe('requests to a server', () => {
  let server: TestServer;
  let sonorant: Sonorant;
  before(async () => {
    server = await start();
    sonorant = new Sonorant({ baseUrl: `${server.url}/`, apiKey });
  });
  after(() => server.close());

  it('gives the parsed answer of a path', async () => {
    const { data } = await sonorant.get('/voices', { query: { language: 'de', limit: 2 } });
    assert.equal(data.length, 2);
    assert.ok(data.every(({ language }) => language === 'de'));
    const voice = await sonorant.get('/voices/{id}', { path: { id: data[0]!.id } });
    assert.equal(voice.name, data[0]!.name);
  });

  it('makes, changes and deletes', async () => {
    const made = await sonorant.post('/pronunciation-dicts', { body: { name: 'Names', items: [] } });
    const { id } = made;
    await sonorant.patch('/pronunciation-dicts/{id}', { path: { id }, body: { name: 'Places' } });
    const dict = await sonorant.get('/pronunciation-dicts/{id}', { path: { id } });
    assert.equal(dict.name, 'Places');
    await sonorant.delete('/pronunciation-dicts/{id}', { path: { id } });
    const gone = await refusal(sonorant.get('/pronunciation-dicts/{id}', { path: { id } }));
    assert.equal(gone.status, 404);
  });

  it('sends files in forms, and gives an answer that is no JSON as it is', async () => {
    const clip = await sonorant
      .speak({ text: 'The rainbow is a division of white light into many beautiful colours.' })
      .blob();
    const { id } = await sonorant.post('/voices/clone', {
      form: { clip: new File([clip], 'clip.wav'), name: 'Clone', language: 'en' },
    });
    const preview = await sonorant.get('/voices/{id}/preview', { path: { id } });
    assert.match(preview.headers.get('content-type') ?? '', /^audio\/wav/);
    assert.ok((await preview.arrayBuffer()).byteLength > 10_000);
  });

  it('walks all pages of a list', async () => {
    const [all, walked]: [string[], string[]] = [[], []];
    const { data } = await sonorant.get('/voices', { query: { limit: 100 } });
    all.push(...data.map(({ id }) => id));
    for await (const { id } of sonorant.pages('/voices', { query: { limit: 7 } })) {
      walked.push(id);
      if (walked.length === all.length) break;
    }
    assert.deepEqual(walked, all);
    const dicts = ['a', 'b', 'c'].map((name) => sonorant.post('/pronunciation-dicts', { body: { name, items: [] } }));
    const ids = new Set((await Promise.all(dicts)).map(({ id }) => id));
    for await (const { id } of sonorant.pages('/pronunciation-dicts', { query: { limit: 1 } })) ids.delete(id);
    assert.equal(ids.size, 0);
    const last = all[4]!;
    const before: string[] = [];
    for await (const { id } of sonorant.pages('/voices', { query: { ending_before: last, limit: 1 } })) before.push(id);
    assert.deepEqual(before, all.slice(0, 4).toReversed());
  });

  it('throws what the server says of a refusal', async () => {
    const error = await refusal(sonorant.get('/voices/{id}', { path: { id: 'a/../b' } }));
    assert.deepEqual([error.status, error.code], [404, 'voice_not_found']);
    assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/);
    assert.equal(error.docUrl, `${server.url}/docs/errors#voice_not_found`);
  });

  it('tells a wrong key from one of the wrong kind', async () => {
    const unknown = new Sonorant({ baseUrl: server.url, apiKey: 'sk_wrong' });
    assert.equal((await refusal(unknown.get('/voices'))).code, 'unauthorized');
    const admin = new Sonorant({ baseUrl: server.url, apiKey: adminKey });
    assert.equal((await refusal(admin.get('/voices'))).code, 'forbidden');
  });

  it('asks for an access token before each request', async () => {
    const { token } = await sonorant.post('/access-token', { body: { grants: { tts: true }, expires_in: 60 } });
    let asked = 0;
    const accessToken = (): Promise<string> => Promise.resolve(asked++ === 0 ? 'expired' : token);
    const guest = new Sonorant({ baseUrl: server.url, accessToken });
    assert.equal((await refusal(guest.speak({ text: 'Hi' }).bytes())).code, 'unauthorized');
    assert.ok((await guest.speak({ text: 'Hi' }).bytes()).length > 1000);
  });

  it('sends no request for a path without its ids', async () => {
    const error = await failure(sonorant.get('/voices/{id}', { path: { id: '' } }));
    assert.ok(error instanceof TypeError);
    for (const id of ['.', '..']) {
      assert.ok((await failure(sonorant.get('/voices/{id}', { path: { id } }))) instanceof TypeError, id);
      assert.ok((await failure(sonorant.talk(id))) instanceof TypeError, id);
    }
  });
});

describe('requests that do not succeed at once', () => {
  const refused = json(503, { error_code: 'unavailable', message: 'full' }, { 'retry-after': '1' });
  const good = json(200, { data: [], has_more: false, next_page: null });

  async function attempts(
    answers: readonly Answer[],
    call: (sonorant: Sonorant) => Promise<unknown>,
    check: (result: unknown, requests: Awaited<ReturnType<typeof fakeServer>>['requests']) => void,
    options: object = {},
  ): Promise<void> {
    const server = await fakeServer(...answers);
    try {
      const sonorant = new Sonorant({ baseUrl: server.url, apiKey, ...options });
      const result = await call(sonorant).catch((error: unknown) => error);
      check(result, server.requests);
    } finally {
      await server.close();
    }
  }

  it('are sent again after as long as the server asks for', () =>
    attempts(
      [refused, good],
      (sonorant) => sonorant.get('/voices'),
      (result, [first, second]) => {
        assert.deepEqual(result, { data: [], has_more: false, next_page: null });
        assert.ok(second!.at - first!.at >= 990, `after ${second!.at - first!.at} ms`);
        assert.equal(first!.headers['service-version'], version);
        assert.equal(first!.headers.authorization, `Bearer ${apiKey}`);
      },
    ));

  it('are given up after the attempts they have', () =>
    attempts(
      [json(503, {})],
      (sonorant) => sonorant.get('/voices', { retries: 1 }),
      (result, requests) => {
        assert.equal((result as SonorantError).status, 503);
        assert.equal(requests.length, 2);
      },
    ));

  it('are left to the caller when the server wants a pause that is too long', () =>
    attempts(
      [json(429, { error_code: 'rate_limited' }, { 'retry-after': '3600' })],
      (sonorant) => sonorant.get('/voices'),
      (result, requests) => {
        assert.equal((result as SonorantError).retryAfterSeconds, 3600);
        assert.equal(requests.length, 1);
      },
    ));

  it('are not sent again when the caller is to blame', () =>
    attempts(
      [json(400, { error_code: 'invalid_request' })],
      (sonorant) => sonorant.get('/voices'),
      (_, requests) => assert.equal(requests.length, 1),
    ));

  it('name the fields that the server does not know', () =>
    attempts(
      [json(400, { error_code: 'invalid_request' }, { 'sonorant-ignored-fields': 'voise, caf%C3%A9' })],
      (sonorant) => sonorant.get('/voices'),
      (result) => assert.deepEqual((result as SonorantError).ignoredFields, ['voise', 'café']),
    ));

  it('carry one idempotency key where the route takes one', () =>
    attempts(
      [hangUp, json(200, { id: 'x' })],
      (sonorant) => sonorant.post('/pronunciation-dicts', { body: { name: 'a', items: [] } }),
      (result, requests) => {
        assert.deepEqual(result, { id: 'x' });
        const keys = requests.map(({ headers }) => headers['idempotency-key']);
        assert.equal(keys.length, 2);
        assert.ok(keys[0] !== undefined && keys[0] === keys[1], keys.join(' '));
      },
    ));

  it('are not repeated where the server may have done them', () =>
    attempts(
      [hangUp],
      (sonorant) => sonorant.post('/access-token', { body: { grants: { tts: true } } }),
      (result, requests) => {
        assert.ok(result instanceof ConnectionError, String(result));
        assert.equal(requests.length, 1);
      },
    ));

  for (const status of [408, 502, 503, 504]) {
    it(`are not repeated where a proxy gives up on a server that may have done them: ${status}`, () =>
      attempts(
        [json(status, {})],
        (sonorant) =>
          sonorant.post('/access-token', { body: { grants: { tts: true } }, idempotencyKey: 'the route takes none' }),
        (result, requests) => {
          assert.equal((result as SonorantError).status, status);
          assert.equal(requests.length, 1);
        },
      ));
  }

  it('are repeated with a key of the caller, also where the ids stand in the address, and where twice does no harm', async () => {
    const gone = json(502, {});
    const repeated = (_: unknown, requests: readonly unknown[]): void => assert.equal(requests.length, 2);
    const key = { idempotencyKey: 'once' };
    const start = (sonorant: Sonorant) => sonorant.request('POST', '/books/book_1/start', { body: {}, ...key });
    await attempts([gone, json(200, {})], start, repeated);
    const session = '/v1/agents/websocket/{agent_id}/sessions';
    const talk = (sonorant: Sonorant) => sonorant.request('POST', session, { path: { agent_id: 'agent_1' }, body: {} });
    await attempts([gone, json(200, {})], talk, repeated);
  });

  it('are read where the fetch of the caller gives no stream', async () => {
    const fetch = (): Promise<Response> => {
      const response = Response.json({ data: [] });
      return Promise.resolve(Object.defineProperty(response, 'body', { value: undefined }));
    };
    const sonorant = new Sonorant({ baseUrl: 'http://127.0.0.1:1', apiKey, fetch });
    assert.deepEqual(await sonorant.get('/voices'), { data: [] });
  });

  it('are repeated where the server itself has refused them', () =>
    attempts(
      [json(503, { error_code: 'unavailable' }, { 'retry-after': '0' }), json(200, { token: 'x' })],
      (sonorant) => sonorant.post('/access-token', { body: { grants: { tts: true } } }),
      (result) => assert.deepEqual(result, { token: 'x' }),
    ));

  it('are not sent again where the server says that they cannot succeed', () =>
    attempts(
      [json(503, { error_code: 'recognizer_unavailable' }, { 'x-should-retry': 'false' })],
      (sonorant) => sonorant.get('/voices'),
      (result, requests) => {
        assert.equal((result as SonorantError).mayRetry, false);
        assert.equal(requests.length, 1);
      },
    ));

  it('have headers of the caller in place of their own, however they are written', () =>
    attempts(
      [good],
      (sonorant) =>
        sonorant.get('/voices', { headers: { 'Service-Version': '2026-03-01', Authorization: 'Bearer y' } }),
      (_, [request]) => {
        const { 'service-version': date, authorization } = request!.headers;
        assert.deepEqual([date, authorization], ['2026-03-01', 'Bearer y']);
      },
    ));

  /** Headers, and a part of the body. */
  const begin: Answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"data":[');
  };
  const cutOff: Answer = (response, seen) => {
    begin(response, seen);
    setImmediate(() => response.destroy());
  };

  it('are sent again where the connection is lost within the answer', () =>
    attempts(
      [cutOff, good],
      (sonorant) => sonorant.get('/voices'),
      (result, requests) => {
        assert.deepEqual(result, { data: [], has_more: false, next_page: null });
        assert.equal(requests.length, 2);
      },
    ));

  it(
    'say that the connection was lost within the answer, and that one which stalls is late',
    { timeout: 10_000 },
    async () => {
      await attempts(
        [cutOff],
        (sonorant) => sonorant.get('/voices', { retries: 0 }),
        (result) => assert.ok(result instanceof ConnectionError, String(result)),
      );
      await attempts(
        [begin],
        (sonorant) => sonorant.get('/voices', { retries: 0, timeoutMs: 200 }),
        (result) => assert.match(String(result), /^ConnectionError: .*no answer within 200 ms/),
      );
      await attempts(
        [begin],
        (sonorant) => {
          const controller = new AbortController();
          setTimeout(() => controller.abort('enough'), 100);
          return sonorant.get('/voices', { signal: controller.signal });
        },
        (result) => assert.equal((result as DOMException).name, 'AbortError'),
      );
    },
  );

  it('have a second more for each 16 KiB of a file, and are sent once', () =>
    attempts(
      [(...asked) => void setTimeout(() => json(200, { id: 'x' })(...asked), 400)],
      (sonorant) => {
        const clip = new Blob([new Uint8Array(64 << 10)]);
        return sonorant.post('/voices/clone', { form: { clip, name: 'A', language: 'en' }, timeoutMs: 100 });
      },
      (result, requests) => {
        assert.deepEqual(result, { id: 'x' });
        assert.equal(requests.length, 1);
      },
    ));

  it('may take longer than a timer lasts', () =>
    attempts(
      [good],
      (sonorant) => sonorant.get('/voices', { timeoutMs: Number.MAX_SAFE_INTEGER, retries: 0 }),
      (result) => assert.deepEqual(result, { data: [], has_more: false, next_page: null }),
    ));

  it('wait as long as they are told to, not as long as the fetch of Node does', { timeout: 20_000 }, async () => {
    const place = Symbol.for('undici.globalDispatcher.1');
    await fetch('data:,');
    const all = globalThis as unknown as Record<symbol, { readonly constructor: new (options: object) => object }>;
    const before = all[place]!;
    // Stands for the 300 s of every process.
    Object.assign(all, { [place]: new before.constructor({ headersTimeout: 200, bodyTimeout: 200 }) });
    try {
      const late: Answer = (response) => {
        setTimeout(() => {
          response.writeHead(200, { 'content-type': 'application/json' }).write('{"text":');
          setTimeout(() => response.end('"Late."}'), 1500);
        }, 1500);
      };
      await attempts(
        [late],
        (sonorant) => sonorant.transcribe(new Blob(['x']), { timeoutMs: undefined }),
        (result) => assert.equal((result as { readonly text: string }).text, 'Late.'),
      );
      await attempts(
        [late],
        (sonorant) => sonorant.get('/voices', { retries: 0 }),
        (result) => assert.ok(result instanceof ConnectionError, 'the limit of the process has no effect'),
      );
    } finally {
      Object.assign(all, { [place]: before });
    }
  });

  it('end with the signal also while an access token is fetched', { timeout: 10_000 }, async () => {
    const sonorant = new Sonorant({ accessToken: () => Promise.withResolvers<never>().promise, retries: 0 });
    const { name } = (await failure(sonorant.get('/voices', { signal: AbortSignal.timeout(50) }))) as Error;
    assert.equal(name, 'TimeoutError');
    assert.ok((await failure(sonorant.get('/voices', { timeoutMs: 50 }))) instanceof ConnectionError);
    assert.ok((await failure(sonorant.connect({ timeoutMs: 50 }))) instanceof ConnectionError);
  });

  it('end when the time for an answer is over', () =>
    attempts(
      [() => undefined],
      (sonorant) => sonorant.get('/voices', { timeoutMs: 100, retries: 0 }),
      (result) => assert.match(String(result), /^ConnectionError: .*no answer within 100 ms/),
    ));

  it('end with the signal, also while they wait for another attempt', () =>
    attempts(
      [json(503, {}, { 'retry-after': '20' })],
      (sonorant) => sonorant.get('/voices', { signal: AbortSignal.timeout(300) }),
      (result, requests) => {
        assert.equal((result as DOMException).name, 'TimeoutError');
        assert.equal(requests.length, 1);
      },
    ));

  it('say when the server was not reached', async () => {
    const sonorant = new Sonorant({ baseUrl: 'http://127.0.0.1:1', apiKey, retries: 0 });
    assert.match(String(await failure(sonorant.get('/voices'))), /ConnectionError: .*127\.0\.0\.1:1\/voices/);
  });

  it('tell what a proxy in front of the server answers', () =>
    attempts(
      [(response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')],
      (sonorant) => sonorant.get('/voices', { retries: 0 }),
      (result) =>
        assert.deepEqual(
          [(result as SonorantError).code, (result as Error).message],
          ['http_502', '<h1>Bad gateway</h1>'],
        ),
    ));
});
