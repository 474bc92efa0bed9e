/** Whom an invitation makes a member, and with which password. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { FailedSignIns } from '../../identity/failed-sign-ins.ts';
import { invitationRoutes } from './acceptance.ts';

interface Answer {
  readonly id?: string;
  readonly error_code?: string;
  readonly message?: string;
}

const [password, other] = ['correct horse battery', 'another staple 123'];

let server: TestServer;
before(async () => {
  server = await startTestServer({
    routes: (app, store) => {
      const failedSignIns = new FailedSignIns({
        sessions: store.sessions,
        addresses: app.failedCredentials,
        limit: { burst: 3, perMinute: 1 },
      });
      void app.register(invitationRoutes({ store, requestsPerMinute: 1000, failedSignIns }));
    },
  });
});
after(() => server.close());

/** The token of an invitation into the first organization, or another one. */
async function invited(email: string, organizationId = server.organizationId): Promise<string> {
  const [made] = await server.store.transaction(({ invites }) => invites.create(organizationId, [email]));
  return made!.token;
}

async function accept(payload: object): Promise<Answer & { status: number }> {
  const headers = { 'x-api-key': undefined };
  const response = await server.inject({ method: 'POST', url: '/invitations/accept', payload, headers });
  return { status: response.statusCode, ...response.json<Answer>() };
}

async function signsIn(email: string, given: string): Promise<string | undefined> {
  return (await server.store.accounts.verify(email, given))?.id;
}

/** A member of another organization. */
async function memberElsewhere(email: string): Promise<string> {
  const { id: organizationId } = await server.store.organizations.create('Elsewhere');
  return (await server.store.users.create({ organizationId, role: 'member', name: 'Kept', email })).id;
}

async function isMember(id: string): Promise<boolean> {
  return (await server.store.users.find(server.organizationId, id)) !== undefined;
}

describe('a person who accepts an invite', () => {
  it('gets the password of a new account', async () => {
    const { status, id } = await accept({ token: await invited('new@example.org'), name: 'New', password });
    assert.equal(status, 201);
    assert.equal(await signsIn('new@example.org', password), id);
  });

  it('may leave it out, and set it later through a link', async () => {
    const { status, id } = await accept({ token: await invited('later@example.org'), name: 'Later' });
    assert.equal(status, 201);
    assert.equal(await server.store.accounts.passwordChangedAt(id!), undefined);
    const { token } = await server.store.accounts.makeReset(server.organizationId, id!);
    await server.store.accounts.resetPassword(token, password);
    assert.equal(await signsIn('later@example.org', password), id);
  });

  it('is asked again after a password or a name that cannot be, with the same invite', async () => {
    const token = await invited('again@example.org');
    for (const [body, field] of [
      [{ name: 'Again', password: 'too short' }, 'password'],
      [{ name: 'Again', password: 'x'.repeat(257) }, 'password'],
      [{ password }, 'name'],
    ] as const) {
      const { status, message } = await accept({ token, ...body });
      assert.equal(status, 400);
      assert.match(message!, new RegExp(`→ at ${field}`));
    }
    assert.equal((await accept({ token, name: 'Again', password })).status, 201);
  });

  it('who has an account with a password joins with that one, under the name it has', async () => {
    const id = await memberElsewhere('known@example.org');
    await server.store.accounts.setPassword(id, password);
    const token = await invited('Known@example.org');
    for (const body of [{ name: 'Thief' }, { name: 'Thief', password: other }]) {
      const { status, error_code, message } = await accept({ token, ...body });
      assert.deepEqual([status, error_code], [401, 'unauthorized']);
      assert.match(message!, /password/);
    }
    assert.equal(await isMember(id), false);
    assert.equal(await signsIn('known@example.org', password), id, 'the password is as it was');
    assert.deepEqual([(await accept({ token, password })).status, await isMember(id)], [201, true]);
    assert.equal((await server.store.users.find(server.organizationId, id))?.name, 'Kept');
  });

  it('sets no password of an account that is a member elsewhere', async () => {
    const id = await memberElsewhere('elsewhere@example.org');
    const token = await invited('elsewhere@example.org');
    for (const body of [{ name: 'Thief' }, { name: 'Thief', password }]) {
      const { status, message } = await accept({ token, ...body });
      assert.equal(status, 401);
      assert.match(message!, /without a password.*link that sets one/);
    }
    assert.deepEqual([await server.store.accounts.passwordChangedAt(id), await isMember(id)], [undefined, false]);
    await server.store.accounts.setPassword(id, password);
    assert.equal((await accept({ token, password })).status, 201);
  });

  it('sets the first password of an account that is a member of nothing any more', async () => {
    const { id } = (await accept({ token: await invited('back@example.org'), name: 'Back' })) as { id: string };
    await server.store.users.remove(server.organizationId, id);
    const answer = await accept({ token: await invited('back@example.org'), password });
    assert.deepEqual([answer.status, answer.id], [201, id]);
    assert.equal(await signsIn('back@example.org', password), id);
  });

  it('may guess the password of an account so often and no more', async () => {
    const id = await memberElsewhere('guessed@example.org');
    await server.store.accounts.setPassword(id, password);
    const token = await invited('guessed@example.org');
    const statuses = [];
    for (const guess of ['wrong number 1', 'wrong number 2', 'wrong number 3', 'wrong number 4', password]) {
      statuses.push((await accept({ token, password: guess })).status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 429, 429]);
    assert.equal(await isMember(id), false);
  });

  it('is let in once of many who try at once, with one password', async () => {
    const token = await invited('race@example.org');
    const passwords = Array.from({ length: 4 }, (_, index) => `password number ${index}`);
    const answers = await Promise.all(passwords.map((each) => accept({ token, name: 'Race', password: each })));
    const good = answers.findIndex(({ status }) => status === 201);
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(await signsIn('race@example.org', passwords[good]!), answers[good]!.id);
  });
});

describe('an account that changes while an invite to it is accepted', () => {
  it('is not joined by what was checked before', async () => {
    const { store, organizationId } = server;
    const id = await memberElsewhere('changing@example.org');
    await store.accounts.setPassword(id, password);
    const token = await invited('changing@example.org');
    const join = await store.accounts.prepareAcceptance(token, { password });
    await store.accounts.setPassword(id, other);
    await assert.rejects(store.transaction(join), { code: 'unavailable' });
    assert.equal(await store.users.find(organizationId, id), undefined);
    assert.equal((await accept({ token, password: other })).status, 201);
  });

  it('keeps the invite open where the transaction fails', async () => {
    const { store } = server;
    const token = await invited('undone@example.org');
    const join = await store.accounts.prepareAcceptance(token, { name: 'Undone', password });
    const undone = new Error('on purpose');
    await assert.rejects(
      store.transaction(async (repositories) => {
        await join(repositories);
        throw undone;
      }),
      undone,
    );
    assert.equal(await signsIn('undone@example.org', password), undefined);
    assert.equal((await accept({ token, name: 'Done', password })).status, 201);
  });
});
