/** Servers that share a Redis, in one process: what they count together, and what they say while Redis is away. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startRedis, type RedisProcess } from '../../src/limits/redis/testing.ts';
import { redisUrl } from '../../src/limits/testing.ts';
import { eventually } from '../support/eventually.ts';
import { adminKey, metric, speech, start, toneEngines, type TestServer } from '../support/server.ts';

const needsRedis = { skip: redisUrl === '' && 'needs redis-server: npm run test:services', timeout: 120_000 };

describe('servers that share a Redis', needsRedis, () => {
  let redis: RedisProcess;
  let servers: TestServer[] = [];
  before(async () => {
    redis = await startRedis();
    const settings = {
      SONORANT_REDIS_URL: redis.url,
      SONORANT_REDIS_TIMEOUT_MS: '5000',
      // They have databases of their own; with one secret they count together all the same.
      SONORANT_SECRET_KEY: 'a secret that both servers share',
    };
    const few = { acceptancesPerMinute: 3, invitesPerHour: 3 };
    const one = (): Promise<TestServer> => start(settings, toneEngines, [], few);
    servers = await Promise.all([one(), one()]);
    await eventually('both count in Redis', async () => {
      const up = await Promise.all(servers.map(({ url }) => metric(url, 'sonorant_redis_up')));
      return up.every((one) => one === 1);
    });
  });
  after(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await redis.close();
  });

  it('count the tries of an address to accept an invitation together', async () => {
    const accept = (server: TestServer): Promise<Response> =>
      server.post('/invitations/accept', { token: 'none', name: 'A' }, { authorization: '' });
    const statuses = [];
    for (const server of [servers[0]!, servers[1]!, servers[0]!, servers[1]!]) {
      statuses.push((await accept(server)).status);
    }
    assert.deepEqual(statuses, [404, 404, 404, 429]);
    const refused = await accept(servers[0]!);
    assert.ok(Number(refused.headers.get('retry-after')) > 50);
    const keys = (await redis.ask('KEYS', '*')) as string[];
    assert.ok(keys.some((key) => key.includes(':rate:acceptances:')));
    assert.ok(!keys.join().includes('127.0.0.1'), 'addresses stand there as hashes only');
  });

  it('tell of a Redis that is away, serve on, and are as before when it is back', async () => {
    const [server] = servers as [TestServer];
    const notes = async (): Promise<string> => {
      const response = await fetch(`${server.url}/readyz`);
      assert.equal(response.status, 200);
      return ((await response.json()) as { notes?: string[] }).notes?.join() ?? '';
    };
    await eventually('it is ready', async () => (await fetch(`${server.url}/readyz`)).status === 200);
    assert.equal(await notes(), '');
    assert.equal(await metric(server.url, 'sonorant_redis_up'), 1);
    await redis.kill();
    await eventually('it is noticed', async () => (await metric(server.url, 'sonorant_redis_up')) === 0);
    assert.match(await notes(), /Redis does not answer/);
    assert.equal((await server.post('/tts/bytes', { ...speech, transcript: 'Hi.' })).status, 200);
    const invited = await server.post(
      '/organizations/invites',
      { emails: ['a@b.example'] },
      { authorization: `Bearer ${adminKey}` },
    );
    assert.equal(invited.status, 201);
    await redis.start();
    await eventually('it is back', async () => (await metric(server.url, 'sonorant_redis_up')) === 1);
    assert.equal(await notes(), '');
  });

  it('leave nothing there when what ran has ended', async () => {
    const responses = servers.flatMap((server) =>
      [1, 2, 3].map((n) => server.post('/tts/bytes', { ...speech, transcript: `Number ${n}.` })),
    );
    for (const response of await Promise.all(responses)) {
      assert.equal(response.status, 200);
      await response.arrayBuffer();
    }
    await eventually('every place was given back', async () => {
      const keys = (await redis.ask('KEYS', '*:in-flight:*')) as string[];
      return keys.length === 0;
    });
  });
});
