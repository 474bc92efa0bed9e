import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { EngineDescriptor } from '../../engines/adapter.ts';
import { fakeEngine } from '../../engines/fake/index.ts';
import { allEngines } from '../../engines/registry.ts';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import type { Store } from '../../store/index.ts';
import { voiceInLists } from '../../server/speech.ts';
import { fineTuneRoutes } from './index.ts';

interface Tune {
  readonly id: string;
  readonly [name: string]: unknown;
}

function routes(source: { readonly engines: readonly EngineDescriptor[] }) {
  return (app: FastifyInstance, store: Store) =>
    void app.register(fineTuneRoutes({ store, source, listedVoice: voiceInLists }));
}

describe('fine-tunes', () => {
  let server: TestServer;
  let dataset: string;
  let theirs: string;
  const source = { engines: allEngines };
  before(async () => {
    server = await startTestServer({ routes: routes(source) });
    dataset = (await server.store.datasets.create(server.organizationId, { name: 'Set', description: '' })).id;
    const organization = await server.store.organizations.create('Theirs');
    theirs = (await server.store.apiKeys.create({ organizationId: organization.id, kind: 'api', description: '' }))
      .secret;
  });
  after(() => server.close());

  const ask = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: object,
    headers: InjectOptions['headers'] = {},
  ) => server.inject({ method, url: `/fine-tunes${path}`, headers, ...(payload !== undefined && { payload }) });
  const good = () => ({ name: 'Tune', description: '', language: 'en', dataset });
  const make = async (more: object = {}): Promise<Tune> => {
    const response = await ask('POST', '/', { ...good(), ...more });
    assert.equal(response.statusCode, 200, response.body);
    return response.json<Tune>();
  };

  it('are created with 200, together with the job that trains them', async () => {
    const before = (await server.store.jobs.counts()).pending;
    const { id, created_at, ...tune } = await make({ accent: 'british', unknown: 1 });
    assert.match(id, /^fine_tune_\w{22}$/);
    assert.ok(!Number.isNaN(Date.parse(created_at as string)));
    assert.deepEqual(tune, {
      name: 'Tune',
      description: '',
      language: 'en',
      accent: 'british',
      dataset,
      model_id: 'sonorant-1',
      supported_model_ids: ['sonorant-1', 'flite', 'espeak'],
      status: 'created',
      progress: 0,
      user_errors: [],
    });
    assert.equal((await server.store.jobs.counts()).pending, before + 1);
    assert.deepEqual((await ask('GET', `/${id}`)).json<Tune>(), { id, created_at, ...tune });
  });

  it('take the id of a model that older clients send', async () => {
    assert.equal((await make({ model_id: 'sonic-2', accent: null })).model_id, 'sonic-2');
  });

  it('are refused, and no job is left, for what cannot be trained', async () => {
    const before = (await server.store.jobs.counts()).pending;
    for (const [change, status, says] of [
      [{ name: '' }, 400, /→ at name/],
      [{ description: undefined }, 400, /→ at description/],
      [{ language: 'xx' }, 400, /→ at language/],
      [{ language: undefined }, 400, /→ at language/],
      [{ accent: 'parisian' }, 400, /→ at accent/],
      [{ dataset: undefined }, 400, /→ at dataset/],
      [{ dataset: 'nothing' }, 404, /dataset/],
      [{ model_id: 'nothing' }, 400, /model/],
    ] as const) {
      const response = await ask('POST', '/', { ...good(), ...change });
      assert.equal(response.statusCode, status, JSON.stringify(change));
      assert.match(response.body, says);
    }
    assert.equal(
      (await ask('POST', '/', good(), { 'x-api-key': theirs })).statusCode,
      404,
      'a dataset of another organization',
    );
    assert.equal((await server.store.jobs.counts()).pending, before);
  });

  it('are refused with 501 by a server whose engines cannot speak them', async () => {
    const other = await startTestServer({ routes: routes({ engines: [fakeEngine()] }) });
    const set = await other.store.datasets.create(other.organizationId, { name: 'Set', description: '' });
    const response = await other.inject({
      method: 'POST',
      url: '/fine-tunes',
      payload: { ...good(), dataset: set.id },
    });
    assert.deepEqual(
      [response.statusCode, response.json<{ error_code: string }>().error_code],
      [501, 'not_implemented'],
    );
    await other.close();
  });

  it('are listed newest first to an empty page', async () => {
    const made = await make();
    const page = (await ask('GET', '?limit=1')).json<{ data: Tune[]; has_more: boolean; next_page: string }>();
    assert.deepEqual([page.data.map(({ id }) => id), page.has_more, page.next_page], [[made.id], true, made.id]);
    const all = (await ask('GET', '?limit=100')).json<{ data: Tune[] }>().data;
    assert.deepEqual((await ask('GET', `?starting_after=${all.at(-1)!.id}`)).json<{ data: Tune[] }>().data, []);
  });

  it('give the voices they made, in the form of each version', async () => {
    const { id } = await make();
    const voices = async (version: string) =>
      (await ask('GET', `/${id}/voices`, undefined, { 'service-version': version })).json<{ data: Tune[] }>().data;
    assert.deepEqual(await voices('2026-08-14'), []);
    const voice = await server.store.voices.create(server.organizationId, {
      name: 'Made',
      tagline: '',
      description: '',
      gender: null,
      language: 'en',
      accents: [],
      access: 'private',
      speaker: { engine: 'espeak', name: 'en-us' },
      fineTuneId: id,
    });
    await server.store.voices.create(server.organizationId, {
      name: 'Other',
      tagline: '',
      description: '',
      gender: null,
      language: 'en',
      accents: [],
      access: 'private',
      speaker: { engine: 'espeak', name: 'en-us' },
    });
    assert.deepEqual(
      (await voices('2026-08-14')).map(({ id: voiceId, access }) => [voiceId, access]),
      [[voice.id, 'private']],
    );
    assert.deepEqual(
      (await voices('2026-03-01')).map(({ id: voiceId, is_public }) => [voiceId, is_public]),
      [[voice.id, false]],
    );
  });

  it('are deleted with 204, once, and leave their voices', async () => {
    const { id } = await make();
    const voice = await server.store.voices.create(server.organizationId, {
      name: 'Made',
      tagline: '',
      description: '',
      gender: null,
      language: 'en',
      accents: [],
      access: 'private',
      speaker: { engine: 'espeak', name: 'en-us' },
      fineTuneId: id,
    });
    const { statusCode, body } = await ask('DELETE', `/${id}`);
    assert.deepEqual([statusCode, body], [204, '']);
    for (const [method, path] of [
      ['DELETE', ''],
      ['GET', ''],
      ['GET', '/voices'],
    ] as const) {
      assert.equal((await ask(method, `/${id}${path}`)).statusCode, 404);
    }
    assert.notEqual(await server.store.voices.find(server.organizationId, voice.id), undefined);
  });

  it('of another organization are like ones that are not there', async () => {
    const { id } = await make();
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/voices'],
      ['DELETE', ''],
    ] as const) {
      const answers = await Promise.all(
        [id, 'nothing'].map((name) => ask(method, `/${name}${path}`, undefined, { 'x-api-key': theirs })),
      );
      const [foreign, missing] = answers.map(({ statusCode, body }) => [
        statusCode,
        body.replace(/"request_id":"[^"]+"/, ''),
      ]);
      assert.deepEqual(foreign, missing);
      assert.equal(foreign![0], 404);
    }
    assert.equal((await ask('GET', `/${id}`)).statusCode, 200);
  });

  it('take the models that there are at the moment, not at the start', async () => {
    const { id } = await make();
    const shown = async (): Promise<unknown> => (await ask('GET', `/${id}`)).json<Tune>().supported_model_ids;
    const refused = async (): Promise<number> => (await ask('POST', '/', { ...good(), model_id: 'flite' })).statusCode;
    assert.deepEqual(await shown(), ['sonorant-1', 'flite', 'espeak']);
    try {
      source.engines = allEngines.filter((engine) => engine.id !== 'flite');
      assert.deepEqual([await shown(), await refused()], [['sonorant-1', 'espeak'], 400]);
    } finally {
      source.engines = allEngines;
    }
    assert.equal(await refused(), 200);
  });
});
