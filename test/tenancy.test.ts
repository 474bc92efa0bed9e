import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestStore } from '../src/store/testing.ts';
import type { Store } from '../src/store/index.ts';
import {
  clientOf,
  expectJson,
  form,
  makeResources,
  speechClip,
  type Answer,
  type Ask,
  type Ids,
} from './support/resources.ts';
import { adminKey, apiKey, fliteVoice, speech, start, type TestServer } from './support/server.ts';

function template(path: string): string {
  return path.replaceAll(/\{\w+\}/gu, '{id}').replace(/(.)\/$/u, '$1');
}

function filled(path: string, ids: readonly string[]): string {
  return ids.reduce((rest, id) => rest.replace('{id}', encodeURIComponent(id)), path);
}

/** Bodies that each route would take, so that the object is what decides. */
const bodies: Readonly<Record<string, () => object | undefined>> = {
  'PATCH /voices/{id}': () => ({ name: 'Theirs' }),
  'PATCH /voices/{id}/accents': () => ({ accents: ['australian'] }),
  'PATCH /datasets/{id}': () => ({ name: 'Theirs', description: '' }),
  'POST /datasets/{id}/files': () => form({ file: clip }),
  'PATCH /pronunciation-dicts/{id}': () => ({ name: 'Theirs' }),
  'PATCH /v1/agents/{id}': () => ({ name: 'Theirs' }),
  'PATCH /v1/agents/tools/{id}': () => ({ description: 'Theirs' }),
  'POST /v1/agents/websocket/{id}/sessions': () => ({}),
  'PATCH /agents/{id}': () => ({ name: 'Theirs' }),
  'POST /agents/calls/{id}/cancel': () => undefined,
  'POST /agents/{id}/metrics/{id}': () => undefined,
  'PATCH /agents/webhooks/{id}': () => ({ url: 'https://example.org/theirs' }),
  'POST /books/{id}/start': () => ({ voice_id: fliteVoice }),
  'POST /books/{id}/cancel': () => undefined,
  'PATCH /organizations/users/{id}': () => ({ role: 'admin' }),
  'POST /organizations/users/{id}/password-reset': () => undefined,
  'PATCH /api-keys/{id}': () => ({ name: 'Theirs' }),
  'POST /api-keys/{id}/rotate': () => undefined,
  'POST /agents/webhooks/{id}/resume': () => undefined,
  'POST /agents/webhooks/{id}/test': () => undefined,
  'POST /agents/webhooks/{id}/deliveries/{id}/resend': () => undefined,
};

let clip: Blob;

