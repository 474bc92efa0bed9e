import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { SpawnThread } from '../src/engines/scheduling/engine-thread.ts';
import { spawnLocalThread } from '../src/engines/testing.ts';
import { startServer } from '../src/server/start.ts';
import { toneEngines } from './support/server.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-secret-'));
after(() => rm(dataDir, { recursive: true, force: true }));

/** Engine threads that were started and not ended. */
let open = 0;
let started = 0;
const spawnCounted: SpawnThread = (settings, listener) => {
  const channel = spawnLocalThread(settings, listener);
  started++;
  open++;
  return {
    post: (message) => channel.post(message),
    async terminate() {
      await channel.terminate();
      open--;
    },
  };
};

function startWith(secretKey: string) {
  return startServer(
    {
      SONORANT_PORT: '0',
      SONORANT_DATA_DIR: dataDir,
      SONORANT_SECRET_KEY: secretKey,
      SONORANT_WORKERS: '2',
      SONORANT_LOG_LEVEL: 'silent',
    },
    toneEngines,
    { spawnEngineThread: spawnCounted },
  );
}

describe('a database whose secrets were sealed', () => {
  it('is opened with the same secret only, and a start with another one says what to do', async () => {
    await (await startWith('the first secret of this database')).stop();
    await assert.rejects(startWith('some other secret'), /another secret.*SONORANT_SECRET_KEY/s);
    await (await startWith('the first secret of this database')).stop();
  });

  it('leaves no engine thread behind a start that it refuses', async () => {
    await (await startWith('the first secret of this database')).stop();
    const before = started;
    await assert.rejects(startWith('some other secret'));
    assert.equal(started - before, 2, 'the engines load while the database is opened');
    assert.equal(open, 0);
  });
});
