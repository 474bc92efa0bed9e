import assert from 'node:assert/strict';
import { randomBytes, scryptSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { openStore, type Store, type StoreOptions } from '../index.ts';
import { passwordHasher } from './password-hash.ts';
import { databases, passwordCost, using, withDatabase } from '../testing.ts';

const start = Date.parse('2026-06-01T00:00:00.000Z');
const day = 86_400_000;
const [password, other] = ['correct horse battery', 'another staple 123'];

for (const [name, database] of Object.entries(databases)) {
  describe(`accounts on ${name}`, () => {
    const clock = { ms: start };
    const withAda = (
      use: (store: Store, ada: string, ours: string) => Promise<void>,
      more: Pick<StoreOptions, 'passwordCost'> = {},
    ) =>
      using(
        database,
        async (store) => {
          clock.ms = start;
          const { id: organizationId } = await store.organizations.create('Ours');
          const email = 'Ada@example.org';
          const ada = await store.users.create({ organizationId, role: 'member', name: 'Ada', email });
          await use(store, ada.id, organizationId);
        },
        { now: () => new Date(clock.ms), ...more },
      );
    const signsIn = async (store: Store, given: string, email = 'ada@example.org') =>
      (await store.accounts.verify(email, given))?.id;
    const secondOrganization = async (store: Store) => {
      const theirs = await store.organizations.create('Theirs');
      await store.users.join({ organizationId: theirs.id, role: 'admin', email: 'ada@example.org' });
      return theirs.id;
    };

    it('are opened by their email, in capitals or not, and their password only', () =>
      withAda(async (store, ada) => {
        assert.equal(await signsIn(store, password), undefined, 'before it has one');
        assert.equal(await store.accounts.passwordChangedAt(ada), undefined);
        assert.equal(await store.accounts.setPassword(ada, password), true);
        assert.equal(await signsIn(store, password), ada);
        assert.equal(await signsIn(store, password, 'ADA@Example.ORG'), ada);
        for (const wrong of ['', other, password.toUpperCase(), `${password} `, password.repeat(1000)]) {
          assert.equal(await signsIn(store, wrong), undefined);
        }
        assert.equal(await signsIn(store, password, 'nobody@example.org'), undefined);
        assert.equal(
          (await store.accounts.verify('ada@example.org', password))?.password_changed_at,
          new Date(start).toISOString(),
        );
        const stored = JSON.stringify(await store.database.db.selectFrom('passwords').selectAll().execute());
        assert.ok(!stored.includes(password));
        assert.match(stored, /\$scrypt\$ln=10,r=8,p=1\$/);
        assert.equal(await store.accounts.setPassword('nobody', password), false);
      }));

    it('take the same characters however a keyboard makes them, ten of them at least and 256 at most', () =>
      withAda(async (store, ada) => {
        await store.accounts.setPassword(ada, 'Ångström é 12');
        assert.equal(await signsIn(store, 'Ångström é 12'.normalize('NFD')), ada);
        for (const refused of ['', 'nine chars'.slice(1), '𝟙'.repeat(9), 'x'.repeat(257)]) {
          await assert.rejects(store.accounts.setPassword(ada, refused), /\n {2}→ at password/);
        }
        for (const taken of ['ten chars!', '😀'.repeat(256)]) {
          await store.accounts.setPassword(ada, taken);
          assert.equal(await signsIn(store, taken), ada);
        }
      }));

    it('get a hash of today’s parameters when one of earlier ones was right, without a change of the password', () =>
      withAda(
        async (store, ada) => {
          await store.accounts.setPassword(ada, password);
          const salt = randomBytes(16);
          const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
          const weak = `$scrypt$ln=12,r=8,p=1$${text(salt)}$${text(scryptSync(password, salt, 32, { N: 4096, r: 8, p: 1 }))}`;
          await store.database.db.updateTable('passwords').set({ hash: weak }).execute();
          const { changed_at } = (await store.passwords.find(ada))!.password!;
          clock.ms += day;
          assert.equal(await signsIn(store, other), undefined);
          assert.equal((await store.passwords.find(ada))!.password!.hash, weak);
          assert.equal(await signsIn(store, password), ada);
          const renewed = (await store.passwords.find(ada))!.password!;
          assert.match(renewed.hash, /^\$scrypt\$ln=15,r=8,p=3\$/);
          assert.equal(renewed.changed_at, changed_at);
          assert.equal(await signsIn(store, password), ada);
        },
        { passwordCost: undefined },
      ));

    it('know the organizations they are in, with their role in each', () =>
      withAda(async (store, ada, ours) => {
        clock.ms += 1000;
        const theirs = await secondOrganization(store);
        assert.deepEqual(await store.accounts.organizationsOf(ada), [
          { id: ours, name: 'Ours', role: 'member' },
          { id: theirs, name: 'Theirs', role: 'admin' },
        ]);
        await store.users.remove(ours, ada);
        assert.deepEqual(
          (await store.accounts.organizationsOf(ada)).map(({ id }) => id),
          [theirs],
        );
        assert.deepEqual(await store.accounts.organizationsOf('nobody'), []);
      }));

    it('get a new password through a link, once', () =>
      withAda(async (store, ada, ours) => {
        await store.accounts.setPassword(ada, password);
        const { token, expiresAt } = await store.accounts.makeReset(ours, ada);
        assert.equal(expiresAt.getTime(), start + day);
        assert.ok(
          !JSON.stringify(await store.database.db.selectFrom('password_resets').selectAll().execute()).includes(token),
        );
        await assert.rejects(store.accounts.resetPassword(token, 'short'), { code: 'invalid_request' });
        clock.ms += 1000;
        const account = await store.accounts.resetPassword(token, other);
        assert.deepEqual([account.id, account.password_changed_at], [ada, new Date(clock.ms).toISOString()]);
        assert.deepEqual([await signsIn(store, password), await signsIn(store, other)], [undefined, ada]);
        await assert.rejects(store.accounts.resetPassword(token, password), { code: 'reset_closed' });
        await assert.rejects(store.accounts.resetPassword('guessed', password), { code: 'reset_closed' });
        assert.equal(await signsIn(store, other), ada);
      }));

    it('have one link, which ends when a newer one is made, the password is set or its time is over', () =>
      withAda(async (store, ada, ours) => {
        const ended: string[] = [];
        ended.push((await store.accounts.makeReset(ours, ada)).token);
        ended.push((await store.accounts.makeReset(ours, ada)).token);
        await store.accounts.setPassword(ada, password);
        ended.push((await store.accounts.makeReset(undefined, ada)).token);
        clock.ms += day;
        for (const token of ended) {
          await assert.rejects(store.accounts.resetPassword(token, other), { code: 'reset_closed' });
        }
        assert.equal(await signsIn(store, password), ada);
      }));

    it('of several organizations get a link from the operator only, also when they join the second one after it was made', () =>
      withAda(async (store, ada, ours) => {
        const early = await store.accounts.makeReset(ours, ada);
        const theirs = await secondOrganization(store);
        for (const id of [ours, theirs]) await assert.rejects(store.accounts.makeReset(id, ada), { code: 'forbidden' });
        await assert.rejects(store.accounts.resetPassword(early.token, other), { code: 'reset_closed' });
        const late = await store.accounts.makeReset(undefined, ada);
        assert.equal((await store.accounts.resetPassword(late.token, password)).id, ada);
      }));

    it('that left an organization get no link from it, nor through one it made', () =>
      withAda(async (store, ada, ours) => {
        const { token } = await store.accounts.makeReset(ours, ada);
        await store.users.remove(ours, ada);
        await assert.rejects(store.accounts.resetPassword(token, password), { code: 'reset_closed' });
        await assert.rejects(store.accounts.makeReset(ours, ada), { code: 'user_not_found' });
      }));
  });

  it(`of two admins on ${name} who take the role from each other at once one stays`, () =>
    using(database, async (store) => {
      const { id: organizationId } = await store.organizations.create('Ours');
      const make = () => store.users.create({ organizationId, role: 'admin' });
      const admins = [await make(), await make()];
      const published: unknown[] = [];
      store.revocations.subscribe((id) => published.push(id));
      await Promise.all(
        admins.map(({ id }) => store.transaction(({ users }) => users.setRole(organizationId, id, 'member'))),
      );
      const left = (await store.users.list(organizationId)).filter(({ role }) => role === 'admin');
      assert.equal(left.length, 1);
      const demoted = admins.find(({ id }) => id !== left[0]!.id)!;
      assert.deepEqual(
        published.filter((id) => id !== undefined),
        [demoted.id],
      );
    }));

  it(`a link of ${name} is used by one of many who try at once`, () =>
    withDatabase(database, async (options) => {
      const store = await openStore({ ...options, passwordCost, passwordResetMs: 5000 });
      try {
        const { id: organizationId } = await store.organizations.create('Ours');
        const { id } = await store.users.create({ organizationId, role: 'member', email: 'ada@example.org' });
        const { token, expiresAt } = await store.accounts.makeReset(organizationId, id);
        assert.ok(expiresAt.getTime() <= Date.now() + 5000);
        const tries = Array.from({ length: 4 }, (_, index) =>
          store.accounts.resetPassword(token, `password number ${index}`),
        );
        const results = await Promise.allSettled(tries);
        assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
      } finally {
        await store.close();
      }
    }));
}

describe('hashes of passwords', () => {
  it('are computed a few at a time, and refused when too many wait', async () => {
    const hasher = passwordHasher({ passwordCost, passwordHashes: 1, passwordHashesWaiting: 2 });
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.verify(password, undefined)));
    const refused = tries.filter((attempt) => attempt.status === 'rejected');
    assert.equal(refused.length, 2);
    for (const { reason } of refused) {
      const { code, retryAfterSeconds } = reason as { code: string; retryAfterSeconds: number };
      assert.deepEqual([code, retryAfterSeconds], ['unavailable', 1]);
    }
    // What ended has given its place back.
    assert.ok((await hasher.verify(password, await hasher.hash(password))).isCorrect);
  });

  it('of the same password differ', async () => {
    const hasher = passwordHasher({ passwordCost });
    assert.notEqual(await hasher.hash(password), await hasher.hash(password));
  });
});
