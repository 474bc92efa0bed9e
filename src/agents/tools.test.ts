import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openSecrets, type Principal, type Store } from '../store/index.ts';
import { databases, using, type NewDatabase } from '../store/testing.ts';
import { allEngines } from '../engines/registry.ts';
import { builtInLibrary } from '../voices/library.ts';
import { rules } from '../language-models/rules/index.ts';
import { AgentService } from './agents.ts';
import type { NewTool } from './tool-schema.ts';
import { ToolService } from './tools.ts';

const common = {
  description: 'Finds an order.',
  pre_tool_speech: 'auto',
  execution_mode: 'immediate',
  response_timeout_secs: 20,
} as const;
const client: NewTool = {
  type: 'client',
  name: 'find_order',
  ...common,
  expects_response: true,
  parameters: { type: 'object', properties: {}, required: [] },
};

function webhook(token: string): NewTool {
  return {
    type: 'webhook',
    name: 'find_order',
    ...common,
    assignments: [],
    api_schema: {
      url: 'https://example.org',
      method: 'GET',
      authentication: { mode: 'bearer', token: { type: 'secret', secret_value: token } },
    },
  };
}

interface World {
  readonly store: Store;
  readonly tools: ToolService;
  readonly agents: AgentService;
  readonly organizationId: string;
}

const secrets = openSecrets();

function inWorld(database: NewDatabase, use: (world: World) => Promise<void>): Promise<void> {
  return using(database, async (store) => {
    const { id: organizationId } = await store.organizations.create('Ours');
    const tools = new ToolService({ store, secrets, allowPrivate: false, maxBytes: 20_000 });
    const agents = new AgentService({
      store,
      voices: builtInLibrary(allEngines),
      models: [rules],
      maxBytes: 20_000,
    });
    await use({ store, tools, agents, organizationId });
  });
}

