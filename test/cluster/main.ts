/**
 * `npm run test:cluster`: three nodes behind HAProxy with PostgreSQL, an S3 server and Redis, each on a host of its own (a network
 * namespace), under load from a client host, while nodes are killed and drained, services restart and the network is cut. Prints a
 * timeline and what was counted, and exits with 1 where something is wrong. Needs root, and Linux.
 *
 *   npm run test:cluster -- --minutes 30 --seed 7
 *   npm run test:cluster -- --short --json
 *   npm run test:cluster -- --upgrade
 *
 * With `--upgrade` the nodes run an old version first and are replaced one by one under the same load.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../support/random.ts';
import { Clients } from './clients.ts';
import { Cluster, maxContexts, nodeNames } from './cluster.ts';
import { isRunning, prefix, removeLeftovers } from './network.ts';
import { judge, render, type JobCounts, type Moment, type RunReport } from './report.ts';
import type { ClusterEvent } from './events.ts';
import { Scenario } from './scenario.ts';
import { unpackOldVersion, Upgrade } from './upgrade.ts';
import { postgresPrograms } from './services.ts';

/** Programs, with the package of Debian that has them. */
const programs = {
  ip: 'iproute2',
  nft: 'nftables',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  setpriv: 'util-linux',
};

/** @returns what this machine lacks */
function missing(): readonly string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  const absent = Object.entries(programs).filter(([name]) => !folders.some((folder) => existsSync(join(folder, name))));
  return [
    ...(process.platform === 'linux' ? [] : ['Linux: the hosts are its network namespaces']),
    ...(process.getuid?.() === 0 ? [] : ['root, who may make network namespaces']),
    ...absent.map(([name, debian]) => `${name} (Debian: apt-get install ${debian})`),
    ...(postgresPrograms() === undefined ? ['PostgreSQL (Debian: apt-get install postgresql)'] : []),
  ];
}

