import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { InjectOptions } from 'fastify';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { finishDeletions } from '../../jobs/testing.ts';
import { form, testBlobs, wav, type FormPart, type TestBlobs } from '../files/testing.ts';
import { datasetRoutes } from './index.ts';

interface Item {
  readonly id: string;
  readonly [name: string]: unknown;
}

describe('datasets', () => {
  let server: TestServer;
  let blobs: TestBlobs;
  let theirs: string;
  let id: string;
  before(async () => {
    blobs = await testBlobs();
    server = await startTestServer({
      routes: (app, store) => void app.register(datasetRoutes({ store, blobs, maxFileBytes: 50_000 })),
    });
    const organization = await server.store.organizations.create('Theirs');
    theirs = (await server.store.apiKeys.create({ organizationId: organization.id, kind: 'api', description: '' }))
      .secret;
  });
  after(async () => {
    await server.close();
    await blobs.remove();
  });
  beforeEach(async () => {
    for (const { id: old } of (await ask('GET', '/datasets')).json<{ data: Item[] }>().data) {
      await ask('DELETE', `/datasets/${old}`);
    }
    await finishDeletions(server.store, blobs);
    id = (await ask('POST', '/datasets/', { name: 'Set', description: 'Of clips' })).json<Item>().id;
  });

  const ask = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    more: InjectOptions['headers'] = {},
  ) => server.inject({ method, url, headers: more, ...(payload !== undefined && { payload }) });
  const add = (parts: readonly FormPart[] = [{ name: 'file', filename: 'a.wav', content: wav() }], dataset = id) => {
    const { payload, headers } = form(parts);
    return server.inject({ method: 'POST', url: `/datasets/${dataset}/files`, payload, headers });
  };
  const files = async () =>
    (await ask('GET', `/datasets/${id}/files`)).json<{
      data: (Item & { filename: string })[];
      has_more: boolean;
      next_page: string | null;
    }>();

  it('are created with 200, listed newest first and read', async () => {
    const response = await ask('POST', '/datasets/', { name: 'Second', description: '', unknown: 1 });
    const dataset = response.json<Item>();
    assert.equal(response.statusCode, 200);
    assert.match(dataset.id, /^dataset_\w{22}$/);
    assert.deepEqual(Object.keys(dataset), ['id', 'name', 'description', 'created_at']);
    assert.deepEqual((await ask('GET', `/datasets/${dataset.id}`)).json<Item>(), dataset);
    const page = (await ask('GET', '/datasets?limit=1')).json<{ data: Item[]; has_more: boolean; next_page: string }>();
    assert.equal(page.has_more, true);
    assert.equal(page.next_page, page.data[0]!.id);
    assert.deepEqual(
      (
        await ask(
          'GET',
          `/datasets/?starting_after=${(await ask('GET', '/datasets')).json<{ data: Item[] }>().data.at(-1)!.id}`,
        )
      ).json<{ data: Item[] }>().data,
      [],
    );
  });

  it('are changed with 204 and no body, both fields at once', async () => {
    const { statusCode, body } = await ask('PATCH', `/datasets/${id}`, { name: 'New', description: '' });
    assert.deepEqual([statusCode, body], [204, '']);
    const { name, description } = (await ask('GET', `/datasets/${id}`)).json<Item>();
    assert.deepEqual([name, description], ['New', '']);
    assert.equal((await ask('PATCH', '/datasets/nothing', { name: 'New', description: '' })).statusCode, 404);
  });

  it('need a name and a description', async () => {
    for (const [body, field] of [
      [{ name: 'x' }, 'description'],
      [{ description: '' }, 'name'],
      [{ name: '', description: '' }, 'name'],
      [{ name: 1, description: null }, 'description'],
      [{ name: 'x'.repeat(257), description: '' }, 'name'],
    ] as const) {
      for (const answer of [await ask('POST', '/datasets', body), await ask('PATCH', `/datasets/${id}`, body)]) {
        assert.equal(answer.statusCode, 400);
        assert.match(answer.body, new RegExp(`→ at ${field}`));
      }
    }
  });

  it('take clips with 204 and list them', async () => {
    const { statusCode, body } = await add();
    assert.deepEqual([statusCode, body], [204, '']);
    assert.equal(
      (
        await add([
          { name: 'file', filename: 'b.wav', content: wav() },
          { name: 'purpose', content: 'fine_tune' },
        ])
      ).statusCode,
      204,
    );
    const page = await files();
    assert.deepEqual(page.data.map(({ filename }) => filename).sort(), ['a.wav', 'b.wav']);
    assert.deepEqual(Object.keys(page.data[0]!), ['id', 'filename', 'created_at', 'size']);
    assert.deepEqual([page.has_more, page.next_page], [false, null]);
  });

  it('refuse what is no clip, is too large or for another purpose, and keep nothing of it', async () => {
    const file = { name: 'file', filename: 'a.wav', content: wav() };
    for (const [parts, status] of [
      [[{ ...file, content: 'text' }], 400],
      [[file, { name: 'purpose', content: 'voice-clone' }], 400],
      [[file, file], 400],
      [[], 400],
      [[{ ...file, content: Buffer.concat([wav(), Buffer.alloc(50_000)]) }], 413],
    ] as const) {
      assert.equal((await add(parts)).statusCode, status);
    }
    assert.equal((await add([file], 'nothing')).statusCode, 404);
    assert.deepEqual([(await files()).data, await blobs.keys()], [[], []]);
  });

  it('give up single clips, with their bytes', async () => {
    await add();
    await add();
    const [first] = (await files()).data;
    const { statusCode, body } = await ask('DELETE', `/datasets/${id}/files/${first!.id}`);
    assert.deepEqual([statusCode, body], [204, '']);
    assert.equal((await files()).data.length, 1);
    await finishDeletions(server.store, blobs);
    assert.equal((await blobs.keys()).length, 1);
    assert.equal((await ask('DELETE', `/datasets/${id}/files/${first!.id}`)).statusCode, 404);
  });

  it('are deleted with their clips', async () => {
    await add();
    await add();
    const { statusCode, body } = await ask('DELETE', `/datasets/${id}`);
    assert.deepEqual([statusCode, body], [204, '']);
    await finishDeletions(server.store, blobs);
    assert.deepEqual(await blobs.keys(), []);
    for (const path of ['', '/files']) assert.equal((await ask('GET', `/datasets/${id}${path}`)).statusCode, 404);
    assert.equal((await ask('DELETE', `/datasets/${id}`)).statusCode, 404);
  });

  it('of another organization are like ones that are not there', async () => {
    await add();
    const [clip] = (await files()).data;
    const before = [await files(), await blobs.keys()];
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { name: 'x', description: '' }],
      ['DELETE', ''],
      ['GET', '/files'],
      ['DELETE', `/files/${clip!.id}`],
    ] as const) {
      const answers = await Promise.all(
        [id, 'nothing'].map((name) => ask(method, `/datasets/${name}${path}`, body, { 'x-api-key': theirs })),
      );
      const [foreign, missing] = answers.map(({ statusCode, body: text }) => [
        statusCode,
        text.replace(/"request_id":"[^"]+"/, ''),
      ]);
      assert.deepEqual(foreign, missing);
      assert.equal(foreign![0], 404);
    }
    const { payload, headers } = form([{ name: 'file', filename: 'x', content: wav() }]);
    assert.equal(
      (
        await server.inject({
          method: 'POST',
          url: `/datasets/${id}/files`,
          payload,
          headers: { ...headers, 'x-api-key': theirs },
        })
      ).statusCode,
      404,
    );
    assert.deepEqual([await files(), await blobs.keys()], before);
  });

  it('take a repeated upload with the same Idempotency-Key once', async () => {
    const send = (content: Buffer) => {
      const { payload, headers } = form([{ name: 'file', filename: 'a.wav', content }]);
      return server.inject({
        method: 'POST',
        url: `/datasets/${id}/files`,
        payload,
        headers: { ...headers, 'idempotency-key': 'once' },
      });
    };
    assert.deepEqual([(await send(wav())).statusCode, (await send(wav())).statusCode], [204, 204]);
    assert.deepEqual([(await files()).data.length, (await blobs.keys()).length], [1, 1]);
    assert.equal((await send(wav(new Int16Array(900)))).statusCode, 422);
    assert.equal((await blobs.keys()).length, 1);
  });
});
