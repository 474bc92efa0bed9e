import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ServiceError } from '../../errors/service-error.ts';
import { memoryBucket, type BucketOptions } from '../../limits/rate.ts';
import type { Principal } from '../../store/index.ts';
import { failedCredentialRate, FailedCredentials } from '../../identity/failed-credentials.ts';
import { startTestServer } from '../testing.ts';

/** A server on which an address may fail twice, and every ten seconds once more. */
async function start(t: TestContext, trustedProxies?: readonly string[]) {
  const clock = { ms: 0 };
  const server = await startTestServer({
    failedCredentials: memoryBucket({ burst: 2, perSecond: 0.1 }, () => clock.ms),
    server: { trustedProxies },
    routes(app) {
      app.get('/thing', () => ({}));
      app.get('/socket', { websocket: true }, (socket) => socket.close());
    },
  });
  t.after(() => server.close());
  const get = (key: string | undefined, remoteAddress = '192.0.2.1', headers: Record<string, string> = {}) =>
    server.inject({ url: '/thing', remoteAddress, headers: { 'x-api-key': key, ...headers } });
  const status = async (...given: Parameters<typeof get>) => (await get(...given)).statusCode;
  return { server, clock, get, status };
}

describe('an address that sends credentials that are not good', () => {
  it('gets 401 up to its burst and 429 after it, with the time after which the next may come', async (t) => {
    const { clock, get, status } = await start(t);
    assert.deepEqual([await status('wrong-1'), await status('wrong-2')], [401, 401]);
    const refused = await get('wrong-3');
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.json<{ error_code: string }>().error_code, 'rate_limited');
    assert.equal(refused.headers['retry-after'], '10');
    assert.equal(await status('wrong-1', '192.0.2.2'), 401, 'another address');
    clock.ms = 10_000;
    assert.deepEqual([await status('wrong-4'), await status('wrong-5')], [401, 429]);
  });

  it('keeps its good credentials, cached or not, and loopback is no exception', async (t) => {
    const { server, status } = await start(t);
    const from = '127.0.0.1';
    for (let i = 0; i < 5; i++) await status(`wrong-${i}`, from);
    const { secret } = await server.store.apiKeys.create({
      organizationId: server.organizationId,
      kind: 'api',
      description: '',
    });
    assert.equal(await status('wrong-9', from), 429);
    assert.equal(await status(secret, from), 200, 'not looked up before');
    assert.equal(await status(secret, from), 200);
    assert.equal(await status(server.apiKey, from), 200);
  });

  it('may leave the credential out as often as it likes', async (t) => {
    const { status } = await start(t);
    for (let i = 0; i < 5; i++) assert.equal(await status(undefined), 401);
    assert.equal(await status('wrong'), 401);
  });

  it('is one client behind a trusted proxy, and the whole network of IPv6', async (t) => {
    const { status } = await start(t, ['10.0.0.0/8']);
    const from = (address: string) => status('wrong', '10.0.0.1', { 'x-forwarded-for': address });
    assert.deepEqual(
      [await from('203.0.113.1'), await from('203.0.113.1'), await from('203.0.113.1')],
      [401, 401, 429],
    );
    assert.equal(await from('203.0.113.2'), 401);
    assert.deepEqual(
      [await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8::3'), await from('2001:db8:0:1::1')],
      [401, 401, 429, 401],
    );
    const spoofed = (address: string) => status('wrong', '192.0.2.7', { 'x-forwarded-for': address });
    assert.deepEqual([await spoofed('198.51.100.1'), await spoofed('198.51.100.2')], [401, 401]);
    assert.equal(await spoofed('198.51.100.3'), 429, 'an address that it invents is none');
  });

  it('gets the same for the handshake of a WebSocket', async (t) => {
    const { server } = await start(t);
    const open = () => server.injectSocket('/socket?cartesia_version=2026-08-14&api_key=wrong');
    for (const status of [/401/, /401/, /429/]) await assert.rejects(open(), status);
    (await server.injectSocket(`/socket?cartesia_version=2026-08-14&api_key=${server.apiKey}`)).terminate();
  });
});

