/** Agents made of templates: each is talked to as its examples say, typed over the socket of conversations. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import WebSocket from 'ws';
import { answering, delta, stream, event, type Asked } from '../src/language-models/openai/testing.ts';
import { closeAfterEach, httpServer } from '../src/outbound/testing.ts';
import { apiKey, start, tonesOf, version, type TestServer } from './support/server.ts';

closeAfterEach();

type Json = Readonly<Record<string, unknown>>;

interface Turn {
  readonly role: string;
  readonly text: string;
}

interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly model: string;
  readonly required_env_vars: readonly string[];
  readonly config: Json;
  readonly tools: readonly (Json & { readonly name: string })[];
  readonly examples: readonly { readonly title: string; readonly turns: readonly Turn[] }[];
}

interface Agent {
  readonly id: string;
  readonly name: string;
  readonly config: {
    readonly model: { readonly id: string };
    readonly language: Json;
    readonly instructions: string;
    readonly initial_message: string;
    readonly tools: readonly { readonly id: string }[];
  };
}

const headers = { 'service-version': version, 'x-api-key': apiKey };

async function get<T>({ url }: TestServer, path: string): Promise<T> {
  const response = await fetch(url + path, { headers });
  assert.equal(response.status, 200, path);
  return (await response.json()) as T;
}

async function templatesOf(server: TestServer): Promise<readonly Template[]> {
  return (await get<{ templates: readonly Template[] }>(server, '/agents/templates')).templates;
}

async function create(server: TestServer, body: object, status = 201): Promise<Agent> {
  const response = await server.post('/v1/agents', body);
  assert.equal(response.status, status, await response.clone().text());
  return (await response.json()) as Agent;
}

interface ToolCall {
  readonly tool_call_id: string;
  readonly tool_name: string;
  readonly parameters: Json;
}

/** What a client tool answers. */
type Tools = Readonly<Record<string, (given: Json) => { readonly result: string; readonly is_error?: boolean }>>;

interface Talked {
  readonly turns: readonly Turn[];
  readonly calls: readonly { readonly name: string; readonly given: Json }[];
  /** The reason of the close frame. */
  readonly close: string;
}

