import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../errors/service-error.ts';
import { openTestStore } from '../store/testing.ts';
import { hashKey, type ApiKey, type Principal, type TokenPrincipal } from '../store/index.ts';
import { TestClock } from '../timing/testing.ts';
import { createAuthenticator, type AuthenticatorOptions } from './authenticator.ts';

function away(): Promise<never> {
  return Promise.reject(new ServiceError('unavailable', 'connection refused'));
}

function hung(): Promise<never> {
  return new Promise(() => undefined);
}

/** What becomes of a call: its value, or the code of its error. */
function outcome(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => (value === undefined ? 'refused' : value),
    (error: unknown) => (error instanceof ServiceError ? error.code : error),
  );
}

/** An authenticator over a store whose answers can be taken away, with keys that it has not seen yet. */
async function withKeys(options: Partial<AuthenticatorOptions> = {}) {
  const store = await openTestStore();
  const { organization } = await store.bootstrap();
  const clock = new TestClock();
  const now = (): Date => new Date(Date.UTC(2030, 0, 1) + clock.now());
  const database: { fault: (() => Promise<ApiKey | undefined>) | undefined; asked: number } = {
    fault: undefined,
    asked: 0,
  };
  const guarded =
    <A extends unknown[]>(find: (...given: A) => Promise<ApiKey | undefined>) =>
    (...given: A): Promise<ApiKey | undefined> => {
      database.asked++;
      return database.fault === undefined ? find(...given) : database.fault();
    };
  const reported: boolean[] = [];
  const authenticator = createAuthenticator({
    apiKeys: { find: guarded(store.apiKeys.find), findByHash: guarded(store.apiKeys.findByHash) },
    now,
    clock,
    onOffline: (isOffline) => reported.push(isOffline),
    ...options,
  });
  const newKey = (expiresAt?: Date) =>
    store.apiKeys.create({ organizationId: organization.id, kind: 'api', description: '', expiresAt });
  const kindOf = async (secret: string) => {
    const result = await outcome(authenticator.authenticate(secret));
    return typeof result === 'object' && result !== null && 'kind' in result ? result.kind : result;
  };
  return { store, organization, clock, now, database, authenticator, newKey, kindOf, reported };
}

