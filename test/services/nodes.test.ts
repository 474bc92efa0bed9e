/**
 * Three processes with one database and one Redis: at no moment more contexts than an organization may have, all of them reachable,
 * and the places of a process that was killed free again in time. What is admitted is counted from outside, by contexts that are
 * held open.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { startRedis, type RedisProcess } from '../../src/limits/redis/testing.ts';
import { redisUrl } from '../../src/limits/testing.ts';
import { databases } from '../../src/store/testing.ts';
import { eventually } from '../support/eventually.ts';
import { apiKey, speech, TestSocket, version } from '../support/server.ts';
import { ServerProcess } from '../faults/server-process.ts';

const limit = 10;
const needsRedis = { skip: redisUrl === '' && 'needs redis-server: npm run test:services', timeout: 300_000 };
const headers = { 'service-version': version, authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };

/** Contexts that wait for text, and with it a place, until they are given back. */
class Holder {
  readonly #socket: TestSocket;
  #made = 0;

  private constructor(socket: TestSocket) {
    this.#socket = socket;
  }

  static async on(url: string): Promise<Holder> {
    const socket = new TestSocket(new WebSocket(`${url.replace('http', 'ws')}/tts/websocket`, { headers }));
    await socket.opened;
    return new Holder(socket);
  }

  /**
   * Asks for a place.
   * @returns its context when it was admitted, which the audio of its first sentence shows, undefined when it was refused
   */
  async take(): Promise<string | undefined> {
    const id = `c${(this.#made += 1)}`;
    const from = this.#socket.events.length;
    this.#socket.speak(id, 'Yes, hello there. ', { continue: true, max_buffer_delay_ms: 0 });
    const event = await this.#socket.until((one) => one.context_id === id && (one.type === 'chunk' || one.done), from);
    if (!event.done) return id;
    assert.equal(event.error_code, 'concurrency_limited', event.message);
    return undefined;
  }

  /** Resolves when its end has been told; the place is free then or a moment later. */
  async give(id: string): Promise<void> {
    this.#socket.send({ context_id: id, cancel: true });
    await this.#socket.ended(id);
  }

  end(): void {
    this.#socket.socket.terminate();
  }
}

for (const [name, database] of Object.entries(databases)) {
  describe(`three processes on ${name} and one Redis`, needsRedis, () => {
    let redis: RedisProcess;
    let nodes: ServerProcess[] = [];
    const folders: string[] = [];
    const cleanUp: (() => Promise<void>)[] = [];

    before(async () => {
      redis = await startRedis();
      const { options, remove } = await database();
      cleanUp.push(remove);
      for (let n = 0; n < 3; n++) {
        const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-node-'));
        folders.push(dataDir);
        // On SQLite all of them use the file of one folder.
        const place = { ...options, dataDir: options.dataDir ?? dataDir };
        nodes.push(
          new ServerProcess(place, {
            SONORANT_REDIS_URL: redis.url,
            // What is tested is the counting, on a machine that may be busy.
            SONORANT_REDIS_TIMEOUT_MS: '10000',
            SONORANT_SECRET_KEY: 'a secret that all of them share',
            SONORANT_MAX_CONTEXTS: String(limit),
            SONORANT_CONTEXT_EXPIRY_MS: '600000',
            SONORANT_ADMISSION_MS: String(2 ** 31 - 1),
            SONORANT_ADMISSION_TOLERANCE_MS: String(2 ** 31 - 1),
            SONORANT_ENGINES: 'espeak',
            SONORANT_WORKERS: '1',
          }),
        );
      }
      for (const node of nodes) await node.start();
      await eventually(
        'all are ready',
        async () => {
          const answers = await Promise.all(nodes.map(({ url }) => fetch(`${url}/readyz`)));
          return answers.every(({ status }) => status === 200);
        },
        60_000,
      );
    });
    after(async () => {
      await Promise.all(nodes.map((node) => node.kill()));
      nodes = [];
      await redis.close();
      for (const remove of cleanUp) await remove();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    });

    /** Places that Redis counts now, over all limiters. */
    const places = async (): Promise<number> => {
      const keys = (await redis.ask('KEYS', '*:in-flight:contexts:*')) as string[];
      const counts = await Promise.all(keys.map((key) => redis.ask('ZCARD', key)));
      return counts.reduce((sum: number, count) => sum + Number(count), 0);
    };

    it('admit ten contexts, never more, over sockets and requests that hammer all of them', async (t) => {
      const holders = await Promise.all(nodes.flatMap(({ url }) => [Holder.on(url), Holder.on(url)]));
      let held = 0;
      let most = 0;
      let admitted = 0;
      let refused = 0;
      let done = false;
      const spoken = { 200: 0, 429: 0 };
      const hold = async (holder: Holder): Promise<void> => {
        for (let tries = 0; tries < 15; tries++) {
          const id = await holder.take();
          if (id === undefined) {
            refused += 1;
            continue;
          }
          admitted += 1;
          held += 1;
          most = Math.max(most, held);
          await sleep(Math.random() * 20);
          // It counts until it is asked to end: from then on its place may have been given to another.
          held -= 1;
          await holder.give(id);
        }
      };
      const request = async (url: string): Promise<void> => {
        while (!done) {
          const body = JSON.stringify({ ...speech, transcript: 'Hello.' });
          const { status, body: audio } = await fetch(`${url}/tts/bytes`, { method: 'POST', headers, body });
          assert.ok(status === 200 || status === 429, `status ${status}`);
          spoken[status] += 1;
          await audio?.cancel();
        }
      };
      const requests = nodes.map(({ url }) => request(url));
      try {
        await Promise.all([...holders, ...holders, ...holders].map(hold));
      } finally {
        done = true;
      }
      await Promise.all(requests);
      t.diagnostic(JSON.stringify({ most, admitted, refused, spoken }));
      assert.ok(most <= limit, `${most} at once`);
      assert.ok(admitted > 0 && refused > 0 && spoken[200] > 0, JSON.stringify({ admitted, refused, spoken }));

      await eventually('all places were given back', async () => (await places()) === 0);
      const asked = await Promise.all(Array.from({ length: 24 }, (_, n) => holders[n % holders.length]!.take()));
      assert.equal(asked.filter((id) => id !== undefined).length, limit, 'exactly ten are reachable');
      assert.equal(await places(), limit);
      for (const holder of holders) holder.end();
      await eventually('none is leaked', async () => (await places()) === 0);
    });

    it('free the places of a process that was killed within 30 s, and those of no other', async (t) => {
      const [first, second] = await Promise.all([Holder.on(nodes[0]!.url), Holder.on(nodes[1]!.url)]);
      for (let n = 0; n < 6; n++) assert.ok(await first.take());
      for (let n = 0; n < 4; n++) assert.ok(await second.take());
      const third = await Holder.on(nodes[2]!.url);
      assert.equal(await third.take(), undefined);
      await nodes[0]!.kill();
      const killed = performance.now();
      const got: string[] = [];
      while (got.length < 6 && performance.now() - killed < 30_000) {
        const id = await third.take();
        if (id === undefined) await sleep(100);
        else got.push(id);
      }
      t.diagnostic(`all places were free ${Math.round(performance.now() - killed)} ms after the kill`);
      assert.equal(got.length, 6, 'all six are free again');
      assert.equal(await third.take(), undefined, 'the four of the other process are held still');
      await nodes[0]!.start();
      second.end();
      third.end();
      await eventually('none is leaked', async () => (await places()) === 0);
    });
  });
}
