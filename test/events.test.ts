/** Every resource is changed once, and a receiver is told of each change once, on each database. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { command } from '../src/cli/testing.ts';
import type { EngineDescriptor } from '../src/engines/adapter.ts';
import { allEngines } from '../src/engines/registry.ts';
import { reportBudgets } from '../src/identity/budgets.ts';
import { openStore, type Store } from '../src/store/index.ts';
import { databases, type TestDatabase } from '../src/store/testing.ts';
import { bodySchema, eventTypes, type EventType } from '../src/webhooks/events.ts';
import { Receiver, type Received } from '../src/webhooks/testing.ts';
import { clientOf, expectJson, form, speechClip, tool, type Answer, type Ask } from './support/resources.ts';
import { eventually } from './support/eventually.ts';
import { adminKey, apiKey, fliteVoice, speech, start, toneEngines, type TestServer } from './support/server.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

interface Body {
  readonly type: string;
  readonly request_id: string;
  readonly data: { readonly id: string; readonly dataset_id?: string };
}

/** What is to arrive: the type, the id of the object, and the request, where one caused it. */
type Expected = readonly [type: EventType, id: string, requestId?: string];

class Scene {
  /** What our receiver has taken: it refuses the first `dataset.updated` once, behind which those of the dataset wait. */
  readonly taken: Received[] = [];
  #hasRefused = false;
  readonly ours = new Receiver((_count, given) => {
    if (!this.#hasRefused && given.body.includes('"dataset.updated"')) {
      this.#hasRefused = true;
      return 503;
    }
    this.taken.push(given);
    return 200;
  });
  readonly byDefault = new Receiver(() => 200);
  readonly theirs = new Receiver(() => 200);
  readonly webhooks: string[] = [];
  readonly #database: TestDatabase;
  server!: TestServer;
  store!: Store;
  clip!: Blob;
  api!: Ask;
  admin!: Ask;
  theirApi!: Ask;

  constructor(database: TestDatabase) {
    this.#database = database;
  }

  get environment(): Record<string, string> {
    const { dataDir, databaseUrl } = this.#database.options;
    return {
      SONORANT_DATA_DIR: dataDir ?? this.server.dataDir,
      ...(databaseUrl !== undefined && { SONORANT_DATABASE_URL: databaseUrl }),
    };
  }

  /** A server on the database of the scene. */
  start(more: Record<string, string> = {}, engines: readonly EngineDescriptor[] = toneEngines): Promise<TestServer> {
    const { dataDir, databaseUrl } = this.#database.options;
    const settings = {
      ...(dataDir !== undefined && { SONORANT_DATA_DIR: dataDir }),
      ...(databaseUrl !== undefined && { SONORANT_DATABASE_URL: databaseUrl }),
      SONORANT_SECRET_KEY: 'a secret that the servers of the test share',
      SONORANT_ALLOW_PRIVATE_WEBHOOKS: 'true',
      SONORANT_WORKERS: '1',
      SONORANT_ENGINES: 'espeak',
      ...more,
    };
    return start(settings, engines, [], { jobPollMs: 20 });
  }

