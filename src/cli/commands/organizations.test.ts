import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it, type TestContext } from 'node:test';
import { toneEngines } from '../../../test/support/server.ts';
import { startServer, type RunningServer } from '../../server/start.ts';
import { isWellFormedKey, type StoreOptions } from '../../store/index.ts';
import { databases, using, withDatabase } from '../../store/testing.ts';
import { command, here, spawned, temporaryFolder } from '../testing.ts';

interface Made {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly api_key_id: string;
  readonly api_key: string;
  readonly admin_key_id: string;
  readonly admin_key: string;
}

type Listed = Pick<Made, 'id' | 'name'> & { readonly api_keys: number; readonly admin_keys: number };

for (const [name, database] of Object.entries(databases)) {
  describe(`organizations on ${name}`, () => {
    it('have names of their own, also when they are made at once', () =>
      using(database, async (store) => {
        const made = await Promise.all(
          ['Ours', 'OURS', 'ours', 'Theirs'].map((each) => store.createOrganization(each)),
        );
        assert.deepEqual(made.map((each) => each !== undefined).toSorted(), [false, false, true, true]);
        assert.equal((await store.organizations.list()).length, 2);
      }));

    it('stay in their order when the clock goes backwards, so that the first one stays the first', () => {
      let year = 2026;
      return using(
        database,
        async (store) => {
          const { organization: first } = await store.bootstrap({ apiKey: 'given' });
          year = 2020;
          const second = await store.createOrganization('Second');
          await store.createOrganization('Third');
          assert.deepEqual(
            (await store.organizations.list()).map((each) => each.name),
            ['My organization', 'Second', 'Third'],
          );
          assert.equal((await store.organizations.first())!.id, first.id);
          assert.equal((await store.bootstrap({ apiKey: 'given' })).organization.id, first.id);
          assert.notEqual(second!.organization.id, first.id);
        },
        { now: () => new Date(Date.UTC(year, 0, 1)) },
      );
    });
  });
}

