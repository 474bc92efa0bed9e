/** What is kept of the answers to requests with an `Idempotency-Key`, for how long, and what happens when it cannot be. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import { openSecrets, openStore } from '../../store/index.ts';
import { passwordCost } from '../../store/testing.ts';
import { createLogger } from '../index.ts';
import { startTestServer, type TestServer } from '../testing.ts';

let server: TestServer;
/** What the routes have made. */
const made: string[] = [];
/** Lets a request go on that waits. */
let release = (): void => undefined;
let arrived = (): void => undefined;
/** What the server has logged. */
const logged: { readonly level: number; readonly msg: string }[] = [];
const logger = createLogger({
  destination: { write: (line) => logged.push(JSON.parse(line) as (typeof logged)[number]) },
});
/** Messages of warnings and errors. */
function problems(): string[] {
  return logged.filter(({ level }) => level >= 40).map(({ msg }) => msg);
}
/** What ran for a route with hooks of its own. */
const hooks: string[] = [];

before(async () => {
  server = await startTestServer({
    server: { logger },
    routes: (app) => {
      const answers: Record<string, (reply: FastifyReply) => FastifyReply> = {
        empty: (reply) => reply.code(201).send(),
        null: (reply) => reply.type('application/json').send(null),
        blank: (reply) => reply.type('text/plain').send(null),
        bytes: (reply) => reply.type('application/json; charset=utf-8').send(Buffer.from('"é"')),
        stream: (reply) => reply.type('application/json').send(Readable.from(['"streamed"'])),
        choices: (reply) => reply.code(300).send({}),
        file: (reply) => reply.header('cartesia-file-id', 'file_1').send({}),
      };
      for (const [name, answer] of Object.entries(answers)) {
        app.post(`/answers/${name}`, { config: { idempotent: true } }, (_request, reply) => {
          made.push(name);
          return answer(reply);
        });
      }
      app.post(
        '/hooks',
        {
          config: { idempotent: true },
          preValidation: () => Promise.resolve(void hooks.push('preValidation')),
          preHandler: () => Promise.resolve(void hooks.push('preHandler')),
          onSend: () => Promise.resolve(void hooks.push('onSend')),
        },
        () => ({}),
      );
      app.post('/things', { config: { idempotent: true } }, async (request, reply) => {
        const { name, then } = request.body as { readonly name: string; readonly then?: 'refuse' | 'wait' };
        if (then === 'refuse') throw new ServiceError('forbidden', 'No.');
        if (then === 'wait') {
          await new Promise<void>((resolve) => {
            release = resolve;
            arrived();
          });
        }
        made.push(name);
        return reply.code(201).send({});
      });
    },
  });
});
after(() => server.close());
beforeEach(() => {
  made.length = 0;
  logged.length = 0;
  hooks.length = 0;
});

let keys = 0;
function newKey(): string {
  return `key ${keys++}`;
}

function post(key: string, payload?: object | string, url = '/things', headers: Record<string, string> = {}) {
  const given = payload !== undefined && { payload };
  return server.inject({ method: 'POST', url, ...given, headers: { 'idempotency-key': key, ...headers } });
}