describe('an object of another organization', () => {
  let server: TestServer;
  let store: Store;
  let ours: Ids;
  let theirApi: Ask;
  let theirAdmin: Ask;
  let operations: (readonly [method: string, path: string])[];

  before(async () => {
    server = await start({});
    clip = await speechClip(server);
    ours = await makeResources(server);
    store = await openTestStore({ dataDir: server.dataDir });
    const organization = await store.organizations.create('Theirs');
    const keyOf = async (kind: 'api' | 'admin'): Promise<string> =>
      (await store.apiKeys.create({ organizationId: organization.id, kind, description: '' })).secret;
    theirApi = clientOf(server.url, await keyOf('api'));
    theirAdmin = clientOf(server.url, await keyOf('admin'));
    const { paths } = (await (await fetch(`${server.url}/docs/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    };
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        // Models are the server's, and closed to all organizations but the first (src/routes/models/models.test.ts).
        .filter(() => !path.startsWith('/models/'))
        .filter(([, { responses }]) => path.includes('{') && !('501' in responses) && !('101' in responses))
        .map(([method]) => [method.toUpperCase(), template(path)] as const),
    );
  });
  after(async () => {
    await store.close();
    await server.close();
  });

  const isAdmin = (path: string): boolean => /^\/(organizations|api-keys|usage)/u.test(path);
  const missingId = 'nothing-has-this-id';
  /** Messages may repeat the id that was asked for. */
  const seen = ({ status, text }: Answer, ids: readonly string[] = []): object => ({
    status,
    body: [...ids, missingId].reduce(
      (body, id) => body.replaceAll(id, 'ID'),
      // The owner's own key is used between the two looks at it.
      text.replaceAll(/"(request_id|last_used_at)":("[^"]+"|null)/gu, ''),
    ),
  });

  /** Routes whose ids belong to no organization: models, and what this server has none of. */
  const ofNobody = ['/agents/deployments/{id}', '/v1/models/{id}'];

  it('is covered on every route that takes an id', () => {
    const open = operations
      .map(([, path]) => path)
      .filter((path) => ours[path] === undefined && !ofNobody.includes(path));
    assert.deepEqual(open, [], 'makeResources has no object for these');
  });

  it('looks like a missing one, and nothing happens to it', async () => {
    const owner = (path: string): Ask => clientOf(server.url, isAdmin(path) ? adminKey : apiKey);
    const readable = operations.filter(
      ([method, path]) =>
        method === 'GET' && ours[path] !== undefined && !path.includes('fine-tunes') && !path.includes('deliveries'),
    );
    const read = () =>
      Promise.all(
        readable.map(
          async ([method, path]) => [path, seen(await owner(path)(method, filled(path, ours[path]!)))] as const,
        ),
      );
    const before = await read();
    for (const [path, { status }] of before as [string, { status: number }][]) {
      assert.equal(status, 200, `${path} for its owner`);
    }
    for (const [method, path] of operations) {
      const ids = ours[path];
      if (ids === undefined) continue;
      const ask = isAdmin(path) ? theirAdmin : theirApi;
      const body = bodies[`${method} ${path}`];
      assert.ok(
        body !== undefined || method === 'GET' || method === 'DELETE' || method === 'HEAD',
        `no body for ${method} ${path}`,
      );
      const foreign = await ask(method, filled(path, ids), body?.());
      const missing = await ask(
        method,
        filled(
          path,
          ids.map(() => missingId),
        ),
        body?.(),
      );
      assert.equal(missing.status, 404, `${method} ${path}: ${missing.text}`);
      assert.deepEqual(seen(foreign, ids), seen(missing), `${method} ${path}`);
    }
    assert.deepEqual(await read(), before);
  });

  it('looks like a missing one in a body as well', async () => {
    const id = (path: string): string => ours[path]![0]!;
    const output = { container: 'wav' };
    const theirAgent = (await expectJson<{ id: string }>(theirApi('POST', '/v1/agents', {}), 201)).id;
    const naming: readonly (readonly [name: string, id: string, send: (id: string) => Promise<Answer>])[] = [
      [
        'a voice to speak',
        id('/voices/{id}'),
        (voice) => theirApi('POST', '/tts/bytes', { ...speech, transcript: 'Hi.', voice, output_format: output }),
      ],
      [
        'a voice to speak in OpenAI’s shape',
        id('/voices/{id}'),
        (voice) => theirApi('POST', '/v1/audio/speech', { input: 'Hi.', voice: { id: voice } }),
      ],
      [
        'a voice to localize',
        id('/voices/{id}'),
        (voice) => theirApi('POST', '/voices/localize', { voice_id: voice, name: 'Theirs', accent: 'british' }),
      ],
      [
        'a voice to derive from',
        id('/voices/{id}'),
        (voice) =>
          theirApi('POST', '/voices/clone', form({ clip, name: 'Theirs', language: 'en', base_voice_id: voice })),
      ],
      [
        'a dictionary to speak with',
        id('/pronunciation-dicts/{id}'),
        (dict) =>
          theirApi('POST', '/tts/bytes', {
            ...speech,
            transcript: 'Hi.',
            output_format: output,
            pronunciation_dict_id: dict,
          }),
      ],
      [
        'a dataset to train from',
        id('/datasets/{id}'),
        (dataset) => theirApi('POST', '/fine-tunes', { name: 'Theirs', description: '', language: 'en', dataset }),
      ],
      [
        'a voice of an agent',
        id('/voices/{id}'),
        (voice) =>
          theirApi('PATCH', `/v1/agents/${theirAgent}`, { config: { audio: { output: { voice_id: voice } } } }),
      ],
      [
        'a dictionary of an agent',
        id('/pronunciation-dicts/{id}'),
        (dict) =>
          theirApi('PATCH', `/v1/agents/${theirAgent}`, {
            config: { audio: { output: { pronunciation_dictionary_id: dict } } },
          }),
      ],
      [
        'a sound of an agent',
        id('/files/{id}'),
        (file) =>
          theirApi('PATCH', `/v1/agents/${theirAgent}`, {
            config: { audio: { output: { background_sound: { file_id: file } } } },
          }),
      ],
      [
        'a tool of an agent',
        id('/v1/agents/tools/{id}'),
        (tool) => theirApi('PATCH', `/v1/agents/${theirAgent}`, { config: { tools: [{ id: tool }] } }),
      ],
      [
        'a webhook of an agent',
        id('/agents/webhooks/{id}'),
        (webhook) => theirApi('PATCH', `/agents/${theirAgent}`, { webhook_id: webhook }),
      ],
    ];
    for (const [name, own, send] of naming) {
      const [foreign, missing] = [await send(own), await send(missingId)];
      assert.ok(missing.status === 400 || missing.status === 404, `${name}: ${missing.text}`);
      assert.deepEqual(seen(foreign, [own]), seen(missing), name);
    }
    for (const [path, list] of [
      ['/v1/agents/tools', 'agent_id'],
      ['/voices', 'starting_after'],
      ['/files', 'ending_before'],
      ['/usage/credits', 'api_key_id'],
      ['/usage/activity', 'api_key_id'],
    ] as const) {
      const own = {
        agent_id: id('/v1/agents/{id}'),
        starting_after: id('/voices/{id}'),
        ending_before: id('/files/{id}'),
        api_key_id: id('/api-keys/{id}'),
      }[list];
      const ask = isAdmin(path) ? theirAdmin : theirApi;
      const [foreign, missing] = [
        await ask('GET', `${path}?${list}=${own}`),
        await ask('GET', `${path}?${list}=${missingId}`),
      ];
      assert.deepEqual(seen(foreign, [own]), seen(missing), `${path} by ${list}`);
    }
  });

  it('is in no list', async () => {
    const ids = new Set(
      Object.values(ours)
        .flat()
        .filter((id) => id !== 'british'),
    );
    for (const path of [
      '/voices?limit=100',
      '/files',
      '/datasets',
      '/fine-tunes',
      '/pronunciation-dicts',
      '/v1/agents',
      '/v1/agents/tools',
      '/agents',
      '/agents/webhooks',
      '/organizations/users',
      '/organizations/invites',
      '/organizations/requests?limit=100',
      '/api-keys',
    ]) {
      const { status, text } = await (isAdmin(path) ? theirAdmin : theirApi)('GET', path);
      assert.equal(status, 200, path);
      assert.deepEqual(
        [...ids].filter((id) => text.includes(id)),
        [],
        path,
      );
    }
  });
});
