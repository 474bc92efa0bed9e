/**
 * `node bench/platform.ts`: how fast the platform reads and writes, over the rate of `GET /healthz`, which does nothing. Everything is
 * measured in turns of one run, so that what else the machine does meets all alike; on the embedded database and, where
 * `SONORANT_TEST_DATABASE_URL` names a server, on PostgreSQL. Answers that are no success end it with exit code 1.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createCatalogue } from '../src/voices/catalogue.ts';
import { databases, withDatabase } from '../src/store/testing.ts';
import type { ServerTasks } from './processes/server.ts';
import { Child } from './processes/child.ts';
import { load, requestBytes, type Answers, type RequestSpec } from './load/http-load.ts';
import { describeMachine } from './report/page.ts';
import { changedOptions, renderSections } from './report/report.ts';
import { median, quantile } from './report/statistics.ts';
import { fixed, milliseconds, renderMarkdown, renderText, type Row, type Table } from './report/table.ts';

const key = 'bench-key';
const headers = { 'service-version': '2026-08-14', authorization: `Bearer ${key}` };

interface Case {
  readonly name: string;
  /** Made when the server runs: ids are its own. @returns the requests of a connection, by its number */
  readonly requests: (agents: readonly string[]) => (connection: number) => Omit<RequestSpec, 'headers'>;
  /** Each request is another one. */
  readonly changes?: boolean;
  /** Least rate over that of `GET /healthz`. */
  readonly ratio?: number;
  /** Least requests a second. */
  readonly rate?: { readonly least: number; readonly on: string };
}

const voice = createCatalogue().voices[0]!.id;

function same(request: Omit<RequestSpec, 'headers'>): Case['requests'] {
  return () => () => request;
}

let written = 0;

/** Another configuration each time, which makes a version. */
function patch(agent: string): Omit<RequestSpec, 'headers'> {
  return {
    method: 'PATCH',
    path: `/v1/agents/${agent}`,
    body: JSON.stringify({ config: { audio: { output: { speed: 0.6 + (written++ % 900) / 1000 } } } }),
  };
}

const cases: readonly Case[] = [
  { name: 'GET /healthz', requests: same({ method: 'GET', path: '/healthz' }) },
  { name: 'GET /voices?limit=100', requests: same({ method: 'GET', path: '/voices?limit=100' }), ratio: 0.25 },
  { name: 'GET /voices/{id}', requests: same({ method: 'GET', path: `/voices/${voice}` }), ratio: 0.55 },
  {
    name: 'GET /agents/{id}',
    requests: (agents) => (connection) => ({ method: 'GET', path: `/agents/${agents[connection]!}` }),
    ratio: 0.55,
  },
  {
    name: 'POST /access-token',
    requests: same({ method: 'POST', path: '/access-token', body: JSON.stringify({ grants: { tts: true } }) }),
  },
  {
    name: 'PATCH /v1/agents/{id}, each connection its own',
    requests: (agents) => (connection) => patch(agents[connection]!),
    changes: true,
    rate: { least: 500, on: 'PostgreSQL' },
  },
  {
    // Each change waits for the one before it to be committed: as fast as the disk syncs, and a few round trips.
    name: 'PATCH /v1/agents/{id}, all connections the same',
    requests: (agents) => () => patch(agents[0]!),
    changes: true,
  },
];

interface Options {
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** One server with its agents, one for each connection. */
async function measure(
  databaseUrl: string | undefined,
  { connections, rounds, seconds }: Options,
): Promise<ReadonlyMap<Case, readonly Answers[]>> {
  const env = {
    ...process.env,
    SONORANT_API_KEY: key,
    SONORANT_PORT: '0',
    SONORANT_ENGINES: 'espeak',
    SONORANT_WORKERS: '1',
    ...(databaseUrl !== undefined && { SONORANT_DATABASE_URL: databaseUrl }),
  };
  // The log is written as it is by default, to nowhere.
  const server = new Child<ServerTasks>(new URL('processes/server.ts', import.meta.url), { env, silent: true });
  try {
    const url = await server.call('address', null);
    const agents = await Promise.all(Array.from({ length: connections }, () => makeAgent(url)));
    const { host } = new URL(url);
    const answers = new Map<Case, Answers[]>(cases.map((each) => [each, []]));
    for (let round = -1; round < rounds; round++) {
      for (const each of cases) {
        const request = each.requests(agents);
        // Reads are the same each time: their bytes are made once.
        const once = each.changes !== true ? agents.map((_, index) => bytes(host, request(index))) : undefined;
        const found = await load(url, connections, round < 0 ? Math.min(seconds, 1) : seconds, (connection) =>
          once === undefined ? bytes(host, request(connection)) : once[connection]!,
        );
        // The first round warms up.
        if (round >= 0) answers.get(each)!.push(found);
      }
    }
    return answers;
  } finally {
    await server.stop();
  }
}

function bytes(host: string, request: Omit<RequestSpec, 'headers'>): Buffer {
  return requestBytes(host, { ...request, headers });
}

async function makeAgent(url: string): Promise<string> {
  const response = await fetch(`${url}/v1/agents`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Agent' }),
  });
  if (response.status !== 201) {
    throw new Error(`an agent was answered with ${response.status}: ${await response.text()}`);
  }
  return ((await response.json()) as { id: string }).id;
}

