import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databases, using, type NewDatabase } from '../store/testing.ts';
import type { Principal, Store } from '../store/index.ts';
import { allEngines } from '../engines/registry.ts';
import { builtInLibrary } from '../voices/library.ts';
import { rules } from '../language-models/rules/index.ts';
import { unconfiguredModel } from '../language-models/unconfigured.ts';
import { AgentService } from './agents.ts';
import type { AgentConfigPatch } from './config.ts';

const voices = builtInLibrary(allEngines);

interface World {
  readonly store: Store;
  readonly agents: AgentService;
  readonly principal: Principal;
  readonly versions: (id: string) => Promise<number>;
}

function inWorld(database: NewDatabase, use: (world: World) => Promise<void>): Promise<void> {
  return using(database, async (store) => {
    const { id: organizationId } = await store.organizations.create('Ours');
    const agents = new AgentService({
      store,
      voices,
      models: [...['fast', 'good'].map(unconfiguredModel), rules],
      maxBytes: 20_000,
    });
    const versions = async (id: string) => (await agents.versions(organizationId, id, { limit: 100 })).rows.length;
    await use({ store, agents, principal: { kind: 'api', organizationId, keyId: 'key' }, versions });
  });
}

function refused(path: string) {
  return {
    name: 'ServiceError',
    code: 'invalid_request',
    message: new RegExp(`→ at ${path.replaceAll(/[.[\]]/g, '\\$&')}(\\n|$)`),
  };
}

