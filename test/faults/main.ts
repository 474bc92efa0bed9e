/**
 * `npm run test:faults`: a server is killed, its drivers fail at every call, its clock jumps; what was acknowledged has to be
 * there.
 *
 *   --seed N     repeats the choices of a run, printed by every run; default random, with --short 1: a check of a change is not to
 *                fail by chance for what another change did
 *   --short      at most a minute on two idle cores
 *   --kills N    default 200, with --short 6
 *   --minutes N  no further kill after so many minutes, for a machine that is busy; the report has how many there were
 *   --faults N   how many of the possible faults are injected; default all of them, with --short 60
 *   --jumps N    of the clock; default 30, with --short 3
 *   --only NAME  kills, injections or clocks; default all
 *   --json       the report as JSON
 */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { databases, withDatabase } from '../../src/store/testing.ts';
import { unlessAborted } from '../../src/timing/deadline.ts';
import { clockCampaign } from './clocks.ts';
import { injectionCampaign } from './injections.ts';
import { killCampaign } from './kills.ts';
import { render, type DatabaseReport } from './report.ts';
import type { StoredIn } from './stored-state.ts';

const names = ['kills', 'injections', 'clocks'] as const;
type Name = (typeof names)[number];

interface Settings {
  readonly seed: number;
  readonly kills: number;
  readonly minutes: number | undefined;
  /** All when absent. */
  readonly faults: number | undefined;
  readonly jumps: number;
  readonly chosen: readonly Name[];
}

async function withFolder<T>(use: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-faults-'));
  try {
    return await use(dataDir);
  } finally {
    // What its server was writing when it was killed may still come.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A run that is told to end leaves no folder and no database: its servers end first. */
const interrupted = new AbortController();
const { signal } = interrupted;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => interrupted.abort(name));

/** Each campaign begins with an empty database. */
async function runOn(
  database: string,
  { seed, kills, minutes, faults, jumps, chosen }: Settings,
): Promise<DatabaseReport> {
  const fresh = <T>(use: (stored: StoredIn) => Promise<T>): Promise<T> =>
    withDatabase(databases[database]!, (options) =>
      withFolder((dataDir) => unlessAborted(use({ ...options, dataDir: options.dataDir ?? dataDir }), signal)),
    );
  const say = (what: string): void => console.error(`${database}: ${what}`);
  const report: DatabaseReport = { database };
  if (chosen.includes('kills')) {
    report.kills = await fresh((stored) => killCampaign({ stored, seed, kills, minutes, say, signal }));
  }
  if (chosen.includes('injections')) {
    report.injections = await fresh((stored) => injectionCampaign({ stored, seed, sample: faults, say, signal }));
  }
  if (chosen.includes('clocks')) {
    report.clocks = await fresh((stored) => clockCampaign({ stored, seed, jumps, say, signal }));
  }
  return report;
}

function numberOf(option: string, given: string | undefined, otherwise?: number): number | undefined {
  if (given === undefined) return otherwise;
  if (!/^[0-9]+$/u.test(given)) throw new Error(`--${option} takes a number`);
  return Number(given);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      kills: { type: 'string' },
      minutes: { type: 'string' },
      faults: { type: 'string' },
      jumps: { type: 'string' },
      short: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      json: { type: 'boolean', default: false },
    },
  });
  const [kills, faults, jumps] = values.short ? [6, 60, 3] : [200, undefined, 30];
  const seed = numberOf('seed', values.seed, values.short ? 1 : randomInt(2 ** 31))!;
  const settings = {
    seed,
    kills: numberOf('kills', values.kills, kills)!,
    minutes: numberOf('minutes', values.minutes),
    faults: numberOf('faults', values.faults, faults),
    jumps: numberOf('jumps', values.jumps, jumps)!,
  };
  const unknown = values.only?.filter((name) => !names.some((known) => known === name)) ?? [];
  if (unknown.length > 0) throw new Error(`--only takes ${names.join(', ')}`);
  const chosen = names.filter((name) => values.only === undefined || values.only.includes(name));
  console.error(`seed ${seed}`);
  const startedAt = performance.now();
  const reports: DatabaseReport[] = [];
  for (const name of Object.keys(databases)) {
    reports.push(await runOn(name, { ...settings, chosen }));
  }
  const report = { seed, seconds: Math.round((performance.now() - startedAt) / 1000), databases: reports };
  console.log(values.json ? JSON.stringify(report, undefined, 2) : render(report));
  if (reports.some(({ injections }) => (injections?.findings.length ?? 0) > 0)) process.exitCode = 1;
}

await main().catch((error: unknown) => {
  console.error('test:faults:', error);
  process.exit(signal.aborted ? 130 : 1);
});
