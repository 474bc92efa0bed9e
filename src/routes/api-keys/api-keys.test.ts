import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { apiKeyRoutes } from './index.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({
    routes(app, store) {
      void app.register(apiKeyRoutes({ store, maxOverlapSeconds: 3600 }));
      app.get('/files', () => ({}));
      app.get('/tts/anything', () => ({}));
    },
    authentication: { cacheMs: 3_600_000 },
  });
  server.store.revocations.subscribe((keyId) => server.app.authenticator.revoke(keyId));
});
after(() => server.close());

function get(url: string) {
  return server.inject({ url, headers: { 'x-api-key': server.adminKey } });
}

function make(description: string, more: object = {}) {
  return server.store.apiKeys.create({ organizationId: server.organizationId, kind: 'api', description, ...more });
}

describe('API keys', () => {
  it('are shown with who made them and without the key', async () => {
    const user = await server.store.users.create({
      organizationId: server.organizationId,
      role: 'member',
      name: 'Ada',
      email: 'ada@example.org',
    });
    const { key, secret } = await make('CI', { createdBy: user.id });
    const shown = {
      id: key.id,
      kind: 'api',
      name: null,
      description: 'CI',
      scopes: null,
      created_at: key.created_at,
      expires_at: null,
      budget: null,
      origins: null,
      last_used_at: null,
      creator_email: 'ada@example.org',
      creator_still_in_org: true,
      creator_image_url: null,
    };
    assert.deepEqual((await get(`/api-keys/${key.id}`)).json(), shown);
    const list = await get('/api-keys?q=ada');
    assert.deepEqual(list.json(), { data: [shown], has_more: false, next_page: null });
    for (const hidden of [secret, key.hash]) assert.ok(!list.body.includes(hidden));
  });

  it('never include admin keys, nor keys that were revoked or belong to others', async () => {
    const admin = (await server.store.apiKeys.list(server.organizationId)).find(({ kind }) => kind === 'admin')!;
    const revoked = (await make('revoked')).key;
    await server.store.apiKeys.revoke(server.organizationId, revoked.id);
    const foreign = (
      await server.store.apiKeys.create({
        organizationId: (await server.store.organizations.create('Theirs')).id,
        kind: 'api',
        description: '',
      })
    ).key;
    const ids = (await get('/api-keys?limit=100')).json<{ data: { id: string }[] }>().data.map(({ id }) => id);
    for (const { id } of [admin, revoked, foreign]) {
      assert.ok(!ids.includes(id));
      const response = await get(`/api-keys/${id}`);
      assert.deepEqual(
        [response.statusCode, response.json<{ error_code: string }>().error_code],
        [404, 'api_key_not_found'],
      );
    }
  });

  it('come in pages, a hundred at most', async () => {
    for (let count = 0; count < 3; count++) await make('paged');
    const first = (await get('/api-keys?q=paged&limit=2')).json<{
      data: { id: string }[];
      has_more: boolean;
      next_page: string;
    }>();
    assert.deepEqual([first.data.length, first.has_more, first.next_page], [2, true, first.data[1]!.id]);
    const second = (await get(`/api-keys?q=paged&limit=1000&starting_after=${first.next_page}`)).json<{
      data: unknown[];
      has_more: boolean;
    }>();
    assert.deepEqual([second.data.length, second.has_more], [1, false]);
    assert.equal((await get('/api-keys?starting_after=a&ending_before=b')).statusCode, 400);
  });
});

interface Made {
  readonly id: string;
  readonly kind: string;
  readonly name: string | null;
  readonly description: string;
  readonly scopes: readonly string[] | null;
  readonly expires_at: string | null;
  readonly key: string;
  readonly replaced?: { readonly id: string; readonly ends_at: string };
}

interface Problem {
  readonly error_code: string;
  readonly message: string;
}

function ask(method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, key = server.adminKey) {
  return server.inject({ method, url, headers: { 'x-api-key': key }, ...(payload && { payload }) });
}

async function created(body: object = {}): Promise<Made> {
  const response = await ask('POST', '/api-keys', body);
  assert.equal(response.statusCode, 201, response.body);
  return response.json<Made>();
}

async function opens(key: string, url: string): Promise<number> {
  return (await server.inject({ url, headers: { 'x-api-key': key } })).statusCode;
}

/** Types and data of the events since the last call. */
async function events(): Promise<readonly (readonly [type: string, id: unknown])[]> {
  const { db } = server.store.database;
  const rows = await db.selectFrom('webhook_deliveries').select(['type', 'body']).orderBy('position').execute();
  await db.deleteFrom('webhook_deliveries').execute();
  return rows.map(({ type, body }) => [type, (JSON.parse(body) as { data: { id: string } }).data.id]);
}

