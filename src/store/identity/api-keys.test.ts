import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashKey, isUsable, scopesOf, type ApiKey, type Rotation, type Store } from '../index.ts';
import { databases, using } from '../testing.ts';

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
          kind: 'api',
          name: null,
          description: 'CI',
          scopes: null,
          origin: 'created',
          expires_at: null,
          budget: null,
          origins: null,
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

    it('that are admin keys are listed and found where they are asked for', () =>
      withOurs(async (store, ours) => {
        const api = await make(store, ours, 'api');
        const admin = await make(store, ours, 'admin', { kind: 'admin' });
        const { rows } = await store.apiKeys.page(ours, { limit: 10, kind: 'admin' });
        assert.deepEqual(
          rows.map(({ id, kind }) => [id, kind]),
          [[admin.id, 'admin']],
        );
        assert.equal((await store.apiKeys.findListed(ours, admin.id, 'admin'))?.id, admin.id);
        assert.equal(await store.apiKeys.findListed(ours, api.id, 'admin'), undefined);
      }));

    it('have a name, by which they are found, and scopes in the order of the table', () =>
      withOurs(async (store, ours) => {
        const { id } = await make(store, ours, 'for CI', { name: 'Builder', scopes: ['files', 'tts', 'files'] });
        const shown = (await store.apiKeys.findListed(ours, id))!;
        assert.deepEqual([shown.name, shown.scopes], ['Builder', ['tts', 'files']]);
        const found = async (q: string) => (await store.apiKeys.page(ours, { limit: 10, q })).rows.length;
        assert.deepEqual([await found('BUILD'), await found('for ci')], [1, 1]);

        assert.equal((await store.apiKeys.update(ours, id, { name: 'Tester' }))?.name, 'Tester');
        assert.deepEqual([await found('build'), await found('tester')], [0, 1]);
        assert.deepEqual(scopesOf((await store.apiKeys.find(ours, id))!), ['tts', 'files']);
        await store.apiKeys.update(ours, id, { scopes: ['voices'] });
        assert.deepEqual(scopesOf((await store.apiKeys.find(ours, id))!), ['voices']);
        assert.equal(scopesOf((await store.apiKeys.update(ours, id, { scopes: null }))!), undefined);

        await store.apiKeys.revoke(ours, id);
        assert.equal(await store.apiKeys.update(ours, id, { name: 'Late' }), undefined);
      }));

    it('are replaced by one of the same name, scopes and end, at once or after a time beside each other', () =>
      withOurs(async (store, ours) => {
        const rotate = (id: string, rotation: Rotation) =>
          store.transaction(({ apiKeys }) => apiKeys.rotate(ours, id, rotation));
        const expiresAt = new Date(clock.ms + 3_600_000);
        const first = await make(store, ours, 'CI', { name: 'CI', scopes: ['tts'], expiresAt });

        const second = (await rotate(first.id, { overlapMs: 0 }))!;
        assert.notEqual(second.key.id, first.id);
        const same = ({ kind, name, description, scopes, expires_at }: ApiKey) => [
          kind,
          name,
          description,
          scopes,
          expires_at,
        ];
        assert.deepEqual(same(second.key), same(first));
        assert.equal((await store.apiKeys.findByHash(hashKey(second.secret)))?.id, second.key.id);
        assert.ok(!isUsable((await store.apiKeys.find(ours, first.id))!, new Date(clock.ms)));
        assert.equal(await rotate(first.id, { overlapMs: 0 }), undefined);

        const third = (await rotate(second.key.id, { overlapMs: 60_000, expiresAt: null }))!;
        assert.equal(third.key.expires_at, null);
        const { expires_at: end } = third.replaced;
        assert.equal(end, new Date(clock.ms + 60_000).toISOString());
        assert.ok(isUsable(third.replaced, new Date(clock.ms + 59_999)));
        assert.ok(!isUsable(third.replaced, new Date(clock.ms + 60_000)));

        // An overlap never lets a key work for longer.
        const again = (await rotate(second.key.id, { overlapMs: 120_000 }))!;
        assert.equal(again.replaced.expires_at, end);
      }));

    it('that were revoked or changed are told of, by their id or without, when it is committed', () =>
      withOurs(async (store, ours) => {
        const [scoped, renamed, rotated] = [
          await make(store, ours, 'scoped'),
          await make(store, ours, 'renamed'),
          await make(store, ours, 'rotated'),
        ];
        const published: (string | undefined)[] = [];
        const end = store.revocations.subscribe((id) => void published.push(id));
        const during = await store.transaction(async ({ apiKeys }) => {
          await apiKeys.update(ours, scoped.id, { scopes: ['tts'] });
          await apiKeys.update(ours, renamed.id, { name: 'New' });
          await apiKeys.revoke(ours, renamed.id);
          await apiKeys.rotate(ours, rotated.id, { overlapMs: 1000 });
          return published.filter((id) => id === renamed.id).length;
        });
        end();
        assert.equal(during, 0);
        // The database may have told of them too.
        assert.deepEqual(new Set(published), new Set([undefined, renamed.id]));
      }));
  });
}
