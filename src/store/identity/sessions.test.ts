import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { hashKey, type NewSession, type Store } from '../index.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { databases, using, withDatabase, withStore } from '../testing.ts';

const start = new Date('2026-01-01T00:00:00Z');

function later(seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000);
}

/** What the sessions of a test have in common. */
function of(organizationId: string, more: Partial<NewSession> = {}): NewSession {
  const client = { address: '203.0.113.7', userAgent: 'Browser' };
  return { organizationId, how: 'link', ...client, expiresAt: later(3600), ...more };
}

async function organization(store: Store, name = 'Ours'): Promise<string> {
  return (await store.organizations.create(name)).id;
}

for (const [name, database] of Object.entries(databases)) {
  describe(`sessions on ${name}`, () => {
    let now = start;
    const test = (use: (store: Store) => Promise<void>) => async (): Promise<void> => {
      now = start;
      await using(database, use, { now: () => now });
    };

    it(
      'are found by the hash of a text of 256 bits that is stored nowhere',
      test(async (store) => {
        const id = await organization(store);
        const { session, token } = await store.sessions.create(of(id));
        assert.match(token, /^[A-Za-z0-9]{43}$/);
        assert.equal((await store.sessions.findByHash(hashKey(token)))?.id, session.id);
        assert.equal(await store.sessions.findByHash(token), undefined);
        const { rows } = await sql<object>`select * from sessions`.execute(store.database.db);
        assert.doesNotMatch(JSON.stringify(rows), new RegExp(token));
        const other = await store.sessions.create(of(id));
        assert.notEqual(other.token, token);
      }),
    );

    it(
      'tell what they rest on at this moment',
      test(async (store) => {
        const id = await organization(store);
        const user = await store.users.create({ organizationId: id, role: 'admin', name: 'A', email: 'a@example.org' });
        await store.accounts.setPassword(user.id, 'correct horse battery');
        const passwordAt = await store.accounts.passwordChangedAt(user.id);
        const byUser = (await store.sessions.create(of(id, { how: 'password', userId: user.id, passwordAt }))).session;
        const held = await store.sessions.find(id, byUser.id);
        assert.equal(held?.organization_name, 'Ours');
        assert.deepEqual([held.user_name, held.user_email, held.role], ['A', 'a@example.org', 'admin']);
        assert.equal(held.password_at, held.password_changed_at);
        now = later(1);
        await store.accounts.setPassword(user.id, 'another password');
        await store.users.remove(id, user.id);
        const after = await store.sessions.find(id, byUser.id);
        assert.equal(after?.role, null);
        assert.notEqual(after.password_at, after.password_changed_at);

        const { key } = await store.apiKeys.create({ organizationId: id, kind: 'admin', description: '' });
        const byKey = (await store.sessions.create(of(id, { how: 'key', keyId: key.id }))).session;
        assert.equal((await store.sessions.find(id, byKey.id))?.key_kind, 'admin');
        assert.equal((await store.sessions.find(id, byKey.id))?.key_revoked_at, null);
        await store.apiKeys.revoke(id, key.id);
        assert.equal((await store.sessions.find(id, byKey.id))?.key_revoked_at, now.toISOString());
      }),
    );

    it(
      'are listed, the newest first, without those that have ended, expired or not been used',
      test(async (store) => {
        const id = await organization(store);
        const ids: string[] = [];
        for (let index = 0; index < 4; index++) {
          now = later(index);
          ids.push((await store.sessions.create(of(id))).session.id);
        }
        const expiring = await store.sessions.create(of(id, { expiresAt: later(5) }));
        now = later(6);
        await store.sessions.touch(ids[2]!);
        assert.equal(await store.sessions.end(id, ids[3]!), true);
        const list = async (usedSince: Date) =>
          (await store.sessions.list(id, { usedSince })).map((session) => session.id);
        assert.deepEqual(await list(new Date(0)), [ids[2], ids[1], ids[0]]);
        assert.deepEqual(await list(later(0)), [ids[2], ids[1]]);
        assert.deepEqual(await list(later(5)), [ids[2]]);
        assert.ok(!ids.includes(expiring.session.id));
        assert.equal((await store.sessions.find(id, ids[2]!))?.last_used_at, later(6).toISOString());
      }),
    );

    it(
      'are listed by what they began with',
      test(async (store) => {
        const id = await organization(store);
        const { key } = await store.apiKeys.create({ organizationId: id, kind: 'api', description: '' });
        const user = await store.users.create({ organizationId: id, role: 'member' });
        const made = await Promise.all(
          [of(id), of(id, { how: 'key', keyId: key.id }), of(id, { how: 'password', userId: user.id })].map(
            async (session) => (await store.sessions.create(session)).session,
          ),
        );
        for (const owner of made) {
          const listed = await store.sessions.list(id, { usedSince: new Date(0), owner });
          assert.deepEqual(
            listed.map((session) => session.id),
            [owner.id],
          );
        }
      }),
    );

    it(
      'end once, with what they began with as many as are too many, and all of an account but one',
      test(async (store) => {
        const id = await organization(store);
        const published: string[] = [];
        // A file that others may have open is looked at besides, which tells only that there was something.
        const unsubscribe = store.revocations.subscribe((ended) => {
          if (ended !== undefined) published.push(ended);
        });
        const user = await store.users.create({ organizationId: id, role: 'member' });
        const by: Partial<NewSession> = { how: 'password', userId: user.id };
        const make = async (keep?: number): Promise<string> => {
          now = new Date(now.getTime() + 1000);
          return (await store.sessions.create(of(id, by), keep)).session.id;
        };
        const other = (await store.sessions.create(of(id))).session.id;
        const [first, second] = [await make(), await make()];
        const third = await make(2);
        assert.deepEqual(published, [first], 'the oldest of three, and none that began with something else');
        assert.equal(await store.sessions.end(id, first), false);
        const fourth = await make();
        await store.sessions.endOfUser(user.id, third);
        assert.deepEqual(published.slice(1).sort(), [second, fourth].sort());
        assert.equal(await store.sessions.end(id, third), true);
        assert.equal(await store.sessions.end(id, third), false);
        assert.equal((await store.sessions.find(id, other))?.ended_at, null);
        assert.equal((await store.sessions.find(id, third))?.ended_at, now.toISOString());
        unsubscribe();
      }),
    );

    it(
      'tell of their end when its transaction is there, and not when it fails',
      test(async (store) => {
        const id = await organization(store);
        const { session } = await store.sessions.create(of(id));
        const published: string[] = [];
        // A file that others may have open is looked at besides, which tells only that there was something.
        const unsubscribe = store.revocations.subscribe((ended) => {
          if (ended !== undefined) published.push(ended);
        });
        const failing = store.transaction(async ({ sessions }) => {
          await sessions.end(id, session.id);
          throw new Error('on purpose');
        });
        await assert.rejects(failing, /on purpose/);
        assert.deepEqual(published, []);
        await store.transaction(({ sessions }) => sessions.end(id, session.id));
        assert.deepEqual(published, [session.id]);
        unsubscribe();
      }),
    );

    it(
      'know from where an account has signed in, also in one that has ended, and forget it with what is removed',
      test(async (store) => {
        const id = await organization(store);
        const email = 'a@example.org';
        const user = await store.users.create({ organizationId: id, role: 'member', email });
        const { session } = await store.sessions.create(of(id, { how: 'password', userId: user.id }));
        await store.sessions.end(id, session.id);
        const { sessions } = store;
        assert.equal(await sessions.knowsAddress('A@Example.org', '203.0.113.7'), true);
        assert.equal(await sessions.knowsAddress(email, '203.0.113.8'), false);
        assert.equal(await sessions.knowsAddress('b@example.org', '203.0.113.7'), false);
        await sessions.removeExpired(later(3600));
        assert.equal(await sessions.knowsAddress(email, '203.0.113.7'), true);
        await sessions.removeExpired(later(3601));
        assert.equal(await sessions.knowsAddress(email, '203.0.113.7'), false);
      }),
    );

    it(
      'keep what a client calls itself up to a length',
      test(async (store) => {
        const id = await organization(store);
        const { session } = await store.sessions.create(of(id, { userAgent: 'x'.repeat(10_000) }));
        assert.equal(session.user_agent, 'x'.repeat(256));
      }),
    );
  });
}

