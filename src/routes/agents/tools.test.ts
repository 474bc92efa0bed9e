import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startAgentServer, type AgentServer, type Json } from './testing.ts';

interface Page {
  readonly data: readonly (Json & { readonly id: string })[];
}

let server: AgentServer;
before(async () => {
  server = await startAgentServer();
});
after(() => server.close());

const common = { description: 'Finds an order.', pre_tool_speech: 'auto', execution_mode: 'immediate' };
const client = {
  type: 'client',
  name: 'show_map',
  ...common,
  expects_response: true,
  parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
};

const webhook = {
  type: 'webhook',
  name: 'find_order',
  ...common,
  response_timeout_secs: 5,
  api_schema: {
    url: 'https://api.example.org/orders/{order}',
    method: 'POST',
    path_params_schema: { order: { type: 'string', description: 'Its number' } },
    query_params_schema: { properties: { verbose: { type: 'boolean', constant_value: true } }, required: [] },
    request_body_schema: {
      type: 'object',
      properties: {
        lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] } },
      },
      required: ['lines'],
    },
    request_headers: {
      'x-tenant': 'blue',
      'x-key': { type: 'secret', secret_value: 'hush-hush', secret_description: 'Key' },
      'x-caller': { type: 'dynamic_variable', name: 'caller' },
    },
    authentication: { mode: 'bearer', token: { type: 'secret', secret_value: 'open-sesame' } },
  },
  assignments: [{ dynamic_variable: 'order_state', value_path: 'data.state' }],
};

function create(tool: Json) {
  return server.json<Json & { id: string }>('POST', '/v1/agents/tools', tool, 201);
}

describe('POST /v1/agents/tools', () => {
  it('makes a client tool', async () => {
    const tool = await create({ ...client, unknown: 1 });
    assert.match(tool.id, /^agent_tool_/);
    assert.deepEqual(tool, {
      id: tool.id,
      created_at: tool.created_at,
      updated_at: tool.updated_at,
      ...client,
      response_timeout_secs: 20,
    });
    assert.deepEqual(await server.json('GET', `/v1/agents/tools/${tool.id}`), tool);
  });

  it('makes a webhook tool whose secrets no answer shows', async () => {
    const tool = await create(webhook);
    assert.deepEqual(tool.api_schema, {
      ...webhook.api_schema,
      request_headers: {
        ...webhook.api_schema.request_headers,
        'x-key': { type: 'secret', secret_description: 'Key' },
      },
      authentication: { mode: 'bearer', token: { type: 'secret', secret_description: null } },
    });
    for (const response of [
      await server.ask('GET', `/v1/agents/tools/${tool.id}`),
      await server.ask('GET', '/v1/agents/tools'),
      await server.ask('PATCH', `/v1/agents/tools/${tool.id}`, { name: 'x' }),
    ]) {
      assert.doesNotMatch(response.body, /sealed|hush|sesame|secret_value/);
    }
  });

  it('refuses what a field does not allow, names it, and never repeats a secret', async () => {
    const bad = {
      ...webhook,
      api_schema: {
        ...webhook.api_schema,
        method: 'GET',
        authentication: {
          mode: 'basic_auth',
          username: 'a:b',
          password: { type: 'secret', secret_value: 'hush-hush' },
        },
      },
    };
    const response = await server.ask('POST', '/v1/agents/tools', bad);
    assert.equal(response.statusCode, 400);
    assert.match(response.json<{ message: string }>().message, /→ at api_schema\.authentication\.username/);
    assert.doesNotMatch(response.body, /hush/);
    assert.equal((await server.ask('POST', '/v1/agents/tools', { ...client, type: 'other' })).statusCode, 400);
    assert.equal((await server.ask('POST', '/v1/agents/tools')).statusCode, 400);
  });

  it('is refused when its body is nested deeper than it may be, also deeper than any stack', async () => {
    const refusal = async (depth: number) => {
      const property = `${'{"type":"object","properties":{"p":'.repeat(depth)}{"type":"string"}${'}}'.repeat(depth)}`;
      const api = { ...webhook.api_schema, request_body_schema: { type: 'object', properties: { lines: '@' } } };
      const body = JSON.stringify({ ...webhook, api_schema: api }).replace('"@"', property);
      const response = await server.inject({
        method: 'POST',
        url: '/v1/agents/tools',
        body,
        headers: { 'content-type': 'application/json' },
      });
      assert.equal(response.statusCode, 400);
      return response.json<{ message: string }>().message;
    };
    assert.match(
      await refusal(40),
      /→ at api_schema\.request_body_schema\.properties\.lines\.properties\.p\.properties\.p/,
    );
    assert.match(await refusal(20_000), /deep/);
  });
});

