import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { command, ended, start, temporaryFolder, untilOutput } from './testing.ts';

describe('sonorant serve', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => void (folder = await temporaryFolder()));
  after(() => folder.remove());

  const env = { SONORANT_WORKERS: '1', SONORANT_ENGINES: 'espeak', SONORANT_PORT: '1' };

  it('lets options win over the environment, serves, and ends with 0 on SIGTERM', async () => {
    const child = start(['serve', '--port', '0', '--data-dir', folder.path('data'), '--log-level', 'warn'], { env });
    const end = ended(child);
    const [, url] = /speaks at (http:\S+)/.exec(await untilOutput(child.stdout!, /speaks at http:\S+\s/))!;
    assert.equal((await fetch(`${url!}/healthz`)).status, 200);
    child.kill('SIGTERM');
    assert.equal((await end).code, 0);
  });

  it('ends with 1 when the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const { code, stderr } = await command(['serve', '--port', String(port), '-d', folder.path('data')], { env });
    taken.close();
    assert.equal(code, 1);
    assert.match(stderr, /EADDRINUSE/);
    assert.doesNotMatch(stderr, /\n\s+at /);
  });
});
