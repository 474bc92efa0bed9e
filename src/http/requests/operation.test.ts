import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readGauge } from '../index.ts';
import { memoryLimiter } from '../../limits/in-flight.ts';
import { startTestServer, type TestServer } from '../testing.ts';

const state: { missing: readonly string[] | Error; mute: readonly string[]; draining: boolean } = {
  missing: [],
  mute: [],
  draining: false,
};

let server: TestServer;
before(async () => {
  server = await startTestServer({
    readiness: {
      node: () =>
        state.missing instanceof Error
          ? Promise.reject(state.missing)
          : Promise.resolve({ missing: state.missing, notes: [] }),
      storage: () => Promise.resolve({ missing: [], notes: [] }),
      speech: () => Promise.resolve({ missing: state.mute, notes: ['the disk is full'] }),
    },
    isDraining: () => state.draining,
    limits: {
      contexts: memoryLimiter(2),
      calls: memoryLimiter(2),
      recognitions: memoryLimiter(2),
      sockets: memoryLimiter(2),
    },
    routes(app) {
      app.get('/voices/:id', () => ({}));
    },
  });
});
after(() => server.close());

function open(url: string) {
  return server.app.inject({ url });
}

describe('the status routes', () => {
  it('need no key and no version, and tell nothing secret', async () => {
    assert.deepEqual((await open('/')).json(), { ok: true, version: '2026-08-14' });
    assert.deepEqual((await open('/healthz')).json(), { status: 'ok' });
    assert.deepEqual((await open('/readyz')).json(), { status: 'ok' });
    assert.deepEqual((await open('/readyz/speech')).json(), { status: 'ok' });
  });

  it('tell whether speech works apart from everything else', async () => {
    state.missing = ['database'];
    assert.equal((await open('/readyz')).statusCode, 503);
    assert.equal((await open('/readyz/speech')).statusCode, 200);
    Object.assign(state, { missing: [], mute: ['engine flite'] });
    assert.equal((await open('/readyz')).statusCode, 200);
    const response = await open('/readyz/speech');
    assert.equal(response.statusCode, 503);
    assert.equal(response.headers['retry-after'], '1');
    assert.equal(response.json<{ message: string }>().message, 'Not ready: engine flite.');
    state.mute = [];
  });

  it('say 503 and what is missing until the server is ready, while the process is healthy', async () => {
    state.missing = ['database', 'engine flite'];
    const response = await open('/readyz');
    assert.equal(response.statusCode, 503);
    assert.equal(response.headers['retry-after'], '1');
    const { error_code, message } = response.json<{ error_code: string; message: string }>();
    assert.deepEqual([error_code, message], ['unavailable', 'Not ready: database, engine flite.']);
    assert.equal((await open('/healthz')).statusCode, 200);
    state.missing = new Error('postgres://user:password@host');
    assert.equal((await open('/readyz')).statusCode, 503);
    assert.ok(!(await open('/readyz')).body.includes('password'));
    state.missing = [];
  });
});

describe('a server that drains', () => {
  it('answers 503 to everything but its public routes', async () => {
    state.draining = true;
    const response = await server.inject({ url: '/voices/x' });
    assert.deepEqual([response.statusCode, response.json<{ error_code: string }>().error_code], [503, 'unavailable']);
    assert.ok(response.headers['retry-after']);
    assert.equal((await open('/healthz')).statusCode, 200);
    state.draining = false;
    assert.equal((await server.inject({ url: '/voices/x' })).statusCode, 200);
  });
});

describe('the metrics', () => {
  it('count requests by the pattern of their route, never by the address sent', async () => {
    await server.inject({ url: '/voices/some-id-of-mine' });
    await server.inject({ url: '/unheard/of' });
    const { body, headers } = await open('/metrics');
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
    assert.match(body, /sonorant_requests_total\{method="GET",route="\/voices\/:id",status="200"\} \d/);
    assert.match(body, /sonorant_requests_total\{method="GET",route="none",status="404"\} 1/);
    assert.doesNotMatch(body, /some-id-of-mine|unheard/);
  });

  it('show contexts and sockets in flight, and what other families add', async () => {
    const { registry } = server.app.metrics;
    readGauge(registry, 'sonorant_added', 'Added by a family of routes.', () => Promise.resolve(7));
    const lease = await server.limits.contexts.acquire('o');
    const { body } = await open('/metrics');
    lease!.release();
    for (const line of ['sonorant_contexts 1', 'sonorant_sockets 0', 'sonorant_added 7']) {
      assert.ok(body.includes(line), line);
    }
  });

  it('are at one address, which a proxy can keep from others', async () => {
    const ways = ['/metrics/', '/%6detrics', '/metric%73?a=b', '/console/api/metrics'];
    for (const url of ways) {
      const { statusCode, body } = await open(url);
      assert.deepEqual([statusCode, body.includes('sonorant_')], [404, false], url);
    }
    assert.equal((await open('/metrics?name=up')).statusCode, 200);
  });

  it('can be turned off', async () => {
    const other = await startTestServer({ metricsRoute: false });
    assert.equal((await other.app.inject({ url: '/metrics' })).statusCode, 404);
    await other.close();
  });
});
