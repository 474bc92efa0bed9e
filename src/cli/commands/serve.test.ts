import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { spawned, ended, start, temporaryFolder, untilOutput } from '../testing.ts';

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

  it('ends with 1 when the port is taken, and makes no keys before it listens', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const args = ['serve', '--port', String(port), '-d', folder.path('taken')];
    const { code, stdout, stderr } = await spawned(args, { env });
    taken.close();
    assert.equal(code, 1);
    assert.match(stderr, /in use.*SONORANT_PORT/);
    assert.doesNotMatch(stderr, /\n\s+at /);
    assert.doesNotMatch(stdout.toString(), /sk_/);

    const child = start([...args, '--port', '0'], { env });
    const end = ended(child);
    assert.match(await untilOutput(child.stdout!, /-o hello/), /API key +sk_\w+\n +admin key +sk_\w+/);
    child.kill('SIGTERM');
    assert.equal((await end).code, 0);
  });

  it('names the command that makes new keys at a start that shows none, unless a setting gives them', async () => {
    const said = async (given: Record<string, string>): Promise<string> => {
      const child = start(['serve', '--port', '0', '-d', folder.path('data')], { env: { ...env, ...given } });
      const end = ended(child);
      const output = await untilOutput(child.stdout!, /-o hello/);
      child.kill('SIGTERM');
      await end;
      return output;
    };
    assert.match(await said({}), /npx sonorant keys create/);
    assert.doesNotMatch(await said({ SONORANT_API_KEY: 'given' }), /keys create/);
  });
});
