/** Members of organizations in the console: passwords, roles, and sessions that end with what they rest on. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Store, UserRole } from '../src/store/index.ts';
import { openTestStore } from '../src/store/testing.ts';
import { Browser } from './support/clients/console.ts';
import { eventually } from './support/eventually.ts';
import { stopwatch } from './support/processor-wait.ts';
import { apiKey, start, toneEngines, version, type TestServer } from './support/server.ts';

const password = 'correct horse battery';

let server: TestServer;
/** Another process on the same database, such as the command line. */
let store: Store;
let organizationId: string;
before(async () => {
  server = await start({}, toneEngines, [], { pingMs: 3_600_000, failedCredentialBurst: 1000 });
  store = await openTestStore({ dataDir: server.dataDir });
  organizationId = (await store.organizations.first())!.id;
});
after(async () => {
  await store.close();
  await server.close();
});

let count = 0;

async function member(role: UserRole, organization = organizationId): Promise<{ id: string; email: string }> {
  const email = `person${++count}@example.org`;
  const { id } = await store.users.create({ organizationId: organization, role, name: `Person ${count}`, email });
  await store.accounts.setPassword(id, password);
  return { id, email };
}

async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser(server.url);
  await browser.signIn({ email, password });
  return browser;
}

/** The session is refused, and its socket has been closed. */
async function ends(browser: Browser, what: () => Promise<unknown>): Promise<void> {
  const { cookie } = browser;
  const socket = await browser.socket();
  await what();
  const elapsedMs = stopwatch();
  await socket.closed;
  assert.ok(elapsedMs() < 1000, 'the socket ends within a second');
  browser.cookie = cookie;
  assert.equal((await browser.send('/voices')).status, 401);
}

describe('a member who signs in with a password', () => {
  it('is who they are, and may do what members may', async () => {
    const { id, email } = await member('member');
    const session = await new Browser(server.url).signIn({ email: email.toUpperCase(), password });
    assert.equal(session.role, 'member');
    assert.equal(session.how, 'password');
    assert.deepEqual(session.user, { id, name: `Person ${count}`, email });
    assert.deepEqual(session.permissions, ['speech', 'recognition', 'voices', 'agents', 'files', 'usage']);
  });

  it('and is an admin may do everything', async () => {
    const browser = await signedIn((await member('admin')).email);
    const { permissions } = (await (await browser.send('/session')).json()) as { permissions: string[] };
    assert.equal(permissions.length, 9);
    for (const path of [
      '/voices',
      '/usage/credits',
      '/organizations/users',
      '/api-keys',
      '/agents/webhooks',
      '/server',
    ]) {
      assert.equal((await browser.send(path)).status, 200, path);
    }
  });

  it('gets nothing of what a role does not open', async () => {
    const browser = await signedIn((await member('member')).email);
    for (const path of [
      '/organizations/users',
      '/organizations/requests',
      '/api-keys',
      '/agents/webhooks',
      '/server',
    ]) {
      assert.equal((await browser.send(path)).status, 403, path);
    }
    const invites = await browser.send('/organizations/invites', { body: { emails: ['a@example.org'] } });
    assert.equal(invites.status, 403);
    assert.equal((await browser.send('/access-token', { body: { grants: { tts: true } } })).status, 403);
  });

  it('is refused with a wrong password as with an unknown email', async () => {
    const { email } = await member('member');
    const answers = [];
    for (const body of [
      { email, password: 'wrong password' },
      { email: 'nobody@example.org', password },
    ]) {
      const response = await new Browser(server.url).send('/session', { body });
      const { message, error_code } = (await response.json()) as { message: string; error_code: string };
      answers.push({ status: response.status, message, error_code });
    }
    assert.equal(answers[0]!.status, 401);
    assert.deepEqual(answers[0], answers[1]);
  });

  it('of no organization gets no session', async () => {
    const { id, email } = await member('member');
    await store.users.remove(organizationId, id);
    assert.equal((await new Browser(server.url).send('/session', { body: { email, password } })).status, 403);
  });
});

