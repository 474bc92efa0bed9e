import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../index.ts';
import { databases, using, withDatabase, withStore } from '../testing.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { stopwatch } from '../../../test/support/processor-wait.ts';

/** A store with an organization and one key of it. */
async function withKey(store: Store): Promise<{ organizationId: string; keyId: string }> {
  const { organization } = await store.bootstrap();
  const { key } = await store.apiKeys.create({ organizationId: organization.id, kind: 'api', description: '' });
  return { organizationId: organization.id, keyId: key.id };
}

/** What a store tells of, as it tells it. */
function heard(store: Store): (string | undefined)[] {
  const received: (string | undefined)[] = [];
  store.revocations.subscribe((keyId) => received.push(keyId));
  return received;
}

for (const [name, database] of Object.entries(databases)) {
  describe(`revocations on ${name}`, () => {
    it('are told when a key has been revoked, once, and only of keys that were', () =>
      using(database, async (store) => {
        const { organizationId, keyId } = await withKey(store);
        const received = heard(store);
        await store.apiKeys.revoke('another', keyId);
        // A feed that has just begun says that it may have missed some.
        assert.ok(!received.includes(keyId));
        await store.apiKeys.revoke(organizationId, keyId);
        await store.apiKeys.revoke(organizationId, keyId);
        assert.deepEqual(
          received.filter((id) => id !== undefined),
          [keyId],
        );
      }));

    it('within a transaction are told after it, and not at all when it fails', () =>
      using(database, async (store) => {
        const { organizationId, keyId } = await withKey(store);
        const received = heard(store);
        const failing = store.transaction(async ({ apiKeys }) => {
          await apiKeys.revoke(organizationId, keyId);
          throw new Error('given up');
        });
        await assert.rejects(failing, /given up/);
        assert.ok(!received.includes(keyId));
        await store.transaction(async ({ apiKeys }) => {
          await apiKeys.revoke(organizationId, keyId);
          assert.ok(!received.includes(keyId), 'it is not revoked yet');
        });
        assert.ok(received.includes(keyId));
      }));

    it('are told of the key that a setting gave before', () =>
      using(database, async (store) => {
        const { organization } = await store.bootstrap({ apiKey: 'one', adminKey: 'two' });
        const received = heard(store);
        await store.bootstrap({ apiKey: 'three', adminKey: 'two' });
        const keys = await store.apiKeys.list(organization.id);
        const ended = keys.filter(({ revoked_at }) => revoked_at !== null).map(({ id }) => id);
        assert.equal(ended.length, 1);
        assert.deepEqual(
          received.filter((id) => id !== undefined),
          ended,
        );
      }));

    it('are not told to a listener that has unsubscribed', () =>
      using(database, async (store) => {
        const { organizationId, keyId } = await withKey(store);
        const received: unknown[] = [];
        const unsubscribe = store.revocations.subscribe((id) => received.push(id));
        unsubscribe();
        await store.apiKeys.revoke(organizationId, keyId);
        assert.deepEqual(received, []);
      }));
  });
}

for (const [name, database] of Object.entries(databases)) {
  describe(`revocations by another process on ${name}`, () => {
    it('are told within a second, by their key or as ones that may have been missed', () =>
      withDatabase(database, (options) =>
        withStore(options, (server) =>
          withStore(options, async (command) => {
            const { organizationId, keyId } = await withKey(server);
            const received = heard(server);
            await eventually('the server listens', () => received.includes(undefined));
            for (const id of [keyId, (await withKey(server)).keyId]) {
              const before = received.length;
              const elapsedMs = stopwatch();
              await command.apiKeys.revoke(organizationId, id);
              await eventually('it is told', () =>
                received.slice(before).some((key) => key === id || key === undefined),
              );
              assert.ok(elapsedMs() < 1000);
            }
            const changed = (await withKey(server)).keyId;
            const before = received.length;
            await command.apiKeys.update(organizationId, changed, { scopes: ['tts'] });
            await eventually('a change is told', () => received.length > before);
            assert.deepEqual(new Set(received.slice(before)), new Set([undefined]));
          }),
        ),
      ));
  });
}