describe('an API key that is made over HTTP', () => {
  before(() =>
    server.store.webhooks.create(server.organizationId, {
      url: 'https://example.org',
      secret: 'sealed',
      displayName: null,
      clearSecret: false,
      events: ['*'],
    }),
  );

  it('is shown once, works at once, and is told of', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const made = await created({ name: 'Builds', scopes: ['files'], expires_at });
    const { key, ...rest } = made;
    assert.deepEqual(
      [rest.kind, rest.name, rest.description, rest.scopes, rest.expires_at],
      ['api', 'Builds', 'Builds', ['files'], expires_at],
    );
    assert.deepEqual([await opens(key, '/files'), await opens(key, '/tts/anything')], [200, 403]);
    assert.deepEqual((await get(`/api-keys/${rest.id}`)).json(), rest);
    assert.ok(!(await get('/api-keys')).body.includes(key));
    assert.deepEqual(await events(), [['api_key.created', rest.id]]);
  });

  it('opens everything of its kind where nothing limits it', async () => {
    const { key, scopes, description, name } = await created();
    assert.deepEqual([scopes, description, name], [null, '', null]);
    assert.deepEqual([await opens(key, '/files'), await opens(key, '/api-keys')], [200, 403]);
    const admin = await created({ kind: 'admin', description: 'Second admin' });
    assert.deepEqual([await opens(admin.key, '/files'), await opens(admin.key, '/api-keys')], [403, 200]);
    await events();
  });

  it('is refused with a scope that is none, a scope of an admin key, no scope at all or an end that is over', async () => {
    for (const body of [
      { scopes: [] },
      { scopes: ['everything'] },
      { scopes: ['tts'], kind: 'admin' },
      { kind: 'root' },
      { name: ' ' },
      { name: 'x'.repeat(101) },
      { expires_at: new Date(Date.now() - 1000).toISOString() },
      { expires_at: 'tomorrow' },
    ]) {
      const response = await ask('POST', '/api-keys', body);
      assert.equal(response.statusCode, 400, JSON.stringify(body));
    }
    assert.equal((await ask('POST', '/api-keys', {}, server.apiKey)).statusCode, 403);
    assert.deepEqual(await events(), []);
  });

  it('is made once of requests with the same Idempotency-Key, which get the same key', async () => {
    const headers = { 'x-api-key': server.adminKey, 'idempotency-key': 'one key' };
    const twice = [1, 2].map(() => ({ method: 'POST', url: '/api-keys', headers, payload: { name: 'Once' } }) as const);
    const [first, second] = [await server.inject(twice[0]!), await server.inject(twice[1]!)];
    assert.equal(first.statusCode, 201);
    assert.equal(second.body, first.body);
    await events();
  });
});

