import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startAgentServer, type AgentServer, type Json } from './testing.ts';

interface WireAgent {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly config: Json & { readonly audio: { readonly output: Json } };
  readonly version: {
    readonly id: string;
    readonly description: string | null;
    readonly created_at: string;
    readonly created_by: string | null;
  };
}

interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_page: string | null;
}

let server: AgentServer;
before(async () => {
  server = await startAgentServer();
});
after(() => server.close());

function create(body: Json = {}) {
  return server.json<WireAgent>('POST', '/v1/agents', body, 201);
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

describe('POST /v1/agents', () => {
  it('makes an agent of nothing at all, with every member of the interface', async () => {
    const response = await server.ask('POST', '/v1/agents');
    assert.equal(response.statusCode, 201);
    const agent = response.json<WireAgent>();
    assert.deepEqual(Object.keys(agent).sort(), [
      'config',
      'created_at',
      'description',
      'id',
      'name',
      'updated_at',
      'version',
    ]);
    assert.deepEqual([agent.name, agent.description], ['New agent', null]);
    assert.match(agent.created_at, dateTime);
    assert.deepEqual(Object.keys(agent.version).sort(), ['created_at', 'created_by', 'description', 'id']);
    assert.deepEqual(agent.config, {
      audio: {
        input: { keyterms: [], noise_suppression: 'auto' },
        output: {
          background_sound: null,
          emotion: null,
          pronunciation_dictionary_id: null,
          speed: null,
          voice_id: agent.config.audio.output.voice_id,
          volume: null,
        },
      },
      dynamic_variable_placeholders: {},
      initial_message: null,
      instructions: '',
      language: { primary: 'en' },
      model: { id: 'small', max_output_tokens: null, temperature: null },
      speculative_generation: false,
      system_tools: { end_call: null, send_dtmf: null, transfer_to_number: null },
      timezone: 'UTC',
      tools: [],
      turn: { inactivity_end_call_secs: 240, inactivity_check_in_secs: 8 },
      turn_taking: null,
    });
    assert.deepEqual(await server.json('GET', `/v1/agents/${agent.id}`), agent);
  });

  it('keeps what is given, and says who made the version', async () => {
    const tool = {
      description: null,
      pre_tool_speech: 'auto',
      transfers: [{ condition: 'asked', destination: { type: 'phone', phone_number: '+14155550123' } }],
    };
    const agent = await create({
      name: 'Ada',
      description: 'Helps',
      config: { instructions: 'Be kind.', system_tools: { transfer_to_number: tool }, unknown: 1 },
    });
    assert.deepEqual(
      [agent.name, agent.description, agent.config.instructions, agent.config.system_tools],
      ['Ada', 'Helps', 'Be kind.', { end_call: null, send_dtmf: null, transfer_to_number: tool }],
    );
    const [key] = (await server.store.apiKeys.list(server.organizationId)).filter(({ kind }) => kind === 'api');
    assert.equal(agent.version.created_by, key!.id);
  });

  it('has a name of 1 to 64 characters', async () => {
    for (const name of ['', 'x'.repeat(65), null, 7]) {
      assert.equal((await server.ask('POST', '/v1/agents', { name })).statusCode, 400);
    }
    assert.equal((await create({ name: 'x'.repeat(64) })).name.length, 64);
  });

  it('names the field that is wrong and leaves nothing behind', async () => {
    const count = async () => (await server.json<Page<Json>>('GET', '/v1/agents?limit=100')).data.length;
    const before = await count();
    for (const [config, path] of [
      [{ turn: { inactivity_check_in_secs: 3 } }, 'config.turn.inactivity_check_in_secs'],
      [{ audio: { output: { voice_id: 'nobody' } } }, 'config.audio.output.voice_id'],
      [
        { audio: { output: { background_sound: { file_id: 'file_x' } } } },
        'config.audio.output.background_sound.file_id',
      ],
      [{ model: { id: 'nothing' } }, 'config.model.id'],
      [{ tools: [{ id: 'agent_tool_x' }] }, 'config.tools[0].id'],
      [{ audio: null }, 'config.audio'],
    ] as const) {
      const response = await server.ask('POST', '/v1/agents', { config });
      assert.equal(response.statusCode, 400);
      assert.ok(response.json<{ message: string }>().message.includes(`→ at ${path}`), response.body);
    }
    assert.equal(await count(), before);
  });
});

describe('GET /v1/agents', () => {
  it('is walked to an empty page, newest first, without configurations', async () => {
    await create();
    const all: Json[] = [];
    let page = await server.json<Page<Json & { id: string }>>('GET', '/v1/agents/?limit=2');
    while (page.data.length > 0) {
      all.push(...page.data);
      page = await server.json('GET', `/v1/agents?limit=2&starting_after=${page.data.at(-1)!.id}`);
    }
    assert.deepEqual([page.has_more, page.next_page], [false, null]);
    assert.equal(new Set(all.map((agent) => agent.id)).size, all.length);
    assert.deepEqual(Object.keys(all[0]!).sort(), [
      'created_at',
      'description',
      'id',
      'name',
      'updated_at',
      'version_id',
    ]);
    const times = all.map((agent) => String(agent.created_at));
    assert.deepEqual(times, [...times].sort().reverse());
  });

  it('finds part of a name', async () => {
    const { id } = await create({ name: 'Größte Hilfe' });
    assert.deepEqual(
      (
        await server.json<Page<{ id: string }>>(
          'GET',
          `/v1/agents?q=${encodeURIComponent('GROSSTE'.replace('SS', 'ß'))}`,
        )
      ).data.map((agent) => agent.id),
      [id],
    );
    assert.deepEqual((await server.json<Page<Json>>('GET', '/v1/agents?q=nobody-is-called-this')).data, []);
  });

  it('refuses cursors that are none', async () => {
    for (const query of ['starting_after=agent_x', 'ending_before=agent_x', 'limit=0', 'limit=101']) {
      assert.equal((await server.ask('GET', `/v1/agents?${query}`)).statusCode, 400);
    }
  });
});

describe('PATCH /v1/agents/{agent_id}', () => {
  it('merges a configuration, publishes it at once and keeps what was', async () => {
    const agent = await create({ config: { instructions: 'One.', timezone: 'Europe/Paris' } });
    const changed = await server.json<WireAgent>('PATCH', `/v1/agents/${agent.id}`, {
      config: { instructions: 'Two.' },
      version_description: 'Second',
    });
    assert.deepEqual(changed.config, { ...agent.config, instructions: 'Two.' });
    assert.notEqual(changed.version.id, agent.version.id);
    assert.equal(changed.version.description, 'Second');
    assert.deepEqual(await server.json('GET', `/v1/agents/${agent.id}`), changed);
    const { data } = await server.json<Page<WireAgent['version'] & { config: Json }>>(
      'GET',
      `/v1/agents/${agent.id}/versions`,
    );
    assert.deepEqual(
      data.map((version) => version.id),
      [changed.version.id, agent.version.id],
    );
    assert.deepEqual(data[1], { ...agent.version, config: agent.config });
    assert.deepEqual(await server.json('GET', `/v1/agents/${agent.id}/versions/${agent.version.id}`), data[1]);
  });

  it('makes no version of a new name', async () => {
    const agent = await create({ description: 'x' });
    const changed = await server.json<WireAgent>('PATCH', `/v1/agents/${agent.id}`, {
      name: 'Grace',
      description: null,
    });
    assert.deepEqual([changed.name, changed.description, changed.version], ['Grace', null, agent.version]);
    assert.equal(
      (await server.ask('PATCH', `/v1/agents/${agent.id}`, { name: 'x', version_description: 'y' })).statusCode,
      400,
    );
    assert.equal((await server.ask('PATCH', `/v1/agents/${agent.id}`, { name: null })).statusCode, 400);
  });

  it('refuses unknown members of turn and drops others', async () => {
    const { id, version } = await create();
    assert.equal(
      (await server.ask('PATCH', `/v1/agents/${id}`, { config: { turn: { patience: 3 } } })).statusCode,
      400,
    );
    assert.deepEqual(
      (
        await server.json<WireAgent>('PATCH', `/v1/agents/${id}`, {
          config: { patience: 3 },
          id: 'mine',
          organization_id: 'x',
        })
      ).version,
      version,
    );
  });
});

describe('an agent that is deleted or not yours', () => {
  it('is 404 everywhere', async () => {
    const { id, version } = await create();
    const response = await server.ask('DELETE', `/v1/agents/${id}`);
    assert.deepEqual([response.statusCode, response.body], [204, '']);
    const calls = [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/versions'],
      ['GET', `/versions/${version.id}`],
    ] as const;
    for (const [method, path] of calls) {
      assert.equal(
        (await server.ask(method, `/v1/agents/${id}${path}`, method === 'PATCH' ? { name: 'x' } : undefined))
          .statusCode,
        404,
        `${method} ${path}`,
      );
    }
    for (const path of ['', '/phone-numbers', '/deployments']) {
      assert.equal((await server.ask('GET', `/agents/${id}${path}`)).statusCode, 404);
    }
  });

  it('is 404 for another organization as if it were not there', async () => {
    const { id } = await create();
    const { id: theirs } = await server.store.organizations.create('Theirs');
    const { secret } = await server.store.apiKeys.create({ organizationId: theirs, kind: 'api', description: '' });
    const answerOf = async (path: string) =>
      (await server.inject({ url: path, headers: { 'x-api-key': secret } })).json<{
        message: string;
        error_code: string;
      }>();
    const [foreign, missing] = [await answerOf(`/v1/agents/${id}`), await answerOf('/v1/agents/agent_missing')];
    assert.deepEqual([foreign.error_code, foreign.message], [missing.error_code, missing.message]);
  });
});

describe('the names under /v1/agents and /agents', () => {
  it('come before ids', async () => {
    assert.deepEqual(
      (await server.json<Page<{ id: string }>>('GET', '/v1/agents/models?limit=2')).data.map((model) => model.id),
      ['small', 'large'],
    );
    assert.deepEqual((await server.json<Page<Json>>('GET', '/v1/agents/tools')).data, []);
    const { templates } = await server.json<{ templates: { id: string }[] }>('GET', '/agents/templates');
    assert.ok(templates.some(({ id }) => id === 'appointment'));
    assert.equal((await server.ask('GET', '/agents/phone-numbers')).statusCode, 501);
    assert.equal((await server.ask('GET', '/agents/deployments/x')).statusCode, 404);
  });

  it('leave one slash at the end as it is meant', async () => {
    for (const path of ['/v1/agents', '/v1/agents/models', '/v1/agents/tools', '/agents']) {
      assert.deepEqual(await server.json('GET', `${path}/`), await server.json('GET', path));
    }
  });
});

describe('GET /v1/agents/models', () => {
  it('says what the server has: ids from the operator, at no price', async () => {
    const {
      data: [model],
    } = await server.json<Page<Json>>('GET', '/v1/agents/models?limit=1');
    assert.deepEqual(Object.keys(model!).sort(), [
      'average_latency_ms',
      'description',
      'display_name',
      'id',
      'pricing',
      'provider',
    ]);
    assert.deepEqual(model!.pricing, {
      currency: 'USD',
      input_per_million_tokens: '0',
      output_per_million_tokens: '0',
      cache_read_per_million_tokens: '0',
      cache_write_per_million_tokens: '0',
    });
    assert.deepEqual((await server.json<Page<Json>>('GET', '/v1/agents/models?starting_after=huge')).data, []);
  });
});
