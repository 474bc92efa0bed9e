/** When a session ends by itself, on a clock that the test moves. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { using, sqliteInFolder } from '../store/testing.ts';
import type { Store } from '../store/index.ts';
import { Sessions, type SessionsOptions } from './sessions.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const client = { address: '203.0.113.7', userAgent: 'Browser' };

interface Stage {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly organizationId: string;
  /** Moves the clock. */
  readonly wait: (ms: number) => void;
}

async function stage(
  use: (stage: Stage) => Promise<void>,
  options: Pick<SessionsOptions, 'idleSeconds' | 'maxSeconds'> = {},
): Promise<void> {
  let now = start;
  const clock = () => new Date(now);
  await using(
    sqliteInFolder,
    async (store) => {
      const organizationId = (await store.organizations.create('Ours')).id;
      const sessions = new Sessions({ store, now: clock, ...options });
      await use({ store, sessions, organizationId, wait: (ms) => (now += ms) });
    },
    { now: clock },
  );
}

describe('a session', () => {
  it('ends twelve hours after its last use, and each use puts that off', () =>
    stage(async ({ sessions, organizationId, wait }) => {
      const { token, session } = await sessions.start({ organizationId, how: 'link', ...client });
      assert.equal(sessions.endOf(session), new Date(start + 12 * hour).toISOString());
      wait(12 * hour - 1);
      assert.ok(await sessions.authenticate(token));
      wait(12 * hour - 1);
      assert.ok(await sessions.authenticate(token));
      wait(12 * hour);
      assert.equal(await sessions.authenticate(token), undefined);
    }));

  it('ends thirty days after its sign-in, however much it is used', () =>
    stage(async ({ sessions, organizationId, wait }) => {
      const { token, principal } = await sessions.start({ organizationId, how: 'link', ...client });
      assert.equal(principal.expiresAt.getTime(), start + 30 * day);
      for (let index = 1; index < 60; index++) {
        wait(12 * hour - 1);
        const active = await sessions.authenticate(token);
        assert.ok(active, String(index));
        assert.ok(sessions.endOf(active.session) <= principal.expiresAt.toISOString());
      }
      wait(12 * hour);
      assert.equal(await sessions.authenticate(token), undefined);
    }));

  it('ends as the settings say', () =>
    stage(
      async ({ sessions, organizationId, wait }) => {
        const idle = await sessions.start({ organizationId, how: 'link', ...client });
        wait(9_999);
        assert.equal(await sessions.isCurrent(idle.principal), true);
        wait(1);
        assert.equal(await sessions.isCurrent(idle.principal), false);
        const used = await sessions.start({ organizationId, how: 'link', ...client });
        for (let index = 0; index < 5; index++) {
          assert.ok(await sessions.authenticate(used.token));
          wait(5_000);
        }
        assert.equal(await sessions.authenticate(used.token), undefined);
      },
      { idleSeconds: 10, maxSeconds: 25 },
    ));

  it('that goes on in another one keeps the end of the first', () =>
    stage(async ({ sessions, organizationId, wait }) => {
      const first = await sessions.start({ organizationId, how: 'link', ...client });
      wait(10 * hour);
      const next = await sessions.start({ organizationId, how: 'link', ...client }, first.principal.expiresAt);
      assert.equal(next.principal.expiresAt.getTime(), start + 30 * day);
      assert.notEqual(next.token, first.token);
    }));

  it('is noted as used at most once a minute', () =>
    stage(async ({ sessions, store, organizationId, wait }) => {
      const { token, session } = await sessions.start({ organizationId, how: 'link', ...client });
      const noted = async () =>
        Date.parse((await store.sessions.find(organizationId, session.id))!.last_used_at) - start;
      wait(minute - 1);
      await sessions.authenticate(token);
      assert.equal(await noted(), 0);
      wait(1);
      await sessions.authenticate(token);
      assert.equal(await noted(), minute);
    }));

  it('ends with the end of its key', () =>
    stage(async ({ sessions, store, organizationId, wait }) => {
      const expiresAt = new Date(start + hour);
      const key = { organizationId, kind: 'api', description: '', expiresAt } as const;
      const { id: keyId } = (await store.apiKeys.create(key)).key;
      const { token, principal } = await sessions.start({ organizationId, how: 'key', keyId, ...client });
      assert.equal(principal.expiresAt.getTime(), start + hour, 'what its sockets go by');
      wait(hour - 1);
      assert.ok(await sessions.authenticate(token));
      wait(1);
      assert.equal(await sessions.authenticate(token), undefined);
    }));

  it('does not hold where it began with a key of web pages, which everybody can read', () =>
    stage(async ({ sessions, store, organizationId }) => {
      const limits = {
        scopes: ['tts'],
        budget: { characters: 1000, action: 'refuse' },
        origins: ['https://a.example'],
      } as const;
      const { key } = await store.apiKeys.create({ organizationId, kind: 'api', description: '', ...limits });
      const expiresAt = new Date(start + day);
      const made = await store.sessions.create({ organizationId, how: 'key', keyId: key.id, expiresAt, ...client });
      assert.equal(await sessions.authenticate(made.token), undefined);
    }));

  it('has the role of this moment, and what was opened with another one does not go on', () =>
    stage(async ({ sessions, store, organizationId }) => {
      const user = await store.users.create({ organizationId, role: 'admin' });
      const { token, principal } = await sessions.start({
        organizationId,
        how: 'password',
        userId: user.id,
        ...client,
      });
      assert.equal(principal.role, 'admin');
      assert.equal(await sessions.isCurrent(principal), true);
      await store.database.db.updateTable('members').set({ role: 'member' }).execute();
      assert.equal((await sessions.authenticate(token))?.principal.role, 'member');
      assert.equal(await sessions.isCurrent(principal), false);
    }));

  it('does not begin with a key that was revoked meanwhile', () =>
    stage(async ({ sessions, store, organizationId }) => {
      const { key } = await store.apiKeys.create({ organizationId, kind: 'api', description: '' });
      await store.apiKeys.revoke(organizationId, key.id);
      const signedIn = sessions.start({ organizationId, how: 'key', keyId: key.id, ...client });
      await assert.rejects(signedIn, { code: 'unauthorized' });
    }));
});