describe('sonorant organizations', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => void (folder = await temporaryFolder()));
  after(() => folder.remove());

  const run = (t: TestContext, ...args: readonly string[]) => here(t, ...args, '--data-dir', folder.path('data'));
  const list = async (t: TestContext): Promise<Listed[]> =>
    JSON.parse((await run(t, 'organizations', 'list', '--json')).out) as Listed[];

  it('do not make a data folder that is named, where another one or PostgreSQL may be meant', async (t) => {
    for (const args of [['list'], ['create', '--name', 'Customer A']]) {
      const { code, err } = await run(t, 'organizations', ...args);
      assert.deepEqual([code, existsSync(folder.path('data'))], [1, false]);
      assert.match(err, /sonorant\.db does not exist/);
    }
  });

  it('are made with a key of each kind, behind the first one, whose keys are shown too where it is new', async (t) => {
    const env = { SONORANT_DATA_DIR: folder.path('data') };
    const made = await command(['organizations', 'create', '--name', '  Customer A '], { env });
    assert.equal(made.code, 0);
    const [out, err] = [made.stdout.toString(), made.stderr];
    const [, id, apiKey, adminKey] =
      /^organization {2}([0-9a-f-]{36})\nAPI key {7}(\S+)\nadmin key {5}(\S+)\n$/.exec(out) ?? assert.fail(out);
    assert.ok(isWellFormedKey(apiKey!, 'api') && isWellFormedKey(adminKey!, 'admin'));
    assert.match(err, /New data folder .*first keys(.*\n)+.*Keep the keys: they are shown this once only\.\n$/);
    assert.deepEqual(
      (await list(t)).map(({ name, api_keys, admin_keys }) => [name, api_keys, admin_keys]),
      [
        ['My organization', 1, 1],
        ['Customer A', 1, 1],
      ],
    );
    assert.equal((await list(t))[1]!.id, id);
    const shown = await run(t, 'organizations', 'list');
    assert.match(shown.out, /^ID +NAME +CREATED +API KEYS +ADMIN KEYS\n/);
    assert.doesNotMatch(shown.out, /sk_car_|[0-9a-f]{64}/);
  });

  it('are refused without a name, and with one that another has', async (t) => {
    for (const name of ['', '   ', 'a\nb', 'x'.repeat(201)]) {
      const { code, out, err } = await run(t, 'organizations', 'create', '--name', name);
      assert.deepEqual([code, out], [2, ''], JSON.stringify(name));
      assert.match(err, /^sonorant: --name: [^\n]+\n$/);
    }
    const { code, err } = await run(t, 'organizations', 'create', '--name', 'customer a');
    assert.equal(code, 1);
    assert.match(err, /^sonorant: an organization with the name 'customer a' exists already; [^\n]+\n$/);
    assert.equal((await run(t, 'organizations', 'create')).code, 2);
    assert.equal((await list(t)).length, 2);
  });

  it('have their own keys, which are made and ended by their name or id', async (t) => {
    const made = JSON.parse((await run(t, 'organizations', 'create', '--name', 'Customer B', '--json')).out) as Made;
    const keys = async (organization: string): Promise<readonly string[]> =>
      (
        JSON.parse((await run(t, 'keys', 'list', '--json', '--organization', organization)).out) as { id: string }[]
      ).map(({ id }) => id);
    assert.deepEqual([...(await keys('Customer B'))].sort(), [made.api_key_id, made.admin_key_id].sort());
    assert.equal((await run(t, 'keys', 'create', '--organization', made.id)).code, 0);
    assert.equal((await keys(made.id)).length, 3);
    assert.equal((await keys('My organization')).length, 2);
    assert.match((await run(t, 'keys', 'revoke', made.api_key_id)).err, /no key has the ID/);
    assert.equal((await run(t, 'keys', 'revoke', made.api_key_id, '--organization', 'Customer B')).code, 0);
    assert.equal((await list(t)).find(({ name }) => name === 'Customer B')!.api_keys, 1);
    const unknown = await run(t, 'keys', 'list', '--organization', 'Nobody');
    assert.match(unknown.err, /^sonorant: no organization has the ID or the name 'Nobody'; [^\n]+\n$/);
  });
});

for (const [name, database] of Object.entries(databases)) {
  describe(`sonorant organizations beside a running server on ${name}`, () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    before(async () => void (folder = await temporaryFolder()));
    after(() => folder.remove());

    it('make one whose keys work at once, and only for itself', () =>
      withDatabase(database, async ({ databaseUrl }: StoreOptions) => {
        const env = {
          SONORANT_DATA_DIR: folder.path('data'),
          ...(databaseUrl !== undefined && { SONORANT_DATABASE_URL: databaseUrl }),
        };
        const server: RunningServer = await startServer(
          {
            ...env,
            SONORANT_PORT: '0',
            SONORANT_LOG_LEVEL: 'fatal',
            SONORANT_WORKERS: '1',
          },
          toneEngines,
        );
        try {
          const { stdout, stderr, code } = await spawned(['organizations', 'create', '--name', 'New', '--json'], {
            env,
          });
          assert.equal(code, 0, stderr);
          const { api_key: apiKey, admin_key: adminKey } = JSON.parse(stdout.toString()) as Made;
          const get = async (path: string, key: string) => {
            const headers = { 'x-api-key': key, 'service-version': '2026-08-14' };
            const response = await fetch(server.url + path, { headers });
            return [response.status, (await response.json()) as { readonly data?: readonly { id: string }[] }] as const;
          };
          const [found, files] = await get('/files', apiKey);
          assert.deepEqual([found, files.data], [200, []]);
          const [status, users] = await get('/organizations/users', adminKey);
          assert.equal(status, 200);
          const [, firstUsers] = await get('/organizations/users', server.created.adminKey!);
          assert.equal(users.data!.length, 1);
          assert.notEqual(users.data![0]!.id, firstUsers.data![0]!.id);
          assert.equal((await get('/organizations/users', apiKey))[0], 403);
        } finally {
          await server.stop();
        }
      }));
  });
}
