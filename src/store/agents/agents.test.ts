import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../index.ts';
import { databases, using } from '../testing.ts';

/** What the store itself reads of a configuration. */
function config(fileId: string | null = null, tools: readonly string[] = [], more: object = {}): string {
  return JSON.stringify({
    audio: { output: { background_sound: fileId === null ? null : { file_id: fileId, volume: 1 } } },
    tools: tools.map((id) => ({ id })),
    ...more,
  });
}

function first(text: string) {
  return { config: text, description: null, createdBy: 'key' };
}

function agent(name: string, text = config(), description: string | null = null) {
  return { name, description, version: first(text) };
}

async function twoOrganizations(store: Store) {
  return [(await store.organizations.create('Ours')).id, (await store.organizations.create('Theirs')).id] as const;
}

/** Seconds that count up, so that the order of rows is known. */
function ticking() {
  let time = Date.parse('2026-01-01T00:00:00Z');
  return { now: () => new Date((time += 1000)) };
}

for (const [name, database] of Object.entries(databases)) {
  describe(`agents on ${name}`, () => {
    it('are found with their published version, by their own organization only', () =>
      using(database, async (store) => {
        const [ours, theirs] = await twoOrganizations(store);
        const made = await store.agents.create(ours, agent('Ada', config('sound')));
        assert.match(made.id, /^agent_[0-9A-Za-z]{22}$/);
        assert.deepEqual(await store.agents.find(ours, made.id), made);
        assert.deepEqual(
          [made.version.id, made.version.number, made.version.config, made.version.created_by],
          [made.version_id, 1, config('sound'), 'key'],
        );
        assert.equal(await store.agents.find(theirs, made.id), undefined);
        assert.deepEqual((await store.agents.versions(theirs, made.id, { limit: 10 })).rows, []);
        assert.equal(await store.agents.findVersion(theirs, made.id, made.version_id), undefined);
        assert.equal(await store.agents.remove(theirs, made.id), false);
        assert.deepEqual((await store.agents.page(theirs, { limit: 10 })).rows, []);
      }));

    it('are listed newest first and found by part of name and description, whatever the case', () =>
      using(
        database,
        async (store) => {
          const [ours] = await twoOrganizations(store);
          for (const [text, description] of [
            ['Ärzte', null],
            ['Shop', 'Sells 100% Wool'],
            ['Desk', 'wool_and_more'],
          ] as const) {
            await store.agents.create(ours, agent(text, config(), description));
          }
          const names = async (q?: string) =>
            (await store.agents.page(ours, { limit: 10, q })).rows.map((row) => row.name);
          assert.deepEqual(await names(), ['Desk', 'Shop', 'Ärzte']);
          assert.deepEqual(await names('arzte'), ['Ärzte']);
          assert.deepEqual(await names('WOOL'), ['Desk', 'Shop']);
          assert.deepEqual(await names('%'), ['Shop']);
          assert.deepEqual(await names('_'), ['Desk']);
        },
        ticking(),
      ));

    it('are read all, piece by piece, newest first', () =>
      using(
        database,
        async (store) => {
          const [ours, theirs] = await twoOrganizations(store);
          await store.agents.create(theirs, agent('Other'));
          const made = [];
          for (let index = 0; index < 45; index++) made.push((await store.agents.create(ours, agent(`${index}`))).id);
          const read = [];
          for await (const { id } of store.agents.all(ours)) read.push(id);
          assert.deepEqual(read, made.reverse());
        },
        ticking(),
      ));

    it('keep every version as it was, the newest one being published', () =>
      using(database, async (store) => {
        const [ours] = await twoOrganizations(store);
        let current = await store.agents.create(ours, agent('Ada', config('one')));
        for (const file of ['two', 'three']) {
          current = await store.agents.update(ours, current, {
            version: { config: config(file), description: file, createdBy: null },
          });
        }
        const { rows } = await store.agents.versions(ours, current.id, { limit: 10 });
        assert.deepEqual(
          rows.map((row) => [row.number, row.config, row.description]),
          [
            [3, config('three'), 'three'],
            [2, config('two'), 'two'],
            [1, config('one'), null],
          ],
        );
        assert.deepEqual(await store.agents.find(ours, current.id), { ...current, version: rows[0] });
        assert.deepEqual(await store.agents.findVersion(ours, current.id, rows[2]!.id), rows[2]);
        const page = await store.agents.versions(ours, current.id, { limit: 1, starting_after: rows[0]!.id });
        assert.deepEqual([page.rows.map((row) => row.number), page.hasMore], [[2], true]);
      }));

    it('change their text without a version', () =>
      using(
        database,
        async (store) => {
          const [ours] = await twoOrganizations(store);
          const made = await store.agents.create(ours, agent('Ada', config(), 'Old'));
          const changed = await store.agents.update(ours, made, { name: 'Grace' });
          assert.deepEqual([changed.name, changed.description, changed.version_id], ['Grace', 'Old', made.version_id]);
          assert.ok(changed.updated_at > made.updated_at);
          assert.equal((await store.agents.update(ours, changed, { description: null })).description, null);
          assert.deepEqual(
            (await store.agents.page(ours, { limit: 1, q: 'grace' })).rows.map((row) => row.id),
            [made.id],
          );
          assert.equal((await store.agents.versions(ours, made.id, { limit: 10 })).rows.length, 1);
        },
        ticking(),
      ));

    it('go with all their versions', () =>
      using(database, async (store) => {
        const [ours] = await twoOrganizations(store);
        const made = await store.agents.create(ours, agent('Ada'));
        await store.agents.update(ours, made, { version: first(config('x')) });
        assert.equal(await store.agents.remove(ours, made.id), true);
        assert.equal(await store.agents.remove(ours, made.id), false);
        assert.equal(await store.agents.find(ours, made.id), undefined);
        assert.equal(await store.agents.findVersion(ours, made.id, made.version_id), undefined);
      }));

    it('use a file or a tool while their published version names it, not when the text merely occurs in it', () =>
      using(database, async (store) => {
        const [ours, theirs] = await twoOrganizations(store);
        const using = await store.agents.create(ours, agent('Uses', config('file_A', ['tool_A', 'tool_B'])));
        await store.agents.create(
          ours,
          agent(
            'Mentions',
            config('file_a', ['tool_a'], {
              instructions: '"file_id":"file_A" tool_A',
              dynamic_variable_placeholders: { file_id: 'file_A', id: 'tool_A' },
            }),
          ),
        );
        await store.agents.create(theirs, agent('Foreign', config('file_A', ['tool_A'])));
        const names = async (kind: 'agentsUsingFile' | 'agentsUsingTool', id: string) =>
          (await store.agents[kind](ours, id)).map((row) => row.name);
        assert.deepEqual(await names('agentsUsingFile', 'file_A'), ['Uses']);
        assert.deepEqual(await names('agentsUsingTool', 'tool_B'), ['Uses']);
        for (const id of ['file_%', 'file_', '%', '']) assert.deepEqual(await names('agentsUsingFile', id), []);
        await store.agents.update(ours, using, { version: first(config()) });
        assert.deepEqual(await names('agentsUsingFile', 'file_A'), []);
        assert.deepEqual(await names('agentsUsingTool', 'tool_A'), []);
      }));
  });

  describe(`tools on ${name}`, () => {
    const tool = (text: string, type: 'webhook' | 'client' = 'client') => ({
      type,
      name: text,
      definition: JSON.stringify({ name: text }),
    });

    it('are kept, changed and removed by their own organization only', () =>
      using(database, async (store) => {
        const [ours, theirs] = await twoOrganizations(store);
        const made = await store.agentTools.create(ours, tool('door'));
        assert.match(made.id, /^agent_tool_[0-9A-Za-z]{22}$/);
        assert.deepEqual(await store.agentTools.find(ours, made.id), made);
        assert.equal(await store.agentTools.find(theirs, made.id), undefined);
        assert.equal(await store.agentTools.update(theirs, made.id, tool('gate')), undefined);
        assert.equal(await store.agentTools.remove(theirs, made.id), false);
        const changed = await store.agentTools.update(ours, made.id, { name: 'gate', definition: '{}' });
        assert.deepEqual(changed, { ...made, name: 'gate', definition: '{}', updated_at: changed?.updated_at });
        assert.equal(await store.agentTools.remove(ours, made.id), true);
        assert.equal(await store.agentTools.find(ours, made.id), undefined);
      }));

    it('are listed newest first, by type and by id', () =>
      using(
        database,
        async (store) => {
          const [ours] = await twoOrganizations(store);
          const made = [];
          for (const [text, type] of [
            ['a', 'client'],
            ['b', 'webhook'],
            ['c', 'client'],
          ] as const) {
            made.push(await store.agentTools.create(ours, tool(text, type)));
          }
          const names = async (filter: object) =>
            (await store.agentTools.page(ours, { limit: 10, ...filter })).rows.map((row) => row.name);
          assert.deepEqual(await names({}), ['c', 'b', 'a']);
          assert.deepEqual(await names({ type: 'client' }), ['c', 'a']);
          assert.deepEqual(await names({ ids: [made[0]!.id, made[1]!.id] }), ['b', 'a']);
          assert.deepEqual(await names({ type: 'webhook', ids: [made[0]!.id] }), []);
          assert.deepEqual(await names({ ids: [] }), []);
        },
        ticking(),
      ));
  });
}