describe('a request with an Idempotency-Key, as its answer is kept,', () => {
  it('keeps answers of any kind but streams, with the headers that tell what was made', async () => {
    for (const name of ['empty', 'null', 'blank', 'bytes', 'file']) {
      const key = newKey();
      const [first, second] = [await post(key, {}, `/answers/${name}`), await post(key, {}, `/answers/${name}`)];
      const seen = ({ statusCode, body, headers }: typeof first): unknown[] => [
        statusCode,
        body,
        headers['content-type'],
        headers['content-length'],
        headers['cartesia-file-id'],
      ];
      assert.deepEqual(seen(second), seen(first), name);
      assert.equal(second.headers['idempotency-replayed'], 'true', name);
    }
    assert.deepEqual(made, ['empty', 'null', 'blank', 'bytes', 'file']);
    assert.deepEqual(problems(), []);
  });

  it('is carried out again where the answer was a stream or no success', async () => {
    for (const name of ['stream', 'choices']) {
      const key = newKey();
      const [first, second] = [await post(key, {}, `/answers/${name}`), await post(key, {}, `/answers/${name}`)];
      assert.deepEqual([second.statusCode, second.body], [first.statusCode, first.body]);
    }
    assert.deepEqual(made, ['stream', 'stream', 'choices', 'choices']);
    assert.deepEqual(problems(), []);
  });

  it('is carried out once where it has no body', async () => {
    const key = newKey();
    await post(key, undefined, '/answers/empty');
    assert.equal((await post(key, undefined, '/answers/empty')).headers['idempotency-replayed'], 'true');
    assert.deepEqual(made, ['empty']);
  });

  it('is another one where the address ends otherwise and the body begins with the rest', async () => {
    const key = newKey();
    const json = { 'content-type': 'application/json' };
    assert.equal((await post(key, '23', '/answers/file?x=1', json)).statusCode, 200);
    assert.equal((await post(key, '3', '/answers/file?x=12', json)).statusCode, 422);
  });

  it('is answered after its answer was kept, or its key is free', async (t) => {
    const { idempotencyKeys } = server.store;
    const order: string[] = [];
    for (const method of ['answer', 'release'] as const) {
      const original = idempotencyKeys[method] as (...given: unknown[]) => Promise<unknown>;
      t.mock.method(idempotencyKeys, method, async (...given: unknown[]) => {
        const result = await original(...given);
        await new Promise((resolve) => setTimeout(resolve, 50));
        order.push(method);
        return result;
      });
    }
    await post(newKey(), { name: 'a' });
    order.push('answered');
    await post(newKey(), { name: 'a', then: 'refuse' });
    order.push('refused');
    assert.deepEqual(order, ['answer', 'answered', 'release', 'refused']);
  });

  it('is answered where the answer cannot be kept, and a line says so; the key is not free', async (t) => {
    const key = newKey();
    const away = t.mock.method(server.store.idempotencyKeys, 'answer', () => Promise.reject(new Error('away')));
    assert.equal((await post(key, { name: 'a' })).statusCode, 201);
    away.mock.restore();
    assert.deepEqual(problems(), ['the answer of an idempotent request could not be kept']);
    assert.equal((await post(key, { name: 'a' })).statusCode, 409);

    logged.length = 0;
    t.mock.method(server.store.idempotencyKeys, 'answer', () => Promise.resolve(false));
    assert.equal((await post(newKey(), { name: 'b' })).statusCode, 201);
    assert.match(problems().join(), /^a request outlived the lease of its idempotency key/);
    assert.deepEqual(made, ['a', 'b']);
  });

  it('holds its key for two minutes, and its answer is kept for a day', async () => {
    const msLeft = async (): Promise<number> => {
      const row = await server.store.database.db
        .selectFrom('idempotency_keys')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('expires_at', 'asc')
        .limit(1)
        .executeTakeFirstOrThrow();
      return Date.parse(row.expires_at) - Date.now();
    };
    await server.store.database.db.deleteFrom('idempotency_keys').execute();
    const running = new Promise<void>((resolve) => (arrived = resolve));
    const first = post(newKey(), { name: 'a', then: 'wait' });
    await running;
    const lease = await msLeft();
    release();
    await first;
    const kept = await msLeft();
    assert.ok(lease > 60_000 && lease <= 120_000, `${lease} ms`);
    assert.ok(kept > 86_340_000 && kept <= 86_400_000, `${kept} ms`);
  });

  it('holds its key for as long as it runs, beyond its lease', { timeout: 30_000 }, async (t) => {
    const clock = { ms: Date.now() };
    const store = await openStore({ passwordCost, now: () => new Date(clock.ms) });
    t.after(() => store.close());
    const { idempotencyKeys: keys } = store;
    const outlived = Promise.withResolvers<undefined>();
    let renewals = 0;
    const renew: typeof keys.renew = async (...given) => {
      clock.ms += 200;
      const isHeld = await keys.renew(...given);
      if (++renewals === 3) outlived.resolve(undefined);
      return isHeld;
    };
    const gate = Promise.withResolvers<undefined>();
    let runs = 0;
    const slow = await startTestServer({
      idempotency: { keys: { ...keys, renew }, secrets: openSecrets(), leaseMs: 300 },
      routes: (app) =>
        void app.post('/slow', { config: { idempotent: true } }, async () => {
          runs++;
          await gate.promise;
          return {};
        }),
    });
    t.after(() => slow.close());
    const send = () => slow.inject({ method: 'POST', url: '/slow', headers: { 'idempotency-key': 'one' } });
    const first = send();
    await outlived.promise;
    assert.equal((await send()).statusCode, 409);
    gate.resolve(undefined);
    assert.equal((await first).statusCode, 200);
    assert.equal((await send()).headers['idempotency-replayed'], 'true');
    assert.equal(runs, 1);
  });

  it('leaves the hooks of its route as they are', async () => {
    await post(newKey(), {}, '/hooks');
    assert.deepEqual(hooks, ['preValidation', 'preHandler', 'onSend']);
  });

  it('is any other request on a server that keeps no answers', async () => {
    const other = await startTestServer({
      idempotency: undefined,
      routes: (app) => void app.post('/things', { config: { idempotent: true } }, () => ({})),
    });
    const headers = { 'idempotency-key': newKey() };
    assert.equal((await other.inject({ method: 'POST', url: '/things', headers })).statusCode, 200);
    await other.close();
  });
});
