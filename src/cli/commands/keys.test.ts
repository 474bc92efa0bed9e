import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it, type TestContext } from 'node:test';
import { stopwatch } from '../../../test/support/processor-wait.ts';
import { toneEngines } from '../../../test/support/server.ts';
import { startServer, type RunningServer } from '../../server/start.ts';
import { isWellFormedKey } from '../../store/index.ts';
import { openTestStore } from '../../store/testing.ts';
import { parseDuration, showSeconds } from '../duration.ts';
import { command, here, spawned, temporaryFolder } from '../testing.ts';

interface ShownKey {
  readonly id: string;
  readonly name: string | null;
  readonly scopes: readonly string[] | null;
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

  it('do not make a data folder that is named, where another one or PostgreSQL may be meant', async (t) => {
    for (const verb of ['list', 'create']) {
      const { code, out, err } = await keys(t, verb);
      assert.deepEqual([code, out, existsSync(folder.path('data'))], [1, '', false]);
      assert.match(
        err,
        /^sonorant: \S+sonorant\.db does not exist: name the server's data folder with --data-dir or its database in SONORANT_DATABASE_URL[^\n]*\n$/,
      );
    }
  });

  it('make no organization in a database that has none, to look into it or to end a key', async (t) => {
    const dataDir = folder.path('empty');
    const store = await openTestStore({ dataDir });
    t.after(() => store.close());
    for (const args of [['list'], ['rotate', 'key_x'], ['revoke', 'key_x']]) {
      const { code, out, err } = await here(t, 'keys', ...args, '--data-dir', dataDir);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, /^sonorant: there is no organization yet: start the server once, or make a key[^\n]*\n$/);
    }
    assert.equal(await store.organizations.first(), undefined);
  });

  it('give a new key alone on standard output, and on a new data folder the first keys beside it', async (t) => {
    const args = ['keys', 'create', '--description', 'web application', '--expires-in', '30d'];
    const { code, stdout, stderr: err } = await command(args, { env: { SONORANT_DATA_DIR: folder.path('data') } });
    assert.equal(code, 0);
    const key = stdout.toString().trimEnd();
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
    assert.match(lines[0]!, /^ID +KIND +STATE +SCOPES +CREATED +EXPIRES +LAST USED +NAME$/);
    assert.equal(lines.length, 4);
    assert.doesNotMatch(out + JSON.stringify(await list(t)), /sk_car_|[0-9a-f]{64}/);
  });

  it('are made for web pages only where they open speech alone and stop at a budget', async (t) => {
    const origins = ['--origins', 'https://blog.example.com, http://localhost:3000'];
    const limits = ['--scopes', 'tts', '--budget', '5000'];
    const made = JSON.parse((await keys(t, 'create', ...origins, ...limits, '--json')).out) as { origins: string[] };
    assert.deepEqual(made.origins, ['https://blog.example.com', 'http://localhost:3000']);
    for (const [args, problem] of [
      [origins, /--origins: .* needs --scopes tts and --budget/],
      [[...origins, '--scopes', 'tts,voices', '--budget', '5'], /--origins: .* needs --scopes tts and --budget/],
      [[...limits, '--origins', 'blog.example.com'], /'blog\.example\.com' is no origin/],
      [['--budget', '0'], /--budget: '0' is no number/],
      [['--admin', '--budget', '5'], /--budget: an admin key has none/],
    ] as const) {
      const { code, err } = await keys(t, 'create', ...args);
      assert.equal(code, 2);
      assert.match(err, problem);
    }
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

describe('sonorant keys create and rotate', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => {
    folder = await temporaryFolder();
    await command(['keys', 'create'], { env: { SONORANT_DATA_DIR: folder.path('data') } });
  });
  after(() => folder.remove());

  const keys = (t: TestContext, ...args: readonly string[]) =>
    here(t, 'keys', ...args, '--data-dir', folder.path('data'));
  const made = async (t: TestContext, ...args: readonly string[]): Promise<ShownKey & { key: string }> =>
    JSON.parse((await keys(t, ...args, '--json')).out) as ShownKey & { key: string };
  const shown = async (t: TestContext, id: string): Promise<ShownKey> =>
    (JSON.parse((await keys(t, 'list', '--json')).out) as ShownKey[]).find((key) => key.id === id)!;

  it('give it a name, scopes and an end', async (t) => {
    const { id, key } = await made(t, 'create', '--name', 'CI', '--scopes', 'files, tts', '--expires', '9999-01-31');
    assert.ok(isWellFormedKey(key, 'api'));
    const { name, description, scopes, expires_at } = await shown(t, id);
    assert.deepEqual(
      [name, description, scopes, expires_at],
      ['CI', 'CI', ['tts', 'files'], '9999-01-31T00:00:00.000Z'],
    );
    const admin = await made(t, 'create', '--kind', 'admin');
    assert.ok(isWellFormedKey(admin.key, 'admin'));
    assert.equal((await shown(t, admin.id)).scopes, null);
    assert.match((await keys(t, 'list')).out, new RegExp(`^${id} .* tts,files .*CI$`, 'm'));
  });

  it('refuse what no key can have', async (t) => {
    for (const [args, problem] of [
      [['--scopes', 'tts,everything'], /--scopes: 'everything' is none of tts, stt, voices, agents, files/],
      [['--scopes', 'tts', '--kind', 'admin'], /--scopes: an admin key has none/],
      [['--kind', 'root'], /Allowed choices are api, admin/],
      [['--name', ' '], /--name: is empty/],
      [['--expires', 'soon'], /--expires: 'soon' is not a time/],
      [['--expires', '2020-01-01'], /--expires: 2020-01-01 is over/],
    ] as const) {
      const { code, err, out } = await keys(t, 'create', ...args);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, problem);
    }
  });

  it('put a new one in the place of an old one, at once or after an overlap', async (t) => {
    const first = await made(t, 'create', '--name', 'CI', '--scopes', 'tts');
    const second = await made(t, 'rotate', first.id);
    assert.deepEqual([second.name, second.scopes, (await shown(t, first.id)).state], ['CI', ['tts'], 'revoked']);
    const { code, out, err } = await keys(t, 'rotate', second.id, '--overlap', '1h', '--expires', '30d');
    assert.equal(code, 0);
    assert.ok(isWellFormedKey(out.trimEnd(), 'api'), 'the key alone on standard output');
    assert.match(err, /The old key ends at \S+Z\./);
    const old = await shown(t, second.id);
    const endsInMs = Date.parse(old.expires_at!) - Date.now();
    assert.ok(old.state === 'active' && endsInMs > 3_500_000 && endsInMs <= 3_600_000);
    for (const [id, problem] of [
      [first.id, 'does not work any more'],
      ['unknown', 'no key has the ID'],
    ] as const) {
      const refused = await keys(t, 'rotate', id);
      assert.equal(refused.code, 1);
      assert.ok(refused.err.includes(problem), refused.err);
    }
  });

  it('give what was revoked as JSON', async (t) => {
    const { id } = await made(t, 'create');
    const { code, out } = await keys(t, 'revoke', id, '--json');
    assert.equal(code, 0);
    const revoked = JSON.parse(out) as ShownKey;
    assert.deepEqual([revoked.id, revoked.state], [id, 'revoked']);
  });
});

describe('sonorant keys beside a running server', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let server: RunningServer;
  before(async () => {
    folder = await temporaryFolder();
    server = await startServer(
      {
        SONORANT_PORT: '0',
        SONORANT_DATA_DIR: folder.path('data'),
        SONORANT_LOG_LEVEL: 'fatal',
        SONORANT_WORKERS: '1',
      },
      toneEngines,
      // Longer than the test: what is revoked is told.
      { keyCacheMs: 60_000 },
    );
  });
  after(async () => {
    await server.stop();
    await folder.remove();
  });

  it('take effect within a second', async () => {
    const status = async (key: string): Promise<number> =>
      (await fetch(`${server.url}/voices`, { headers: { 'x-api-key': key, 'service-version': '2026-08-14' } })).status;
    const env = { SONORANT_DATA_DIR: folder.path('data') };
    const made = await command(['keys', 'create', '--json'], { env });
    const { id, key } = JSON.parse(made.stdout.toString()) as ShownKey & { key: string };
    assert.equal(await status(key), 200);
    assert.equal((await spawned(['keys', 'revoke', id], { env })).code, 0);
    const elapsedMs = stopwatch();
    while ((await status(key)) !== 401) assert.ok(elapsedMs() < 1000, 'the key was refused in time');
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
