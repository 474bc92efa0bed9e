import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { invitationRoutes, type InvitationRouteOptions } from './acceptance.ts';
import { organizationRoutes } from './index.ts';

interface Invite {
  readonly id: string;
  readonly email: string;
  readonly status: string;
  readonly accept_url: string;
}

interface Problem {
  readonly error_code: string;
  readonly message: string;
}

/** How often passwords may be guessed is not asked here. */
const failedSignIns: InvitationRouteOptions['failedSignIns'] = { attempt: (_source, _email, verify) => verify() };

let server: TestServer;
before(async () => {
  server = await startTestServer({
    routes: async (app, store) => {
      await app.register(organizationRoutes({ store, publicUrl: 'https://speech.example', invitesPerHour: 1000 }));
      await app.register(invitationRoutes({ store, failedSignIns, requestsPerMinute: 1000 }));
    },
  });
});
after(() => server.close());

function as(key: string) {
  return { 'x-api-key': key };
}

function get(url: string) {
  return server.inject({ url, headers: as(server.adminKey) });
}

function remove(url: string) {
  return server.inject({ method: 'DELETE', url, headers: as(server.adminKey) });
}

function invite(payload: object) {
  return server.inject({ method: 'POST', url: '/organizations/invites', payload, headers: as(server.adminKey) });
}

function accept(payload: object) {
  return server.inject({ method: 'POST', url: '/invitations/accept', payload, headers: { 'x-api-key': undefined } });
}

async function invited(email: string): Promise<Invite & { token: string }> {
  const [made] = (await invite({ emails: [email] })).json<[Invite]>();
  return { ...made, token: new URL(made.accept_url).searchParams.get('token')! };
}

