import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databases, using } from '../testing.ts';
import { stateOf, type Store } from '../index.ts';

const start = Date.parse('2026-06-01T00:00:00.000Z');
const day = 86_400_000;

async function members(store: Store, organizationId: string) {
  return (await store.users.list(organizationId)).map(({ email, name, role }) => ({ email, name, role }));
}

for (const [name, database] of Object.entries(databases)) {
  describe(`invites on ${name}`, () => {
    const clock = { ms: start };
    const withOurs = (use: (store: Store, organizationId: string) => Promise<void>) =>
      using(
        database,
        async (store) => {
          clock.ms = start;
          await use(store, (await store.organizations.create('Ours')).id);
        },
        { now: () => new Date(clock.ms) },
      );
    const invite = (store: Store, organizationId: string, ...emails: string[]) =>
      store.transaction(({ invites }) => invites.create(organizationId, emails));
    const accept = (store: Store, token: string, person = 'Ada') =>
      store.transaction(async ({ invites }) => (await invites.accept(token, person)).user);

    it('are made in the given order, in lower case, and keep no token', () =>
      withOurs(async (store, ours) => {
        const made = await invite(store, ours, 'B@Example.org', 'a@example.org');
        assert.deepEqual(
          made.map(({ invite: { email, role, status } }) => [email, role, status]),
          [
            ['b@example.org', 'member', 'pending'],
            ['a@example.org', 'member', 'pending'],
          ],
        );
        assert.match(made[0]!.invite.id, /^orginv_[0-9A-Za-z]{22}$/);
        assert.equal(made[0]!.invite.expires_at, new Date(start + 30 * day).toISOString());
        const rows = JSON.stringify(await store.database.db.selectFrom('invites').selectAll().execute());
        for (const { token } of made) assert.ok(!rows.includes(token));
      }));

    it('make a member, once', () =>
      withOurs(async (store, ours) => {
        const [made] = await invite(store, ours, 'ada@example.org');
        const user = await accept(store, made!.token, 'Ada');
        assert.deepEqual(await members(store, ours), [{ email: 'ada@example.org', name: 'Ada', role: 'member' }]);
        const kept = await store.invites.find(ours, made!.invite.id);
        assert.deepEqual([kept!.status, kept!.user_id, kept!.accepted_at], ['accepted', user.id, user.created_at]);
        await assert.rejects(accept(store, made!.token), { code: 'invite_closed' });
        await assert.rejects(accept(store, 'guessed'), { code: 'invite_not_found' });
        assert.equal((await members(store, ours)).length, 1);
      }));

    it('are accepted by one of many who try at once', () =>
      withOurs(async (store, ours) => {
        const [made] = await invite(store, ours, 'ada@example.org');
        const results = await Promise.allSettled(Array.from({ length: 8 }, () => accept(store, made!.token)));
        assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
        assert.equal((await members(store, ours)).length, 1);
      }));

    it('bring back the account that the email had, under its name', () =>
      withOurs(async (store, ours) => {
        const [first] = await invite(store, ours, 'ada@example.org');
        const user = await accept(store, first!.token, 'Ada');
        await store.users.remove(ours, user.id);
        const [second] = await invite(store, ours, 'ada@example.org');
        assert.equal((await accept(store, second!.token, 'Somebody else')).id, user.id);
        assert.deepEqual(await members(store, ours), [{ email: 'ada@example.org', name: 'Ada', role: 'member' }]);
      }));

    it('are all made or none: not for an email given twice, of a member, or invited already', () =>
      withOurs(async (store, ours) => {
        const theirs = await store.organizations.create('Theirs');
        await store.users.create({ organizationId: ours, role: 'admin', email: 'Boss@example.org' });
        await invite(store, ours, 'invited@example.org');
        await assert.rejects(
          invite(store, ours, 'new@example.org', 'NEW@example.org'),
          /Given twice\n {2}→ at emails\[1\]/u,
        );
        await assert.rejects(
          invite(store, ours, 'new@example.org', 'boss@example.org'),
          /a user .*\n {2}→ at emails\[1\]/u,
        );
        await assert.rejects(
          invite(store, ours, 'invited@example.org', 'new@example.org'),
          /invited already.*\n {2}→ at emails\[0\]/u,
        );
        assert.equal((await store.invites.page(ours, { limit: 10, state: 'pending' })).rows.length, 1);
        await invite(store, theirs.id, 'invited@example.org', 'boss@example.org');
      }));

    it('of one email asked for many times at once are made once', () =>
      withOurs(async (store, ours) => {
        const results = await Promise.allSettled(
          Array.from({ length: 6 }, () => invite(store, ours, 'ada@example.org')),
        );
        assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
      }));

    it('end when they are revoked or their time is over, and then the email may be invited anew', () =>
      withOurs(async (store, ours) => {
        const [revoked, expired] = [
          (await invite(store, ours, 'a@example.org'))[0]!,
          (await invite(store, ours, 'b@example.org'))[0]!,
        ];
        assert.equal(await store.invites.revoke(ours, revoked.invite.id), true);
        assert.equal(await store.invites.revoke(ours, revoked.invite.id), false);
        await assert.rejects(accept(store, revoked.token), /was cancelled/u);
        clock.ms = start + 30 * day;
        await assert.rejects(accept(store, expired.token), /has expired/u);
        assert.equal(stateOf((await store.invites.find(ours, expired.invite.id))!, new Date(clock.ms)), 'expired');
        await invite(store, ours, 'a@example.org', 'b@example.org');
      }));

    it('are listed by where they stand, the newest first, and seen by their organization only', () =>
      withOurs(async (store, ours) => {
        const theirs = await store.organizations.create('Theirs');
        const make = async (email: string) => {
          clock.ms += 1000;
          return (await invite(store, ours, email))[0]!;
        };
        const [old, older] = [await make('expired@example.org'), await make('expired-revoked@example.org')];
        clock.ms += 30 * day;
        const [taken, open, open2] = [
          await make('accepted@example.org'),
          await make('pending@example.org'),
          await make('pending-2@example.org'),
        ];
        await accept(store, taken.token);
        await store.invites.revoke(ours, older.invite.id);
        const list = async (state: 'pending' | 'accepted' | 'revoked' | 'expired', more = {}) =>
          (await store.invites.page(ours, { limit: 10, state, ...more })).rows.map(({ id }) => id);
        assert.deepEqual(await list('pending'), [open2.invite.id, open.invite.id]);
        assert.deepEqual(await list('pending', { starting_after: open2.invite.id }), [open.invite.id]);
        assert.deepEqual(await list('accepted'), [taken.invite.id]);
        assert.deepEqual(await list('revoked'), [older.invite.id]);
        assert.deepEqual(await list('expired'), [old.invite.id]);
        assert.equal(await store.invites.find(theirs.id, open.invite.id), undefined);
        assert.equal(await store.invites.revoke(theirs.id, open.invite.id), false);
        assert.deepEqual((await store.invites.page(theirs.id, { limit: 10, state: 'pending' })).rows, []);
      }));
  });
}
