import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { apiVersions, isOpenAiPath, type OpenAiErrorBody } from '../src/http/index.ts';
import { addressPart, bodyOf, checkAnswer, headerValue, type Json } from './support/fuzz.ts';
import { Api, type Operation } from './support/openapi.ts';
import { runs } from './support/property-runs.ts';
import { exchange, exchangeBytes, type RawRequest, type RawResponse } from './support/clients/raw-http.ts';
import { eventually } from './support/eventually.ts';
import {
  adminKey,
  apiKey,
  metric,
  raw24,
  speech,
  start,
  toneEngines,
  version,
  type TestServer,
} from './support/server.ts';

const credentials = [
  ['service-version', version],
  ['x-api-key', apiKey],
] as const;
const json = ['content-type', 'application/json'] as const;

let server: TestServer;
let api: Api;
let operations: Operation[];
before(async () => {
  const limits = { invitesPerHour: 100_000, acceptancesPerMinute: 100_000 };
  server = await start({ SONORANT_MAX_CONTEXTS: '1' }, toneEngines, [], limits);
  api = await Api.of(server.url);
  operations = api.operations();
});
after(() => server.close());

async function ask(request: RawRequest, expected: Parameters<typeof checkAnswer>[1] = {}): Promise<RawResponse> {
  const answer = await exchange(server.url, request);
  assert.ok(answer !== undefined, 'the connection was closed without an answer');
  if (request.method !== 'HEAD') {
    checkAnswer(answer, {
      secrets: [apiKey, adminKey],
      openAi: isOpenAiPath(request.target.split('?')[0]!),
      ...expected,
    });
  }
  return answer;
}

function errorOf(answer: RawResponse): { error_code: string; message: string } {
  const body = JSON.parse(answer.body.toString()) as { error_code: string; message: string } & Partial<OpenAiErrorBody>;
  if (body.error === undefined) return body;
  // In the words of the other form, where each problem has its line.
  const { code, message, param } = body.error;
  const isField = param !== null && message.startsWith(`${param}: `);
  return {
    error_code: code!,
    message: isField ? `✖ ${message.slice(param.length + 2)}\n  → at ${param}` : `✖ ${message}`,
  };
}

/** An operation's address with something in place of its ids. */
function filled({ path }: Operation, id: string): string {
  return path.replaceAll(/\{\w+\}/gu, () => id);
}

/** The same cases in every run; SONORANT_TEST_SEED looks for new ones. */
const seed = 20_260_814;
const anOperation = fc.nat().map((index) => operations[index % operations.length]!);