describe('users', () => {
  it('are listed in pages, who joined last first, and found by name and email', async () => {
    for (const name of ['Ada', 'Bob', 'Cäcilie']) {
      await accept({ token: (await invited(`${name.charCodeAt(0)}@example.org`)).token, name });
    }
    const all = (await get('/organizations/users')).json<{
      data: { id: string; name: string }[];
      has_more: boolean;
      next_page: string | null;
    }>();
    assert.equal(all.data.length, 4);
    assert.deepEqual([all.has_more, all.next_page], [false, null]);
    assert.deepEqual(Object.keys(all.data[0]!).sort(), ['created_at', 'email', 'id', 'image_url', 'name', 'role']);
    assert.equal(all.data.at(-1)!.name, 'Administrator');
    const page = (await get(`/organizations/users?limit=2&starting_after=${all.data[0]!.id}`)).json<{
      data: { id: string }[];
      has_more: boolean;
      next_page: string;
    }>();
    assert.deepEqual(page, { data: all.data.slice(1, 3), has_more: true, next_page: all.data[2]!.id });
    for (const q of ['CACILIE', '67@']) {
      assert.deepEqual(
        (await get(`/organizations/users?q=${q}`)).json<{ data: { name: string }[] }>().data.map(({ name }) => name),
        ['Cäcilie'],
      );
    }
    assert.deepEqual((await get(`/organizations/users/${all.data[0]!.id}`)).json(), all.data[0]);
  });

  it('come at most a hundred at once, however many were asked for', async () => {
    for (let count = 0; count < 101; count++) {
      await server.store.users.create({ organizationId: server.organizationId, role: 'member' });
    }
    for (const [limit, length] of [
      ['', 20],
      ['?limit=100', 100],
      ['?limit=101', 100],
      ['?limit=99999999', 100],
    ] as const) {
      assert.equal((await get(`/organizations/users${limit}`)).json<{ data: unknown[] }>().data.length, length);
    }
    for (const query of [
      'limit=0',
      'limit=-1',
      'limit=1.5',
      'limit=x',
      'starting_after=a&ending_before=b',
      'starting_after=nobody',
    ]) {
      assert.equal((await get(`/organizations/users?${query}`)).statusCode, 400, query);
    }
  });

  it('are removed from the organization, and keep their account', async () => {
    const user = (await accept({ token: (await invited('gone@example.org')).token, name: 'Gone' })).json<{
      id: string;
    }>();
    const response = await remove(`/organizations/users/${user.id}`);
    assert.deepEqual([response.statusCode, response.body], [204, '']);
    assert.equal((await get(`/organizations/users/${user.id}`)).statusCode, 404);
    assert.equal((await remove(`/organizations/users/${user.id}`)).json<Problem>().error_code, 'user_not_found');
    const account = await server.store.database.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', user.id)
      .executeTakeFirst();
    assert.equal(account?.email, 'gone@example.org');
  });

  it('get another role, of which they are told, and one admin stays', async () => {
    const { organizationId, store } = server;
    const change = (id: string, role: unknown) =>
      server.inject({
        method: 'PATCH',
        url: `/organizations/users/${id}`,
        payload: { role },
        headers: as(server.adminKey),
      });
    await store.webhooks.create(organizationId, {
      ...{
        url: 'https://example.org',
        secret: 'sealed',
        displayName: null,
        clearSecret: false,
        events: ['user.updated'],
      },
    });
    const first = (await store.users.list(organizationId)).find(({ role }) => role === 'admin')!;
    const other = await store.users.create({ organizationId, role: 'member' });
    const alone = await change(first.id, 'member');
    assert.deepEqual([alone.statusCode, alone.json<Problem>().error_code], [400, 'last_admin']);
    const promoted = await change(other.id, 'admin');
    assert.deepEqual([promoted.statusCode, promoted.json<{ role: string }>().role], [200, 'admin']);
    assert.equal((await change(other.id, 'admin')).statusCode, 200, 'a second time changes nothing');
    assert.equal((await change(first.id, 'member')).statusCode, 200);
    assert.equal((await change(other.id, 'member')).json<Problem>().error_code, 'last_admin');
    assert.equal((await change(first.id, 'admin')).statusCode, 200);
    assert.equal((await change(first.id, 'owner')).statusCode, 400);
    const published = await store.database.db.selectFrom('webhook_deliveries').select('body').execute();
    assert.deepEqual(
      published
        .map(({ body }) => (JSON.parse(body) as { data: { id: string; role: string } }).data)
        .map(({ id, role }) => [id, role]),
      [
        [other.id, 'admin'],
        [first.id, 'member'],
        [first.id, 'admin'],
      ],
    );
    assert.equal((await change(other.id, 'member')).statusCode, 200);
    const theirs = await store.organizations.create('Theirs');
    const foreign = await store.users.create({ organizationId: theirs.id, role: 'member' });
    assert.equal((await change(foreign.id, 'admin')).json<Problem>().error_code, 'user_not_found');
    assert.equal((await store.users.find(theirs.id, foreign.id))?.role, 'member');
  });

  it('get a link that sets their password, where this is their only organization', async () => {
    const { organizationId, store } = server;
    const ask = (id: string) =>
      server.inject({ method: 'POST', url: `/organizations/users/${id}/password-reset`, headers: as(server.adminKey) });
    const user = await store.users.create({ organizationId, role: 'member', email: 'reset@example.org' });
    const made = await ask(user.id);
    assert.deepEqual([made.statusCode, made.headers['cache-control']], [201, 'no-store']);
    const { url, expires_at } = made.json<{ url: string; expires_at: string }>();
    const { origin, pathname, searchParams } = new URL(url);
    assert.deepEqual([origin, pathname], ['https://speech.example', '/console/reset']);
    const lastsMs = Date.parse(expires_at) - Date.now();
    assert.ok(lastsMs > 86_000_000 && lastsMs <= 86_400_000);
    await store.accounts.resetPassword(searchParams.get('token')!, 'correct horse battery');
    assert.equal((await store.accounts.verify('reset@example.org', 'correct horse battery'))?.id, user.id);

    const theirs = await store.organizations.create('Theirs');
    await store.users.join({ organizationId: theirs.id, role: 'member', email: 'reset@example.org' });
    const foreign = await store.users.create({ organizationId: theirs.id, role: 'member', email: 'f@example.org' });
    const nameless = await store.users.create({ organizationId, role: 'member' });
    for (const [id, status, code] of [
      [user.id, 403, 'forbidden'],
      [nameless.id, 403, 'forbidden'],
      [foreign.id, 404, 'user_not_found'],
      ['unknown', 404, 'user_not_found'],
    ] as const) {
      const refused = await ask(id);
      assert.deepEqual([refused.statusCode, refused.json<Problem>().error_code], [status, code]);
    }
  });

  it('who are admins are not removed, nor are those of others', async () => {
    const admin = (await server.store.users.list(server.organizationId)).find(({ role }) => role === 'admin')!;
    const refused = await remove(`/organizations/users/${admin.id}`);
    assert.deepEqual([refused.statusCode, refused.json<Problem>().error_code], [400, 'user_is_admin']);
    const theirs = await server.store.organizations.create('Theirs');
    const foreign = await server.store.users.create({ organizationId: theirs.id, role: 'member' });
    for (const answer of [
      await remove(`/organizations/users/${foreign.id}`),
      await get(`/organizations/users/${foreign.id}`),
    ]) {
      assert.equal(answer.statusCode, 404);
    }
    assert.notEqual(await server.store.users.find(theirs.id, foreign.id), undefined);
    assert.notEqual(await server.store.users.find(server.organizationId, admin.id), undefined);
  });
});

