import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { clientOf, expectJson, makeResources, type Ids } from './support/resources.ts';
import { apiKey, start, type TestServer } from './support/server.ts';

let server: TestServer;
let ids: Ids;
before(async () => {
  server = await start({});
  ids = await makeResources(server);
});
after(() => server.close());

/** What a caller might try to set, in the spellings of the interface and of the tables. */
const foreign = {
  id: '00000000-0000-4000-8000-000000000000',
  organization_id: 'other',
  organizationId: 'other',
  owner_id: 'org_other',
  user_id: 'other',
  created_by: 'other',
  created_at: '2001-01-01T00:00:00Z',
  is_owner: false,
  is_public: true,
  role: 'admin',
};

describe('an object', () => {
  it('has an id that cannot be guessed', () => {
    // The accent of a voice is named by the interface, not made by the server; and no delivery was made.
    const isFirstOnly = (path: string): boolean => path.includes('/accents/') || path.includes('/deliveries/');
    const made = Object.entries(ids).flatMap(([path, own]) => (isFirstOnly(path) ? own.slice(0, 1) : own));
    assert.ok(made.length > 20);
    for (const id of made) {
      assert.match(id, /^(\w+_[0-9A-Za-z]{22}|[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12})$/u);
    }
  });

  it('is not given away, renamed or made older by fields that are no part of its schema', async () => {
    const ask = clientOf(server.url, apiKey);
    for (const [template, change] of [
      ['/voices/{id}', { description: 'Changed' }],
      ['/datasets/{id}', { name: 'Set', description: 'Changed' }],
      ['/pronunciation-dicts/{id}', { name: 'Changed' }],
      ['/v1/agents/{id}', { name: 'Changed' }],
      ['/v1/agents/tools/{id}', { description: 'Changed' }],
    ] as const) {
      const path = template.replace('{id}', ids[template]![0]!);
      const before = await expectJson<Record<string, unknown>>(ask('GET', path), 200);
      const answer = await ask('PATCH', path, { ...foreign, ...change });
      // Agents and their tools refuse what they do not know, the others pass it over.
      const taken = answer.status < 300;
      assert.ok(taken || answer.status === 400, `${path}: ${answer.text}`);
      const after = await expectJson<Record<string, unknown>>(ask('GET', path), 200);
      assert.deepEqual(
        after,
        {
          ...before,
          ...(taken && change),
          ...(Object.hasOwn(before, 'updated_at') && { updated_at: after.updated_at }),
        },
        path,
      );
    }
  });
});