/** Folders of runs that were killed. */
async function removeOldFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`, 'u').exec(name) ?? [];
    if (pid !== undefined && !(await isRunning(Number(pid)))) await rm(join(tmpdir(), name), { recursive: true });
  }
}

interface Options {
  /** How long events go on; one round of them when 0. */
  readonly minutes: number;
  readonly seed: number;
  readonly say: (text: string) => void;
  readonly timeline: readonly Moment[];
  readonly isUpgrade: boolean;
}

/** What `sonorant keys create --json` prints. */
interface Key {
  readonly id: string;
  readonly key: string;
}

async function run(cluster: Cluster, options: Options): Promise<RunReport> {
  const { seed, say, timeline, isUpgrade } = options;
  if (isUpgrade) {
    const old = await unpackOldVersion(cluster.folder);
    for (const name of nodeNames) cluster.nodes[name].source = old;
  }
  await cluster.open();
  say('PostgreSQL, Redis and the S3 server are up');
  await Promise.all(nodeNames.map((name) => cluster.nodes[name].start()));
  await cluster.startBalancer();
  say('three nodes and HAProxy are up');
  // The old version knows neither the command nor a limit of several nodes.
  const key = isUpgrade ? undefined : ((await printed(cluster, 'keys', 'create')) as Key);
  const places = isUpgrade
    ? undefined
    : ((await printed(cluster, 'organizations', 'create', '--name', 'Places')) as { readonly api_key: string });
  const clients = new Clients(cluster);
  await clients.begin({
    url: cluster.balancer.url,
    nodes: nodeNames.map((name) => cluster.nodes[name].url),
    host: cluster.network.address('client'),
    seed,
    maxContexts,
    sharesLimits: cluster.sharesLimits,
    hasVersions: isUpgrade,
    revocable: key?.key,
    placesKey: places?.api_key,
  });
  say('the clients work');
  const events = await disturb(cluster, options, key);
  await clients.end();
  say('the clients have ended');
  const load = await clients.check();
  say('all that was acknowledged was read back through every node');
  const jobs = await countJobs(cluster);
  return judge({ seed, timeline, load, jobs }, events, cluster);
}

/** What a command prints as JSON. */
async function printed(cluster: Cluster, ...words: readonly string[]): Promise<unknown> {
  return JSON.parse(await cluster.command(...words, '--json'));
}

/** What happens while the clients work. */
async function disturb(
  cluster: Cluster,
  { minutes, seed, say, isUpgrade }: Options,
  key: Key | undefined,
): Promise<readonly ClusterEvent[]> {
  if (isUpgrade) {
    const upgrade = new Upgrade({ cluster, say, pauseMs: 10_000 });
    await upgrade.run();
    return upgrade.events;
  }
  const scenario = new Scenario({ cluster, random: seededRandom(seed + 1), say, pauseMs: 5000 });
  if (key !== undefined) await scenario.revoke(key.id);
  const until = Date.now() + minutes * 60_000;
  do await scenario.round();
  while (Date.now() < until);
  return scenario.events;
}

/** Jobs that come back by themselves are never at their end. */
const periodic: ReadonlySet<string> = new Set([
  'blobs.sweep',
  'budgets.report',
  'calls.end-lost',
  'records.forget',
  'takes.forget',
  'webhooks.release',
]);

/** A job of a node that was cut from the database is claimed again when its lease has run out (30 s), and is then done. */
const jobsEndMs = 60_000;

/**
 * What the database says of the jobs, once all that do not come back by themselves are done, or after `jobsEndMs`. The host of
 * the test cannot reach the database, so a client program on a host asks.
 */
async function countJobs({ network, postgres }: Cluster): Promise<JobCounts> {
  const program = `
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: ${JSON.stringify(postgres.url)} });
    await client.connect();
    const deadline = Date.now() + ${jobsEndMs};
    const periodic = new Set(${JSON.stringify([...periodic])});
    let rows;
    do {
      if (rows !== undefined) await new Promise((resolve) => setTimeout(resolve, 500));
      ({ rows } = await client.query('select kind, status, count(*)::int as count from jobs group by kind, status'));
    } while (Date.now() < deadline && rows.some(({ kind, status }) => !periodic.has(kind) && status !== 'done'));
    console.log(JSON.stringify(rows));
    await client.end();`;
  const text = await network.run('client', process.execPath, '--input-type=module', '-e', program);
  const rows = JSON.parse(text) as { kind: string; status: string; count: number }[];
  const byState = Object.fromEntries(rows.map(({ kind, status, count }) => [`${kind} ${status}`, count]));
  const unfinished = rows
    .filter(({ kind, status }) => !periodic.has(kind) && status !== 'done')
    .map(({ kind, status, count }) => `${count} jobs of ${kind} are ${status}`);
  return { byState, unfinished };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '0' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      upgrade: { type: 'boolean', default: false },
      short: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  });
  const lacks = missing();
  if (lacks.length > 0) throw new Error(`this machine lacks:\n  ${lacks.join('\n  ')}`);
  const minutes = values.short ? 0 : Number(values.minutes);
  const seed = Number(values.seed);
  if (!(minutes >= 0) || !Number.isInteger(seed)) throw new Error('--minutes and --seed take a number');

  await removeLeftovers();
  await removeOldFolders();
  const cluster = new Cluster(await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`)));
  const startedAt = performance.now();
  const timeline: Moment[] = [];
  const say = (what: string): void => {
    timeline.push({ atMs: performance.now() - startedAt, what });
    console.error(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${what}`);
  };
  let isGood = false;
  let removed: Promise<void> | undefined;
  const remove = async (): Promise<void> => {
    await cluster.close();
    if (isGood && !values.keep) await rm(cluster.folder, { recursive: true });
    else console.error(`logs are in ${cluster.folder} until the next run`);
  };
  // Once: a signal ends the services, at which the run that waits for them fails and would remove them too.
  const removeOnce = (): Promise<void> => (removed ??= remove());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      console.error(`${signal}: the cluster is removed`);
      void removeOnce().finally(() => process.exit(130));
    });
  }
  try {
    const report = await run(cluster, { minutes, seed, say, timeline, isUpgrade: values.upgrade });
    isGood = report.wrong.length === 0;
    console.log(values.json ? JSON.stringify(report, undefined, 2) : render(report));
  } finally {
    await removeOnce();
  }
  process.exitCode = isGood ? 0 : 1;
}

await main().catch((error: unknown) => {
  console.error(`test:cluster: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