for (const [name, database] of Object.entries(databases)) {
  describe(`a tool on ${name}`, () => {
    it('keeps its secret sealed, and the server can open it', () =>
      inWorld(database, async ({ store, tools, organizationId }) => {
        const { id } = await tools.create(organizationId, webhook('open-sesame'));
        const row = await store.agentTools.find(organizationId, id);
        assert.ok(!JSON.stringify(row).includes('open-sesame'));
        const { sealed } = (
          JSON.parse(row!.definition) as { api_schema: { authentication: { token: { sealed: string } } } }
        ).api_schema.authentication.token;
        assert.equal(secrets.open(sealed), 'open-sesame');
      }));

    it('loses none of two changes at the same time', () =>
      inWorld(database, async ({ tools, organizationId }) => {
        const { id } = await tools.create(organizationId, client);
        await Promise.all([
          tools.update(organizationId, id, { name: 'other' }),
          tools.update(organizationId, id, { description: 'New.' }),
          tools.update(organizationId, id, { execution_mode: 'async' }),
        ]);
        const { definition } = await tools.get(organizationId, id);
        assert.deepEqual(
          [definition.name, definition.description, definition.execution_mode],
          ['other', 'New.', 'async'],
        );
      }));

    it('cannot be deleted while an agent uses it', () =>
      inWorld(database, async ({ tools, agents, organizationId }) => {
        const author: Principal = { kind: 'api', organizationId, keyId: 'key' };
        const { id } = await tools.create(organizationId, client);
        const agent = await agents.create(author, { config: { tools: [{ id }] } });
        await assert.rejects(tools.remove(organizationId, id), {
          code: 'in_use',
          status: 409,
          message: new RegExp(agent.id),
        });
        assert.deepEqual(
          (await tools.users(organizationId, id)).map((user) => user.id),
          [agent.id],
        );
        await agents.update(author, agent.id, { config: { tools: [] } });
        await tools.remove(organizationId, id);
        await assert.rejects(tools.get(organizationId, id), { code: 'not_found' });
      }));

    it('has a name of its own in each agent', () =>
      inWorld(database, async ({ tools, agents, organizationId }) => {
        const author: Principal = { kind: 'api', organizationId, keyId: 'key' };
        const [one, two, other] = await Promise.all(
          ['look', 'look', 'find'].map((name) => tools.create(organizationId, { ...client, name })),
        );
        const twice = { config: { tools: [one!, other!, two!].map(({ id }) => ({ id })) } };
        const refusal = { code: 'invalid_request', message: /"look".*→ at config\.tools\[2\]\.id$/su };
        await assert.rejects(agents.create(author, twice), refusal);
        const agent = await agents.create(author, { config: { tools: [{ id: one!.id }, { id: other!.id }] } });
        await assert.rejects(agents.update(author, agent.id, twice), refusal);
        await assert.rejects(tools.update(organizationId, other!.id, { name: 'look' }), {
          code: 'invalid_request',
          message: new RegExp(`${agent.id} .*${one!.id}.*→ at name$`, 'su'),
        });
        await tools.update(organizationId, other!.id, { name: 'find', description: 'The same name.' });
        await tools.update(organizationId, two!.id, { name: 'find' });
        await tools.update(organizationId, one!.id, { name: 'see' });
      }));

    it('has a name of its own also where it is renamed while an agent gets it, or another one is renamed', () =>
      inWorld(database, async ({ tools, agents, organizationId }) => {
        const author: Principal = { kind: 'api', organizationId, keyId: 'key' };
        const made = async (name: string): Promise<string> =>
          (await tools.create(organizationId, { ...client, name })).id;
        const rename = async (id: string): Promise<unknown> => tools.update(organizationId, id, { name: 'look' });
        const create = async (...ids: readonly string[]): Promise<unknown> =>
          agents.create(author, { config: { tools: ids.map((id) => ({ id })) } });
        const oneOf = async (changes: readonly Promise<unknown>[]): Promise<void> => {
          const done: readonly PromiseSettledResult<unknown>[] = await Promise.allSettled(changes);
          assert.equal(done.filter(({ status }) => status === 'fulfilled').length, 1);
        };
        for (let round = 0; round < 10; round++) {
          const [look, find] = [await made('look'), await made('find')];
          await oneOf([create(look, find), rename(find)]);
          const [ask, tell] = [await made('ask'), await made('tell')];
          await create(ask, tell);
          await oneOf([rename(ask), rename(tell)]);
        }
      }));

    it('of an older version cannot take the place of what an agent has itself', () =>
      inWorld(database, async ({ store, agents, organizationId }) => {
        const tool = { ...client, name: 'end_call' };
        const row = { type: tool.type, name: tool.name, definition: JSON.stringify(tool) };
        const { id } = await store.agentTools.create(organizationId, row);
        await assert.rejects(
          agents.create({ kind: 'api', organizationId, keyId: 'key' }, { config: { tools: [{ id }] } }),
          { code: 'invalid_request', message: /"end_call" of its own.*→ at config\.tools\[0\]\.id$/su },
        );
      }));

    it('is either deleted or used when both are tried at the same time', () =>
      inWorld(database, async ({ tools, agents, organizationId }) => {
        for (let round = 0; round < 5; round++) {
          const { id } = await tools.create(organizationId, client);
          const [removed, used] = await Promise.allSettled([
            tools.remove(organizationId, id),
            agents.create({ kind: 'api', organizationId, keyId: 'key' }, { config: { tools: [{ id }] } }),
          ]);
          assert.notEqual(removed.status, used.status);
          const { reason } = (removed.status === 'rejected' ? removed : used) as { reason: { code: string } };
          assert.equal(reason.code, removed.status === 'rejected' ? 'in_use' : 'invalid_request');
        }
      }));

    it('has a bounded size', () =>
      inWorld(database, async ({ store, tools, organizationId }) => {
        const properties = Object.fromEntries(
          Array.from({ length: 30 }, (_, index) => [
            `p${index}`,
            { type: 'string' as const, description: 'x'.repeat(1000) },
          ]),
        );
        await assert.rejects(
          tools.create(organizationId, { ...client, parameters: { type: 'object', properties, required: [] } }),
          { code: 'invalid_request' },
        );
        assert.deepEqual((await store.agentTools.page(organizationId, { limit: 1 })).rows, []);
      }));
  });
}
