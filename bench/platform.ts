/**
 * `node bench/platform.ts`: requests a second of two routes of the platform, one that reads the database and one that does
 * not, on the embedded database and, where `SONORANT_TEST_DATABASE_URL` names a server, on PostgreSQL.
 */
import { request, Agent } from 'node:http';
import { parseArgs } from 'node:util';
import { lastingDatabases, withDatabase } from '../src/store/testing.ts';
import type { ServerTasks } from './server.ts';
import { Child } from './child.ts';
import { spread } from './statistics.ts';
import { fixed, milliseconds, renderText, type Row } from './table.ts';

const key = 'bench-key';
const headers = { 'service-version': '2026-08-14', 'x-api-key': key };

interface Route {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

const routes: readonly Route[] = [
  { name: 'GET /voices', method: 'GET', path: '/voices?limit=10' },
  {
    name: 'POST /access-token',
    method: 'POST',
    path: '/access-token',
    body: JSON.stringify({ grants: { tts: true } }),
  },
];

interface Load {
  readonly connections: number;
  readonly seconds: number;
}

interface Figures {
  readonly perSecond: number;
  readonly latency: { readonly p50: number; readonly p99: number };
}

/** One request on a connection that stays open. @returns milliseconds to its last byte */
function ask(url: string, agent: Agent, { method, path, body }: Route): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const sent = request(
      url + path,
      {
        method,
        agent,
        headers:
          body === undefined
            ? headers
            : { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        if (response.statusCode !== 200) {
          reject(new Error(`${method} ${path} was answered with ${response.statusCode ?? 'nothing'}`));
        }
        response
          .resume()
          .once('end', () => resolve(performance.now() - startedAt))
          .once('error', reject);
      },
    );
    sent.once('error', reject).end(body);
  });
}

/** Keeps so many connections busy, each with one request at a time. */
async function load(url: string, route: Route, { connections, seconds }: Load): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  const connection = async (): Promise<void> => {
    while (performance.now() < end) times.push(await ask(url, agent, route));
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const elapsed = (performance.now() - startedAt) / 1000;
  agent.destroy();
  const { p50, p99 } = spread(times);
  return { perSecond: times.length / elapsed, latency: { p50, p99 } };
}

async function measure(
  databaseUrl: string | undefined,
  options: Load,
): Promise<readonly (readonly [Route, Figures])[]> {
  const env = {
    ...process.env,
    SONORANT_API_KEY: key,
    SONORANT_PORT: '0',
    SONORANT_LOG_LEVEL: 'error',
    SONORANT_ENGINES: 'espeak',
    SONORANT_WORKERS: '1',
    ...(databaseUrl !== undefined && { SONORANT_DATABASE_URL: databaseUrl }),
  };
  const server = new Child<ServerTasks>(new URL('server.ts', import.meta.url), { env });
  try {
    const url = await server.call('address', null);
    const figures: [Route, Figures][] = [];
    for (const route of routes) {
      await load(url, route, { ...options, seconds: Math.min(1, options.seconds) });
      figures.push([route, await load(url, route, options)]);
    }
    return figures;
  } finally {
    await server.stop();
  }
}

const { values } = parseArgs({
  options: { connections: { type: 'string', default: '16' }, seconds: { type: 'string', default: '5' } },
});

const options = { connections: Number(values.connections), seconds: Number(values.seconds) };
const rows: Row[] = [];
for (const [name, database] of Object.entries(lastingDatabases)) {
  const figures = await withDatabase(database, ({ databaseUrl }) => measure(databaseUrl, options));
  for (const [route, { perSecond, latency }] of figures) {
    const what = `${route.name} on ${name.replace(' in a folder', '')}`;
    rows.push({
      id: what,
      what,
      aim: '',
      measured: `${fixed(perSecond, 0)} requests/s, p50 ${milliseconds(latency.p50)}, p99 ${milliseconds(latency.p99)}`,
    });
  }
}
console.log(renderText({ title: `${options.connections} connections, ${options.seconds} s each`, method: '', rows }));
