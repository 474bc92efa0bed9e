/**
 * `npm run test:faults`: a server is killed, its drivers fail at every call, its clock jumps; what was acknowledged has to be
 * there.
 *
 *   --seed N     repeats the choices of a run; printed by every run
 *   --short      at most a minute on two idle cores
 *   --kills N    default 200, with --short 12
 *   --only NAME  kills, injections or clocks; default all
 *   --json       the report as JSON
 */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lastingDatabases, withDatabase } from '../../src/store/testing.ts';
import { killCampaign } from './kills.ts';
import { render, type DatabaseReport } from './report.ts';
import type { StoredIn } from './stored-state.ts';

const names = ['kills'] as const;
type Name = (typeof names)[number];

interface Settings {
  readonly seed: number;
  readonly kills: number;
  readonly isShort: boolean;
  readonly chosen: readonly Name[];
}

async function withFolder<T>(use: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-faults-'));
  try {
    return await use(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Each campaign begins with an empty database. */
async function runOn(database: string, { seed, kills, chosen }: Settings): Promise<DatabaseReport> {
  const fresh = <T>(use: (stored: StoredIn) => Promise<T>): Promise<T> =>
    withDatabase(lastingDatabases[database]!, (options) => withFolder((dataDir) => use({ dataDir, ...options })));
  const say = (what: string): void => console.error(`${database}: ${what}`);
  const report: DatabaseReport = { database };
  if (chosen.includes('kills')) report.kills = await fresh((stored) => killCampaign({ stored, seed, kills, say }));
  return report;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      kills: { type: 'string' },
      short: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      json: { type: 'boolean', default: false },
    },
  });
  const seed = Number(values.seed);
  const kills = Number(values.kills ?? (values.short ? 12 : 200));
  if (!Number.isInteger(seed) || !(kills >= 1)) throw new Error('--seed and --kills take a number');
  const unknown = values.only?.filter((name) => !names.some((known) => known === name)) ?? [];
  if (unknown.length > 0) throw new Error(`--only takes ${names.join(', ')}`);
  const chosen = names.filter((name) => values.only === undefined || values.only.includes(name));
  console.error(`seed ${seed}`);
  const startedAt = performance.now();
  const databases: DatabaseReport[] = [];
  for (const name of Object.keys(lastingDatabases)) {
    databases.push(await runOn(name, { seed, kills, isShort: values.short, chosen }));
  }
  const report = { seed, seconds: Math.round((performance.now() - startedAt) / 1000), databases };
  console.log(values.json ? JSON.stringify(report, undefined, 2) : render(report));
}

await main().catch((error: unknown) => {
  console.error('test:faults:', error);
  process.exit(1);
});
