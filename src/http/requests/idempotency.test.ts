import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { acceptUploads, readUpload } from '../index.ts';
import { startTestServer, type TestServer } from '../testing.ts';

interface Body {
  readonly name: string;
  readonly then?: 'refuse' | 'fail' | 'wait';
}

let server: TestServer;
/** What the routes have made. */
const made: string[] = [];
/** Uploads that were not discarded. */
const kept = new Set<string>();
/** Lets the requests go on that wait. */
let release = (): void => undefined;
let waiting: Promise<void>;
let arrived: () => void;

async function text(content: Readable): Promise<string> {
  let all = '';
  for await (const chunk of content) all += String(chunk);
  return all;
}

before(async () => {
  server = await startTestServer({
    routes: async (app) => {
      const schema = { body: z.object({ name: z.string(), then: z.enum(['refuse', 'fail', 'wait']).optional() }) };
      app.post('/things', { config: { idempotent: true }, schema }, async (request, reply) => {
        const { name, then } = request.body as Body;
        if (then === 'refuse') throw new ServiceError('forbidden', 'No.');
        if (then === 'fail') throw new Error('broken');
        if (then === 'wait') {
          arrived();
          await waiting;
        }
        made.push(name);
        return reply
          .code(201)
          .header('location', `/things/${made.length}`)
          .header('x-other', 'y')
          .send({ id: made.length, secret: 'told once' });
      });
      app.post(
        '/nothing',
        { config: { idempotent: true } },
        (_request, reply) => (made.push('nothing'), reply.code(204).send()),
      );
      app.post(
        '/text',
        { config: { idempotent: true } },
        (_request, reply) => (made.push('text'), reply.type('application/json').send(JSON.stringify('bare'))),
      );
      app.post('/other', () => ({ id: made.push('other') }));
      await app.register((uploads, _options, done) => {
        acceptUploads(uploads);
        uploads.post('/files', { config: { idempotent: true } }, async (request) => {
          const { fields, kept: content } = await readUpload(request, {
            file: 'file',
            maxBytes: 1000,
            fields: z.object({ purpose: z.string() }),
            keep: async (stream) => {
              const id = `${await text(stream)} ${Math.random()}`;
              kept.add(id);
              return id;
            },
            discard: (id) => Promise.resolve(void kept.delete(id)),
          });
          return { id: made.push(fields.purpose), content: content.split(' ')[0] };
        });
        done();
      });
    },
  });
});
after(() => server.close());
beforeEach(() => {
  made.length = 0;
  kept.clear();
  waiting = new Promise((resolve) => (release = resolve));
});

let keys = 0;
function newKey(): string {
  return `key ${keys++}`;
}

function post(key: string | undefined, payload: object, url = '/things', headers: Record<string, string> = {}) {
  return server.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...(key !== undefined && { 'idempotency-key': key }), ...headers },
  });
}

describe('a request with an Idempotency-Key', () => {
  it('is carried out once: the second gets status, body and headers of the first, and a header that says so', async () => {
    const key = newKey();
    const [first, second] = [await post(key, { name: 'a' }), await post(key, { name: 'a' })];
    assert.deepEqual(
      [first.statusCode, first.json(), first.headers['idempotency-replayed']],
      [201, { id: 1, secret: 'told once' }, undefined],
    );
    assert.equal(second.statusCode, 201);
    assert.equal(second.body, first.body);
    assert.equal(second.headers['content-type'], first.headers['content-type']);
    assert.deepEqual(
      [second.headers.location, second.headers['x-other'], second.headers['idempotency-replayed']],
      ['/things/1', undefined, 'true'],
    );
    assert.notEqual(second.headers['service-request-id'], first.headers['service-request-id']);
    assert.deepEqual(made, ['a']);
  });

  it('keeps answers without a body and with a bare text as they are', async () => {
    for (const url of ['/nothing', '/text']) {
      const key = newKey();
      const [first, second] = [await post(key, {}, url), await post(key, {}, url)];
      assert.deepEqual(
        [second.statusCode, second.body, second.headers['content-type']],
        [first.statusCode, first.body, first.headers['content-type']],
      );
    }
    assert.deepEqual(made, ['nothing', 'text']);
  });

  it('is refused when the key was used for another body or another address, and need not be sent again', async () => {
    const key = newKey();
    await post(key, { name: 'a' });
    for (const other of [
      await post(key, { name: 'b' }),
      await post(key, { name: 'a' }, '/things?x=1'),
      await post(key, { name: 'a' }, '/nothing'),
    ]) {
      assert.deepEqual(
        [other.statusCode, other.json<{ error_code: string }>().error_code, other.headers['x-should-retry']],
        [422, 'idempotency_mismatch', 'false'],
      );
    }
    assert.deepEqual(made, ['a']);
  });

  it('is another request in another version, whose answers look different, and the same with a slash at the end', async () => {
    const key = newKey();
    await post(key, { name: 'a' });
    assert.equal((await post(key, { name: 'a' }, '/things', { 'service-version': '2025-04-16' })).statusCode, 422);
    assert.equal((await post(key, { name: 'a' }, '/things/')).headers['idempotency-replayed'], 'true');
    assert.deepEqual(made, ['a']);
  });

  it('is told to come again while the first is running; one thing is made', async () => {
    const key = newKey();
    const running = new Promise<void>((resolve) => (arrived = resolve));
    const first = post(key, { name: 'a', then: 'wait' });
    await running;
    const second = await post(key, { name: 'a', then: 'wait' });
    assert.deepEqual(
      [
        second.statusCode,
        second.json<{ error_code: string }>().error_code,
        second.headers['retry-after'],
        second.headers['x-should-retry'],
      ],
      [409, 'idempotency_in_progress', '1', undefined],
    );
    release();
    assert.equal((await first).statusCode, 201);
    assert.equal((await post(key, { name: 'a', then: 'wait' })).headers['idempotency-replayed'], 'true');
    assert.deepEqual(made, ['a']);
  });

  it('leaves the key free when nothing was made: a bad body, a refusal, a fault', async () => {
    const key = newKey();
    for (const [body, status] of [
      [{ name: 1 }, 400],
      [{ name: 'a', then: 'refuse' }, 403],
      [{ name: 'a', then: 'fail' }, 500],
      [{ name: 'a', then: 'fail' }, 500],
      [{ name: 'b' }, 201],
    ] as const) {
      assert.equal((await post(key, body)).statusCode, status);
    }
    assert.deepEqual(made, ['b']);
  });

  it('belongs to its organization', async () => {
    const other = await server.store.organizations.create('Other');
    const { secret } = await server.store.apiKeys.create({ organizationId: other.id, kind: 'api', description: '' });
    const key = newKey();
    await post(key, { name: 'ours' });
    assert.equal((await post(key, { name: 'theirs' }, '/things', { 'x-api-key': secret })).statusCode, 201);
    assert.deepEqual(made, ['ours', 'theirs']);
  });

  it('has 1 to 255 characters', async () => {
    for (const key of ['', ' ', 'x'.repeat(256)]) assert.equal((await post(key, { name: 'a' })).statusCode, 400);
    assert.deepEqual(made, []);
    assert.equal((await post('x'.repeat(255), { name: 'a' })).statusCode, 201);
  });

  it('means nothing on a route that takes none, nor does its absence on one that does', async () => {
    const key = newKey();
    await post(key, {}, '/other');
    await post(key, {}, '/other');
    await post(undefined, { name: 'a' });
    await post(undefined, { name: 'a' });
    assert.deepEqual(made, ['other', 'other', 'a', 'a']);
  });

  it('leaves nothing readable in the database of what was answered', async () => {
    await post(newKey(), { name: 'a' });
    const rows = JSON.stringify(await server.store.database.db.selectFrom('idempotency_keys').selectAll().execute());
    assert.ok(!rows.includes('told once') && !rows.includes('key '));
  });
});