describe('the look-ups of an address over its limit', () => {
  const good: Principal = { kind: 'api', organizationId: 'o', keyId: 'k' };

  /** Look-ups that a test answers, in their order. @param known what is answered without the database */
  function start({ perSecond = 1, known = [] }: { perSecond?: number; known?: readonly string[] } = {}) {
    const clock = { ms: 0 };
    const asked: { readonly credential: string; readonly answer: (principal?: Principal) => void }[] = [];
    const failed = new FailedCredentials({
      rate: memoryBucket({ burst: 1, perSecond }, () => clock.ms),
      now: () => clock.ms,
      authenticator: {
        known: () => undefined,
        mustAsk: (credential) => !known.includes(credential),
        authenticate: (credential) =>
          known.includes(credential)
            ? Promise.resolve(good)
            : new Promise((answer) => asked.push({ credential, answer })),
      },
    });
    const ask = (credential: string) =>
      failed.authenticate('a', credential).then(
        (principal) => principal?.kind ?? 'refused',
        (error: unknown) => (error instanceof ServiceError ? error.code : error),
      );
    /** Each of these is asked for, and is not good. */
    const fail = async (...credentials: readonly string[]) => {
      for (const credential of credentials) {
        const answer = ask(credential);
        asked.pop()!.answer();
        await answer;
      }
    };
    return { clock, asked, failed, ask, fail };
  }

  async function settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  it('run two at a time, and a good credential gets its turn', async () => {
    const { asked, ask, fail } = start();
    await fail('one', 'two');
    const answers = [ask('three'), ask('four'), ask('five'), ask('good')];
    await settle();
    assert.deepEqual(
      asked.map(({ credential }) => credential),
      ['three', 'four'],
    );
    for (let index = 0; index < 4; index++) {
      await settle();
      asked[index]!.answer(asked[index]!.credential === 'good' ? good : undefined);
    }
    assert.deepEqual(await Promise.all(answers), ['rate_limited', 'rate_limited', 'rate_limited', 'api']);
  });

  it('are none for a credential that has just failed', async () => {
    const { clock, asked, ask, fail } = start();
    await fail('one', 'two');
    for (const ms of [0, 999]) {
      clock.ms = ms;
      assert.equal(await ask('two'), 'rate_limited');
      assert.equal(asked.length, 0);
    }
    clock.ms = 1000;
    const later = ask('two');
    assert.equal(asked.length, 1, 'the address may fail again');
    asked[0]!.answer();
    assert.equal(await later, 'refused');
  });

  it('are made again for one that failed five seconds ago, while the address still has to wait', async () => {
    const { clock, asked, failed, ask, fail } = start({ perSecond: 0.1 });
    await fail('one', 'two');
    clock.ms = 4999;
    const error = await failed.authenticate('a', 'two').catch((error: unknown) => error as ServiceError);
    assert.ok(error instanceof ServiceError && error.code === 'rate_limited');
    assert.equal(error.retryAfterSeconds, 6, 'what is left of the ten');
    assert.equal(asked.length, 0);
    clock.ms = 5000;
    const later = ask('two');
    assert.equal(asked.length, 1);
    asked[0]!.answer();
    assert.equal(await later, 'rate_limited');
  });

  it('are none for the last ten thousand that failed, and are made for what failed before those', async () => {
    const { asked, ask, fail } = start({ perSecond: 0.1 });
    await fail('one', ...Array.from({ length: 10_001 }, (_, index) => `wrong-${index}`));
    assert.equal(await ask('wrong-1'), 'rate_limited');
    assert.equal(asked.length, 0);
    const forgotten = ask('wrong-0');
    assert.equal(asked.length, 1);
    asked[0]!.answer();
    await forgotten;
  });

  it('do not hold up a credential that needs none', async () => {
    const { asked, ask, fail } = start({ known: ['known'] });
    await fail('one', 'two');
    const answers = [ask('three'), ask('four')];
    let known: unknown;
    void ask('known').then((answer) => (known = answer));
    await settle();
    assert.deepEqual([asked.length, known], [2, 'api']);
    for (const { answer } of asked) answer();
    await Promise.all(answers);
  });

  it('stay two at a time when one of two has ended', async () => {
    const { asked, ask, fail } = start();
    await fail('one', 'two');
    const answers = [ask('three'), ask('four')];
    asked[0]!.answer();
    await answers[0];
    answers.push(ask('five'), ask('six'));
    assert.deepEqual(
      asked.map(({ credential }) => credential),
      ['three', 'four', 'five'],
    );
    for (let index = 1; index < 4; index++) {
      asked[index]!.answer();
      await settle();
    }
    await Promise.all(answers);
  });

  it('are waited for by a thousand, and one more is refused at once', async () => {
    const { asked, ask, fail } = start();
    await fail('one', 'two');
    const answers = Array.from({ length: 1002 }, (_, index) => ask(`wrong-${index}`));
    assert.equal(await ask('one more'), 'rate_limited');
    assert.equal(asked.length, 2);
    for (let index = 0; index < 1002; index++) {
      asked[index]!.answer();
      await settle();
    }
    assert.deepEqual(new Set(await Promise.all(answers)), new Set(['rate_limited']));
  });

  it('that cannot be made count as nothing', async () => {
    const failed = new FailedCredentials({
      rate: memoryBucket({ burst: 1, perSecond: 0.001 }),
      authenticator: {
        known: () => undefined,
        mustAsk: () => true,
        authenticate: (credential) =>
          credential === 'away' ? Promise.reject(new ServiceError('unavailable', '')) : Promise.resolve(undefined),
      },
    });
    for (let i = 0; i < 3; i++) await assert.rejects(failed.authenticate('a', 'away'), { code: 'unavailable' });
    assert.equal(await failed.authenticate('a', 'wrong'), undefined);
  });
});

