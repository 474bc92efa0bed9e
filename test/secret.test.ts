import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { startServer } from '../src/server/start.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-secret-'));
after(() => rm(dataDir, { recursive: true, force: true }));

function startWith(secretKey: string) {
  return startServer({
    SONORANT_PORT: '0',
    SONORANT_DATA_DIR: dataDir,
    SONORANT_SECRET_KEY: secretKey,
    SONORANT_ENGINES: 'espeak',
    SONORANT_WORKERS: '1',
    SONORANT_LOG_LEVEL: 'silent',
  });
}

describe('a database whose secrets were sealed', () => {
  it('is opened with the same secret only, and a start with another one says what to do', async () => {
    await (await startWith('the first secret of this database')).stop();
    await assert.rejects(startWith('some other secret'), /another secret.*SONORANT_SECRET_KEY/s);
    await (await startWith('the first secret of this database')).stop();
  });
});
