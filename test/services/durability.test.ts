/**
 * A server is killed with `kill -9` at random moments while several clients write over HTTP, and started again, until
 * enough writes were acknowledged. With real services it takes 1,000 of them on each database, else 60. A failure prints the
 * seed of the moments and of each client's choice of writes; SONORANT_TEST_SEED takes it. How the clients interleave is
 * the machine's.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it, type TestContext } from 'node:test';
import { random } from '../../src/audio/clip/testing.ts';
import { sweepOrphans } from '../../src/jobs/sweep.ts';
import { openBlobs } from '../../src/store/blobs/index.ts';
import { deliveryJobKind, fineTuneJobKind, type StoreOptions } from '../../src/store/index.ts';
import { lastingDatabases, withDatabase, withStore } from '../../src/store/testing.ts';
import { adminKey, apiKey, eventually, version } from '../support/server.ts';
import { asker, speechClip } from '../support/resources.ts';
import { CrashTarget } from './crash-target.ts';
import { firstWrites, Ledger, randomWrite, type Client, type Reader } from './writes.ts';

const [writes, writesBetweenKills] = process.env.SONORANT_TEST_DATABASE_URL === undefined ? [60, 20] : [1000, 35];
const clientCount = 6;
const seed = Number(process.env.SONORANT_TEST_SEED ?? randomInt(2 ** 32));

/** What webhooks received: for each webhook the ids of the objects of its events. */
class Receiver {
  readonly told = new Map<string, Set<string>>();
  readonly server: Server = createServer((request, response) => {
    void json(request).then(
      (event) => {
        const { webhook_id: webhook, data } = event as { webhook_id: string; data: { id: string } };
        (this.told.get(webhook) ?? this.told.set(webhook, new Set()).get(webhook)!).add(data.id);
        response.end();
      },
      () => response.destroy(),
    );
  });

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }
}

