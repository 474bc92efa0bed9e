import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { apiKeyRoutes } from './index.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ routes: (app, store) => void app.register(apiKeyRoutes({ store })) });
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
      description: 'CI',
      created_at: key.created_at,
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
