/** Monthly budgets of keys: what they refuse and what is told of them, on each database. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { reportBudgets } from '../src/identity/budgets.ts';
import type { Store, StoreOptions } from '../src/store/index.ts';
import { databases, openTestStore } from '../src/store/testing.ts';
import { clientOf, expectJson, type Ask } from './support/resources.ts';
import { eventually } from './support/eventually.ts';
import { adminKey, apiKey, raw24, speech, start, toneEngines, version, type TestServer } from './support/server.ts';

interface Key {
  readonly id: string;
  readonly key: string;
  readonly budget: { readonly characters: number; readonly action: string; readonly used_characters: number } | null;
}

const text = 'x'.repeat(60);

for (const [name, database] of Object.entries(databases)) {
  describe(`budgets of keys on ${name}`, () => {
    let options: StoreOptions;
    let remove: () => Promise<void>;
    let server: TestServer;
    let store: Store;
    let admin: Ask;
    before(async () => {
      ({ options, remove } = await database());
      const settings: Record<string, string> = {
        SONORANT_ENGINES: 'espeak',
        ...(options.databaseUrl !== undefined && { SONORANT_DATABASE_URL: options.databaseUrl }),
      };
      server = await start(settings, toneEngines, [], { keyCacheMs: 1 });
      store = await openTestStore(options.databaseUrl === undefined ? { dataDir: server.dataDir } : options);
      admin = clientOf(server.url, adminKey);
    });
    after(async () => {
      await store.close();
      await server.close();
      await remove();
    });

    const keyWith = (budget: object | null): Promise<Key> =>
      expectJson<Key>(admin('POST', '/api-keys', { name: 'Budget', budget }), 201);
    const get = ({ id }: Key): Promise<Key> => expectJson<Key>(admin('GET', `/api-keys/${id}`), 200);
    const speak = async (credential: string): Promise<Response> => {
      const response = await server.post(
        '/tts/bytes',
        { ...speech, transcript: text, output_format: raw24 },
        { authorization: `Bearer ${credential}` },
      );
      if (response.ok) await response.arrayBuffer();
      return response;
    };
    const exhausted = (credential: string): Promise<void> =>
      eventually('the budget is used up', async () => (await speak(credential)).status === 402);
    const deliveries = async ({ id }: Key): Promise<readonly string[]> => {
      const rows = await store.database.db
        .selectFrom('webhook_deliveries')
        .select('body')
        .where('type', '=', 'api_key.budget_reached')
        .orderBy('created_at')
        .execute();
      return rows
        .map(({ body }) => JSON.parse(body) as { data: { id: string; percent: number; used_characters: number } })
        .filter(({ data }) => data.id === id)
        .map(({ data }) => `${data.percent} ${data.used_characters}`);
    };

    it('refuse speech of every kind when they are used up, and no other key', async () => {
      const { id, key, budget } = await keyWith({ characters: 100 });
      assert.deepEqual(budget, { characters: 100, action: 'refuse', used_characters: 0 });
      const socket = await server.open('', { 'service-version': version, authorization: `Bearer ${key}` });
      const { token } = await expectJson<{ token: string }>(
        clientOf(server.url, key)('POST', '/access-token', { grants: { tts: true }, expires_in: 60 }),
        200,
      );
      await exhausted(key);
      const refused = await speak(token);
      assert.equal(refused.status, 402);
      const body = (await refused.json()) as { error_code: string; message: string };
      assert.equal(body.error_code, 'quota_exceeded');
      assert.match(body.message, /of the 100 characters of its monthly budget/);
      const openAi = await server.post('/v1/audio/speech', { input: text }, { authorization: `Bearer ${key}` });
      assert.equal(openAi.status, 402);
      assert.equal(((await openAi.json()) as { error: { code: string } }).error.code, 'insufficient_quota');
      socket.speak('late', text);
      const [end] = await socket.ended('late');
      assert.deepEqual([end!.error_code, end!.status_code], ['quota_exceeded', 402]);
      socket.close();
      const again = { 'service-version': version, authorization: `Bearer ${key}` };
      await assert.rejects(server.open('', again), /402/);
      assert.equal((await clientOf(server.url, key)('GET', '/voices')).status, 200);
      assert.equal((await speak(apiKey)).status, 200);
      const { budget: state } = await get({ id, key, budget });
      assert.equal(state!.used_characters, 120);

      await expectJson(admin('PATCH', `/api-keys/${id}`, { budget: { characters: 1000, action: 'refuse' } }), 200);
      await eventually('it speaks again', async () => (await speak(key)).ok);
      await expectJson(admin('PATCH', `/api-keys/${id}`, { budget: null }), 200);
      assert.equal((await get({ id, key, budget })).budget, null);
    });

    it('are reported at 80 % and at 100 %, once in a month, however many servers look', async () => {
      const receiver = { url: 'https://example.org/hook', secret: 'secret', events: ['api_key.budget_reached'] };
      await expectJson(clientOf(server.url, apiKey)('POST', '/agents/webhooks', receiver), 200);
      const key = await keyWith({ characters: 70, action: 'alert' });
      const look = (at = new Date()): Promise<unknown> =>
        Promise.all(Array.from({ length: 4 }, () => reportBudgets(store, at)));
      assert.equal((await speak(key.key)).status, 200);
      // Brings what the server has counted into the database.
      await expectJson(admin('GET', '/usage/credits'), 200);
      await look();
      await look();
      assert.deepEqual(await deliveries(key), ['80 60']);
      for (let time = 0; time < 2; time++) assert.equal((await speak(key.key)).status, 200);
      await expectJson(admin('GET', '/usage/credits'), 200);
      await look();
      await look();
      assert.deepEqual(await deliveries(key), ['80 60', '100 180']);
      assert.equal((await speak(key.key)).status, 200, 'it only alerts');
      const [, usage] = [new Date(), new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1))];
      await store.usage.add([
        {
          ...{ organization_id: (await store.organizations.first())!.id, day: usage.toISOString().slice(0, 10) },
          ...{ capability: 'tts', model_id: '', voice_id: '', api_key_id: key.id, credits: 60 },
        },
      ]);
      await look(usage);
      assert.deepEqual(await deliveries(key), ['80 60', '100 180', '80 60'], 'the next month begins anew');
    });

    it('are for API keys only, and go with a key that is rotated', async () => {
      const refused = await admin('POST', '/api-keys', { name: 'Admin', kind: 'admin', budget: { characters: 1 } });
      assert.equal(refused.status, 400);
      for (const budget of [{ characters: 0 }, { characters: 1.5 }, { action: 'alert' }, 5]) {
        assert.equal((await admin('POST', '/api-keys', { name: 'Bad', budget })).status, 400, JSON.stringify(budget));
      }
      const key = await keyWith({ characters: 5, action: 'alert' });
      const rotated = await expectJson<Key>(admin('POST', `/api-keys/${key.id}/rotate`), 201);
      assert.deepEqual(rotated.budget, { characters: 5, action: 'alert', used_characters: 0 });
    });
  });
}