  async open(): Promise<void> {
    // Its voices are localized, and tones are not.
    this.server = await this.start({}, allEngines);
    this.store = await openStore(this.#database.options);
    const { id: organizationId } = await this.store.organizations.create('Theirs');
    const key = await this.store.apiKeys.create({ organizationId, kind: 'api', description: '' });
    this.api = clientOf(this.server.url, apiKey);
    this.admin = clientOf(this.server.url, adminKey);
    this.theirApi = clientOf(this.server.url, key.secret);
    this.clip = await speechClip(this.server);
    for (const [ask, receiver, events] of [
      [this.api, this.ours, ['*']],
      [this.api, this.byDefault, undefined],
      [this.theirApi, this.theirs, ['*']],
    ] as const) {
      const body = { url: await receiver.open(), secret, ...(events && { events }) };
      this.webhooks.push((await expectJson<{ id: string }>(ask('POST', '/agents/webhooks', body), 200)).id);
    }
  }

  /** Types of all deliveries that were written for a webhook, whatever has become of them. */
  async written(ask: Ask, webhook: number): Promise<string[]> {
    const path = `/agents/webhooks/${this.webhooks[webhook]}/deliveries?limit=100`;
    const { data } = await expectJson<{ data: { type: string }[] }>(ask('GET', path), 200);
    return data.map(({ type }) => type).toSorted();
  }

  async close(): Promise<void> {
    for (const receiver of [this.ours, this.byDefault, this.theirs]) receiver.close();
    await this.store.close();
    await this.server.close();
    await this.#database.remove();
  }
}

function bodiesOf(received: readonly Received[]): Body[] {
  return received.map(({ body, headers }) => new Webhook(secret).verify(body, headers) as Body);
}

function requestOf({ headers }: Answer): string {
  return headers.get('service-request-id') ?? assert.fail('no request id');
}

/** Events of one object, which come in order. */
function objectOf({ type, data }: Body): string {
  return `${type.slice(0, type.indexOf('.'))}:${data.dataset_id ?? data.id}`;
}

for (const [name, database] of Object.entries(databases)) {
  describe(`events of all resources on ${name}`, () => {
    let scene: Scene;
    before(async () => {
      scene = new Scene(await database());
      await scene.open();
    });
    after(() => scene.close());

    it('come once, signed, in order, as the table says, to their organization only', async () => {
      const { api, admin, clip } = scene;
      const expected: Expected[] = [];
      /** Makes a change and notes the event of it; an object that has no id yet gets it from the answer. */
      const change = async (type: EventType, ask: Ask, method: string, path: string, body?: object, id?: string) => {
        const answer = await ask(method, path, body);
        assert.ok(answer.status >= 200 && answer.status < 300, `${method} ${path}: ${answer.text}`);
        const made = id ?? (JSON.parse(answer.text) as { id: string }).id;
        expected.push([type, made, requestOf(answer)]);
        return made;
      };

      const file = await change('file.created', api, 'POST', '/files', form({ file: clip, purpose: 'fine_tune' }));
      await change('file.deleted', api, 'DELETE', `/files/${file}`, undefined, file);
      const kept = await scene.server.post('/tts/bytes', {
        ...speech,
        transcript: 'Kept.',
        output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: 24_000 },
        save: true,
      });
      await kept.arrayBuffer();
      expected.push(['file.created', kept.headers.get('cartesia-file-id')!, kept.headers.get('service-request-id')!]);

      const text = { name: 'Set', description: '' };
      const set = await change('dataset.created', api, 'POST', '/datasets', text);
      await change('dataset.updated', api, 'PATCH', `/datasets/${set}`, { ...text, name: 'Clips' }, set);
      const added = await api('POST', `/datasets/${set}/files`, form({ file: clip }));
      const clips = await expectJson<{ data: { id: string }[] }>(api('GET', `/datasets/${set}/files`), 200);
      const one = clips.data[0]!.id;
      expected.push(['dataset.file_added', one, requestOf(added)]);
      const tune = { name: 'Tune', description: '', language: 'en', dataset: set };
      const { id: good } = await expectJson<{ id: string }>(api('POST', '/fine-tunes', tune), 200);
      const tuned = async (id: string): Promise<string> =>
        (await expectJson<{ status: string }>(api('GET', `/fine-tunes/${id}`), 200)).status;
      await eventually('the fine-tune', async () => (await tuned(good)) === 'completed', 60_000);
      const voices = await expectJson<{ data: { id: string }[] }>(api('GET', `/fine-tunes/${good}/voices`), 200);
      expected.push(['voice.created', voices.data[0]!.id], ['fine_tune.completed', good]);
      await change('dataset.file_removed', api, 'DELETE', `/datasets/${set}/files/${one}`, undefined, one);
      const { id: bad } = await expectJson<{ id: string }>(api('POST', '/fine-tunes', tune), 200);
      await eventually('its failure', async () => (await tuned(bad)) === 'failed', 60_000);
      expected.push(['fine_tune.failed', bad]);
      await change('dataset.deleted', api, 'DELETE', `/datasets/${set}`, undefined, set);

      const cloned = form({ clip, name: 'Mine', language: 'en', accent: 'general-american' });
      const voice = await change('voice.created', api, 'POST', '/voices/clone', cloned);
      await change('voice.updated', api, 'PATCH', `/voices/${voice}`, { name: 'Ada' });
      await change('voice.updated', api, 'PATCH', `/voices/${voice}/accents`, { accents: ['british'] });
      await change('voice.updated', api, 'DELETE', `/voices/${voice}/accents/british`);
      const localized = { voice_id: voice, name: 'Here', accent: 'british' };
      await change('voice.created', api, 'POST', '/voices/localize', localized);
      await change('voice.deleted', api, 'DELETE', `/voices/${voice}`, undefined, voice);

      const items = [{ text: 'Sonorant', alias: 'so no rant' }];
      const dicts = '/pronunciation-dicts';
      const dict = await change('pronunciation_dict.created', api, 'POST', dicts, { name: 'Dict', items });
      await change('pronunciation_dict.updated', api, 'PATCH', `${dicts}/${dict}`, { items: [] });
      await change('pronunciation_dict.deleted', api, 'DELETE', `${dicts}/${dict}`, undefined, dict);

      const config = { audio: { output: { voice_id: fliteVoice } } };
      const agent = await change('agent.created', api, 'POST', '/v1/agents', { name: 'Agent', config });
      await change('agent.updated', api, 'PATCH', `/v1/agents/${agent}`, { config: { instructions: 'Be brief.' } });
      await change('agent.updated', api, 'PATCH', `/agents/${agent}`, { name: 'Renamed' });
      await change('agent.deleted', api, 'DELETE', `/v1/agents/${agent}`, undefined, agent);
      const older = await change('agent.created', api, 'POST', '/v1/agents', { config });
      await change('agent.deleted', api, 'DELETE', `/agents/${older}`, undefined, older);

      const tools = '/v1/agents/tools';
      const made = await change('tool.created', api, 'POST', tools, tool);
      await change('tool.updated', api, 'PATCH', `${tools}/${made}`, { description: 'Opens it.' });
      await change('tool.deleted', api, 'DELETE', `${tools}/${made}`, undefined, made);

      const invited = await admin('POST', '/organizations/invites', { emails: ['ada@example.org', 'eve@example.org'] });
      const [ada, eve] = JSON.parse(invited.text) as { id: string; accept_url: string }[];
      expected.push(['invite.created', ada!.id, requestOf(invited)], ['invite.created', eve!.id, requestOf(invited)]);
      await change('invite.revoked', admin, 'DELETE', `/organizations/invites/${eve!.id}`, undefined, eve!.id);
      const token = new URL(ada!.accept_url).searchParams.get('token');
      const user = await change('user.added', api, 'POST', '/invitations/accept', { token, name: 'Ada' });
      expected.push(['invite.accepted', ada!.id, expected.at(-1)![2]!]);
      for (const role of ['admin', 'member']) {
        await change('user.updated', admin, 'PATCH', `/organizations/users/${user}`, { role });
      }
      await change('user.removed', admin, 'DELETE', `/organizations/users/${user}`, undefined, user);

      const keys = '/api-keys';
      const ci = await change('api_key.created', admin, 'POST', keys, { name: 'CI' });
      const budget = { characters: 10, action: 'alert' };
      await change('api_key.updated', admin, 'PATCH', `${keys}/${ci}`, { scopes: ['tts'], budget });
      await spend(scene.store, ci, 10);
      expected.push(['api_key.budget_reached', ci], ['api_key.budget_reached', ci]);
      const rotated = await change('api_key.created', admin, 'POST', `${keys}/${ci}/rotate`);
      expected.push(['api_key.revoked', ci, expected.at(-1)![2]!]);
      await change('api_key.revoked', admin, 'DELETE', `${keys}/${rotated}`, undefined, rotated);

      const env = scene.environment;
      const created = await command(['keys', 'create', '--description', 'web', '--json'], { env });
      const { id: key, key: material } = JSON.parse(created.stdout.toString()) as { id: string; key: string };
      for (let time = 0; time < 2; time++) {
        assert.equal((await command(['keys', 'revoke', key], { env })).code, 0);
      }
      expected.push(['api_key.created', key], ['api_key.revoked', key]);

      const theirs = await expectJson<{ id: string }>(scene.theirApi('POST', '/datasets', text), 200);

      const types = expected.map(([type]) => type).toSorted();
      assert.deepEqual([...new Set(types)], Object.keys(eventTypes).toSorted(), 'every event of the table was caused');
      assert.deepEqual(await scene.written(api, 0), types);
      await eventually('all have arrived', () => scene.taken.length >= expected.length, 60_000);
      const bodies = bodiesOf(scene.taken);
      const facts = ([type, id, request]: Expected): string => `${type} ${id} ${request ?? 'by no request'}`;
      const requests = new Set(expected.map(([, , request]) => request));
      assert.deepEqual(
        bodies
          .map(({ type, data, request_id: request }) =>
            facts([type as EventType, data.id, requests.has(request) ? request : 'by no request']),
          )
          .toSorted(),
        expected.map(facts).toSorted(),
      );
      for (const body of bodies) {
        const schema = bodySchema(body.type, eventTypes[body.type as EventType]);
        assert.deepEqual(schema.parse(body), body, 'nothing but what the schema has');
      }
      const place = (all: readonly Body[]) => Object.groupBy(all, objectOf);
      const order = place(
        expected.map(([type, id]) => bodies.find((body) => body.type === type && body.data.id === id)!),
      );
      for (const [object, come] of Object.entries(place(bodies))) {
        assert.deepEqual(
          come!.map(({ type }) => type),
          order[object]!.map(({ type }) => type),
          object,
        );
      }
      const all = scene.taken.map(({ body }) => body).join('\n');
      for (const hidden of ['example.org', material, token!, apiKey]) assert.ok(!all.includes(hidden), hidden);

      const usual = types.filter((type) => ['voice.created', 'fine_tune.completed', 'fine_tune.failed'].includes(type));
      assert.deepEqual(await scene.written(api, 1), usual);
      await eventually('the default ones have arrived', () => scene.byDefault.received.length >= usual.length);
      assert.deepEqual(
        bodiesOf(scene.byDefault.received)
          .map(({ type }) => type)
          .toSorted(),
        usual,
      );
      assert.deepEqual(await scene.written(scene.theirApi, 2), ['dataset.created']);
      await eventually('theirs has arrived', () => scene.theirs.received.length === 1);
      assert.deepEqual(bodiesOf(scene.theirs.received)[0]!.data.id, theirs.id);
    });

    it('come of nothing that was refused', async () => {
      const { api, admin } = scene;
      const before = await scene.written(api, 0);
      const users = await expectJson<{ data: { id: string }[] }>(admin('GET', '/organizations/users'), 200);
      const invites = await expectJson<{ data: { id: string }[] }>(
        admin('GET', '/organizations/invites?status=revoked'),
        200,
      );
      for (const [ask, method, path, body, status] of [
        [api, 'DELETE', '/files/missing', undefined, 404],
        [api, 'PATCH', '/datasets/missing', { name: 'x', description: '' }, 404],
        [api, 'DELETE', '/datasets/missing', undefined, 404],
        [api, 'POST', '/datasets/missing/files', form({ file: scene.clip }), 404],
        [api, 'DELETE', '/datasets/missing/files/missing', undefined, 404],
        [api, 'PATCH', '/voices/missing', { name: 'x' }, 404],
        [api, 'DELETE', '/voices/missing', undefined, 404],
        [api, 'PATCH', '/pronunciation-dicts/missing', { name: 'x' }, 404],
        [api, 'DELETE', '/pronunciation-dicts/missing', undefined, 404],
        [api, 'POST', '/v1/agents', { config: { tools: [{ id: 'missing' }] } }, 400],
        [api, 'PATCH', '/v1/agents/missing', { name: 'x' }, 404],
        [api, 'DELETE', '/v1/agents/missing', undefined, 404],
        [api, 'DELETE', '/v1/agents/tools/missing', undefined, 404],
        [admin, 'DELETE', `/organizations/users/${users.data[0]!.id}`, undefined, 400],
        [admin, 'DELETE', `/organizations/invites/${invites.data[0]!.id}`, undefined, 204],
        [admin, 'POST', '/organizations/invites', { emails: ['new@example.org', 'new@example.org'] }, 400],
        [api, 'POST', '/invitations/accept', { token: 'missing', name: 'x' }, 404],
        [admin, 'POST', '/api-keys', { scopes: ['all'] }, 400],
        [admin, 'PATCH', `/organizations/users/${users.data.at(-1)!.id}`, { role: 'member' }, 400],
        [admin, 'PATCH', '/api-keys/missing', { name: 'x' }, 404],
        [admin, 'POST', '/api-keys/missing/rotate', undefined, 404],
        [admin, 'DELETE', '/api-keys/missing', undefined, 404],
      ] as const) {
        const answer = await ask(method, path, body);
        assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
      }
      assert.deepEqual(await scene.written(api, 0), before);
    });

    it('and their changes vanish together when the transaction fails', async () => {
      const { api, admin, store } = scene;
      const before = await scene.written(api, 0);
      const invited = await expectJson<{ id: string; accept_url: string }[]>(
        admin('POST', '/organizations/invites', { emails: ['tom@example.org'] }),
        201,
      );
      const token = new URL(invited[0]!.accept_url).searchParams.get('token');
      await refuse(store, ['user.added', 'dataset.created', 'file.created', 'agent.created']);

      // The invite is accepted and told of before the user is, which fails.
      const accepted = await api('POST', '/invitations/accept', { token, name: 'Tom' });
      assert.ok(accepted.status >= 500, accepted.text);
      const { data } = await expectJson<{ data: { id: string }[] }>(admin('GET', '/organizations/invites'), 200);
      assert.ok(
        data.some(({ id }) => id === invited[0]!.id),
        'the invite is open',
      );
      for (const [path, list, body] of [
        ['/datasets', '/datasets', { name: 'Lost', description: '' }],
        ['/files', '/files', form({ file: scene.clip, purpose: 'fine_tune' })],
        ['/v1/agents', '/v1/agents', { name: 'Lost' }],
      ] as const) {
        const count = async () => (await expectJson<{ data: [] }>(api('GET', `${list}?limit=100`), 200)).data.length;
        const there = await count();
        const answer = await api('POST', path, body);
        assert.ok(answer.status >= 500, answer.text);
        assert.equal(await count(), there, path);
      }
      assert.deepEqual(await scene.written(api, 0), [...before, 'invite.created'].toSorted());
    });

    it('of keys that settings give come when a server starts with others', async () => {
      const before = await scene.written(scene.api, 0);
      const keys = async () => scene.store.apiKeys.list((await scene.store.organizations.first())!.id);
      const given = (await keys()).find(({ origin, kind }) => origin === 'setting' && kind === 'api')!;
      for (const [key, more] of [
        ['another-api-key', ['api_key.created', 'api_key.revoked']],
        ['another-api-key', []],
        [apiKey, ['api_key.created', 'api_key.revoked']],
      ] as const) {
        const server = await scene.start({ SONORANT_API_KEY: key });
        await server.close();
        before.push(...more);
        const count = (await keys()).filter(({ revoked_at: at, origin }) => at === null && origin === 'setting').length;
        assert.equal(count, 2, 'one key of each kind');
      }
      const { rows } = await scene.store.webhookDeliveries.page(given.organization_id, scene.webhooks[0]!, {
        limit: 100,
      });
      assert.deepEqual(rows.map(({ type }) => type).toSorted(), before.toSorted());
      const bodies = rows.map(({ body }) => JSON.parse(body) as Body).filter(({ data }) => data.id === given.id);
      assert.deepEqual(bodies.map(({ type }) => type).toSorted(), ['api_key.created', 'api_key.revoked']);
      assert.ok(!JSON.stringify(rows).includes('another-api-key'));
    });
  });
}

/** The key has spoken so many characters today, and the server has looked at the budgets. */
async function spend(store: Store, keyId: string, credits: number): Promise<void> {
  const organization_id = (await store.organizations.first())!.id;
  const day = new Date().toISOString().slice(0, 10);
  await store.usage.add([
    { organization_id, day, capability: 'tts', model_id: '', voice_id: '', api_key_id: keyId, credits },
  ]);
  await reportBudgets(store, new Date());
}

/** From now on the database writes no delivery of these types. */
async function refuse({ database: { db, adapter } }: Store, types: readonly string[]): Promise<void> {
  const isOne = sql.raw(`new.type in (${types.map((type) => `'${type}'`).join(', ')})`);
  if (adapter.name === 'sqlite') {
    await sql`create trigger refuse before insert on webhook_deliveries when ${isOne}
      begin select raise(abort, 'refused'); end`.execute(db);
    return;
  }
  await sql`create function refuse() returns trigger language plpgsql as
    'begin raise exception ''refused''; end'`.execute(db);
  await sql`create trigger refuse before insert on webhook_deliveries for each row when (${isOne})
    execute function refuse()`.execute(db);
}
