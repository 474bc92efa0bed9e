import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { ServiceError } from '../errors/service-error.ts';
import { hashKey, isUsable, openStore } from './index.ts';
import { databases, sqliteInFolder, using, withDatabase, withStore } from './testing.ts';

for (const [name, database] of Object.entries(databases)) {
  describe(`the store on ${name}`, () => {
    it('answers a ping', () => using(database, (store) => store.ping()));

    it('keeps organizations and users, and finds a user only through its organization', () =>
      using(database, async (store) => {
        const ours = await store.organizations.create('Ours');
        const theirs = await store.organizations.create('Theirs');
        const user = await store.users.create({
          organizationId: ours.id,
          role: 'member',
          name: 'Ada',
          email: 'ada@example.org',
        });
        assert.deepEqual(await store.organizations.find(ours.id), ours);
        assert.deepEqual(await store.users.find(ours.id, user.id), user);
        assert.equal(await store.users.find(theirs.id, user.id), undefined);
        assert.deepEqual(await store.users.list(ours.id), [user]);
        assert.deepEqual(await store.users.list(theirs.id), []);
        assert.match(user.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        assert.equal(user.created_at, new Date(user.created_at).toISOString());
      }));

    it('refuses a user of an organization that does not exist, and an unknown role or kind', () =>
      using(database, async (store) => {
        const organization = await store.organizations.create('Ours');
        const user = { role: 'member', organizationId: organization.id } as const;
        await assert.rejects(store.users.create({ ...user, organizationId: 'nowhere' }), /FOREIGN KEY/i);
        await assert.rejects(store.users.create({ ...user, role: 'owner' as 'member' }), /CHECK/i);
        await assert.rejects(
          store.apiKeys.create({ organizationId: organization.id, kind: 'root' as 'api', description: '' }),
          /CHECK/i,
        );
      }));

    it('tells a duplicate from any other failure', () =>
      using(database, async (store) => {
        const organization = await store.organizations.create('Ours');
        const { isUniqueViolation, isReferenceViolation } = store.database.adapter;
        const again = store.database.db.insertInto('organizations').values(organization).execute();
        await assert.rejects(again, (error) => isUniqueViolation(error) && !isReferenceViolation(error));
        await assert.rejects(
          store.users.create({ organizationId: 'nowhere', role: 'member' }),
          (error) => isReferenceViolation(error) && !isUniqueViolation(error),
        );
        for (const other of [
          sql`select nothing from nowhere`,
          sql`insert into members (organization_id, user_id, role, search, created_at) values ('x', 'x', 'owner', 'x', 'x')`,
        ]) {
          await assert.rejects(
            other.execute(store.database.db),
            (error) => !isUniqueViolation(error) && !isReferenceViolation(error),
          );
        }
      }));

    it('counts and sums in numbers, also above 32 bits', () =>
      using(database, async ({ database: { db } }) => {
        const usage = { organization_id: 'o', day: '2026-01-01', capability: 'tts', model_id: 'm', api_key_id: 'k' };
        for (const voice_id of ['a', 'b']) {
          await db
            .insertInto('usage')
            .values({ ...usage, voice_id, credits: 3_000_000_000 })
            .execute();
        }
        const { rows } =
          await sql`select count(*) as rows, sum(credits) as total, max(credits) as most from usage`.execute(db);
        assert.deepEqual(
          rows.map((row) => ({ ...(row as object) })),
          [{ rows: 2, total: 6_000_000_000, most: 3_000_000_000 }],
        );
      }));

    it('orders text by its bytes, whatever language the database was set up for', () =>
      using(database, async ({ database: { db } }) => {
        for (const id of ['b', 'A', 'a_', 'aB', 'Z', 'a-', 'ä', '10', '9']) {
          await db.insertInto('organizations').values({ id, name: 'x', created_at: 'x' }).execute();
        }
        const rows = await db.selectFrom('organizations').select('id').orderBy('id').execute();
        assert.deepEqual(
          rows.map(({ id }) => id),
          ['10', '9', 'A', 'Z', 'a-', 'aB', 'a_', 'b', 'ä'],
        );
      }));

    it('keeps any text as it is, and refuses the one character that not every database has', () =>
      using(database, async (store) => {
        for (const text of ['', "'; drop table users; --", '\u{1f600} \u202e\ufeff', 'a\nb\r\t', '\\ % _']) {
          assert.equal((await store.organizations.create(text)).name, text);
        }
        const refused = (error: unknown) => error instanceof ServiceError && error.code === 'invalid_request';
        await assert.rejects(store.organizations.create('a\0b'), refused);
        await assert.rejects(store.organizations.find('\0'), refused);
      }));

    it('rolls a failed transaction back', () =>
      using(database, async (store) => {
        const failing = store.transaction(async ({ organizations }) => {
          await organizations.create('x');
          throw new Error('stop');
        });
        await assert.rejects(failing, /stop/);
        assert.equal(await store.organizations.first(), undefined);
      }));

    it('loses no update of transactions that read and then write', () =>
      using(database, async (store) => {
        await store.database.db.insertInto('usage_journals').values({ id: 'counter', counted: 0 }).execute();
        const increment = () =>
          store.database.transaction(async (transaction) => {
            const { counted } = await transaction
              .selectFrom('usage_journals')
              .select('counted')
              .where('id', '=', 'counter')
              .executeTakeFirstOrThrow();
            await transaction
              .updateTable('usage_journals')
              .set({ counted: counted + 1 })
              .where('id', '=', 'counter')
              .execute();
          });
        await Promise.all(Array.from({ length: 40 }, increment));
        const { counted } = await store.database.db
          .selectFrom('usage_journals')
          .select('counted')
          .executeTakeFirstOrThrow();
        assert.equal(counted, 40);
      }));

    it('numbers rows without gap or duplicate in transactions that run at the same time', () =>
      using(database, async (store) => {
        await store.database.db.insertInto('usage_journals').values({ id: 'counter', counted: 0 }).execute();
        const addNext = () =>
          store.database.transaction(async (transaction) => {
            const { counted } = await transaction
              .selectFrom('usage_journals')
              .select('counted')
              .where('id', '=', 'counter')
              .executeTakeFirstOrThrow();
            const next = counted + 1;
            await transaction
              .insertInto('organizations')
              .values({ id: String(next), name: '', created_at: '' })
              .execute();
            await transaction
              .updateTable('usage_journals')
              .set({ counted: next })
              .where('id', '=', 'counter')
              .execute();
          });
        await Promise.all(Array.from({ length: 40 }, addNext));
        const ids = await store.database.db.selectFrom('organizations').select('id').execute();
        assert.deepEqual(
          ids.map(({ id }) => Number(id)).sort((a, b) => a - b),
          Array.from({ length: 40 }, (_, index) => index + 1),
        );
      }));

    it('gives the key once and stores only its hash', () =>
      using(database, async (store) => {
        const organization = await store.organizations.create('Ours');
        const { key, secret } = await store.apiKeys.create({
          organizationId: organization.id,
          kind: 'api',
          description: 'CI',
        });
        assert.deepEqual(await store.apiKeys.findByHash(hashKey(secret)), key);
        assert.deepEqual(await store.apiKeys.find(organization.id, key.id), key);
        assert.ok(!JSON.stringify(await store.apiKeys.list(organization.id)).includes(secret));
        assert.equal(await store.apiKeys.findByHash(hashKey(secret.slice(0, -1))), undefined);
      }));

    it('revokes a key once, and only for its own organization', () =>
      using(database, async (store) => {
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
      const now = () => new Date((time += 1000));
      return using(
        database,
        async (store) => {
          const { id } = await store.organizations.create('Ours');
          for (const description of ['first', 'second', 'third']) {
            await store.apiKeys.create({ organizationId: id, kind: 'api', description });
          }
          assert.deepEqual(
            (await store.apiKeys.list(id)).map((key) => key.description),
            ['third', 'second', 'first'],
          );
        },
        { now },
      );
    });

    it('holds a key for usable until the moment it expires', () =>
      using(database, async (store) => {
        const { id } = await store.organizations.create('Ours');
        const expiresAt = new Date('2026-06-01T12:00:00.000Z');
        const { key } = await store.apiKeys.create({ organizationId: id, kind: 'api', description: '', expiresAt });
        assert.equal(isUsable(key, new Date('2026-06-01T11:59:59.999Z')), true);
        assert.equal(isUsable(key, expiresAt), false);
      }));
  });

  describe(`the first start on ${name}`, () => {
    it('makes one organization, one admin user and one key of each kind, and shows the keys once', () =>
      using(database, async (store) => {
        const { organization, first, created } = await store.bootstrap();
        assert.equal(first, true);
        assert.match(created.apiKey!, /^sk_car_[0-9A-Za-z]{34}$/);
        assert.match(created.adminKey!, /^sk_car_admin_[0-9A-Za-z]{34}$/);
        assert.deepEqual(
          (await store.users.list(organization.id)).map((user) => user.role),
          ['admin'],
        );
        assert.equal((await store.apiKeys.findByHash(hashKey(created.apiKey!)))?.kind, 'api');
        assert.equal((await store.apiKeys.findByHash(hashKey(created.adminKey!)))?.kind, 'admin');
        assert.deepEqual(await store.bootstrap(), {
          organization,
          first: false,
          created: { apiKey: undefined, adminKey: undefined },
        });
        assert.equal((await store.apiKeys.list(organization.id)).length, 2);
      }));

    it('takes given keys in any form and makes only the kind that was not given', () =>
      using(database, async (store) => {
        const { created, organization } = await store.bootstrap({ apiKey: 'dev' });
        assert.equal(created.apiKey, undefined);
        assert.ok(created.adminKey);
        assert.equal((await store.apiKeys.findByHash(hashKey('dev')))?.organization_id, organization.id);
      }));

    it('replaces the given key by the next one, leaves created keys alone, and forgets nothing without a setting', () =>
      using(database, async (store) => {
        const usable = async (secret: string) => {
          const key = await store.apiKeys.findByHash(hashKey(secret));
          return key !== undefined && isUsable(key, new Date());
        };
        const { created } = await store.bootstrap({ adminKey: 'boss' });
        await store.bootstrap({ apiKey: 'one', adminKey: 'boss' });
        await store.bootstrap({ apiKey: 'two', adminKey: 'boss' });
        assert.deepEqual(
          [await usable('one'), await usable('two'), await usable('boss'), await usable(created.apiKey!)],
          [false, true, true, true],
        );
        await store.bootstrap({ apiKey: 'one' });
        assert.deepEqual([await usable('one'), await usable('two'), await usable('boss')], [true, false, true]);
        await store.bootstrap();
        assert.deepEqual([await usable('one'), await usable('boss')], [true, true]);
      }));

    it('makes a given key work that had been revoked', () =>
      using(database, async (store) => {
        const { organization } = await store.bootstrap({ apiKey: 'one' });
        const key = await store.apiKeys.findByHash(hashKey('one'));
        await store.apiKeys.revoke(organization.id, key!.id);
        await store.bootstrap({ apiKey: 'one' });
        assert.equal(isUsable((await store.apiKeys.findByHash(hashKey('one')))!, new Date()), true);
      }));

    it('refuses one text for both kinds and then leaves nothing behind', () =>
      using(database, async (store) => {
        await assert.rejects(store.bootstrap({ apiKey: 'same', adminKey: 'same' }), /admin key .* already in use/);
        assert.equal(await store.organizations.first(), undefined);
      }));
  });
}

for (const [name, database] of Object.entries(databases)) {
  describe(`${name}, in more than one process`, () => {
    it('keeps everything when it is opened again', () =>
      withDatabase(database, async (options) => {
        const { created } = await withStore(options, (store) => store.bootstrap());
        const key = await withStore(options, (store) => store.apiKeys.findByHash(hashKey(created.apiKey!)));
        assert.equal(key?.kind, 'api');
      }));

    it('is migrated and started once by several processes at the same time', () =>
      withDatabase(database, async (options) => {
        const script = `import { openStore } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
          const store = await openStore(${JSON.stringify(options)});
          console.log((await store.bootstrap()).first);
          await store.close();`;
        const run = async (): Promise<string> => {
          const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
          return output.trim();
        };
        const firsts = await Promise.all([run(), run(), run()]);
        assert.deepEqual(firsts.sort(), ['false', 'false', 'true']);
        await withStore(options, async ({ database: { db } }) => {
          const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
          assert.equal(new Set(rows.map((row) => row.name)).size, rows.length);
          assert.equal((await db.selectFrom('organizations').selectAll().execute()).length, 1);
        });
      }));
  });
}

describe('the embedded database', () => {
  it('is in a folder that other users cannot enter', () =>
    withDatabase(sqliteInFolder, async (options) => {
      const dataDir = join(options.dataDir!, 'made', 'on the way');
      await withStore({ dataDir }, (store) => store.ping());
      assert.equal(statSync(dataDir).mode & 0o077, 0);
    }));

  it('can be read by its user only, also in a folder that others enter', () =>
    withDatabase(sqliteInFolder, async (options) => {
      const dataDir = join(options.dataDir!, 'shared');
      mkdirSync(dataDir, { mode: 0o755 });
      await withStore({ dataDir }, async (store) => {
        await store.bootstrap();
        const files = readdirSync(dataDir);
        assert.ok(files.includes('sonorant.db-wal'));
        for (const file of files) assert.equal(statSync(join(dataDir, file)).mode & 0o077, 0, file);
      });
    }));

  it('contains no key in plain text', () =>
    withDatabase(sqliteInFolder, async (options) => {
      const { created } = await withStore(options, (store) => store.bootstrap({ apiKey: 'given-in-a-setting' }));
      const dump = readdirSync(options.dataDir!)
        .map((file) => readFileSync(join(options.dataDir!, file), 'latin1'))
        .join('');
      for (const secret of [created.adminKey!, 'given-in-a-setting']) assert.ok(!dump.includes(secret));
      assert.ok(dump.includes(hashKey(created.adminKey!)));
    }));

  it('writes ahead, syncs at every commit and checks references', () =>
    using(sqliteInFolder, async ({ database: { db } }) => {
      const pragma = async (name: string) =>
        Object.values((await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)).rows[0]!)[0];
      assert.deepEqual(
        [await pragma('journal_mode'), await pragma('synchronous'), await pragma('foreign_keys')],
        ['wal', 2, 1],
      );
    }));

  it('names the file that it cannot open', () =>
    withDatabase(sqliteInFolder, async (options) => {
      const dataDir = join(options.dataDir!, 'no database');
      mkdirSync(dataDir);
      writeFileSync(join(dataDir, 'sonorant.db'), 'something else, and long enough to be looked at'.repeat(50));
      await assert.rejects(openStore({ dataDir }), /the database .+sonorant\.db cannot be opened: .*not a database/);
    }));
});