describe('Idempotency-Key', () => {
  it('makes one agent and one tool of two requests', async () => {
    for (const [url, body] of [
      ['/v1/agents', { name: 'Once' }],
      ['/v1/agents', undefined],
      ['/v1/agents/tools', client],
    ] as const) {
      const post = () =>
        server.inject({
          method: 'POST',
          url,
          headers: { 'idempotency-key': `${url} ${typeof body}` },
          ...(body !== undefined && { body }),
        });
      const [first, second] = [await post(), await post()];
      assert.deepEqual([first.statusCode, second.statusCode, second.body], [201, 201, first.body]);
    }
  });
});

describe('PATCH /v1/agents/tools/{tool_id}', () => {
  it('changes what is given, and of the request what is given of it', async () => {
    const tool = await create(webhook);
    const changed = await server.json('PATCH', `/v1/agents/tools/${tool.id}`, {
      description: 'New.',
      api_schema: { method: 'PUT' },
    });
    assert.deepEqual(changed, {
      ...tool,
      updated_at: changed.updated_at,
      description: 'New.',
      api_schema: { ...(tool.api_schema as Json), method: 'PUT' },
    });
  });

  it('refuses another type and members it does not know', async () => {
    const { id } = await create(client);
    for (const patch of [{ type: 'webhook' }, { nmae: 'x' }, { id: 'x' }, { api_schema: {} }, { name: null }]) {
      assert.equal((await server.ask('PATCH', `/v1/agents/tools/${id}`, patch)).statusCode, 400, JSON.stringify(patch));
    }
    assert.equal((await server.ask('PATCH', '/v1/agents/tools/agent_tool_x', { name: 'x' })).statusCode, 404);
  });
});

describe('a tool that agents use', () => {
  it('is listed by agent and by type, names its agents on request, and stays until it is detached', async () => {
    const [one, two] = [await create(client), await create(webhook)];
    const agent = await server.json<{ id: string }>(
      'POST',
      '/v1/agents',
      { name: 'User', config: { tools: [{ id: one.id }, { id: two.id }] } },
      201,
    );
    const list = async (query: string) =>
      (await server.json<Page>('GET', `/v1/agents/tools?${query}`)).data.map((tool) => tool.id);
    assert.deepEqual((await list(`agent_id=${agent.id}`)).sort(), [one.id, two.id].sort());
    assert.deepEqual(await list(`agent_id=${agent.id}&type=client`), [one.id]);
    assert.equal((await server.ask('GET', '/v1/agents/tools?agent_id=agent_x')).statusCode, 404);
    assert.equal((await server.ask('GET', '/v1/agents/tools?type=mcp')).statusCode, 400);

    for (const query of ['expand[]=agents', 'expand%5B%5D=agents', 'expand=agents']) {
      const { agents } = await server.json<{ agents: Json[] }>('GET', `/v1/agents/tools/${one.id}?${query}`);
      assert.deepEqual(
        agents.map(({ id, name }) => [id, name]),
        [[agent.id, 'User']],
      );
    }
    assert.ok(!('agents' in (await server.json('GET', `/v1/agents/tools/${one.id}`))));
    assert.equal((await server.ask('GET', `/v1/agents/tools/${one.id}?expand=owner`)).statusCode, 400);

    const refused = await server.ask('DELETE', `/v1/agents/tools/${one.id}`);
    assert.deepEqual(
      [refused.statusCode, refused.headers['x-should-retry'], refused.json<{ error_code: string }>().error_code],
      [409, 'false', 'in_use'],
    );
    await server.json('PATCH', `/v1/agents/${agent.id}`, { config: { tools: [{ id: two.id }] } });
    assert.equal((await server.ask('DELETE', `/v1/agents/tools/${one.id}`)).statusCode, 204);
    assert.equal((await server.ask('DELETE', `/v1/agents/tools/${one.id}`)).statusCode, 404);
    assert.equal((await server.ask('GET', `/v1/agents/tools/${one.id}`)).statusCode, 404);
  });
});
