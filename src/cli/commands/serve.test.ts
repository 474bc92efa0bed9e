import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { toneEngines } from '../../../test/support/server.ts';
import { banner } from '../../server/banner.ts';
import { startServer } from '../../server/start.ts';
import { spawned, ended, start, temporaryFolder, untilOutput } from '../testing.ts';

describe('sonorant serve', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => void (folder = await temporaryFolder()));
  after(() => folder.remove());

  const env = { SONORANT_WORKERS: '1', SONORANT_ENGINES: 'espeak', SONORANT_PORT: '1' };

  it('ends with 1 when the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const { code, stdout, stderr } = await spawned(['serve', '--port', String(port), '-d', folder.path('data')], {
      env,
    });
    taken.close();
    assert.equal(code, 1);
    assert.match(stderr, /in use.*SONORANT_PORT/);
    assert.doesNotMatch(stderr, /\n\s+at /);
    assert.doesNotMatch(stdout.toString(), /sk_/);
  });

  it('lets options win over the environment, makes the keys once it listens, and ends with 0 on SIGTERM', async () => {
    const child = start(['serve', '--port', '0', '--data-dir', folder.path('data'), '--log-level', 'warn'], { env });
    const end = ended(child);
    const output = await untilOutput(child.stdout!, /-o hello/);
    // The start before this one found its port taken, and has left none.
    assert.match(output, /API key +sk_\w+\n +admin key +sk_\w+/);
    const [, url] = /speaks at (http:\S+)\s/.exec(output)!;
    assert.equal((await fetch(`${url!}/healthz`)).status, 200);
    child.kill('SIGTERM');
    assert.equal((await end).code, 0);
  });

  it('names the command that makes new keys at a start that shows none, unless a setting gives them', async () => {
    // What the start prints of a server; test/process.test.ts has the process that prints it.
    const said = async (given: Record<string, string>): Promise<string> => {
      const settings = { SONORANT_PORT: '0', SONORANT_DATA_DIR: folder.path('data'), SONORANT_LOG_LEVEL: 'silent' };
      const server = await startServer({ ...env, ...settings, ...given }, toneEngines);
      await server.stop();
      return banner({ ...server, consoleUrl: server.consoleUrl(false) });
    };
    const text = await said({});
    const [, command] = /npx sonorant (keys create.*)/.exec(text)!;
    // As it is pasted, where another data folder would be made.
    await mkdir(folder.path('elsewhere'));
    const { stdout, stderr } = await spawned(command!.split(' '), { cwd: folder.path('elsewhere') });
    assert.match(stdout.toString(), /^sk_\w+\n$/);
    const [id] = /[\da-f-]{36}/.exec(stderr)!;
    const listed = await spawned(['keys', 'list', '--json', '--data-dir', folder.path('data')]);
    assert.ok((JSON.parse(listed.stdout.toString()) as { id: string }[]).some((key) => key.id === id));
    assert.doesNotMatch(await said({ SONORANT_API_KEY: 'given' }), /keys create/);
  });
});