for (const [name, database] of Object.entries(databases)) {
  describe(`an agent on ${name}`, () => {
    it('speaks with a built-in voice of its language and thinks with the first model unless it says otherwise', () =>
      inWorld(database, async ({ agents, principal }) => {
        const { version } = await agents.create(principal, {});
        assert.equal((await voices.get(version.config.audio.output.voice_id, ''))?.language, 'en');
        assert.equal(version.config.model.id, 'fast');
        const french = await agents.create(principal, {
          config: { language: { primary: 'fr' }, model: { id: 'good' } },
        });
        assert.equal((await voices.get(french.version.config.audio.output.voice_id, ''))?.language, 'fr');
        assert.equal(french.version.config.model.id, 'good');
      }));

    it('is refused with rules that cannot be read, by their lines', () =>
      inWorld(database, async ({ agents, principal, versions }) => {
        const model = { id: 'rules' };
        const instructions = 'Notes.\nSay: hello\nWhen the user says: bye\nEnd: Bye.\nTransfer to Bob: Hm.';
        const { id } = await agents.create(principal, { config: { instructions } });
        for (const config of [{ model }, { model, instructions }]) {
          await assert.rejects(agents.update(principal, id, { config }), {
            ...refused('config.instructions'),
            message: /Line 2: "say" stands behind .*\n.*Line 5: /su,
          });
        }
        await assert.rejects(
          agents.create(principal, { config: { model, instructions } }),
          refused('config.instructions'),
        );
        await agents.update(principal, id, { config: { model, instructions: 'Be friendly, and say hello.' } });
        assert.equal(await versions(id), 2);
      }));

    it('is made without reading every stored voice', () =>
      inWorld(database, async ({ store, principal }) => {
        const list = () => Promise.reject(new Error('read them all'));
        await new AgentService({
          store,
          voices: { ...voices, list },
          models: [rules],
          maxBytes: 20_000,
        }).create(principal, {});
      }));

    it('loses none of many changes at the same time, each of which is a version', () =>
      inWorld(database, async ({ agents, principal, versions }) => {
        const { id } = await agents.create(principal, {});
        const changes = [
          { instructions: 'Be brief.' },
          { initial_message: 'Hello.' },
          { timezone: 'Europe/Berlin' },
          { audio: { output: { speed: 1.5 } } },
          { audio: { output: { volume: 2 } } },
          { system_tools: { end_call: {} } },
          { turn: { inactivity_end_call_secs: 60 } },
          { model: { temperature: 0.5 } },
        ];
        await Promise.all(
          changes.map((config, index) => agents.update(principal, id, { config, versionDescription: `${index}` })),
        );
        const {
          version: { config },
        } = await agents.get(principal.organizationId, id);
        assert.deepEqual(
          [
            config.instructions,
            config.initial_message,
            config.timezone,
            config.audio.output.speed,
            config.audio.output.volume,
            config.system_tools.end_call,
            config.turn.inactivity_end_call_secs,
            config.model.temperature,
          ],
          ['Be brief.', 'Hello.', 'Europe/Berlin', 1.5, 2, { description: null, pre_tool_speech: 'auto' }, 60, 0.5],
        );
        assert.equal(await versions(id), changes.length + 1);
        const { rows } = await agents.versions(principal.organizationId, id, { limit: 100 });
        assert.deepEqual(
          rows.map((row) => row.description).sort(),
          [...changes.map((_, index) => `${index}`), null].sort(),
        );
      }));

    it('has one more version after an older configuration is restored, and the old ones as they were', () =>
      inWorld(database, async ({ agents, principal, versions }) => {
        const made = await agents.create(principal, {
          config: { instructions: 'One.', dynamic_variable_placeholders: { a: 1 }, system_tools: { end_call: {} } },
        });
        await agents.update(principal, made.id, {
          config: {
            instructions: 'Two.',
            dynamic_variable_placeholders: { b: 2 },
            system_tools: { end_call: null, send_dtmf: {} },
            turn_taking: { min_ms: 800, max_ms: 4000 },
          },
        });
        const restored = await agents.update(principal, made.id, {
          config: made.version.config,
          versionDescription: 'Back',
        });
        assert.deepEqual(restored.version.config, made.version.config);
        assert.notEqual(restored.version.id, made.version.id);
        assert.equal(await versions(made.id), 3);
        assert.deepEqual(await agents.version(principal.organizationId, made.id, made.version.id), made.version);
      }));

    it('makes no version when its configuration stays the same', () =>
      inWorld(database, async ({ agents, principal, versions }) => {
        const { id, version } = await agents.create(principal, { config: { instructions: 'One.' } });
        await agents.update(principal, id, { name: 'Renamed', description: 'x' });
        await agents.update(principal, id, { config: { instructions: 'One.' } });
        await agents.update(principal, id, { config: {} });
        await agents.update(principal, id, { versionDescription: null });
        assert.equal(await versions(id), 1);
        assert.deepEqual((await agents.get(principal.organizationId, id)).version, version);
      }));

    it('takes the description of a version only together with a change of the configuration', () =>
      inWorld(database, async ({ agents, principal }) => {
        const { id } = await agents.create(principal, {});
        await assert.rejects(
          agents.update(principal, id, { name: 'x', versionDescription: 'Why' }),
          refused('version_description'),
        );
        await assert.rejects(
          agents.update(principal, id, { config: {}, versionDescription: 'Why' }),
          refused('version_description'),
        );
        assert.equal((await agents.get(principal.organizationId, id)).name, 'New agent');
        const changed = await agents.update(principal, id, {
          config: { instructions: 'x' },
          versionDescription: 'Why',
        });
        assert.deepEqual([changed.version.description, changed.version.createdBy], ['Why', 'key']);
      }));

    it('names only what is there, and every problem at once', () =>
      inWorld(database, async ({ store, agents, principal }) => {
        const { organizationId } = principal;
        const file = (purpose: string, owner = organizationId) =>
          store.files.create(owner, { filename: 'x', purpose, size: 1, blob: 'files/x' });
        const other = (await store.organizations.create('Theirs')).id;
        const [sound, clip, foreign] = [
          await file('agent_background_sound'),
          await file('fine_tune'),
          await file('agent_background_sound', other),
        ];
        const dict = await store.pronunciationDicts.create(organizationId, {
          name: 'd',
          description: '',
          items: [],
          access: 'private',
        });
        const foreignDict = await store.pronunciationDicts.create(other, {
          name: 'd',
          description: '',
          items: [],
          access: 'private',
        });
        const tool = await store.agentTools.create(organizationId, { type: 'client', name: 'x', definition: '{}' });
        const output = (change: object): { config: AgentConfigPatch } => ({ config: { audio: { output: change } } });
        const cases: [path: string, change: { config: AgentConfigPatch }][] = [
          ['config.audio.output.voice_id', output({ voice_id: 'nobody' })],
          ['config.audio.output.background_sound.file_id', output({ background_sound: { file_id: clip.id } })],
          ['config.audio.output.background_sound.file_id', output({ background_sound: { file_id: foreign.id } })],
          ['config.audio.output.pronunciation_dictionary_id', output({ pronunciation_dictionary_id: foreignDict.id })],
          ['config.model.id', { config: { model: { id: 'huge' } } }],
          ['config.tools[1].id', { config: { tools: [{ id: tool.id }, { id: 'agent_tool_x' }] } }],
        ];
        const { id } = await agents.create(
          principal,
          output({ background_sound: { file_id: sound.id }, pronunciation_dictionary_id: dict.id }),
        );
        for (const [path, change] of cases) {
          await assert.rejects(agents.create(principal, change), refused(path));
          await assert.rejects(agents.update(principal, id, change), refused(path));
        }
        await assert.rejects(agents.update(principal, id, { webhookId: 'agent_webhook_x' }), refused('webhook_id'));
        const all = { model: { id: 'huge' }, tools: [{ id: 'no' }], audio: { output: { voice_id: 'nobody' } } };
        await assert.rejects(agents.create(principal, { config: all }), (error: Error) =>
          ['config.model.id', 'config.tools[0].id', 'config.audio.output.voice_id'].every((path) =>
            error.message.includes(path),
          ),
        );
        assert.equal((await store.agents.page(organizationId, { limit: 10 })).rows.length, 1, 'nothing half-made');
      }));

    it('can be changed although something it names is gone', () =>
      inWorld(database, async ({ store, agents, principal }) => {
        const dict = await store.pronunciationDicts.create(principal.organizationId, {
          name: 'd',
          description: '',
          items: [],
          access: 'private',
        });
        const { id, version } = await agents.create(principal, {
          config: { audio: { output: { pronunciation_dictionary_id: dict.id } } },
        });
        await store.pronunciationDicts.remove(principal.organizationId, dict.id);
        assert.equal(
          (await agents.update(principal, id, { config: { instructions: 'x' } })).version.config.audio.output
            .pronunciation_dictionary_id,
          dict.id,
        );
        await assert.rejects(
          agents.update(principal, id, { config: version.config }),
          refused('config.audio.output.pronunciation_dictionary_id'),
        );
      }));

    it('has a webhook until it is taken away or deleted', () =>
      inWorld(database, async ({ store, agents, principal }) => {
        const webhook = () =>
          store.webhooks.create(principal.organizationId, {
            url: 'https://example.org',
            secret: 'x',
            displayName: null,
            clearSecret: false,
          });
        const [one, two] = [await webhook(), await webhook()];
        const { id, version } = await agents.create(principal, {});
        assert.deepEqual(
          [
            (await agents.update(principal, id, { webhookId: one.id })).webhookId,
            (await agents.update(principal, id, { webhookId: null })).webhookId,
          ],
          [one.id, null],
        );
        await agents.update(principal, id, { webhookId: two.id });
        await store.transaction(({ webhooks }) => webhooks.remove(principal.organizationId, two.id));
        const after = await agents.get(principal.organizationId, id);
        assert.deepEqual([after.webhookId, after.version.id], [null, version.id]);
      }));

    it('has a configuration of bounded size', () =>
      inWorld(database, async ({ agents, principal }) => {
        const { id } = await agents.create(principal, { config: { instructions: 'x'.repeat(19_000) } });
        await assert.rejects(
          agents.update(principal, id, { config: { initial_message: 'x'.repeat(1000) } }),
          refused('config'),
        );
        await assert.rejects(
          agents.create(principal, { config: { instructions: 'ä'.repeat(10_000) } }),
          refused('config'),
        );
      }));

    it('is gone for every later call once it is deleted', () =>
      inWorld(database, async ({ agents, principal }) => {
        const { organizationId } = principal;
        const { id, version } = await agents.create(principal, {});
        await agents.remove(organizationId, id);
        const calls = [
          () => agents.get(organizationId, id),
          () => agents.update(principal, id, { name: 'x' }),
          () => agents.remove(organizationId, id),
          () => agents.versions(organizationId, id, { limit: 1 }),
          () => agents.version(organizationId, id, version.id),
        ];
        for (const call of calls) await assert.rejects(call, { code: 'not_found' });
      }));
  });
}