describe('invites', () => {
  it('are answered with 201 as a bare array in the order of the emails, each with its address', async () => {
    const response = await invite({ emails: ['z@example.org', 'Y@Example.org'] });
    assert.equal(response.statusCode, 201);
    const made = response.json<Invite[]>();
    assert.deepEqual(
      made.map(({ email }) => email),
      ['z@example.org', 'y@example.org'],
    );
    assert.deepEqual(Object.keys(made[0]!).sort(), [
      'accept_url',
      'created_at',
      'email',
      'expires_at',
      'id',
      'role',
      'status',
    ]);
    assert.match(made[0]!.accept_url, /^https:\/\/speech\.example\/console\/accept\?token=\w{32}$/);
    const read = (await get(`/organizations/invites/${made[0]!.id}`)).json<Invite>();
    assert.ok(!Object.hasOwn(read, 'accept_url'), 'the address is told once');
    assert.deepEqual({ ...read, accept_url: made[0]!.accept_url }, made[0]);
  });

  it('take 1 to 10 valid addresses', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `m${index}@many.example`);
    for (const emails of [
      [],
      many(11),
      ['nobody'],
      ['a@b@c.de'],
      ['a@example.org '],
      [`${'x'.repeat(250)}@example.org`],
      [1],
      'a@example.org',
      null,
    ]) {
      assert.equal((await invite({ emails })).statusCode, 400, JSON.stringify(emails));
    }
    assert.equal((await invite({})).statusCode, 400);
    assert.equal((await invite({ emails: many(10) })).statusCode, 201);
    assert.match(
      (await invite({ emails: ['new@many.example', 'm3@many.example'] })).json<Problem>().message,
      /at emails\[1\]/,
    );
    assert.equal(
      (await invite({ emails: ['new@many.example'] })).statusCode,
      201,
      'nothing of the refused one was made',
    );
  });

  it('are listed by status, pending ones unless another is asked for', async () => {
    const { id, token } = await invited('status@example.org');
    const ids = async (query = '') =>
      (await get(`/organizations/invites?limit=100${query}`)).json<{ data: Invite[] }>().data.map((one) => one.id);
    assert.equal((await ids())[0], id);
    await accept({ token, name: 'Status' });
    assert.ok(!(await ids()).includes(id));
    assert.ok((await ids('&status=accepted')).includes(id));
    assert.deepEqual(
      [await ids('&status=expired'), (await get('/organizations/invites?status=lost')).statusCode],
      [[], 400],
    );
  });

  it('are cancelled, after which their token is worth nothing', async () => {
    const { id, token } = await invited('cancelled@example.org');
    assert.equal((await remove(`/organizations/invites/${id}`)).statusCode, 204);
    assert.equal((await get(`/organizations/invites/${id}`)).json<Invite>().status, 'revoked');
    assert.equal((await remove(`/organizations/invites/${id}`)).statusCode, 204);
    const refused = await accept({ token, name: 'Late' });
    assert.deepEqual([refused.statusCode, refused.json<Problem>().error_code], [400, 'invite_closed']);
  });

  it('that were accepted are not cancelled: the answer says how the user is removed', async () => {
    const { id, token } = await invited('accepted@example.org');
    const user = (await accept({ token, name: 'Accepted' })).json<{ id: string }>();
    const refused = await remove(`/organizations/invites/${id}`);
    assert.deepEqual([refused.statusCode, refused.json<Problem>().error_code], [400, 'invite_accepted']);
    assert.ok(refused.json<Problem>().message.includes(`DELETE /organizations/users/${user.id}`));
    assert.equal((await get(`/organizations/invites/${id}`)).json<Invite>().status, 'accepted');
  });

  it('that are absent or of another organization are 404', async () => {
    const theirs = await server.store.organizations.create('Theirs');
    const [foreign] = await server.store.transaction(({ invites }) => invites.create(theirs.id, ['x@example.org']));
    for (const id of ['orginv_nothing', foreign!.invite.id]) {
      for (const answer of [await remove(`/organizations/invites/${id}`), await get(`/organizations/invites/${id}`)]) {
        assert.deepEqual([answer.statusCode, answer.json<Problem>().error_code], [404, 'invite_not_found']);
      }
    }
    assert.equal((await server.store.invites.find(theirs.id, foreign!.invite.id))?.status, 'pending');
  });

  it('can be made ten times an hour, then the answer says when again', async () => {
    const limited = await startTestServer({ routes: (app, store) => void app.register(organizationRoutes({ store })) });
    try {
      const ask = (index: number) =>
        limited.inject({
          method: 'POST',
          url: '/organizations/invites',
          payload: { emails: [`${index}@example.org`] },
          headers: as(limited.adminKey),
        });
      for (let index = 0; index < 10; index++) assert.equal((await ask(index)).statusCode, 201);
      const refused = await ask(10);
      assert.deepEqual([refused.statusCode, refused.json<Problem>().error_code], [429, 'rate_limited']);
      const seconds = Number(refused.headers['retry-after']);
      assert.ok(seconds > 3500 && seconds <= 3600, String(seconds));
    } finally {
      await limited.close();
    }
  });
});

