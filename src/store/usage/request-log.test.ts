import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requestLogBatch, type RequestLogRow, type Store } from '../index.ts';
import { databases, using } from '../testing.ts';

const ours = 'organization-a';
const theirs = 'organization-b';

/** @param number orders the entries in time */
function entry(number: number, changes: Partial<RequestLogRow> = {}): RequestLogRow {
  return {
    id: `request-${String(number).padStart(6, '0')}`,
    organization_id: ours,
    created_at: new Date(Date.UTC(2026, 0, 1) + number).toISOString(),
    request_id: `request-${String(number).padStart(6, '0')}`,
    method: 'GET',
    route: '/voices/{id}',
    transport: 'http',
    status: 200,
    duration_ms: 1.5,
    key_id: 'key',
    error_code: null,
    context_id: null,
    aborted: 0,
    session_id: null,
    ...changes,
  };
}

function entries(count: number, changes: Partial<RequestLogRow> = {}): RequestLogRow[] {
  return Array.from({ length: count }, (_, index) => entry(index, changes));
}

async function ids(store: Store, organization = ours, filter: object = {}): Promise<readonly string[]> {
  return (await store.requestLog.page(organization, { limit: 100, ...filter })).rows.map(({ id }) => id);
}

for (const [name, database] of Object.entries(databases)) {
  describe(`the request log on ${name}`, () => {
    it('gives back what was added, the newest first, and once however often it was added', () =>
      using(database, async (store) => {
        const added = [entry(1, { error_code: 'not_found', context_id: 'c', aborted: 1 }), entry(2)];
        await store.requestLog.add(added);
        await store.requestLog.add([entry(2, { status: 500 }), entry(3)]);
        await store.requestLog.add([]);
        const { rows, hasMore } = await store.requestLog.page(ours, { limit: 10 });
        assert.equal(hasMore, false);
        assert.deepEqual(
          rows,
          [entry(3), added[1]!, added[0]!].map((row) => ({
            ...row,
            key_description: null,
            member_name: null,
            member_email: null,
          })),
        );
      }));

    it('gives back each member of a whole batch, once however often it was added', () =>
      using(database, async (store) => {
        const added = Array.from({ length: requestLogBatch }, (_, number) =>
          entry(number, {
            transport: number % 2 === 0 ? 'websocket' : 'http',
            status: 200 + number,
            duration_ms: number / 10,
            error_code: number % 3 === 0 ? 'not_found' : null,
            context_id: number % 5 === 0 ? `context ${number}` : null,
            session_id: number % 7 === 0 ? `session ${number}` : null,
            aborted: number % 2,
          }),
        );
        await store.requestLog.add(added);
        await store.requestLog.add(added.map((row) => ({ ...row, status: 500 })));
        const { rows } = await store.requestLog.page(ours, { limit: 2 * requestLogBatch });
        const names = { key_description: null, member_name: null, member_email: null };
        assert.deepEqual(
          rows.toReversed(),
          added.map((row) => ({ ...row, ...names })),
        );
      }));

    it('knows when a key was used last, of the requests that it keeps', () =>
      using(database, async (store) => {
        await store.requestLog.add([
          entry(1, { key_id: 'a' }),
          entry(3, { key_id: 'a' }),
          entry(2, { key_id: 'a' }),
          entry(4, { key_id: 'b' }),
          entry(5, { key_id: 'a', organization_id: theirs }),
        ]);
        const uses = await store.requestLog.lastUses(ours, ['a', 'b', 'unused']);
        assert.deepEqual([...uses].sort(), [
          ['a', entry(3).created_at],
          ['b', entry(4).created_at],
        ]);
        assert.equal((await store.requestLog.lastUses(ours, [])).size, 0);
      }));

    it('shows an organization nothing of another one, and no description of its keys', () =>
      using(database, async (store) => {
        const { organization } = await store.bootstrap();
        const { key } = await store.apiKeys.create({
          organizationId: organization.id,
          kind: 'api',
          description: 'web application',
        });
        await store.requestLog.add([
          entry(1, { organization_id: organization.id, key_id: key.id }),
          entry(2, { organization_id: theirs, key_id: key.id }),
        ]);
        const described = async (id: string) =>
          (await store.requestLog.page(id, { limit: 10 })).rows.map((row) => [row.id, row.key_description]);
        assert.deepEqual(await described(organization.id), [[entry(1).id, 'web application']]);
        assert.deepEqual(await described(theirs), [[entry(2).id, null]]);
        await assert.rejects(
          store.requestLog.page(theirs, { limit: 1, starting_after: entry(1).id }),
          /starting_after/,
        );
      }));

    it('selects by status, route, key and time', () =>
      using(database, async (store) => {
        await store.requestLog.add([
          entry(1, { status: 404 }),
          entry(2, { status: 499, route: '/files' }),
          entry(3, { status: 500, key_id: 'other' }),
        ]);
        const [one, two, three] = [1, 2, 3].map((number) => entry(number).id);
        assert.deepEqual(await ids(store, ours, { statuses: [404, 404] }), [one]);
        assert.deepEqual(await ids(store, ours, { statuses: [400, 499] }), [two, one]);
        assert.deepEqual(await ids(store, ours, { route: '/files' }), [two]);
        assert.deepEqual(await ids(store, ours, { keyId: 'other' }), [three]);
        assert.deepEqual(await ids(store, ours, { since: new Date(entry(2).created_at) }), [three, two]);
        assert.deepEqual(await ids(store, ours, { statuses: [400, 499], since: new Date(entry(2).created_at) }), [two]);
      }));

    it('tells requests of the console from those of programs, and whose session made them', () =>
      using(database, async (store) => {
        const { organization } = await store.bootstrap();
        const theirOrganization = await store.organizations.create('Theirs');
        const user = await store.users.create({
          ...{ organizationId: organization.id, role: 'member', name: 'Ann', email: 'ann@example.com' },
        });
        const client = { address: '127.0.0.1', userAgent: 'test', expiresAt: new Date('2100-01-01T00:00:00Z') };
        const sessionOf = async (userId?: string) =>
          (await store.sessions.create({ ...client, organizationId: organization.id, how: 'link', userId })).session.id;
        const [hers, ofLink] = [await sessionOf(user.id), await sessionOf()];
        const mine = { organization_id: organization.id };
        await store.requestLog.add([
          entry(1, mine),
          entry(2, { ...mine, session_id: hers }),
          entry(3, { ...mine, session_id: ofLink }),
          entry(4, { organization_id: theirOrganization.id, session_id: hers }),
        ]);
        const found = async (id: string, filter: object = {}) =>
          (await store.requestLog.page(id, { limit: 10, ...filter })).rows.map((row) => [row.id, row.member_name]);
        const [one, two, three] = [entry(1).id, entry(2).id, entry(3).id];
        assert.deepEqual(await found(organization.id, { madeBy: 'programs' }), [[one, null]]);
        assert.deepEqual(await found(organization.id, { madeBy: 'console' }), [
          [three, null],
          [two, 'Ann'],
        ]);
        assert.deepEqual(await found(theirOrganization.id), [[entry(4).id, null]]);
      }));

    it('keeps the newest entries of an organization and none that are too old, and no other one loses any', () =>
      using(database, async (store) => {
        await store.bootstrap();
        const mine = entries(1203);
        for (let at = 0; at < mine.length; at += 401) await store.requestLog.add(mine.slice(at, at + 401));
        await store.requestLog.add(
          entries(5).map((row) => ({ ...row, id: `theirs-${row.id}`, organization_id: theirs })),
        );
        assert.equal(await store.requestLog.trim(ours, 1203), 0);
        assert.equal(await store.requestLog.trim(ours, 20), 1183);
        assert.deepEqual(
          await ids(store),
          mine
            .slice(-20)
            .map(({ id }) => id)
            .reverse(),
        );
        assert.equal(await store.requestLog.trim(ours, 20, new Date(mine.at(-3)!.created_at)), 17);
        assert.deepEqual(
          await ids(store),
          mine
            .slice(-3)
            .map(({ id }) => id)
            .reverse(),
        );
        assert.equal((await ids(store, theirs)).length, 5);
        assert.equal(await store.requestLog.trim(ours, 0), 3);
      }));

    it('knows which organizations have entries', () =>
      using(database, async (store) => {
        const { organization } = await store.bootstrap();
        await store.organizations.create('Silent');
        assert.deepEqual(await store.requestLog.organizations(), []);
        await store.requestLog.add([entry(1, { organization_id: organization.id })]);
        assert.deepEqual(await store.requestLog.organizations(), [organization.id]);
      }));
  });
}