describe('fuzz: garbage over HTTP', () => {
  it('in a body is answered in the one form, whatever it is', async () => {
    const bodies = new Map(
      operations.filter(({ body }) => body !== undefined).map((operation) => [operation, bodyOf(operation.body!)]),
    );
    const taker = fc.nat().chain((index) => {
      const [operation, body] = [...bodies][index % bodies.size]!;
      return fc.tuple(fc.constant(operation), body);
    });
    await fc.assert(
      fc.asyncProperty(taker, fc.constantFrom(...apiVersions), async ([operation, body], version) => {
        const headers = [['service-version', version], ['x-api-key', apiKey], json] as const;
        await ask(
          { method: operation.method, target: filled(operation, 'x'), headers, body },
          { plain: version < '2026-03-01' },
        );
      }),
      { seed, ...runs(150, 40) },
    );
  });

  it('in an address is answered in the one form', async () => {
    const query = (operation: Operation): fc.Arbitrary<string> =>
      fc
        .array(
          fc
            .tuple(fc.constantFrom(...operation.query, 'limit', 'expand[]', '__proto__'), addressPart)
            .map(([name, value]) => `${name}=${value}`),
          { maxLength: 4 },
        )
        .map((all) => all.join('&'));
    await fc.assert(
      fc.asyncProperty(
        anOperation.chain((operation) => fc.tuple(fc.constant(operation), query(operation))),
        addressPart,
        addressPart,
        fc.nat(3),
        async ([operation, search], id, tail, shape) => {
          const path = [
            filled(operation, id),
            `${filled(operation, 'x')}/${tail}`,
            `/${tail}`,
            filled(operation, id).toUpperCase(),
          ][shape]!;
          const method = operation.path.includes('websocket') ? 'GET' : operation.method;
          await ask({
            method,
            target: `${path}?${search}`,
            headers: [...credentials, json],
            ...(operation.body !== undefined && { body: '{}' }),
          });
        },
      ),
      { seed, ...runs(150, 40) },
    );
  });

  it('in headers is answered in the one form', async () => {
    const name = fc.constantFrom(
      'service-version',
      'cartesia-version',
      'authorization',
      'x-api-key',
      'content-type',
      'accept',
      'origin',
      'upgrade',
      'sec-websocket-key',
      'host',
      'x-forwarded-for',
      'idempotency-key',
      'range',
      'cookie',
      'content-encoding',
    );
    await fc.assert(
      fc.asyncProperty(
        anOperation,
        fc.array(fc.tuple(name, headerValue), { minLength: 1, maxLength: 4 }),
        async (operation, garbage) => {
          const answer = await exchange(server.url, {
            method: operation.method,
            target: filled(operation, 'x'),
            headers: [...credentials, ...garbage],
            ...(operation.body !== undefined && { body: '{"transcript":7}' }),
          });
          // Which version was read decides the form.
          checkAnswer(answer!, {
            openAi: isOpenAiPath(operation.path),
            plain: answer!.headers.get('content-type')?.startsWith('text/plain') === true && answer!.status >= 400,
          });
        },
      ),
      { seed, ...runs(120, 40) },
    );
  });

  it('as a method is 405 with the methods that are allowed, before anything else is looked at', async () => {
    const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'LOCK', 'QUERY'];
    for (const path of new Set(operations.map((operation) => operation.path))) {
      const known = operations.filter((operation) => operation.path === path);
      // The page of an invitation is HTML and stands in no document.
      const pages = path === '/invitations/accept' ? ['GET'] : [];
      for (const method of all.filter(
        (name) => name !== 'HEAD' && !pages.includes(name) && !known.some((operation) => operation.method === name),
      )) {
        const answer = await ask({ method, target: filled(known[0]!, 'x') });
        assert.equal(answer.status, 405, `${method} ${path}`);
        for (const operation of known) assert.ok(answer.headers.get('allow')!.split(', ').includes(operation.method));
      }
    }
  });

  it('that is no HTTP is 400 in the same form', async () => {
    for (const bytes of [
      '\x16\x03\x01\x02\x00\x01\x00',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'FOO /voices HTTP/1.1\r\nhost: x\r\n\r\n',
      'GET /vo ices HTTP/1.1\r\nhost: x\r\n\r\n',
      'POST /tts/bytes HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n',
      'POST /tts/bytes HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n',
      'GET /voices HTTP/1.1\r\nhost: x\r\na: b\0c\r\n\r\n',
    ]) {
      const answer = await exchangeBytes(server.url, Buffer.from(bytes, 'latin1'));
      checkAnswer(answer!);
      assert.equal(answer!.status, 400);
    }
  });

  it('of great length is refused by its size: headers 431, bodies 413', async () => {
    assert.equal((await ask({ target: '/voices', headers: [...credentials, ['x', 'y'.repeat(20_000)]] })).status, 431);
    assert.equal((await ask({ target: `/voices?q=${'y'.repeat(20_000)}`, headers: credentials })).status, 431);
    // The client waits for the answer with the rest of its body: one that leaves is told that its request is broken off.
    const headers = [...credentials, json, ['content-length', '3000000'], ['connection', 'close']] as const;
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const answer = await exchangeBytes(server.url, `POST /tts/bytes HTTP/1.1\r\nhost: x\r\n${lines}\r\n{`);
    assert.deepEqual([answer!.status, errorOf(answer!).error_code], [413, 'body_too_large']);
  });

  it('leaves nothing running and the server well', async () => {
    await eventually('no context runs', async () => (await metric(server.url, 'sonorant_contexts')) === 0);
    const good = await server.post('/tts/bytes', { ...speech, transcript: 'Hi.' });
    assert.equal(good.status, 200);
    assert.ok((await good.arrayBuffer()).byteLength > 0);
  });
});