describe('while the database does not answer', () => {
  it('known keys go on for their time, and others cannot be checked, which is no refusal', async () => {
    const { store, clock, database, authenticator, newKey, kindOf } = await withKeys({ offlineMs: 60_000 });
    const [known, other] = [await newKey(), await newKey()];
    assert.equal(await kindOf(known.secret), 'api');
    database.fault = away;
    clock.advance(59_999);
    assert.equal(await kindOf(known.secret), 'api');
    await assert.rejects(authenticator.authenticate(other.secret), {
      code: 'unavailable',
      message: 'The credential cannot be checked now, since the database does not answer.',
      retryAfterSeconds: 1,
    });
    clock.advance(1);
    assert.equal(await kindOf(known.secret), 'unavailable');
    database.fault = undefined;
    assert.deepEqual([await kindOf(known.secret), await kindOf('a guess')], ['api', 'refused']);
    await store.close();
  });

  it('a key that was revoked before stays refused, and one whose time is over ends', async () => {
    const { store, organization, clock, now, database, authenticator, newKey, kindOf } = await withKeys();
    const [seen, reported, expiring] = [
      await newKey(),
      await newKey(),
      await newKey(new Date(now().getTime() + 10_000)),
    ];
    for (const { secret } of [seen, reported, expiring]) assert.equal(await kindOf(secret), 'api');
    for (const { key } of [seen, reported]) await store.apiKeys.revoke(organization.id, key.id);
    clock.advance(5000);
    assert.equal(await kindOf(seen.secret), 'refused');
    authenticator.revoke(reported.key.id);
    database.fault = away;
    clock.advance(1000);
    assert.equal(await kindOf(seen.secret), 'refused');
    assert.equal(await kindOf(reported.secret), 'unavailable');
    assert.equal(await kindOf(expiring.secret), 'api');
    clock.advance(4000);
    assert.equal(await kindOf(expiring.secret), 'refused');
    await store.close();
  });

  it('a token holds by the key that made it, also where only the key was seen', async () => {
    const tokens = new Map<string, TokenPrincipal>();
    const { store, organization, clock, now, database, newKey, kindOf } = await withKeys({
      verifyToken: (text) => Promise.resolve(tokens.get(text)),
    });
    const [known, unknown] = [await newKey(), await newKey()];
    const expiresAt = new Date(now().getTime() + 100_000);
    for (const [text, { key }] of [['a.a.a', known] as const, ['b.b.b', unknown] as const]) {
      tokens.set(text, {
        kind: 'token',
        organizationId: organization.id,
        keyId: key.id,
        tokenId: text,
        grants: ['tts'],
        expiresAt,
      });
    }
    await kindOf(known.secret);
    database.fault = away;
    clock.advance(99_999);
    assert.deepEqual([await kindOf('a.a.a'), await kindOf('b.b.b')], ['token', 'unavailable']);
    clock.advance(1);
    assert.equal(await kindOf('a.a.a'), 'refused');
    await store.close();
  });

  it('a known key waits a quarter of a second for a database that hangs, and the next ones not at all', async () => {
    const { store, clock, database, newKey, kindOf, reported } = await withKeys();
    const { secret } = await newKey();
    await kindOf(secret);
    database.fault = hung;
    clock.advance(5000);
    const first = kindOf(secret);
    clock.advance(249);
    assert.equal(await Promise.race([first, Promise.resolve('waits')]), 'waits');
    clock.advance(1);
    assert.equal(await first, 'api');
    assert.deepEqual(reported, [true]);
    const asked = database.asked;
    assert.equal(await kindOf(secret), 'api', 'without a wait, or the clock would have to go on');
    assert.equal(database.asked, asked);
    const guess = kindOf('never seen');
    clock.advance(5000);
    assert.equal(await guess, 'unavailable');
    await store.close();
  });

  it('an open socket is not ended, and it is when the database answers again', async () => {
    const { store, organization, database, authenticator, newKey } = await withKeys();
    const { key, secret } = await newKey();
    const principal = (await authenticator.authenticate(secret))!;
    await store.apiKeys.revoke(organization.id, key.id);
    database.fault = away;
    assert.equal(await authenticator.isCurrent(principal), true);
    database.fault = undefined;
    assert.equal(await authenticator.isCurrent(principal), false);
    await store.close();
  });

  it('a fault that is no outage is told as it is', async () => {
    const { store, clock, database, newKey, kindOf } = await withKeys();
    const { secret } = await newKey();
    await kindOf(secret);
    const fault = new Error('no such column');
    database.fault = () => Promise.reject(fault);
    clock.advance(5000);
    assert.equal(await kindOf(secret), fault);
    await store.close();
  });
});

