/**
 * `npm run test:soak`: a server speaks and talks for an hour, busy for a part of the time, and the slope of its resident memory is printed:
 * that of the samples behind the first third, in which caches and heaps reach their size. Ends with 1 where it climbs faster than the limit.
 *
 *   --minutes N  default 60, with --short 3
 *   --limit N    MB a minute; default 0.5, with --short 10: a short time says only that nothing runs away
 *   --clients N  default 4
 *   --share N    of the time in which each client waits for an answer; default 0.6
 *   --short      for every change
 *   --json       samples too, as one object
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { campaignLimits, campaignSettings, ServerProcess } from '../faults/server-process.ts';
import { eventually } from '../support/eventually.ts';
import { metric } from '../support/server.ts';
import { keepBusy } from './load.ts';
import { slopeOf, type Sample } from './slope.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    limit: { type: 'string' },
    clients: { type: 'string', default: '4' },
    share: { type: 'string', default: '0.6' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

/** @throws {Error} for what is no number above 0 */
function number(name: 'minutes' | 'limit' | 'clients' | 'share', otherwise: number): number {
  const value = Number(values[name] ?? otherwise);
  if (!(value > 0)) throw new Error(`--${name}: expected a number above 0`);
  return value;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}

const stop = new AbortController();
/** The signal at which this process was told to end: its server and its folder go first. */
let interruption: NodeJS.Signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    interruption = signal;
    stop.abort();
  });
}

async function soak(): Promise<void> {
  const minutes = number('minutes', values.short ? 3 : 60);
  const limit = number('limit', values.short ? 10 : 0.5);
  const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-soak-'));
  const server = new ServerProcess({ dataDir, limits: campaignLimits }, campaignSettings);
  try {
    await server.start();
    await eventually('it is ready', async () => (await fetch(`${server.url}/readyz`)).status === 200, 60_000);
    const clients = number('clients', 4);
    const share = Math.min(1, number('share', 0.6));
    const busy = keepBusy({ url: server.url, clients, share, signal: stop.signal });
    busy.catch(() => stop.abort());
    const samples: Sample[] = [];
    const startedAt = performance.now();
    for (let at = 0; at < minutes && !stop.signal.aborted; at = (performance.now() - startedAt) / 60_000) {
      samples.push({ minutes: at, bytes: await metric(server.url, 'process_resident_memory_bytes') });
      await sleep(Math.min(10_000, (minutes * 60_000) / 60), undefined, { signal: stop.signal }).catch(() => undefined);
    }
    if (interruption !== undefined) throw new Error(interruption);
    stop.abort();
    const done = await busy;
    await server.stop();
    report(samples, done, { limit, minutes });
  } finally {
    stop.abort();
    await server.end();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function report(
  samples: readonly Sample[],
  done: number,
  { limit, minutes }: { limit: number; minutes: number },
): void {
  if (done === 0) throw new Error('no piece of work was done');
  const settled = samples.filter((sample) => sample.minutes >= minutes / 3);
  const slope = slopeOf(settled);
  if (values.json) console.log(JSON.stringify({ minutes, done, bytesPerMinute: slope, samples }));
  else {
    console.log(`${done} pieces of work in ${minutes} minutes, ${samples.length} samples`);
    console.log(`resident memory: ${megabytes(settled[0]!.bytes)} MB → ${megabytes(settled.at(-1)!.bytes)} MB`);
    console.log(`slope: ${megabytes(slope)} MB a minute (limit ${limit})`);
  }
  if (slope > limit * 1e6) process.exitCode = 1;
}

await soak().catch((error: unknown) => {
  console.error('test:soak:', error);
  process.exit(interruption === undefined ? 1 : 130);
});