describe('a member of several organizations', () => {
  let email: string;
  let theirs: string;
  beforeEach(async () => {
    const person = await member('admin');
    email = person.email;
    theirs = (await store.organizations.create(`Theirs ${count}`)).id;
    await store.transaction(({ users }) => users.join({ organizationId: theirs, role: 'member', email }));
  });

  it('signs in to the one that is named, else to the first, and changes to another with a new session', async () => {
    const browser = new Browser(server.url);
    const first = await browser.signIn({ email, password });
    assert.equal(first.organization.id, organizationId);
    assert.deepEqual(first.organizations.map(({ id }) => id).sort(), [organizationId, theirs].sort());
    const old = browser.cookie!;
    const changed = await browser.send('/session/organization', { body: { organization_id: theirs } });
    assert.equal(changed.status, 200);
    const session = (await changed.json()) as typeof first;
    assert.equal(session.organization.id, theirs);
    assert.equal(session.role, 'member', 'the role is that of the other organization');
    assert.notEqual(browser.cookie, old);
    assert.equal((await browser.send('/session', { headers: { cookie: old } })).status, 401);
    browser.cookie = undefined;
    assert.equal((await browser.signIn({ email, password, organization_id: theirs })).organization.id, theirs);
  });

  it('does not change to one that is not theirs', async () => {
    const other = (await store.organizations.create(`Other ${count}`)).id;
    const browser = await signedIn(email);
    for (const id of [other, 'missing']) {
      assert.equal((await browser.send('/session/organization', { body: { organization_id: id } })).status, 404);
      const body = { email, password, organization_id: id };
      assert.equal((await new Browser(server.url).send('/session', { body })).status, 403);
    }
    const byKey = new Browser(server.url);
    await byKey.signIn({ key: apiKey });
    assert.equal((await byKey.send('/session/organization', { body: { organization_id: theirs } })).status, 404);
  });

  it('does not see the server as an admin of another organization than the first', async () => {
    const { email: owner } = await member('admin', theirs);
    const browser = await signedIn(owner);
    const { role, permissions } = (await (await browser.send('/session')).json()) as {
      role: string;
      permissions: string[];
    };
    assert.equal(role, 'admin');
    assert.ok(permissions.includes('organization') && !permissions.includes('server'));
    assert.equal((await browser.send('/server')).status, 403);
  });
});

describe('the session of a member', () => {
  it('ends with the membership, and with its sockets', async () => {
    const { id, email } = await member('member');
    await ends(await signedIn(email), () => store.users.remove(organizationId, id));
  });

  it('ends when the member is removed through the interface', async () => {
    const admin = await signedIn((await member('admin')).email);
    const { id, email } = await member('member');
    await ends(await signedIn(email), async () => {
      assert.equal((await admin.send(`/organizations/users/${id}`, { method: 'DELETE' })).status, 204);
    });
  });

  it('has another role at once, and what was open with the one before ends', async () => {
    const admin = await signedIn((await member('admin')).email);
    const { id, email } = await member('admin');
    const browser = await signedIn(email);
    const socket = await browser.socket();
    const changed = await admin.send(`/organizations/users/${id}`, { method: 'PATCH', body: { role: 'member' } });
    assert.equal(changed.status, 200);
    const elapsedMs = stopwatch();
    await socket.closed;
    assert.ok(elapsedMs() < 1000, 'the socket ends within a second');
    assert.equal((await browser.send('/organizations/users')).status, 403);
    const { role } = (await (await browser.send('/session')).json()) as { role: string };
    assert.equal(role, 'member');
  });

  it('ends when the password is set elsewhere', async () => {
    const { id, email } = await member('member');
    await ends(await signedIn(email), () => store.accounts.setPassword(id, 'another password'));
  });

  it('ends when it is ended in the list of sessions, by its owner or an admin, and by nobody else', async () => {
    const { email } = await member('member');
    const [one, two] = [await signedIn(email), await signedIn(email)];
    interface List {
      data: { id: string; is_current: boolean; user_agent: string; address: string; how: string }[];
    }
    const { data } = (await (await one.send('/sessions')).json()) as List;
    assert.equal(data.length, 2);
    const other = data.find(({ is_current }) => !is_current)!;
    assert.equal(other.user_agent, 'Browser of a test');
    assert.match(other.address, /^(::ffff:)?127\.0\.0\.1$/);
    const stranger = await signedIn((await member('member')).email);
    assert.ok(!((await (await stranger.send('/sessions')).json()) as List).data.some(({ id }) => id === other.id));
    assert.equal((await stranger.send(`/sessions/${other.id}`, { method: 'DELETE' })).status, 404);
    const away = (await store.organizations.create(`Away ${count}`)).id;
    const foreign = await signedIn((await member('admin', away)).email);
    assert.equal((await foreign.send(`/sessions/${other.id}`, { method: 'DELETE' })).status, 404);
    await ends(two, async () => {
      assert.equal((await one.send(`/sessions/${other.id}`, { method: 'DELETE' })).status, 204);
    });
    const admin = await signedIn((await member('admin')).email);
    const own = data.find(({ is_current }) => is_current)!;
    assert.ok(((await (await admin.send('/sessions')).json()) as List).data.some(({ id }) => id === own.id));
    await ends(one, async () => {
      assert.equal((await admin.send(`/sessions/${own.id}`, { method: 'DELETE' })).status, 204);
    });
  });
});

