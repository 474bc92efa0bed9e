import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { InjectOptions } from 'fastify';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { pronunciationDictRoutes } from './index.ts';

interface Dict {
  readonly id: string;
  readonly [name: string]: unknown;
}

describe('pronunciation dictionaries', () => {
  let server: TestServer;
  let theirs: string;
  before(async () => {
    server = await startTestServer({
      routes: (app, store) =>
        void app.register(pronunciationDictRoutes({ store, limits: { maxItems: 3, maxItemCharacters: 20 } })),
    });
    const organization = await server.store.organizations.create('Theirs');
    theirs = (await server.store.apiKeys.create({ organizationId: organization.id, kind: 'api', description: '' }))
      .secret;
  });
  after(() => server.close());
  beforeEach(async () => {
    for (const { id } of (await ask('GET', '?limit=100')).json<{ data: Dict[] }>().data) await ask('DELETE', `/${id}`);
  });

  const ask = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    headers: InjectOptions['headers'] = {},
  ) =>
    server.inject({ method, url: `/pronunciation-dicts${path}`, headers, ...(payload !== undefined && { payload }) });
  const make = async (body: object): Promise<Dict> => {
    const response = await ask('POST', '/', body);
    assert.equal(response.statusCode, 200, response.body);
    return response.json<Dict>();
  };

  it('take either name of a pronunciation and give both', async () => {
    const { id, created_at, ...dict } = await make({
      name: 'Names',
      items: [
        { text: 'GIF', pronunciation: null, alias: '<<dʒ|ɪ|f>>' },
        { text: 'a', pronunciation: 'b', alias: 'c', case_sensitive: true },
        { text: 'd', pronunciation: 'e', alias: null, case_sensitive: null },
      ],
    });
    assert.match(id, /^pdict_\w{22}$/);
    assert.ok(!Number.isNaN(Date.parse(created_at as string)));
    assert.deepEqual(dict, {
      name: 'Names',
      description: '',
      owner_id: `org_${server.organizationId}`,
      is_owner: true,
      access: 'private',
      visibility: 'owner',
      pinned: false,
      items: [
        { text: 'GIF', pronunciation: '<<dʒ|ɪ|f>>', alias: '<<dʒ|ɪ|f>>', case_sensitive: false },
        { text: 'a', pronunciation: 'b', alias: 'b', case_sensitive: true },
        { text: 'd', pronunciation: 'e', alias: 'e', case_sensitive: false },
      ],
    });
    assert.deepEqual((await ask('GET', `/${id}`)).json<Dict>(), { id, created_at, ...dict });
  });

  it('need nothing but a name', async () => {
    for (const body of [{ name: 'x' }, { name: 'x', description: null, items: null, access: null }]) {
      assert.deepEqual((await make(body)).items, []);
    }
    assert.equal((await make({ name: 'x', access: { type: 'public' } })).visibility, 'all');
  });

  it('are refused with every problem and its place', async () => {
    for (const [body, places] of [
      [{}, ['name']],
      [{ name: '' }, ['name']],
      [{ name: 'x', access: 'all' }, ['access']],
      [{ name: 'x', items: {} }, ['items']],
      [
        { name: 'x', items: [{ text: 'a' }, { alias: 'b' }, 'c'] },
        ['items[0].pronunciation', 'items[1].text', 'items[2]'],
      ],
      [
        {
          name: 'x',
          items: [
            { text: '?!', alias: 'b' },
            { text: 'a', alias: '…' },
            { text: 'a', pronunciation: 'x <<b>>' },
          ],
        },
        ['items[0].text', 'items[1].alias', 'items[2].pronunciation'],
      ],
      [{ name: 'x', items: Array.from({ length: 4 }, () => ({ text: 'a', alias: 'b' })) }, ['items']],
      [
        {
          name: 'x',
          items: [
            { text: 'a'.repeat(21), alias: 'b' },
            { text: 'a', alias: 'b'.repeat(21) },
          ],
        },
        ['items[0].text', 'items[1].alias'],
      ],
    ] as const) {
      const response = await ask('POST', '/', body);
      assert.equal(response.statusCode, 400, JSON.stringify(body));
      for (const place of places) {
        assert.ok(
          response.json<{ message: string }>().message.includes(`→ at ${place}`),
          `${place} in ${response.body}`,
        );
      }
    }
    assert.deepEqual((await ask('GET', '')).json<{ data: Dict[] }>().data, []);
  });

  it('change what is given: items as a whole, null nothing', async () => {
    const made = await make({ name: 'x', description: 'y', items: [{ text: 'a', alias: 'b' }] });
    const change = async (body: object) => {
      const response = await ask('PATCH', `/${made.id}`, body);
      assert.equal(response.statusCode, 200, response.body);
      return response.json<Dict>();
    };
    assert.deepEqual(await change({}), made);
    assert.deepEqual(await change({ name: null, description: null, items: null, access: null }), made);
    assert.deepEqual(await change({ name: 'z', description: '' }), { ...made, name: 'z', description: '' });
    assert.deepEqual((await change({ items: [] })).items, []);
    assert.equal((await change({ access: 'public' })).access, 'public');
    assert.equal((await ask('PATCH', `/${made.id}`, { name: '' })).statusCode, 400);
    assert.equal((await ask('PATCH', '/nothing', { name: 'z' })).statusCode, 404);
  });

  it('are deleted once', async () => {
    const { id } = await make({ name: 'x' });
    const { statusCode, body } = await ask('DELETE', `/${id}`);
    assert.deepEqual([statusCode, body], [204, '']);
    assert.equal((await ask('DELETE', `/${id}`)).statusCode, 404);
    assert.equal((await ask('GET', `/${id}`)).statusCode, 404);
  });

  it('of others are seen when they are public, and never changed', async () => {
    const [open, secret] = [await make({ name: 'open', access: 'public' }), await make({ name: 'secret' })];
    const as = { 'x-api-key': theirs };
    const seen = (await ask('GET', `/${open.id}`, undefined, as)).json<Dict>();
    assert.deepEqual(seen, { ...open, is_owner: false });
    assert.deepEqual((await ask('GET', '', undefined, as)).json<{ data: Dict[] }>().data, [seen]);
    const answerOf = async (method: 'GET' | 'PATCH' | 'DELETE', id: string) => {
      const { statusCode, body } = await ask(method, `/${id}`, method === 'PATCH' ? { name: 'x' } : undefined, as);
      return [statusCode, body.replace(/"request_id":"[^"]+"/, '')];
    };
    for (const [method, id] of [
      ['GET', secret.id],
      ['PATCH', secret.id],
      ['DELETE', secret.id],
      ['PATCH', open.id],
      ['DELETE', open.id],
    ] as const) {
      assert.deepEqual(await answerOf(method, id), await answerOf(method, 'nothing'));
      assert.equal((await answerOf(method, id))[0], 404);
    }
    assert.deepEqual((await ask('GET', `/${open.id}`)).json<Dict>(), open);
  });
});
