import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { startServer, type RunningServer } from '../server/start.ts';
import { isWellFormedKey } from '../store/index.ts';
import { parseDuration, showSeconds } from './duration.ts';
import { command, here, temporaryFolder } from './testing.ts';

interface ShownKey {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly description: string;
  readonly expires_at: string | null;
}

describe('sonorant keys', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => void (folder = await temporaryFolder()));
  after(() => folder.remove());

  const keys = (t: TestContext, verb: string, ...args: readonly string[]) =>
    here(t, 'keys', verb, ...args, '--data-dir', folder.path('data'));
  const list = async (t: TestContext): Promise<ShownKey[]> =>
    JSON.parse((await keys(t, 'list', '--json')).out) as ShownKey[];

  it('do not make a data folder to look into', async (t) => {
    const { code, err } = await keys(t, 'list');
    assert.equal(code, 1);
    assert.match(
      err,
      /^sonorant: \S+sonorant\.db does not exist: name the server's data folder with --data-dir[^\n]*\n$/,
    );
  });

  it('give a new key alone on standard output, and on a new data folder the first keys beside it', async (t) => {
    const { code, out, err } = await keys(t, 'create', '--description', 'web application', '--expires-in', '30d');
    assert.equal(code, 0);
    const key = out.trimEnd();
    assert.ok(isWellFormedKey(key, 'api'));
    const [, first] = /API key {4}(\S+)/.exec(err)!;
    const [, admin] = /admin key {2}(\S+)/.exec(err)!;
    assert.ok(isWellFormedKey(first!, 'api') && isWellFormedKey(admin!, 'admin'));
    assert.deepEqual((await list(t)).map(({ kind }) => kind).sort(), ['admin', 'api', 'api']);
    const [made] = (await list(t)).filter(({ description }) => description === 'web application');
    const days = (Date.parse(made!.expires_at!) - Date.now()) / 86_400_000;
    assert.ok(days > 29.9 && days <= 30);
  });

  it('never show a key in a list', async (t) => {
    const { out } = await keys(t, 'list');
    const lines = out.trimEnd().split('\n');
    assert.match(lines[0]!, /^ID +KIND +STATE +CREATED +EXPIRES +DESCRIPTION$/);
    assert.equal(lines.length, 4);
    assert.doesNotMatch(out + JSON.stringify(await list(t)), /sk_car_|[0-9a-f]{64}/);
  });

  it('can be revoked once they are known, and only then', async (t) => {
    const made = JSON.parse((await keys(t, 'create', '--admin', '--json')).out) as ShownKey & { key: string };
    assert.ok(isWellFormedKey(made.key, 'admin'));
    assert.equal((await keys(t, 'revoke', made.id)).code, 0);
    assert.equal((await list(t)).find(({ id }) => id === made.id)?.state, 'revoked');
    const { code, err } = await keys(t, 'revoke', 'unknown');
    assert.deepEqual([code, err], [1, 'sonorant: no key has the ID \'unknown\'; "sonorant keys list" shows them\n']);
  });
});

describe('sonorant keys beside a running server', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let server: RunningServer;
  before(async () => {
    folder = await temporaryFolder();
    server = await startServer({
      SONORANT_PORT: '0',
      SONORANT_DATA_DIR: folder.path('data'),
      // Longer than the test: what is revoked is told.
      SONORANT_KEY_CACHE_MS: '60000',
      SONORANT_LOG_LEVEL: 'fatal',
      SONORANT_ENGINES: 'espeak',
      SONORANT_WORKERS: '1',
    });
  });
  after(async () => {
    await server.stop();
    await folder.remove();
  });

  it('take effect within a second', async () => {
    const status = async (key: string): Promise<number> =>
      (await fetch(`${server.url}/voices`, { headers: { 'x-api-key': key, 'service-version': '2026-08-14' } })).status;
    const env = { SONORANT_DATA_DIR: folder.path('data') };
    const { id, key } = JSON.parse(
      (await command(['keys', 'create', '--json'], { env })).stdout.toString(),
    ) as ShownKey & { key: string };
    assert.equal(await status(key), 200);
    assert.equal((await command(['keys', 'revoke', id], { env })).code, 0);
    const revoked = performance.now();
    while ((await status(key)) !== 401) assert.ok(performance.now() - revoked < 1000, 'the key was refused in time');
  });
});

describe('a duration', () => {
  it('is a number and a unit', () => {
    assert.deepEqual(
      ['45s', '90m', '12h', '30d', '2w'].map(parseDuration),
      [45_000, 5_400_000, 43_200_000, 2_592_000_000, 1_209_600_000],
    );
    assert.deepEqual(['', '30', 'd', '1.5h', '-1d', '0d', '30 d', '1y'].map(parseDuration), Array(8).fill(undefined));
  });

  it('is shown as a person reads it', () => {
    assert.deepEqual([0.84, 59.9, 185, 3729].map(showSeconds), ['0.8 s', '59.9 s', '3:05 min', '1:02:09 h']);
  });
});