for (const [name, database] of Object.entries(databases)) {
  describe(`what ends a session on ${name}`, () => {
    it('is told to other processes: its end, and a membership or a password that is another', () =>
      withDatabase(database, (options) =>
        withStore(options, (here) =>
          withStore(options, async (there) => {
            const id = await organization(here);
            const user = await here.users.create({ organizationId: id, role: 'member', email: 'a@example.org' });
            const { session } = await here.sessions.create(of(id, { expiresAt: new Date('2100-01-01') }));
            const published: (string | undefined)[] = [];
            // SQLite tells only that there was something.
            const hears = (what: string, ended: string) =>
              eventually(what, () => published.splice(0).some((given) => given === undefined || given === ended));
            const unsubscribe = there.revocations.subscribe((ended) => published.push(ended));
            try {
              // Until it has subscribed, or looked once, it misses what happens.
              await eventually('the subscription holds', async () => {
                const probe = await here.sessions.create(of(id, { expiresAt: new Date('2100-01-01') }));
                await here.sessions.end(id, probe.session.id);
                return published.length > 0;
              });
              published.length = 0;
              await here.sessions.end(id, session.id);
              await hears('the end of a session', session.id);
              await here.accounts.setPassword(user.id, 'correct horse battery');
              await hears('another password', user.id);
              await here.users.remove(id, user.id);
              await hears('the end of a membership', user.id);
            } finally {
              unsubscribe();
            }
          }),
        ),
      ));
  });
}
