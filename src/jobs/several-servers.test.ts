import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, describe, it } from 'node:test';
import type { Store, StoreOptions } from '../store/index.ts';
import { type NewDatabase, databases, openTestStore } from '../store/testing.ts';
import { type JobKinds } from './runner.ts';
import { until } from '../../test/support/eventually.ts';
import { doing, running } from './testing.ts';

/** A server of its own for jobs of the kind `work`: a line when it takes them, one for each that it begins. With `hang` they never end. */
const script = `
  const [options, hang] = JSON.parse(process.env.GIVEN);
  const { openStore } = await import(${JSON.stringify(new URL('../store/index.ts', import.meta.url).href)});
  const { JobRunner } = await import(${JSON.stringify(new URL('./runner.ts', import.meta.url).href)});
  const store = await openStore(options);
  const run = async ({ id }) => {
    process.stdout.write(id + '\\n');
    if (hang) await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  };
  new JobRunner({ jobs: store.jobs, kinds: { work: { run, concurrency: 4 } }, pollMs: 5 }).start();
  process.stdout.write('started\\n');`;

interface Child {
  readonly started: Promise<undefined>;
  /** Ids of jobs. */
  readonly began: string[];
  readonly kill: () => Promise<void>;
}

const children = new Set<Child>();
after(() => Promise.all([...children].map((child) => child.kill())));

function startChild(options: StoreOptions, hang = false): Child {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, GIVEN: JSON.stringify([options, hang]) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const began: string[] = [];
  const isStarted = Promise.withResolvers<undefined>();
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    if (lines[0] === 'started') {
      lines.shift();
      isStarted.resolve(undefined);
    }
    began.push(...lines);
  });
  const started: Child = {
    started: isStarted.promise,
    began,
    async kill() {
      children.delete(started);
      child.kill('SIGKILL');
      await closed;
    },
  };
  children.add(started);
  return started;
}

async function shared(
  database: NewDatabase,
  use: (options: StoreOptions, store: Store) => Promise<void>,
): Promise<void> {
  const { options, remove } = await database();
  const store = await openTestStore(options);
  try {
    await use(options, store);
  } finally {
    await Promise.all([...children].map((child) => child.kill()));
    await store.close();
    await remove();
  }
}

async function enqueueMany(store: Store, count: number): Promise<string[]> {
  const ids: string[] = [];
  await store.transaction(async ({ jobs }) => {
    ids.length = 0;
    for (let index = 0; index < count; index++) ids.push(await jobs.enqueue({ kind: 'work', payload: index }));
  });
  return ids;
}

for (const [name, database] of Object.entries(databases)) {
  describe(`several servers on ${name}`, { timeout: 120_000 }, () => {
    it('run each of 500 jobs exactly once', () =>
      shared(database, async (options, store) => {
        const servers = [startChild(options), startChild(options)];
        await Promise.all(servers.map(({ started }) => started));
        const ids: string[] = [];
        // Until both work: one of them may not be given the processor while the other one does all.
        await until(async () => {
          ids.push(...(await enqueueMany(store, 4)));
          return servers.every(({ began }) => began.length > 0);
        });
        ids.push(...(await enqueueMany(store, 500)));
        await until(async () => (await store.jobs.counts()).done === ids.length);
        const [first, second] = servers.map(({ began }) => began);
        // Their lines may come later than the database tells.
        await until(() => first!.length + second!.length >= ids.length);
        assert.deepEqual([...first!, ...second!].toSorted(), ids.toSorted());
      }));

    it('take over what a killed one held when its lease has run out', () =>
      shared(database, async (options, store) => {
        const ids = await enqueueMany(store, 4);
        const child = startChild(options, true);
        await until(() => child.began.length === 4);
        const again: string[] = [];
        const kinds: JobKinds = { work: { concurrency: 4, run: doing(({ id }) => again.push(id)) } };
        await running(store, kinds, async () => {
          await until(async () => (await store.jobs.owners()).length > 0);
          await child.kill();
          // In place of the half minute that it takes.
          await store.database.db
            .updateTable('jobs')
            .set({ lease_until: new Date(0).toISOString() })
            .execute();
          await until(() => again.length === 4);
        });
        assert.deepEqual(again.toSorted(), ids.toSorted());
      }));

    it('free at their start what a killed one on this machine held', () =>
      shared(database, async (options, store) => {
        const ids = await enqueueMany(store, 4);
        const child = startChild(options, true);
        await until(() => child.began.length === 4);
        const [lease] = (await store.database.db.selectFrom('jobs').select('lease_until').execute()).map((row) =>
          Date.parse(row.lease_until!),
        );
        await child.kill();
        const next = startChild(options);
        await until(() => next.began.length === 4);
        assert.ok(Date.now() < lease!, 'before the lease had run out');
        assert.deepEqual(next.began.toSorted(), ids.toSorted());
      }));

    it('leave to a living one what it holds', () =>
      shared(database, async (options, store) => {
        await enqueueMany(store, 4);
        const first = startChild(options, true);
        await until(() => first.began.length === 4);
        const second = startChild(options);
        const [more] = await enqueueMany(store, 1);
        await until(() => second.began.length > 0);
        assert.deepEqual(second.began, [more]);
      }));
  });
}