describe('a password', () => {
  it('is changed by who knows it: this browser stays signed in with a new cookie, the others do not', async () => {
    const { email } = await member('member');
    const [here, there] = [await signedIn(email), await signedIn(email)];
    const old = here.cookie!;
    const wrong = await here.send('/password', {
      body: { current_password: 'wrong password', new_password: 'new password' },
    });
    assert.equal(wrong.status, 400);
    assert.match(((await wrong.json()) as { message: string }).message, /current_password/);
    const short = await here.send('/password', { body: { current_password: password, new_password: 'short' } });
    assert.equal(short.status, 400);
    assert.equal((await there.send('/session')).status, 200);
    const body = { current_password: password, new_password: 'another password' };
    assert.equal((await here.send('/password', { body })).status, 204);
    assert.notEqual(here.cookie, old);
    assert.equal((await here.send('/session')).status, 200);
    assert.equal((await there.send('/session')).status, 401);
    assert.equal((await here.send('/session', { headers: { cookie: old } })).status, 401);
    await here.signIn({ email, password: 'another password' });
    assert.equal((await there.send('/session', { body: { email, password } })).status, 401);
  });

  it('is not changed by a session of a key', async () => {
    const browser = new Browser(server.url);
    await browser.signIn({ key: apiKey });
    const body = { current_password: password, new_password: 'another password' };
    assert.equal((await browser.send('/password', { body })).status, 403);
  });

  it('is set through a link once, which ends the sessions', async () => {
    const { id, email } = await member('member');
    const browser = await signedIn(email);
    const { token } = await store.accounts.makeReset(undefined, id);
    const body = { token, password: 'another password' };
    await ends(browser, async () => {
      assert.equal((await new Browser(server.url).send('/password/reset', { body })).status, 204);
    });
    assert.equal((await new Browser(server.url).send('/password/reset', { body })).status, 400, 'once');
    await browser.signIn({ email, password: 'another password' });
  });
});

describe('wrong passwords', () => {
  it('of one account are refused after ten, then also the right one, but not from where it has signed in', async () => {
    const { email } = await member('member');
    const { email: other } = await member('member');
    const attempt = (body: object) => new Browser(server.url).send('/session', { body });
    for (let index = 0; index < 10; index++) {
      assert.equal((await attempt({ email, password: `wrong password ${index}` })).status, 401);
    }
    for (const text of ['wrong password', password]) {
      const refused = await attempt({ email, password: text });
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
    }
    assert.equal((await attempt({ email: other, password })).status, 200, 'another account');

    const { email: known } = await member('member');
    await signedIn(known);
    for (let index = 0; index < 11; index++) await attempt({ email: known, password: `wrong password ${index}` });
    assert.equal((await attempt({ email: known, password })).status, 429, 'its own count from a known address');
  });

  it('that come at once are counted as those that come one after the other', async () => {
    const { email } = await member('member');
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const body = { email, password: `wrong password ${index}` };
        return (await new Browser(server.url).send('/session', { body })).status;
      }),
    );
    assert.equal(statuses.filter((status) => status === 401).length, 10);
    assert.equal(statuses.filter((status) => status === 429).length, 30);
  });

  it('are counted together with those of invitations, which ask for the same password', async () => {
    const { email } = await member('member');
    const elsewhere = await store.organizations.create('Elsewhere');
    const [invite] = await store.transaction(({ invites }) => invites.create(elsewhere.id, [email]));
    const accept = async (text: string): Promise<number> =>
      (
        await fetch(`${server.url}/invitations/accept`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'service-version': version },
          body: JSON.stringify({ token: invite!.token, password: text }),
        })
      ).status;
    for (let index = 0; index < 10; index++) {
      const body = { email, password: `wrong password ${index}` };
      assert.equal((await new Browser(server.url).send('/session', { body })).status, 401);
    }
    assert.equal(await accept('wrong password'), 429);
    assert.equal(await accept(password), 429);
    assert.equal((await new Browser(server.url).send('/session', { body: { email, password } })).status, 429);
  });

  it('of an account without a password, and of none, are refused as any other', async () => {
    const attempt = (email: string) => new Browser(server.url).send('/session', { body: { email, password } });
    for (const email of ['nobody-at-all@example.org', '']) {
      const statuses = [];
      for (let index = 0; index < 12; index++) statuses.push((await attempt(email)).status);
      if (email === '') assert.deepEqual([...new Set(statuses)], [400]);
      else assert.deepEqual(statuses, [...Array<number>(10).fill(401), 429, 429]);
    }
  });
});

describe('what a session does', () => {
  it('is counted for its organization like that of a key', async () => {
    const { id, email } = await member('admin');
    const browser = await signedIn(email);
    const spoken = await browser.send('/tts/bytes', {
      body: {
        model_id: 'espeak',
        transcript: 'Hello.',
        voice: 'a0e99841-438c-4a64-b679-ae501e7d6091',
        output_format: { container: 'wav' },
      },
    });
    await spoken.arrayBuffer();
    await eventually('the request is in the log', async () => {
      const query = `route=/tts/bytes&api_key_id=${id}`;
      const { data } = (await (await browser.send(`/organizations/requests?${query}`)).json()) as { data: unknown[] };
      return data.length === 1;
    });
    assert.equal(
      (await fetch(`${server.url}/voices`, { headers: { 'x-api-key': id, 'service-version': version } })).status,
      401,
    );
  });
});