function perSecond({ times, seconds }: Answers): number {
  return times.length / seconds;
}

/** Answers that are no success, by status. */
function failures(rounds: readonly Answers[]): readonly string[] {
  const sums = new Map<string, number>();
  for (const [status, count] of rounds.flatMap(({ statuses }) => Object.entries(statuses))) {
    if (!status.startsWith('2')) sums.set(status, (sums.get(status) ?? 0) + count);
  }
  return [...sums].map(([status, count]) => `${count} × ${status}`);
}

function rowOf(database: string, each: Case, rounds: readonly Answers[], idle: readonly Answers[]): Row {
  const what = `${each.name}, ${database}`;
  const rate = median(rounds.map(perSecond));
  // Each round over the idle requests of the same round.
  const ratio = median(rounds.map((answers, round) => perSecond(answers) / perSecond(idle[round]!)));
  const times = rounds.flatMap(({ times }) => times);
  const failed = failures(rounds);
  const measured = [
    ...(each.name === 'GET /healthz' ? [] : [fixed(ratio, 2)]),
    `${fixed(rate, 0)} requests/s`,
    `p50 ${milliseconds(median(times))}`,
    `p99 ${milliseconds(quantile(times, 0.99))}`,
    `errors: ${failed.length === 0 ? 'none' : failed.join(', ')}`,
  ].join(', ');
  const least = each.rate?.on === database ? each.rate.least : undefined;
  const aims = [
    ...(each.ratio === undefined ? [] : [`≥ ${each.ratio} of /healthz`]),
    ...(least === undefined ? [] : [`≥ ${least} requests/s`]),
    'no error',
  ];
  const pass = failed.length === 0 && ratio >= (each.ratio ?? 0) && rate >= (least ?? 0);
  return { id: what, what, aim: aims.join(', '), measured, pass };
}

const defaults: Options = { connections: 16, rounds: 5, seconds: 2 };
const { values } = parseArgs({
  options: {
    connections: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    write: { type: 'string' },
  },
});
const options: Options = {
  connections: Number(values.connections ?? defaults.connections),
  rounds: Number(values.rounds ?? defaults.rounds),
  seconds: Number(values.seconds ?? defaults.seconds),
};
const loadBefore = loadavg()[0]!;
const rows: Row[] = [];
for (const [name, database] of Object.entries(databases)) {
  const answers = await withDatabase(database, ({ databaseUrl }) => measure(databaseUrl, options));
  const short = name.replace(' in a folder', '');
  for (const [each, rounds] of answers) rows.push(rowOf(short, each, rounds, answers.get(cases[0]!)!));
}
const table: Table = {
  title: 'Platform',
  method: `${options.connections} connections, each with one request at a time, ${options.rounds} rounds of ${options.seconds} s for each kind of request, in turns; client and server share the machine.${await describeServer()} The ratio is the median over the rounds of the rate over that of \`GET /healthz\` in the same round. The log is written at its default level.`,
  rows,
};
console.log(renderText(table));
if (values.write !== undefined) {
  const machine = `${describeMachine(availableParallelism())}; load average before the run ${loadBefore.toFixed(2)}`;
  const given = changedOptions({ ...options }, { ...defaults });
  const command = `bash .ci/services --run node bench/platform.ts ${given}--write docs/performance.md`;
  const section = `${renderMarkdown(table)}\n\nMeasured by \`${command}\` on ${machine}.`;
  const previous = await readFile(values.write, 'utf8').catch(() => '');
  await writeFile(values.write, renderSections(new Map([[table.title, section]]), previous));
}
if (rows.some(({ measured }) => !measured.endsWith('errors: none'))) process.exitCode = 1;

/** What the rates of writes depend on: whether the server waits for the disk. */
async function describeServer(): Promise<string> {
  const connectionString = process.env.SONORANT_TEST_DATABASE_URL;
  if (connectionString === undefined) return '';
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; fsync: string; commit: string }>(
      `select current_setting('server_version') as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
    );
    const { version, fsync, commit } = rows[0]!;
    return ` PostgreSQL ${version} on it has fsync ${fsync} and synchronous_commit ${commit}; SQLite syncs at each commit.`;
  } finally {
    await client.end();
  }
}
