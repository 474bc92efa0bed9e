/**
 * A server is killed with `kill -9` at random moments while several clients write over all routes, and started again, until
 * enough writes were acknowledged: the kills of `npm run test:faults` in their shortest form, and the only ones of CI. With real
 * services it takes 250 writes on each database, else 60. A failure prints the seed of the moments and of each client's choice of writes;
 * SONORANT_TEST_SEED takes it. How the clients interleave is the machine's.
 */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { databases, withDatabase } from '../../src/store/testing.ts';
import { killCampaign } from '../faults/kills.ts';
import { renderKills } from '../faults/report.ts';

const [writes, between] = process.env.SONORANT_TEST_DATABASE_URL === undefined ? [60, 20] : [250, 35];
const seed = Number(process.env.SONORANT_TEST_SEED ?? randomInt(2 ** 32));

describe('a server that is killed again and again', { concurrency: true }, () => {
  for (const [name, database] of Object.entries(databases)) {
    it(
      `on ${name} has everything that it ever acknowledged, no row without its object, and ends every job it began`,
      { timeout: 20 * 60_000 },
      async (t) => {
        const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-durability-'));
        try {
          await withDatabase(database, async (options) => {
            const stored = { ...options, dataDir: options.dataDir ?? dataDir };
            t.diagnostic(renderKills(await killCampaign({ stored, seed, kills: 1, writes, between })));
          });
        } catch (error) {
          t.diagnostic(`SONORANT_TEST_SEED=${seed}`);
          throw error;
        } finally {
          await rm(dataDir, { recursive: true, force: true });
        }
      },
    );
  }
});