describe('an API key', () => {
  it('gets another name and other scopes, which hold at once', async () => {
    const { id, key } = await created({ name: 'Old', scopes: ['tts'] });
    assert.equal(await opens(key, '/files'), 403);
    await events();
    const renamed = (await ask('PATCH', `/api-keys/${id}`, { name: 'New' })).json<Made>();
    assert.deepEqual([renamed.name, renamed.scopes], ['New', ['tts']]);
    const widened = (await ask('PATCH', `/api-keys/${id}`, { scopes: ['files', 'tts'] })).json<Made>();
    assert.deepEqual(widened.scopes, ['tts', 'files']);
    assert.equal(await opens(key, '/files'), 200);
    assert.equal((await ask('PATCH', `/api-keys/${id}`, { scopes: ['voices'] })).statusCode, 200);
    assert.equal(await opens(key, '/files'), 403);
    assert.equal((await ask('PATCH', `/api-keys/${id}`, { scopes: null })).json<Made>().scopes, null);
    assert.equal(await opens(key, '/files'), 200);
    assert.deepEqual(await events(), Array(4).fill(['api_key.updated', id]));
    assert.equal((await ask('PATCH', `/api-keys/${id}`, {})).statusCode, 200);
    assert.deepEqual(await events(), []);
    assert.equal((await ask('PATCH', `/api-keys/${id}`, { scopes: [] })).statusCode, 400);
  });

  it('is rotated: the new one has its name and scopes, and the old one ends at once', async () => {
    const old = await created({ name: 'CI', scopes: ['files'] });
    await events();
    const response = await ask('POST', `/api-keys/${old.id}/rotate`);
    assert.equal(response.statusCode, 201, response.body);
    assert.equal(response.headers['service-notice'], undefined);
    const made = response.json<Made>();
    assert.deepEqual([made.name, made.scopes, made.replaced!.id], ['CI', ['files'], old.id]);
    assert.deepEqual([await opens(old.key, '/files'), await opens(made.key, '/files')], [401, 200]);
    assert.deepEqual(await events(), [
      ['api_key.created', made.id],
      ['api_key.revoked', old.id],
    ]);
    assert.equal((await ask('POST', `/api-keys/${old.id}/rotate`)).statusCode, 404);
  });

  it('works on beside the new one for the overlap that was asked for', async () => {
    const old = await created({ name: 'CI' });
    await events();
    assert.equal((await ask('POST', `/api-keys/${old.id}/rotate`, { overlap_seconds: 3601 })).statusCode, 400);
    const made = (await ask('POST', `/api-keys/${old.id}/rotate`, { overlap_seconds: 60 })).json<Made>();
    const endsIn = Date.parse(made.replaced!.ends_at) - Date.now();
    assert.ok(endsIn > 50_000 && endsIn <= 60_000);
    assert.deepEqual([await opens(old.key, '/files'), await opens(made.key, '/files')], [200, 200]);
    const principal = (await server.app.authenticator.authenticate(old.key))!;
    assert.equal(principal.expiresAt?.toISOString(), made.replaced!.ends_at, 'also where the key was remembered');
    assert.equal(made.expires_at, null);
    assert.deepEqual(await events(), [
      ['api_key.created', made.id],
      ['api_key.updated', old.id],
    ]);
  });

  it('that is an admin key is listed where its kind is asked for, and ends as the others do', async () => {
    const admin = await created({ kind: 'admin', name: 'Second' });
    const list = (await get('/api-keys?kind=admin&limit=100')).json<{ data: Made[] }>().data;
    assert.ok(list.some(({ id, kind, name }) => id === admin.id && kind === 'admin' && name === 'Second'));
    assert.ok(list.every(({ kind }) => kind === 'admin'));
    assert.equal((await get(`/api-keys/${admin.id}?kind=admin`)).statusCode, 200);
    assert.equal((await ask('PATCH', `/api-keys/${admin.id}`, { scopes: ['tts'] })).statusCode, 400);
    assert.equal((await ask('DELETE', `/api-keys/${admin.id}`)).statusCode, 204);
    assert.equal(await opens(admin.key, '/api-keys'), 401);
  });

  it('is revoked once, and of other organizations none', async () => {
    const { id, key } = await created();
    const organizationId = (await server.store.organizations.create('Others')).id;
    const foreign = (await server.store.apiKeys.create({ organizationId, kind: 'api', description: '' })).key;
    await events();
    for (const [method, path, body] of [
      ['DELETE', '', undefined],
      ['PATCH', '', { name: 'Mine' }],
      ['POST', '/rotate', undefined],
    ] as const) {
      for (const other of [foreign.id, 'unknown']) {
        const response = await ask(method, `/api-keys/${other}${path}`, body);
        assert.deepEqual([response.statusCode, response.json<Problem>().error_code], [404, 'api_key_not_found']);
      }
    }
    const revoked = await ask('DELETE', `/api-keys/${id}`);
    assert.deepEqual([revoked.statusCode, revoked.body, revoked.headers['service-notice']], [204, '', undefined]);
    assert.equal(await opens(key, '/files'), 401);
    assert.deepEqual(await events(), [['api_key.revoked', id]]);
    assert.equal((await ask('DELETE', `/api-keys/${id}`)).statusCode, 404);
    assert.equal((await server.store.apiKeys.find(organizationId, foreign.id))?.revoked_at, null);
  });

  it('that makes the request may end itself, and the answer says so', async () => {
    const admin = await created({ kind: 'admin' });
    const rotated = await ask('POST', `/api-keys/${admin.id}/rotate`, { overlap_seconds: 60 }, admin.key);
    const { id, key, replaced } = rotated.json<Made>();
    assert.equal(
      rotated.headers['service-notice'],
      `This request was made with the key that ends at ${replaced!.ends_at}.`,
    );
    const revoked = await ask('DELETE', `/api-keys/${id}`, undefined, key);
    assert.deepEqual(
      [revoked.statusCode, revoked.headers['service-notice']],
      [204, 'This request was made with the key that ends now.'],
    );
    assert.equal(await opens(key, '/api-keys'), 401);
  });

  it('that a setting gave comes back with the next start, and the answer says so', async () => {
    await server.store.bootstrap({ apiKey: 'given by a setting' });
    const { data } = (await get('/api-keys?q=setting')).json<{ data: Made[] }>();
    const { headers } = await ask('DELETE', `/api-keys/${data[0]!.id}`);
    assert.match(String(headers['service-notice']), /works again after the next start/);
  });

  it('shows when it was used last, as far as the request log knows', async () => {
    const { id } = await created();
    const at = '2026-01-02T03:04:05.678Z';
    const entry = {
      method: 'GET',
      route: '/',
      transport: 'http',
      status: 200,
      duration_ms: 1,
      error_code: null,
    } as const;
    await server.store.requestLog.add([
      {
        ...{ id: 'r', request_id: 'r', created_at: at, organization_id: server.organizationId, key_id: id },
        ...{ ...entry, context_id: null, aborted: 0, session_id: null },
      },
    ]);
    for (const url of [`/api-keys/${id}`, '/api-keys?limit=100']) {
      const body = (await get(url)).json<{ data?: { id: string; last_used_at: string }[]; last_used_at?: string }>();
      assert.equal(body.last_used_at ?? body.data!.find((key) => key.id === id)!.last_used_at, at);
    }
  });
});