describe('a remembered key', () => {
  it('is taken for five seconds without asking, or for as long as was set', async () => {
    for (const [cacheMs, freshMs] of [
      [undefined, 5000],
      [100, 100],
    ] as const) {
      const { store, clock, database, newKey, kindOf } = await withKeys({ cacheMs });
      const { secret } = await newKey();
      await kindOf(secret);
      clock.advance(freshMs - 1);
      await kindOf(secret);
      assert.equal(database.asked, 1, `${freshMs} ms`);
      clock.advance(1);
      await kindOf(secret);
      assert.equal(database.asked, 2, `${freshMs} ms`);
      await store.close();
    }
  });

  it('is forgotten when it is told to be revoked, also while an older answer is on its way', async () => {
    const { store, organization, database, authenticator, newKey, kindOf } = await withKeys();
    const [first, second] = [await newKey(), await newKey()];
    await kindOf(first.secret);
    await store.apiKeys.revoke(organization.id, first.key.id);
    assert.equal(await kindOf(first.secret), 'api', 'nothing has told it');
    authenticator.revoke(first.key.id);
    assert.equal(await kindOf(first.secret), 'refused');

    const late = Promise.withResolvers<ApiKey>();
    database.fault = () => late.promise;
    const asked = kindOf(second.secret);
    await store.apiKeys.revoke(organization.id, second.key.id);
    authenticator.revoke(second.key.id);
    database.fault = undefined;
    late.resolve(second.key);
    assert.equal(await asked, 'refused', 'the answer was from before');
    await store.close();
  });

  it('is asked for anew when a revocation may have been missed, unless the database is away', async () => {
    const { store, organization, database, authenticator, newKey, kindOf } = await withKeys();
    const [revoked, good] = [await newKey(), await newKey()];
    for (const { secret } of [revoked, good]) await kindOf(secret);
    await store.apiKeys.revoke(organization.id, revoked.key.id);
    authenticator.revoke(undefined);
    database.fault = away;
    assert.deepEqual([await kindOf(revoked.secret), await kindOf(good.secret)], ['api', 'api']);
    database.fault = undefined;
    authenticator.revoke(undefined);
    assert.deepEqual([await kindOf(revoked.secret), await kindOf(good.secret)], ['refused', 'api']);
    await store.close();
  });

  it('is one of a bounded number, and the one used least recently goes', async () => {
    const { store, database, newKey, kindOf } = await withKeys({ maxKeys: 2 });
    const keys = [await newKey(), await newKey(), await newKey()];
    const secrets = keys.map(({ secret }) => secret);
    for (const index of [0, 1, 0, 2]) await kindOf(secrets[index]!);
    database.fault = away;
    assert.deepEqual(await Promise.all(secrets.map(kindOf)), ['api', 'unavailable', 'api']);
    await store.close();
  });

  it('is looked up once for all requests that come at the same time', async () => {
    const { store, database, newKey, kindOf } = await withKeys();
    const { secret } = await newKey();
    await Promise.all([kindOf(secret), kindOf(secret), kindOf(secret)]);
    assert.equal(database.asked, 1);
    await store.close();
  });
});

/** A row of a key, as the store gives it. */
const row: ApiKey = {
  ...({} as ApiKey),
  id: 'key_1',
  organization_id: 'org_1',
  kind: 'api',
  hash: hashKey('a secret'),
  scopes: null,
  origins: null,
  budget_characters: null,
  budget_action: null,
  expires_at: null,
  revoked_at: null,
};
const budget = { budget_characters: 500, budget_action: 'refuse' } as const;
const page = 'https://example.org';
const other = 'https://example.com';

describe('a key', () => {
  it('is for whom and for what its row says, whether the database is asked or not', async () => {
    for (const [given, expected] of [
      [{}, {}],
      [{ kind: 'admin' }, { kind: 'admin' }],
      [{ scopes: '["tts"]' }, { scopes: ['tts'] }],
      [{ origins: `["${page}"]` }, { origins: [page] }],
      [{ expires_at: '2030-01-02T00:00:00.000Z' }, { expiresAt: new Date(Date.UTC(2030, 0, 2)) }],
      [budget, { budget: { characters: 500, action: 'refuse' } }],
    ] as const) {
      const find = (): Promise<ApiKey> => Promise.resolve({ ...row, ...given });
      const authenticator = createAuthenticator({
        apiKeys: { find, findByHash: find },
        now: () => new Date(Date.UTC(2030, 0, 1)),
        // It tells for any credential that it is none of its own.
        verifyToken: () => Promise.resolve(undefined),
      });
      assert.equal(authenticator.known('a secret'), undefined);
      const principal = { kind: 'api', organizationId: 'org_1', keyId: 'key_1', ...expected };
      assert.deepEqual(await authenticator.authenticate('a secret'), principal);
      assert.deepEqual(authenticator.known('a secret'), principal);
      assert.equal(authenticator.known('a.b.c'), undefined);
    }
  });
});