describe('a wrong field', () => {
  const wrong: Readonly<Record<string, Json>> = {
    null: null,
    boolean: true,
    number: 7,
    string: 'text',
    array: [],
    object: {},
  };
  const refusal = async (
    body: Json,
    { method, target }: { method: string; target: string } = { method: 'POST', target: '/tts/bytes' },
  ): Promise<{ status: number; error_code: string; message: string }> => {
    const key = /^\/(organizations|api-keys|models)\b/.test(target) ? adminKey : apiKey;
    const answer = await ask({
      method,
      target,
      headers: [['service-version', version], ['x-api-key', key], json],
      body: JSON.stringify(body),
    });
    return { status: answer.status, ...errorOf(answer) };
  };

  it('of any other type than the schema says is 400 and named', async () => {
    for (const operation of operations) {
      const { method, path, body, bodySchema } = operation;
      for (const [name, schema] of Object.entries(bodySchema?.properties ?? {})) {
        // Of no effect in this version, and so it may hold anything.
        if (name === 'duration' && path.startsWith('/tts/')) continue;
        for (const type of Object.keys(wrong).filter((each) => !api.types(schema).includes(each))) {
          const { status, error_code, message } = await refusal(
            { ...(body as Record<string, Json>), [name]: wrong[type]! },
            { method, target: filled(operation, 'x') },
          );
          assert.deepEqual([status, error_code], [400, 'invalid_request'], `${method} ${path} ${name}: ${type}`);
          assert.match(message, new RegExp(`→ at ${name}\\b`));
        }
      }
    }
  });

  it('that is missing is 400 and named', async () => {
    for (const operation of operations) {
      const { method, path, body, bodySchema } = operation;
      for (const name of bodySchema?.required ?? []) {
        const { status, message } = await refusal(
          Object.fromEntries(Object.entries(body as Record<string, Json>).filter(([key]) => key !== name)),
          { method, target: filled(operation, 'x') },
        );
        assert.equal(status, 400, `${method} ${path} ${name}: ${message}`);
        assert.match(message, new RegExp(`✖ Required: expected .*\\n {2}→ at ${name}$`));
      }
    }
  });

  it('does not hide another: each of them has its line', async () => {
    const { message } = await refusal({
      ...speech,
      transcript: 7,
      model_id: null,
      output_format: { ...raw24, encoding: 'x', sample_rate: 'y' },
    });
    for (const name of ['transcript', 'model_id', 'output_format.encoding', 'output_format.sample_rate']) {
      assert.match(message, new RegExp(`→ at ${name.replace('.', '\\.')}(\\n|$)`));
    }
  });

  it('deep inside or in great number is answered with a short message', async () => {
    const deep = `{"output_format":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`;
    for (const body of [
      deep,
      JSON.stringify({
        ...speech,
        transcript: 'Hi.',
        generation_config: { emotion: Array.from({ length: 50_000 }, () => 1) },
      }),
    ]) {
      const answer = await ask({ method: 'POST', target: '/tts/bytes', headers: [...credentials, json], body });
      assert.equal(answer.status, 400);
      assert.ok(answer.body.length < 4000);
    }
  });
});

describe('several faults at once', () => {
  it('are answered by the first in the order 404, 405, version, 401, 403, 415, body, object', async () => {
    const faults = fc.record({
      path: fc.boolean(),
      method: fc.boolean(),
      version: fc.boolean(),
      key: fc.constantFrom('good', 'none', 'admin'),
      type: fc.boolean(),
      body: fc.boolean(),
      object: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(faults, async ({ path, method, version: noVersion, key, type, body, object }) => {
        const expected = path
          ? 404
          : method
            ? 405
            : noVersion
              ? 400
              : key === 'none'
                ? 401
                : key === 'admin'
                  ? 403
                  : type
                    ? 415
                    : body
                      ? 400
                      : object
                        ? 404
                        : 200;
        const keys = { good: apiKey, none: 'wrong', admin: adminKey };
        const headers = [
          ...(noVersion ? [] : [['service-version', version] as const]),
          ['x-api-key', keys[key]] as const,
          ['content-type', type ? 'text/plain' : 'application/json'] as const,
        ];
        const content = { ...speech, transcript: body ? 7 : 'Hi.', voice: object ? 'nobody' : speech.voice };
        const answer = await ask({
          method: method ? 'PUT' : 'POST',
          target: path ? '/tts/nothing' : '/tts/bytes',
          headers,
          body: JSON.stringify(content),
        });
        assert.equal(answer.status, expected, answer.status === 200 ? '' : answer.body.toString());
      }),
      { seed, ...runs(60, 20) },
    );
  });

  it('429 comes before 415 and 400', async () => {
    const ws = await server.open();
    ws.speak('holds the place', 'This waits', { continue: true, max_buffer_delay_ms: 5000 });
    await eventually('the place is taken', async () => (await metric(server.url, 'sonorant_contexts')) === 1);
    const answer = await ask({
      method: 'POST',
      target: '/tts/bytes',
      headers: [...credentials, ['content-type', 'text/plain']],
      body: '{',
    });
    assert.deepEqual(
      [answer.status, errorOf(answer).error_code, answer.headers.has('retry-after')],
      [429, 'concurrency_limited', true],
    );
    ws.close();
    await eventually('the place is free', async () => (await metric(server.url, 'sonorant_contexts')) === 0);
  });
});

describe('clients that are slow or leave', () => {
  it('in the middle of a body delay no other client, and leave nothing behind', async () => {
    const sockets = Array.from({ length: 40 }, () => connect(Number(new URL(server.url).port), '127.0.0.1'));
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      socket.write(
        `POST /tts/bytes HTTP/1.1\r\nhost: x\r\nservice-version: ${version}\r\nx-api-key: wrong\r\ncontent-length: 500\r\n\r\n{`,
      );
    }
    // A bad key is refused at once, without waiting for the body.
    for (const socket of sockets) {
      assert.match(((await once(socket, 'data')) as [Buffer])[0].toString(), /^HTTP\/1\.1 401 /);
    }
    for (const socket of sockets) socket.destroy();
    const short = await ask({
      method: 'POST',
      target: '/tts/bytes',
      headers: [...credentials, json],
      body: '{"a":1',
      announced: 100,
    });
    assert.equal(short.status, 400);
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    await eventually('no place is held', async () => (await metric(server.url, 'sonorant_contexts')) === 0);
  });
});
