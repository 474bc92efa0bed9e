import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createCatalogue } from '../../voices/catalogue.ts';
import { startAgentServer, type AgentServer, type Json } from '../agents/testing.ts';

const { voices: builtInVoices } = createCatalogue();

let server: AgentServer;
before(async () => {
  server = await startAgentServer();
});
after(() => server.close());

function create(body: Json = {}) {
  return server.json<{ id: string; version: { id: string }; created_at: string; updated_at: string }>(
    'POST',
    '/v1/agents',
    body,
    201,
  );
}

const voice = builtInVoices.find(({ language }) => language === 'fr')!.id;

describe('/agents', () => {
  it('shows every agent in its older form', async () => {
    const { id, created_at, updated_at } = await create({
      name: 'Ada',
      config: { audio: { output: { voice_id: voice } }, language: { primary: 'fr' } },
    });
    const summary = await server.json('GET', `/agents/${id}`);
    assert.deepEqual(summary, {
      id,
      name: 'Ada',
      description: null,
      created_at,
      updated_at,
      deleted_at: null,
      tts_voice: voice,
      tts_language: 'fr',
      webhook_id: null,
      has_text_to_agent_run: false,
      deployment_count: 0,
      git_repository: null,
      git_deploy_branch: null,
      phone_numbers: [],
    });
    const { summaries } = await server.json<{ summaries: Json[] }>('GET', '/agents');
    assert.deepEqual(
      summaries.find((each) => each.id === id),
      summary,
    );
  });

  it('changes name and description without a version, voice and language with one', async () => {
    const { id, version } = await create();
    const versionOf = async () =>
      (await server.json<{ version: { id: string } }>('GET', `/v1/agents/${id}`)).version.id;
    const renamed = await server.json('PATCH', `/agents/${id}`, { name: 'Grace', description: 'Helps' });
    assert.deepEqual([renamed.name, renamed.description, await versionOf()], ['Grace', 'Helps', version.id]);
    const changed = await server.json('PATCH', `/agents/${id}`, { tts_voice: voice, tts_language: 'fr' });
    assert.deepEqual([changed.name, changed.tts_voice, changed.tts_language], ['Grace', voice, 'fr']);
    assert.notEqual(await versionOf(), version.id);
    const before = await versionOf();
    const same = await server.json('PATCH', `/agents/${id}`, {
      name: null,
      description: null,
      tts_voice: null,
      tts_language: null,
    });
    assert.deepEqual([same.name, same.description, same.tts_voice, await versionOf()], ['Grace', null, voice, before]);
  });

  it('attaches a webhook and detaches it', async () => {
    const { id, version } = await create();
    const webhook = await server.store.webhooks.create(server.organizationId, {
      url: 'https://example.org',
      secret: 'x',
      displayName: null,
      clearSecret: false,
    });
    assert.equal((await server.json('PATCH', `/agents/${id}`, { webhook_id: webhook.id })).webhook_id, webhook.id);
    assert.equal((await server.json('PATCH', `/agents/${id}`, { name: 'x' })).webhook_id, webhook.id);
    assert.equal((await server.json('PATCH', `/agents/${id}`, { webhook_id: null })).webhook_id, null);
    assert.equal((await server.json<{ version: { id: string } }>('GET', `/v1/agents/${id}`)).version.id, version.id);
  });

  it('names the field that is wrong by its own name', async () => {
    const { id } = await create();
    for (const body of [
      { tts_voice: 'nobody' },
      { tts_language: 'xx' },
      { webhook_id: 'agent_webhook_x' },
      { name: '' },
    ]) {
      const response = await server.ask('PATCH', `/agents/${id}`, body);
      assert.equal(response.statusCode, 400);
      assert.match(response.json<{ message: string }>().message, new RegExp(`→ at ${Object.keys(body)[0]!}$`));
    }
    assert.equal((await server.ask('PATCH', '/agents/agent_x', { name: 'x' })).statusCode, 404);
  });

  it('deletes the agent of both forms', async () => {
    const { id } = await create();
    assert.equal((await server.ask('DELETE', `/agents/${id}`)).statusCode, 204);
    for (const path of [`/agents/${id}`, `/v1/agents/${id}`]) {
      assert.equal((await server.ask('GET', path)).statusCode, 404);
    }
    assert.equal((await server.ask('DELETE', `/agents/${id}`)).statusCode, 404);
  });

  it('has no phone numbers and no deployments', async () => {
    const { id } = await create();
    for (const name of ['phone-numbers', 'deployments']) {
      assert.deepEqual(await server.json('GET', `/agents/${id}/${name}`), []);
      assert.equal((await server.ask('GET', `/agents/agent_x/${name}`)).statusCode, 404);
    }
  });
});
