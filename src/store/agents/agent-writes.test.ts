/** Many writers of agents at the same time, in two servers of one database. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RetryReason, Store } from '../index.ts';
import { databases, using, withStore, withDatabase } from '../testing.ts';

function version(text: string) {
  return { config: JSON.stringify({ text }), description: null, createdBy: null };
}

async function change(store: Store, organizationId: string, id: string): Promise<number> {
  return store.transaction(async ({ agents }) => {
    const agent = (await agents.findForUpdate(organizationId, id))!;
    const next = await agents.update(organizationId, agent, { version: version(String(agent.version.number + 1)) });
    return next.version.number;
  }, 'locked');
}

async function newAgents(store: Store, count: number): Promise<{ organizationId: string; ids: readonly string[] }> {
  const { id: organizationId } = await store.organizations.create('o');
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const agent = { name: String(index), description: null, version: version('1') };
    ids.push((await store.transaction(({ agents }) => agents.create(organizationId, agent))).id);
  }
  return { organizationId, ids };
}

for (const [name, database] of Object.entries(databases)) {
  describe(`writers of agents on ${name}`, () => {
    it('of one agent lose no change and use each number once, in two servers, without a conflict', () =>
      withDatabase(database, (options) => {
        const reasons: RetryReason[] = [];
        const onRetry = (reason: RetryReason): void => void reasons.push(reason);
        return withStore({ ...options, onRetry }, (one) =>
          withStore({ ...options, onRetry }, async (two) => {
            const {
              organizationId,
              ids: [id],
            } = await newAgents(one, 1);
            const writers = Array.from({ length: 16 }, async (_, index) => {
              const numbers: number[] = [];
              for (let times = 0; times < 5; times++) {
                numbers.push(await change(index % 2 === 0 ? one : two, organizationId, id!));
              }
              return numbers;
            });
            const numbers = (await Promise.all(writers)).flat().sort((a, b) => a - b);
            assert.deepEqual(
              numbers,
              Array.from({ length: 80 }, (_, index) => index + 2),
            );
            const agent = await one.agents.find(organizationId, id!);
            assert.deepEqual([agent?.version.number, agent?.version.config], [81, '{"text":"81"}']);
            assert.ok(
              reasons.every((reason) => reason === 'lock'),
              reasons.join(),
            );
          }),
        );
      }));

    it('of different agents meet no conflict either', () =>
      withDatabase(database, (options) =>
        withStore(options, async (store) => {
          const { organizationId, ids } = await newAgents(store, 16);
          await Promise.all(
            ids.map(async (id) => {
              for (let times = 0; times < 5; times++) await change(store, organizationId, id);
            }),
          );
          const { serialization, deadlock, unique } = store.database.retries();
          assert.deepEqual([serialization, deadlock, unique], [0, 0, 0]);
        }),
      ));
  });
}

for (const [name, database] of Object.entries(databases)) {
  describe(`a transaction that locks rows on ${name}`, () => {
    it('and relies on a row finds it gone, or is seen by who removes it', () =>
      using(database, async (store) => {
        const { id: organizationId } = await store.organizations.create('o');
        for (let round = 0; round < 20; round++) {
          const tool = await store.agentTools.create(organizationId, { type: 'client', name: 't', definition: '{}' });
          const text = JSON.stringify({ audio: { output: {} }, tools: [{ id: tool.id }] });
          const using = store.transaction(async ({ agents, agentTools, locks }) => {
            await locks.lock('agent_tools', organizationId, tool.id, 'share');
            if ((await agentTools.find(organizationId, tool.id)) === undefined) return false;
            await agents.create(organizationId, {
              name: 'a',
              description: null,
              version: { config: text, description: null, createdBy: null },
            });
            return true;
          }, 'locked');
          const removing = store.transaction(async ({ agents, agentTools, locks }) => {
            await locks.lock('agent_tools', organizationId, tool.id, 'update');
            if ((await agents.agentsUsingTool(organizationId, tool.id)).length > 0) return false;
            return agentTools.remove(organizationId, tool.id);
          }, 'locked');
          const [isUsed, isRemoved] = await Promise.all([using, removing]);
          assert.notEqual(isUsed, isRemoved);
        }
      }));
  });
}