describe('an upload with an Idempotency-Key', () => {
  const upload = (key: string, parts: readonly (readonly [string, string])[], boundary = `b${Math.random()}`) => {
    const part = ([name, value]: readonly [string, string]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${name === 'file' ? '; filename="f.txt"' : ''}\r\n\r\n${value}\r\n`;
    return server.inject({
      method: 'POST',
      url: '/files',
      payload: `${parts.map(part).join('')}--${boundary}--\r\n`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': key },
    });
  };
  const file = ['file', 'content'] as const;
  const purpose = ['purpose', 'p'] as const;

  it('is the same with the same fields and file, whatever their order and boundary; what comes again is not kept', async () => {
    const key = newKey();
    const [first, second] = [await upload(key, [file, purpose]), await upload(key, [purpose, file])];
    assert.deepEqual([first.statusCode, first.json()], [200, { id: 1, content: 'content' }]);
    assert.deepEqual(
      [second.statusCode, second.json(), second.headers['idempotency-replayed']],
      [200, first.json(), 'true'],
    );
    assert.deepEqual(made, ['p']);
    assert.equal(kept.size, 1);
  });

  it('is another one with another file or another field', async () => {
    const key = newKey();
    await upload(key, [file, purpose]);
    for (const parts of [
      [['file', 'contenT'], purpose],
      [file, ['purpose', 'q']],
    ] as const) {
      assert.equal((await upload(key, parts)).statusCode, 422);
    }
    assert.equal(kept.size, 1);
  });

  it('is carried out once of many at once', async () => {
    const key = newKey();
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => upload(key, [file, purpose])))).map(
      ({ statusCode }) => statusCode,
    );
    assert.ok(statuses.includes(200) && statuses.every((status) => status === 200 || status === 409), String(statuses));
    assert.deepEqual(made, ['p']);
    assert.equal(kept.size, 1);
  });

  it('leaves the key free when it is bad', async () => {
    const key = newKey();
    assert.equal((await upload(key, [file])).statusCode, 400);
    assert.equal((await upload(key, [['file', 'x'.repeat(1001)], purpose])).statusCode, 413);
    assert.equal((await upload(key, [file, purpose])).statusCode, 200);
  });
});

describe('the document of a route that takes an Idempotency-Key', () => {
  it('names the header and its refusals', async () => {
    const { paths } = (await server.app.inject({ url: '/docs/openapi.json' })).json<{
      paths: Record<
        string,
        Record<string, { parameters: { name: string; in: string; required?: boolean }[]; responses: object }>
      >;
    }>();
    const { parameters, responses } = paths['/things']!.post!;
    const header = parameters.find(({ name }) => name === 'Idempotency-Key');
    assert.deepEqual([header?.in, header?.required ?? false], ['header', false]);
    assert.ok(['409', '422'].every((status) => status in responses));
    assert.ok(!paths['/other']!.post!.parameters.some(({ name }) => name === 'Idempotency-Key'));
  });
});
