import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { mutated, type Json as GarbageJson } from '../../../test/support/fuzz.ts';
import { errorSchema } from '../../http/index.ts';
import { agentSchema, toolSchema } from './schema.ts';
import { startAgentServer, type AgentServer, type Json } from './testing.ts';

let server: AgentServer;
before(async () => {
  server = await startAgentServer();
});
after(() => server.close());

const config: GarbageJson = {
  audio: { input: { keyterms: ['x'], noise_suppression: 'max' }, output: { emotion: 'calm', speed: 1, volume: 1 } },
  dynamic_variable_placeholders: { a: 1, b: 'x', c: true },
  initial_message: 'Hello.',
  instructions: 'Be kind.',
  language: { primary: 'fr' },
  model: { max_output_tokens: 5, temperature: 0.5 },
  system_tools: {
    end_call: { description: 'x', pre_tool_speech: 'auto' },
    transfer_to_number: { transfers: [{ condition: 'x', destination: { type: 'phone', phone_number: '+49' } }] },
  },
  timezone: 'UTC',
  tools: [],
  turn: { inactivity_end_call_secs: 60, inactivity_check_in_secs: 10 },
};

const tool: GarbageJson = {
  type: 'webhook',
  name: 'x',
  description: 'x',
  pre_tool_speech: 'auto',
  execution_mode: 'async',
  response_timeout_secs: 5,
  api_schema: {
    url: 'https://example.org/{a}',
    method: 'POST',
    path_params_schema: { a: { type: 'string', enum: ['x'], description: 'x' } },
    query_params_schema: {
      properties: { q: { type: 'integer', constant_value: 1 }, r: { type: 'string', dynamic_variable: 'x' } },
      required: ['q'],
    },
    request_body_schema: {
      type: 'object',
      properties: {
        l: { type: 'array', items: { type: 'object', properties: { s: { type: 'number' } }, required: ['s'] } },
      },
      required: ['l'],
    },
    request_headers: {
      h: 'x',
      s: { type: 'secret', secret_value: 'x', secret_description: 'x' },
      v: { type: 'dynamic_variable', name: 'x' },
    },
    authentication: { mode: 'basic_auth', username: 'x', password: { type: 'secret', secret_value: 'x' } },
  },
  assignments: [{ dynamic_variable: 'x', value_path: 'y' }],
};

const client: GarbageJson = {
  type: 'client',
  name: 'x',
  description: 'x',
  pre_tool_speech: 'auto',
  execution_mode: 'async',
  expects_response: true,
  parameters: {
    type: 'object',
    properties: { l: { type: 'array', items: { type: 'string' } }, e: { type: 'integer', enum: [1, 2] } },
    required: ['l'],
  },
};

describe('a body with far too much', () => {
  const send = async (url: string, body: unknown) => {
    const response = await server.ask('POST', url, body);
    return { status: response.statusCode, message: response.json<{ message: string }>().message };
  };
  const many = <T>(count: number, value: T) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, value]));

  it('is refused as a whole, not for each of its members', async () => {
    const bodies: readonly (readonly [string, unknown, string])[] = [
      [
        '/v1/agents',
        { config: { dynamic_variable_placeholders: many(1001, null) } },
        'config.dynamic_variable_placeholders',
      ],
      [
        '/v1/agents',
        { config: { audio: { input: { keyterms: Array(10_001).fill(1) } } } },
        'config.audio.input.keyterms',
      ],
      [
        '/v1/agents/tools',
        {
          ...(tool as object),
          api_schema: { ...((tool as Json).api_schema as object), request_headers: many(1001, {}) },
        },
        'api_schema.request_headers',
      ],
    ];
    for (const [url, body, path] of bodies) {
      const { status, message } = await send(url, body);
      assert.equal(status, 400);
      assert.match(message, new RegExp(`^✖ Too [^✖]*→ at ${path}$`));
    }
  });

  it('is not even read when it is longer than an agent or a tool may be in any spelling', async () => {
    for (const url of ['/v1/agents', '/v1/agents/tools']) {
      assert.equal((await send(url, { name: 'x'.repeat(3 * 262_144) })).status, 413);
    }
  });
});

describe('a body near to a good one', () => {
  const cases = { numRuns: 150, seed: Number(process.env.SONORANT_TEST_SEED ?? 20_260_814) };

  const judge = async (
    method: 'POST' | 'PATCH',
    url: string,
    body: GarbageJson,
    made: { safeParse: (value: unknown) => { success: boolean } },
  ): Promise<void> => {
    const response = await server.inject({
      method,
      url,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    assert.ok([200, 201, 400].includes(response.statusCode), `${response.statusCode} ${response.body}`);
    const shape = response.statusCode === 400 ? errorSchema : made;
    assert.ok(shape.safeParse(response.json()).success, response.body);
    if (response.statusCode === 400) return;
    const { id } = response.json<{ id: string }>();
    const again = await server.ask('GET', `${url.replace(/\/(agent|agent_tool)_\w+$/, '')}/${id}`);
    assert.equal(again.statusCode, 200, again.body);
  };

  it('makes an agent that is whole or is refused', () =>
    fc.assert(
      fc.asyncProperty(mutated({ name: 'x', description: 'x', config }), (body) =>
        judge('POST', '/v1/agents', body, agentSchema),
      ),
      cases,
    ));

  it('changes an agent as a whole or not at all', async () => {
    const { id } = await server.json<{ id: string }>('POST', '/v1/agents', { config }, 201);
    const versions = async () =>
      (await server.json<{ data: Json[] }>('GET', `/v1/agents/${id}/versions?limit=100`)).data.length;
    await fc.assert(
      fc.asyncProperty(mutated({ name: 'x', config, version_description: 'x' }), (body) =>
        judge('PATCH', `/v1/agents/${id}`, body, agentSchema),
      ),
      cases,
    );
    assert.ok((await versions()) > 1);
  });

  it('makes a tool that is whole or is refused', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(tool, client).chain(mutated), (body) =>
        judge('POST', '/v1/agents/tools', body, toolSchema),
      ),
      cases,
    ));

  it('changes a tool as a whole or not at all', async () => {
    const { id } = await server.json<{ id: string }>('POST', '/v1/agents/tools', tool, 201);
    await fc.assert(
      fc.asyncProperty(mutated(tool), (body) => judge('PATCH', `/v1/agents/tools/${id}`, body, toolSchema)),
      cases,
    );
  });
});