describe('the failures of an address', () => {
  function start({ burst, perSecond }: BucketOptions) {
    const clock = { ms: 0 };
    const failed = new FailedCredentials({
      rate: memoryBucket({ burst, perSecond }, () => clock.ms),
      now: () => clock.ms,
      authenticator: { known: () => undefined, mustAsk: () => true, authenticate: () => Promise.resolve(undefined) },
    });
    return { clock, failed };
  }

  it('may be a hundred at once, and one a second in the long run', async () => {
    const { clock, failed } = start(failedCredentialRate);
    const isRefused = (index: number) =>
      failed.authenticate('a', `wrong-${clock.ms}-${index}`).then(
        () => false,
        () => true,
      );
    for (let index = 0; index < 100; index++) assert.equal(await isRefused(index), false);
    assert.equal(await isRefused(100), true);
    clock.ms = 999;
    assert.equal(await isRefused(0), true);
    clock.ms = 1000;
    assert.deepEqual([await isRefused(0), await isRefused(1)], [false, true]);
  });

  it('are forgotten once others fail behind the end of their wait, also while the first that failed goes on', async () => {
    const { clock, failed } = start({ burst: 1, perSecond: 0.1 });
    const block = async (address: string): Promise<void> => {
      await failed.countFailure(address);
      await assert.rejects(failed.countFailure(address), { code: 'rate_limited' });
    };
    await block('a');
    clock.ms = 5000;
    await block('b');
    clock.ms = 10_000;
    await block('a');
    assert.equal(failed.blocked, 2);
    clock.ms = 16_000;
    await block('c');
    assert.deepEqual(
      ['a', 'b', 'c'].map((address) => failed.retryAfter(address)),
      [4, 0, 10],
    );
    assert.equal(failed.blocked, 2, 'b is not kept behind a');
  });

  it('count also where another kind of credential was not good, and what costs more is refused meanwhile', async () => {
    const { clock, failed } = start({ burst: 1, perSecond: 0.1 });
    const refused = { code: 'rate_limited', retryAfterSeconds: 10 };
    failed.refuseBlocked('a');
    await failed.countFailure('a');
    assert.equal(failed.retryAfter('a'), 0, 'not over the limit yet');
    failed.refuseBlocked('a');
    await assert.rejects(failed.countFailure('a'), refused);
    assert.throws(() => failed.refuseBlocked('a'), refused);
    failed.refuseBlocked('b');
    assert.deepEqual([failed.retryAfter('a'), failed.retryAfter('b')], [10, 0]);
    clock.ms = 9500;
    assert.throws(() => failed.refuseBlocked('a'), { code: 'rate_limited', retryAfterSeconds: 1 });
    clock.ms = 10_000;
    failed.refuseBlocked('a');
    clock.ms = 60_000;
    assert.equal(failed.retryAfter('a'), 0);
    assert.equal(await failed.authenticate('a', 'wrong'), undefined);
    await assert.rejects(failed.authenticate('a', 'wrong'), { code: 'rate_limited' });
    assert.equal(failed.retryAfter('a'), 10, 'keys count as well');
  });
});
