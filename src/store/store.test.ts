import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { hashKey, isUsable, openStore, type Store, type StoreOptions } from './index.ts';

const folders: string[] = [];
const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'sonorant-store-'));
  folders.push(path);
  return path;
};
after(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

/** Every database the repositories must behave the same on. */
const databases: Readonly<Record<string, () => StoreOptions>> = {
  'SQLite in memory': () => ({}),
  'SQLite in a folder': () => ({ dataDir: folder() }),
};

async function using<T>(options: StoreOptions, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(options);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

for (const [name, options] of Object.entries(databases)) {
  describe(`the store on ${name}`, () => {
    it('answers a ping', () => using(options(), (store) => store.ping()));

    it('keeps organizations and users, and finds a user only through its organization', () =>
      using(options(), async (store) => {
        const ours = await store.organizations.create('Ours');
        const theirs = await store.organizations.create('Theirs');
        const user = await store.users.create({ organizationId: ours.id, role: 'member', name: 'Ada', email: 'ada@example.org' });
        assert.deepEqual(await store.organizations.find(ours.id), ours);
        assert.deepEqual(await store.users.find(ours.id, user.id), user);
        assert.equal(await store.users.find(theirs.id, user.id), undefined);
        assert.deepEqual(await store.users.list(ours.id), [user]);
        assert.deepEqual(await store.users.list(theirs.id), []);
        assert.match(user.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        assert.equal(user.created_at, new Date(user.created_at).toISOString());
      }));

    it('refuses a user of an organization that does not exist, and a role or a kind nobody knows', () =>
      using(options(), async (store) => {
        const organization = await store.organizations.create('Ours');
        const user = { role: 'member', organizationId: organization.id } as const;
        await assert.rejects(store.users.create({ ...user, organizationId: 'nowhere' }), /FOREIGN KEY/i);
        await assert.rejects(store.users.create({ ...user, role: 'owner' as 'member' }), /CHECK/i);
        await assert.rejects(store.apiKeys.create({ organizationId: organization.id, kind: 'root' as 'api', description: '' }));
      }));

    it('tells a duplicate from any other failure', () =>
      using(options(), async (store) => {
        const organization = await store.organizations.create('Ours');
        const { isUniqueViolation } = store.database.adapter;
        const again = store.database.db.insertInto('organizations').values(organization).execute();
        await assert.rejects(again, isUniqueViolation);
        await assert.rejects(sql`select nothing from nowhere`.execute(store.database.db), (error) => !isUniqueViolation(error));
      }));

    it('gives the key once and stores only its hash', () =>
      using(options(), async (store) => {
        const organization = await store.organizations.create('Ours');
        const { key, secret } = await store.apiKeys.create({ organizationId: organization.id, kind: 'api', description: 'CI' });
        assert.deepEqual(await store.apiKeys.findByHash(hashKey(secret)), key);
        assert.deepEqual(await store.apiKeys.find(organization.id, key.id), key);
        assert.ok(!JSON.stringify(await store.apiKeys.list(organization.id)).includes(secret));
        assert.equal(await store.apiKeys.findByHash(hashKey(secret.slice(0, -1))), undefined);
      }));

    it('revokes a key once, and only for its own organization', () =>
      using(options(), async (store) => {
        const ours = await store.organizations.create('Ours');
        const theirs = await store.organizations.create('Theirs');
        const { key } = await store.apiKeys.create({ organizationId: ours.id, kind: 'api', description: '' });
        assert.equal(await store.apiKeys.revoke(theirs.id, key.id), undefined);
        assert.equal((await store.apiKeys.find(ours.id, key.id))?.revoked_at, null);
        const revoked = await store.apiKeys.revoke(ours.id, key.id);
        assert.ok(revoked?.revoked_at);
        assert.equal(isUsable(revoked, new Date()), false);
        assert.deepEqual(await store.apiKeys.revoke(ours.id, key.id), revoked);
      }));

    it('lists keys newest first', () => {
      let time = Date.parse('2026-01-01T00:00:00Z');
      return using({ ...options(), now: () => new Date((time += 1000)) }, async (store) => {
        const { id } = await store.organizations.create('Ours');
        for (const description of ['first', 'second', 'third']) await store.apiKeys.create({ organizationId: id, kind: 'api', description });
        assert.deepEqual((await store.apiKeys.list(id)).map((key) => key.description), ['third', 'second', 'first']);
      });
    });

    it('holds a key for usable until the moment it expires', () =>
      using(options(), async (store) => {
        const { id } = await store.organizations.create('Ours');
        const expiresAt = new Date('2026-06-01T12:00:00.000Z');
        const { key } = await store.apiKeys.create({ organizationId: id, kind: 'api', description: '', expiresAt });
        assert.equal(isUsable(key, new Date('2026-06-01T11:59:59.999Z')), true);
        assert.equal(isUsable(key, expiresAt), false);
      }));
  });

  describe(`the first start on ${name}`, () => {
    it('makes one organization, one admin user and one key of each kind, and shows the keys once', () =>
      using(options(), async (store) => {
        const { organization, first, made } = await store.bootstrap();
        assert.equal(first, true);
        assert.match(made.apiKey!, /^sk_car_[0-9A-Za-z]{34}$/);
        assert.match(made.adminKey!, /^sk_car_admin_[0-9A-Za-z]{34}$/);
        assert.deepEqual((await store.users.list(organization.id)).map((user) => user.role), ['admin']);
        assert.equal((await store.apiKeys.findByHash(hashKey(made.apiKey!)))?.kind, 'api');
        assert.equal((await store.apiKeys.findByHash(hashKey(made.adminKey!)))?.kind, 'admin');
        assert.deepEqual(await store.bootstrap(), { organization, first: false, made: { apiKey: undefined, adminKey: undefined } });
        assert.equal((await store.apiKeys.list(organization.id)).length, 2);
      }));

    it('takes given keys in any form and makes only the kind that was not given', () =>
      using(options(), async (store) => {
        const { made, organization } = await store.bootstrap({ apiKey: 'dev' });
        assert.equal(made.apiKey, undefined);
        assert.ok(made.adminKey);
        assert.equal((await store.apiKeys.findByHash(hashKey('dev')))?.organization_id, organization.id);
      }));

    it('replaces the given key by the next one, leaves created keys alone, and forgets nothing without a setting', () =>
      using(options(), async (store) => {
        const usable = async (secret: string) => {
          const key = await store.apiKeys.findByHash(hashKey(secret));
          return key !== undefined && isUsable(key, new Date());
        };
        const { made } = await store.bootstrap({ adminKey: 'boss' });
        await store.bootstrap({ apiKey: 'one', adminKey: 'boss' });
        await store.bootstrap({ apiKey: 'two', adminKey: 'boss' });
        assert.deepEqual([await usable('one'), await usable('two'), await usable('boss'), await usable(made.apiKey!)], [false, true, true, true]);
        await store.bootstrap({ apiKey: 'one' });
        assert.deepEqual([await usable('one'), await usable('two'), await usable('boss')], [true, false, true]);
        await store.bootstrap();
        assert.deepEqual([await usable('one'), await usable('boss')], [true, true]);
      }));

    it('makes a given key work that had been revoked', () =>
      using(options(), async (store) => {
        const { organization } = await store.bootstrap({ apiKey: 'one' });
        const key = await store.apiKeys.findByHash(hashKey('one'));
        await store.apiKeys.revoke(organization.id, key!.id);
        await store.bootstrap({ apiKey: 'one' });
        assert.equal(isUsable((await store.apiKeys.findByHash(hashKey('one')))!, new Date()), true);
      }));

    it('refuses one text for both kinds and then leaves nothing behind', () =>
      using(options(), async (store) => {
        await assert.rejects(store.bootstrap({ apiKey: 'same', adminKey: 'same' }), /admin key .* already in use/);
        assert.equal(await store.organizations.first(), undefined);
      }));
  });
}

describe('the embedded database', () => {
  it('says honestly that a database address is not supported', async () => {
    await assert.rejects(openStore({ databaseUrl: 'postgres://localhost/sonorant' }), /SONORANT_DATABASE_URL/);
  });

  it('keeps everything when it is opened again', async () => {
    const dataDir = join(folder(), 'made', 'on the way');
    const { made } = await using({ dataDir }, (store) => store.bootstrap());
    const key = await using({ dataDir }, (store) => store.apiKeys.findByHash(hashKey(made.apiKey!)));
    assert.equal(key?.kind, 'api');
    assert.equal(statSync(dataDir).mode & 0o077, 0, 'other users cannot enter the folder');
  });

  it('contains no key in plain text', async () => {
    const dataDir = folder();
    const { made } = await using({ dataDir }, (store) => store.bootstrap({ apiKey: 'given-in-a-setting' }));
    const dump = readdirSync(dataDir).map((file) => readFileSync(join(dataDir, file), 'latin1')).join('');
    for (const secret of [made.adminKey!, 'given-in-a-setting']) assert.ok(!dump.includes(secret));
    assert.ok(dump.includes(hashKey(made.adminKey!)));
  });

  it('writes ahead, syncs at every commit and checks references', () =>
    using({ dataDir: folder() }, async ({ database: { db } }) => {
      const pragma = async (name: string) => Object.values((await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)).rows[0]!)[0];
      assert.deepEqual([await pragma('journal_mode'), await pragma('synchronous'), await pragma('foreign_keys')], ['wal', 2, 1]);
    }));

  it('is migrated and started once by several processes at the same time', async () => {
    const dataDir = folder();
    const script = `import { openStore } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
      const store = await openStore({ dataDir: ${JSON.stringify(dataDir)} });
      console.log((await store.bootstrap()).first);
      await store.close();`;
    const run = async (): Promise<string> => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      await once(child, 'close');
      return output.trim();
    };
    const firsts = await Promise.all([run(), run(), run()]);
    assert.deepEqual(firsts.sort(), ['false', 'false', 'true']);
  });

  it('rolls a failed transaction back', () =>
    using({ dataDir: folder() }, async (store) => {
      const failing = store.database.db.transaction().execute(async (transaction) => {
        await transaction.insertInto('organizations').values({ id: 'x', name: 'x', created_at: 'x' }).execute();
        throw new Error('stop');
      });
      await assert.rejects(failing, /stop/);
      assert.equal(await store.organizations.find('x'), undefined);
    }));
});