describe('a credential that looks like a token', () => {
  it('is looked up as a key where this server takes no tokens', async () => {
    const find = (): Promise<undefined> => Promise.resolve(undefined);
    const authenticator = createAuthenticator({ apiKeys: { find, findByHash: find } });
    assert.equal(await authenticator.authenticate('a.b.c'), undefined);
  });
});

describe('what a credential has opened', () => {
  const key = { kind: 'api', organizationId: 'org_1', keyId: 'key_1' } as const;
  const token = { ...key, kind: 'token', tokenId: 't', expiresAt: new Date(Date.UTC(2030, 0, 2)) } as const;
  const session = { ...key, kind: 'session', sessionId: 's' } as unknown as Principal;
  const isCurrent = (principal: Principal, now: ApiKey | undefined, session?: boolean): Promise<boolean> =>
    createAuthenticator({
      apiKeys: { find: () => Promise.resolve(now), findByHash: () => Promise.reject(new Error('not asked')) },
      now: () => new Date(Date.UTC(2030, 0, 1)),
      ...(session !== undefined && { sessions: { isCurrent: () => Promise.resolve(session) } }),
    }).isCurrent(principal);

  it('goes on as long as its key is there and opens as much', async () => {
    for (const [title, principal, now, expected] of [
      ['unchanged', key, row, true],
      ['gone', key, undefined, false],
      ['of another organization', key, { ...row, organization_id: 'org_2' }, false],
      ['revoked', key, { ...row, revoked_at: '2029-12-31T00:00:00.000Z' }, false],
      ['over', { ...key, expiresAt: new Date(Date.UTC(2030, 0, 1)) }, row, false],
      ['not over', { ...key, expiresAt: new Date(Date.UTC(2030, 0, 1) + 1) }, row, true],
      ['limited', key, { ...row, scopes: '["tts"]' }, false],
      ['limited to what it had', { ...key, scopes: ['tts'] }, { ...row, scopes: '["tts","stt"]' }, true],
      ['limited to something else', { ...key, scopes: ['tts', 'stt'] }, { ...row, scopes: '["tts"]' }, false],
      ['for pages now', key, { ...row, origins: `["${page}"]` }, false],
      ['for the same pages', { ...key, origins: [page] }, { ...row, origins: `["${other}","${page}"]` }, true],
      ['for other pages', { ...key, origins: [page, other] }, { ...row, origins: `["${other}"]` }, false],
      ['for no pages any more', { ...key, origins: [page] }, row, true],
      ['an administrator’s', { ...key, kind: 'admin' }, { ...row, kind: 'admin', origins: '[]', scopes: '[]' }, true],
      ['a token’s', { ...token, grants: ['tts'] }, { ...row, scopes: '["tts"]' }, true],
      [
        'a token’s, of less than it granted',
        { ...token, grants: ['tts', 'stt'] },
        { ...row, scopes: '["tts"]' },
        false,
      ],
      ['a token’s, for pages now', { ...token, grants: ['tts'] }, { ...row, origins: `["${page}"]` }, true],
    ] as const) {
      assert.equal(await isCurrent(principal, now), expected, title);
    }
  });

  it('goes on as long as its session does, without a look at keys', async () => {
    assert.deepEqual(
      await Promise.all([isCurrent(session, row, true), isCurrent(session, row, false), isCurrent(session, row)]),
      [true, false, false],
    );
  });

  it('goes on while the database does not answer, and not where it fails otherwise', async () => {
    const fails = (error: Error, principal: Principal): Promise<boolean> =>
      createAuthenticator({
        apiKeys: { find: () => Promise.reject(error), findByHash: () => Promise.reject(error) },
        sessions: { isCurrent: () => Promise.reject(error) },
      }).isCurrent(principal);
    for (const principal of [key, session]) {
      assert.equal(await fails(new ServiceError('unavailable', 'connection refused'), principal), true);
      await assert.rejects(fails(new Error('a defect'), principal), /a defect/);
    }
  });
});
