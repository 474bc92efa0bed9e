import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from './index.ts';
import { databases, using } from './testing.ts';

for (const [name, database] of Object.entries(databases)) {
  describe(`API keys on ${name}`, () => {
    const clock = { ms: Date.parse('2026-06-01T00:00:00.000Z') };
    const withOurs = (use: (store: Store, organizationId: string) => Promise<void>) =>
      using(database, async (store) => use(store, (await store.organizations.create('Ours')).id), {
        now: () => new Date(clock.ms),
      });
    const make = async (
      store: Store,
      organizationId: string,
      description: string,
      more: Partial<Parameters<Store['apiKeys']['create']>[0]> = {},
    ) => {
      clock.ms += 1000;
      return (await store.apiKeys.create({ organizationId, kind: 'api', description, ...more })).key;
    };

    it('are listed newest first while they work; admin keys and those of others never', () =>
      withOurs(async (store, ours) => {
        const theirs = await store.organizations.create('Theirs');
        const first = await make(store, ours, 'first');
        const revoked = await make(store, ours, 'revoked');
        const expiring = await make(store, ours, 'expiring', { expiresAt: new Date(clock.ms + 60_000) });
        const admin = await make(store, ours, 'admin', { kind: 'admin' });
        const foreign = await make(store, theirs.id, 'foreign');
        await store.apiKeys.revoke(ours, revoked.id);
        const list = async (more = {}) =>
          (await store.apiKeys.page(ours, { limit: 10, ...more })).rows.map(({ description }) => description);
        assert.deepEqual(await list(), ['expiring', 'first']);
        assert.deepEqual(await list({ starting_after: expiring.id }), ['first']);
        for (const { id } of [revoked, admin, foreign]) {
          assert.equal(await store.apiKeys.findListed(ours, id), undefined);
        }
        assert.equal((await store.apiKeys.findListed(ours, first.id))?.description, 'first');
        clock.ms += 60_000;
        assert.deepEqual(await list(), ['first']);
      }));

    it('say who made them and whether that person is still there, and are found by that person', () =>
      withOurs(async (store, ours) => {
        const ada = await store.users.create({
          organizationId: ours,
          role: 'member',
          name: 'Ada Lovelace',
          email: 'ada@example.org',
        });
        const made = await make(store, ours, 'CI', { createdBy: ada.id });
        const anonymous = await make(store, ours, 'of the command line');
        const shown = {
          id: made.id,
          description: 'CI',
          created_at: made.created_at,
          creator_email: 'ada@example.org',
          creator_image_url: null,
          creator_still_in_org: true,
        };
        assert.deepEqual(await store.apiKeys.findListed(ours, made.id), shown);
        assert.equal((await store.apiKeys.findListed(ours, anonymous.id))?.creator_still_in_org, null);
        for (const q of ['lovelace', 'ADA@', 'ci']) {
          assert.deepEqual((await store.apiKeys.page(ours, { limit: 10, q })).rows, [shown]);
        }
        await store.users.remove(ours, ada.id);
        assert.deepEqual(await store.apiKeys.findListed(ours, made.id), { ...shown, creator_still_in_org: false });
      }));
  });
}