/** Types each text when the agent has answered the one before. */
async function talk(server: TestServer, agentId: string, said: readonly string[], tools: Tools = {}): Promise<Talked> {
  const query = `api_key=${apiKey}&cartesia_version=${version}`;
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/agents/websocket/${agentId}?${query}`);
  const rest = [...said];
  const turns: Turn[] = [];
  const calls: { name: string; given: Json }[] = [];
  const send = (message: object): void => socket.send(JSON.stringify(message));
  socket.on('open', () =>
    send({ type: 'session_create', audio: { input_format: 'pcm_16000', output_delivery: 'as_available' } }),
  );
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Json & Turn;
    if (message.type === 'error') socket.terminate();
    if (message.type === 'client_tool_call') {
      const { tool_name: name, parameters: given, tool_call_id: id } = message as unknown as ToolCall;
      calls.push({ name, given });
      const answer = tools[name]?.(given);
      if (answer !== undefined) send({ type: 'client_tool_result', tool_call_id: id, ...answer });
    }
    if (message.type !== 'turn_ended') return;
    turns.push({ role: message.role, text: message.text });
    if (message.role !== 'assistant') return;
    const text = rest.shift();
    if (text !== undefined) send({ type: 'user_text', text });
    else if (said.length > 0 && turns.at(-2)?.text === said.at(-1)) {
      setImmediate(() => socket.close(1000));
    }
  });
  const [, reason] = (await once(socket, 'close', { signal: AbortSignal.timeout(30_000) })) as [number, Buffer];
  return { turns, calls, close: String(reason) };
}

const found: Tools = { find_order: () => ({ result: '{"state":"on its way"}' }) };

describe('GET /agents/templates', () => {
  let server: TestServer;
  before(async () => {
    server = await start({}, tonesOf(0.02));
  });
  after(() => server.close());

  it('lists at least two that need nothing and one for a language model, whole', async () => {
    const templates = await templatesOf(server);
    assert.ok(templates.filter(({ model }) => model === 'rules').length >= 2);
    const spoken = templates.filter(({ model }) => model === 'language_model');
    assert.ok(spoken.length >= 1 && spoken.every(({ tools }) => tools.length > 0));
    for (const { model, required_env_vars: needed, description, examples, config } of templates) {
      assert.deepEqual(needed, model === 'rules' ? [] : ['SONORANT_AGENT_MODELS']);
      assert.ok(description.length > 20 && examples.length > 0 && typeof config.instructions === 'string');
    }
  });

  it('holds what makes the same agent by hand', async () => {
    for (const { id, name, config, tools, model } of await templatesOf(server)) {
      if (model !== 'rules') continue;
      const ids = [];
      for (const tool of tools) {
        const response = await server.post('/v1/agents/tools', tool);
        assert.equal(response.status, 201, await response.clone().text());
        ids.push({ id: ((await response.json()) as { id: string }).id });
      }
      const byHand = await create(server, { name, config: { ...config, tools: ids } });
      const made = await create(server, { template_id: id });
      assert.deepEqual({ ...byHand.config, tools: [] }, { ...made.config, tools: [] });
      assert.equal(made.config.tools.length, tools.length);
    }
  });

  it('makes agents that answer as their examples say, to the letter', async () => {
    const rules = (await templatesOf(server)).filter(({ model }) => model === 'rules');
    for (const { id, examples } of rules) {
      const agent = await create(server, { template_id: id });
      for (const { title, turns } of examples) {
        const said = turns.filter(({ role }) => role === 'user').map(({ text }) => text);
        const talked = await talk(server, agent.id, said, found);
        assert.deepEqual(talked.turns, turns, `${id}: ${title}`);
        assert.equal(talked.close, 'call ended by agent', `${id}: ${title}`);
      }
    }
  });

  it('calls the tool that came with the agent, and says so when it fails', async () => {
    const { id, config } = await create(server, { template_id: 'order-status' });
    const tool = await get<Template['tools'][number]>(server, `/v1/agents/tools/${config.tools[0]!.id}`);
    assert.equal(tool.name, 'find_order');
    const said = ['where is my order', '4 7 1 1'];
    const missing: Tools = { find_order: () => ({ result: 'no such order', is_error: true }) };
    const talked = await talk(server, id, said, missing);
    assert.deepEqual(talked.calls, [{ name: 'find_order', given: { order: '4711' } }]);
    assert.equal(talked.turns.at(-1)!.text, 'One moment. I cannot find an order 4711.');
  });
});

describe('POST /v1/agents with template_id', () => {
  let server: TestServer;
  before(async () => {
    server = await start({}, tonesOf(0.02));
  });
  after(() => server.close());

  it('puts what the request says over the template', async () => {
    const agent = await create(server, {
      template_id: 'opening-hours',
      name: 'Ours',
      config: {
        initial_message: 'Hello.',
        dynamic_variable_placeholders: { business: 'Ours', hours: 'Always.', holidays: '', address: '', parking: '' },
      },
    });
    assert.deepEqual(
      [agent.name, agent.config.model.id, agent.config.initial_message, agent.config.language],
      ['Ours', 'rules', 'Hello.', { primary: 'en' }],
    );
    const { turns } = await talk(server, agent.id, ['opening hours']);
    assert.deepEqual(
      turns.map(({ text }) => text),
      ['Hello.', 'opening hours', 'Always.'],
    );
  });

  it('makes no tools where the request names its own, and none where it is refused', async () => {
    const before = (await get<{ data: Json[] }>(server, '/v1/agents/tools?limit=100')).data.length;
    const { config } = await create(server, { template_id: 'order-status', config: { tools: [] } });
    assert.deepEqual(config.tools, []);
    for (const wrong of [
      { audio: { output: { voice_id: 'nobody' } } },
      { instructions: 'Say: nothing' },
      { tools: [{ id: 'agent_tool_none' }] },
    ]) {
      await create(server, { template_id: 'order-status', config: wrong }, 400);
    }
    assert.equal((await get<{ data: Json[] }>(server, '/v1/agents/tools?limit=100')).data.length, before);
  });

  it('is 400 for one that is not there, and for one whose model the server has not', async () => {
    for (const [templateId, why] of [
      ['none', /GET \/agents\/templates/u],
      ['receptionist', /SONORANT_AGENT_MODELS/u],
    ] as const) {
      const response = await server.post('/v1/agents', { template_id: templateId });
      assert.equal(response.status, 400);
      const { message } = (await response.json()) as { message: string };
      assert.match(message, why);
      assert.match(message, /→ at template_id$/u);
    }
  });
});

describe('the template for a language model', () => {
  it('talks with the first model that the operator has connected, which gets its tools', async () => {
    const asked: Asked['body'][] = [];
    const day = { day: '2026-12-03' };
    const call = { index: 0, id: 'call00001', type: 'function' };
    const answers = [
      delta({ tool_calls: [{ ...call, function: { name: 'free_times', arguments: JSON.stringify(day) } }] }),
      delta('On Thursday we have nine or three. Which suits you?'),
    ];
    const upstream = await httpServer((request, response) => {
      const chunks: Buffer[] = [];
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked['body'];
          asked.push(body);
          const piece = answers[asked.length - 1];
          if (piece === undefined) stream(response).end(event('[DONE]'));
          else {
            answering(piece, delta('', asked.length === 1 ? 'tool_calls' : 'stop'))(response, asked.length, {
              path: request.url!,
              headers: request.headers,
              body,
            });
          }
        });
    });
    const setting = JSON.stringify([{ id: 'local', url: `${upstream.url}v1`, model: 'llama3' }]);
    const server = await start({ SONORANT_AGENT_MODELS: setting }, tonesOf(0.02));
    try {
      const { id, config } = await create(server, { template_id: 'receptionist' });
      assert.equal(config.model.id, 'local');
      const free: Tools = { free_times: () => ({ result: '["09:00","15:00"]' }) };
      const { turns, calls } = await talk(server, id, ['Can I come on Thursday?'], free);
      assert.deepEqual(calls, [{ name: 'free_times', given: day }]);
      assert.equal(turns.at(-1)!.text, 'On Thursday we have nine or three. Which suits you?');
      const offered = asked[0]!.tools as { readonly function: { readonly name: string } }[];
      assert.deepEqual(offered.map((tool) => tool.function.name).toSorted(), [
        'book_appointment',
        'end_call',
        'free_times',
        'take_message',
      ]);
      assert.match(JSON.stringify(asked[0]!.messages), /receptionist of Lemon Tree Dental/u);
      assert.match(JSON.stringify(asked[1]!.messages), /09:00/u);
    } finally {
      await server.close();
    }
  });
});