/** Everything of one run. */
class Trial {
  readonly options: StoreOptions & { readonly dataDir: string };
  readonly target: CrashTarget;
  readonly ledger = new Ledger();
  readonly #receiver: string;
  readonly #random = random(seed);
  readonly #clients = Array.from({ length: clientCount }, () => ({
    mine: new Map<string, string[]>(),
    random: random(2 ** 32 * this.#random()),
  }));
  #clip: Blob | undefined;

  constructor(options: StoreOptions & { readonly dataDir: string }, receiver: string) {
    this.options = options;
    this.#receiver = receiver;
    this.target = new CrashTarget(options, {
      SONORANT_ENGINES: 'espeak',
      SONORANT_WORKERS: '1',
      SONORANT_ALLOW_PRIVATE_WEBHOOKS: 'true',
      SONORANT_JOB_POLL_MS: '100',
      SONORANT_JOB_LEASE_MS: '5000',
    });
  }

  async clients(): Promise<Client[]> {
    const { url } = this.target;
    this.#clip ??= await speechClip({
      post: (path, body) =>
        fetch(url + path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', 'service-version': version, 'x-api-key': apiKey },
        }),
    });
    const common = {
      ask: asker(url, apiKey),
      admin: asker(url, adminKey),
      ledger: this.ledger,
      clip: this.#clip,
      receiver: this.#receiver,
    };
    return this.#clients.map((own) => ({ ...common, ...own }));
  }

  /** Lets every client write until some writes were acknowledged, then kills the server in the middle of the next ones. */
  async writeUntilKilled(): Promise<void> {
    const target = this.ledger.acknowledged + 1 + Math.floor(this.#random() * (2 * writesBetweenKills - 1));
    let killed: Promise<void> | undefined;
    const kill = async (): Promise<void> => {
      // What is written for one request takes a few milliseconds: the kill comes anywhere in them.
      await sleep(30 * this.#random());
      await this.target.kill();
    };
    const write = async (client: Client): Promise<void> => {
      for (;;) {
        try {
          await randomWrite(client);
        } catch (error) {
          // Fetch throws a TypeError when the line is cut: nothing was acknowledged. Any other error is a finding.
          if (killed === undefined || !(error instanceof TypeError)) throw error;
          return;
        }
        if (this.ledger.acknowledged >= target) killed ??= kill();
      }
    };
    await Promise.all((await this.clients()).map(write));
    await killed;
  }

  /** Reads back everything that was ever acknowledged. */
  async verify(): Promise<void> {
    const { url } = this.target;
    const bytes = async (path: string): Promise<Buffer> =>
      Buffer.from(
        await (await fetch(url + path, { headers: { 'service-version': version, 'x-api-key': apiKey } })).arrayBuffer(),
      );
    const reader: Reader = { ask: asker(url, apiKey), admin: asker(url, adminKey), bytes };
    const checks = [...this.ledger.expected.values()];
    const readers = Array.from({ length: 8 }, async () => {
      for (let check = checks.pop(); check !== undefined; check = checks.pop()) await check(reader);
    });
    await Promise.all(readers);
  }

  /** No row names an object that is not there, whole; no agent a version that is not. */
  verifyRows(): Promise<void> {
    return withStore(this.options, async ({ database: { db } }) => {
      const blobs = await openBlobs(this.options);
      const sized = [
        ...(await db.selectFrom('files').select(['blob', 'size']).execute()),
        ...(await db.selectFrom('dataset_files').select(['blob', 'size']).execute()),
      ];
      for (const { blob, size } of sized) assert.equal((await blobs.stat(blob))?.size, size, blob);
      for (const { clip } of await db.selectFrom('voices').select('clip').where('clip', 'is not', null).execute()) {
        assert.ok((await blobs.stat(clip!)) !== undefined, clip!);
      }
      const broken = await db
        .selectFrom('agents')
        .leftJoin('agent_versions', 'agent_versions.id', 'agents.version_id')
        .select('agents.id')
        .where('agent_versions.id', 'is', null)
        .execute();
      assert.deepEqual(broken, []);
      await blobs.close();
    });
  }

  /** How many jobs that a request made are in each state. */
  jobs(): Promise<Readonly<Record<string, number>>> {
    return withStore(this.options, async ({ database: { db } }) => {
      const rows = await db
        .selectFrom('jobs')
        .select(['status', (expression) => expression.fn.countAll<number>().as('count')])
        .where('kind', 'in', [deliveryJobKind, fineTuneJobKind])
        .groupBy('status')
        .execute();
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    });
  }

  /** Deletes what cut-off uploads left. Returns how many objects that were, and how many are left. */
  sweep(): Promise<{ readonly orphans: number; readonly objects: number }> {
    return withStore(this.options, async (store) => {
      const blobs = await openBlobs(this.options);
      const orphans = await sweepOrphans({ store, blobs, graceMs: 0, now: () => new Date(Date.now() + 60_000) });
      let objects = 0;
      for await (const { key } of blobs.list()) objects += (await store.namedBlobs([key])).size;
      await blobs.close();
      return { orphans, objects };
    });
  }
}

async function run(t: TestContext, trial: Trial, receiver: Receiver): Promise<void> {
  const { target, ledger } = trial;
  await target.start();
  for (const write of firstWrites) await write((await trial.clients())[0]!);
  while (ledger.acknowledged < writes) {
    await trial.writeUntilKilled();
    await trial.verifyRows();
    await target.start();
    await trial.verify();
  }
  await eventually(
    'every job has ended',
    async () => {
      const { pending = 0, running = 0 } = await trial.jobs();
      return pending + running === 0;
    },
    60_000,
  );
  await trial.verify();
  assert.equal((await trial.jobs()).failed, undefined);
  const voices = [...ledger.expected.keys()]
    .filter((path) => path.startsWith('/voices/'))
    .map((path) => path.slice('/voices/'.length));
  assert.equal(receiver.told.size, firstWrites.length);
  for (const told of receiver.told.values()) {
    for (const voice of voices) assert.ok(told.has(voice), `the webhook was not told of the voice ${voice}`);
  }
  await target.stop();
  await trial.verifyRows();
  const { orphans, objects } = await trial.sweep();
  await trial.verifyRows();
  t.diagnostic(
    `${target.kills} kills, ${ledger.acknowledged} acknowledged writes, 0 lost; ${objects} objects with their rows, ${orphans} left by cut-off uploads and swept`,
  );
  t.diagnostic(
    Object.entries(ledger.byFamily)
      .map(([family, count]) => `${family} ${count}`)
      .join(', '),
  );
}

describe('a server that is killed again and again', { concurrency: true }, () => {
  for (const [name, database] of Object.entries(lastingDatabases)) {
    it(
      `on ${name} has everything that it ever acknowledged, no row without its object, and ends every job it began`,
      { timeout: 20 * 60_000 },
      async (t) => {
        const receiver = new Receiver();
        const url = await receiver.listen();
        const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-durability-'));
        try {
          await withDatabase(database, async (options) => {
            const trial = new Trial({ ...options, dataDir: options.dataDir ?? dataDir }, url);
            try {
              await run(t, trial, receiver);
            } catch (error) {
              t.diagnostic(`SONORANT_TEST_SEED=${seed}`);
              throw error;
            } finally {
              await trial.target.stop();
            }
          });
        } finally {
          receiver.server.close();
          receiver.server.closeAllConnections();
          await rm(dataDir, { recursive: true, force: true });
        }
      },
    );
  }
});
