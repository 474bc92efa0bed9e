/** The server of a campaign that is told to end. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { campaignSettings, ServerProcess } from './server-process.ts';

it('the server of a campaign ends when its signal aborts, and is not started again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-faults-'));
  const told = new AbortController();
  const server = new ServerProcess({ dataDir, signal: told.signal }, campaignSettings);
  try {
    await server.start();
    told.abort('SIGTERM');
    await eventually('the server has ended', () => !server.isUp);
    await assert.rejects(server.start(), (reason) => reason === 'SIGTERM');
  } finally {
    await server.end();
    await rm(dataDir, { recursive: true, force: true });
  }
});