describe('accepting an invite', () => {
  it('makes the user, once, without a key', async () => {
    const { token } = await invited('once@example.org');
    const response = await accept({ token, name: '  Once ' });
    assert.equal(response.statusCode, 201);
    const { id, created_at, ...user } = response.json<{ id: string; created_at: string }>();
    assert.deepEqual(user, { email: 'once@example.org', name: 'Once', role: 'member', image_url: null });
    assert.deepEqual((await get(`/organizations/users/${id}`)).json(), response.json());
    assert.equal((await accept({ token, name: 'Twice' })).statusCode, 400);
    assert.equal((await accept({ token: 'guessed', name: 'Guess' })).statusCode, 404);
    assert.ok(created_at);
  });

  it('needs a token, a name and the version header', async () => {
    const { token } = await invited('needs@example.org');
    for (const body of [
      { token },
      { name: 'x' },
      { token, name: ' ' },
      { token, name: 'x'.repeat(201) },
      { token: 1, name: 'x' },
    ]) {
      assert.equal((await accept(body)).statusCode, 400);
    }
    const unversioned = await server.app.inject({
      method: 'POST',
      url: '/invitations/accept',
      payload: { token, name: 'x' },
    });
    assert.deepEqual([unversioned.statusCode, unversioned.json<Problem>().error_code], [400, 'missing_version']);
    assert.equal((await accept({ token, name: 'x' })).statusCode, 201);
  });

  it('leads to a page of the console, from the address of earlier invitations too, and the token nowhere else', async () => {
    const { accept_url, token } = await invited('page@example.org');
    assert.equal(accept_url, `https://speech.example/console/accept?token=${token}`);
    const response = await server.app.inject({ url: `/invitations/accept?token=${token}` });
    assert.deepEqual([response.statusCode, response.headers.location], [302, `/console/accept?token=${token}`]);
    assert.deepEqual(
      [response.headers['referrer-policy'], response.headers['cache-control']],
      ['no-referrer', 'no-store'],
    );
    const crafted = await server.app.inject({ url: '/invitations/accept?token=//evil.example/%0d%0ax:y&token=2' });
    assert.equal(crafted.headers.location, '/console/accept?token=');
    const one = await server.app.inject({ url: '/invitations/accept?token=//evil.example/%0d%0ax:y' });
    assert.equal(one.headers.location, '/console/accept?token=%2F%2Fevil.example%2F%0D%0Ax%3Ay');
  });

  it('is tried so often a minute from one address and no more', async () => {
    const limited = await startTestServer({
      routes: (app, store) => void app.register(invitationRoutes({ store, failedSignIns, requestsPerMinute: 2 })),
    });
    try {
      const ask = (remoteAddress: string) =>
        limited.inject({
          method: 'POST',
          url: '/invitations/accept',
          payload: { token: 'x', name: 'x' },
          remoteAddress,
        });
      const statuses = [];
      for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2']) {
        statuses.push((await ask(address)).statusCode);
      }
      assert.deepEqual(statuses, [404, 404, 429, 404]);
    } finally {
      await limited.close();
    }
  });
});
