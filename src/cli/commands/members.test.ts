import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Store } from '../../store/index.ts';
import { openTestStore } from '../../store/testing.ts';
import { command, here, temporaryFolder, type CommandResult } from '../testing.ts';

interface Member {
  readonly id: string;
  readonly email: string | null;
  readonly role: string;
  readonly password_set_at: string | null;
}

const [password, other] = ['correct horse battery', 'another staple 123'];

describe('sonorant members', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let store: Store;
  let organizationId: string;
  before(async () => {
    folder = await temporaryFolder();
    store = await openTestStore({ dataDir: folder.path('data') });
    organizationId = (await store.bootstrap()).organization.id;
  });
  after(async () => {
    await store.close();
    await folder.remove();
  });

  const members = (t: TestContext, ...args: readonly string[]) =>
    here(t, 'members', ...args, '--data-dir', folder.path('data'));
  const list = async (t: TestContext, ...more: readonly string[]) =>
    JSON.parse((await members(t, 'list', '--json', ...more)).out) as Member[];
  const add = (email: string) => store.users.create({ organizationId, role: 'member', email });
  const signsIn = async (email: string, given: string) => (await store.accounts.verify(email, given))?.id;
  const withInput = (input: string, ...args: readonly string[]): Promise<CommandResult> =>
    command(['members', ...args, '--data-dir', folder.path('data')], { input });
  const eventTypes = async () =>
    (await store.database.db.selectFrom('webhook_deliveries').select('type').orderBy('position').execute()).map(
      ({ type }) => type,
    );

  it('invite people by an address that makes them members', async (t) => {
    const { code, out, err } = await members(
      t,
      'invite',
      'Ada@example.org',
      'bob@example.org',
      '--url',
      'https://tts.example/',
    );
    assert.equal(code, 0);
    const lines = out.trimEnd().split('\n');
    assert.match(lines[0]!, /^ada@example\.org {2}https:\/\/tts\.example\/console\/accept\?token=\w{32}$/);
    assert.match(lines[1]!, /^bob@example\.org {2}https/);
    assert.match(err, /works once, until \S+Z/);
    const token = new URL(lines[0]!.split('  ')[1]!).searchParams.get('token')!;
    const accept = await store.accounts.prepareAcceptance(token, { name: 'Ada', password });
    const { user } = await store.transaction(accept);
    assert.ok(
      (await list(t)).some(({ id, email, role }) => id === user.id && email === 'ada@example.org' && role === 'member'),
    );

    const again = await members(t, 'invite', 'new@example.org', 'ada@example.org');
    assert.deepEqual(
      [again.code, again.err],
      [1, 'sonorant: ada@example.org: Belongs to a user of the organization already\n'],
    );
    assert.equal((await members(t, 'invite', 'no address')).code, 2);
    assert.equal((await store.invites.page(organizationId, { limit: 10, state: 'pending' })).rows.length, 1);
    const [made] = JSON.parse((await members(t, 'invite', 'json@example.org', '--json')).out) as {
      accept_url: string;
    }[];
    assert.match(made!.accept_url, /^http:\/\/127\.0\.0\.1:8080\/console\/accept\?token=/);
  });

  it('change roles, by email or ID, and leave one admin', async (t) => {
    const { id } = await add('role@example.org');
    const admin = (await list(t)).find(({ role }) => role === 'admin')!;
    const alone = await members(t, 'role', admin.id, 'member');
    assert.deepEqual([alone.code, alone.err.includes('the only admin')], [1, true]);
    assert.match((await members(t, 'role', 'ROLE@example.org', 'admin')).out, /^role@example\.org is an admin now\.$/m);
    const refused = await members(t, 'remove', id);
    assert.deepEqual([refused.code, /members role .* member/.test(refused.err)], [1, true]);
    assert.equal((await members(t, 'role', id, 'member')).code, 0);
    assert.equal((await members(t, 'role', id, 'owner')).code, 2);
    assert.equal((await store.users.find(organizationId, id))?.role, 'member');
  });

  it('remove people', async (t) => {
    const { id } = await add('gone@example.org');
    assert.equal((await members(t, 'remove', 'gone@example.org')).code, 0);
    assert.equal(await store.users.find(organizationId, id), undefined);
    const unknown = await members(t, 'remove', 'gone@example.org');
    assert.deepEqual(
      [unknown.code, unknown.err],
      [1, 'sonorant: no member has the email or the ID \'gone@example.org\'; "sonorant members list" shows them\n'],
    );
  });

  it('set a password that standard input gives, and end the sessions of the account', async (t) => {
    const { id } = await add('lost@example.org');
    await store.accounts.setPassword(id, password);
    const session = await store.sessions.create({
      ...{ organizationId, how: 'password', userId: id, passwordAt: await store.accounts.passwordChangedAt(id) },
      ...{ address: '127.0.0.1', userAgent: '', expiresAt: new Date(Date.now() + 60_000) },
    });
    const { code, stdout, stderr } = await withInput(`${other}\n`, 'password', 'lost@example.org', '--stdin');
    assert.equal(code, 0, stderr);
    assert.ok(!(stdout.toString() + stderr).includes(other));
    assert.deepEqual(
      [await signsIn('lost@example.org', password), await signsIn('lost@example.org', other)],
      [undefined, id],
    );
    assert.notEqual((await store.sessions.find(organizationId, session.session.id))?.ended_at, null);
    assert.ok((await list(t)).some((member) => member.id === id && member.password_set_at !== null));
  });

  it('ask for a password at a terminal only, and take none that is too short', async () => {
    await add('short@example.org');
    const nobody = await withInput('', 'password', 'short@example.org');
    assert.deepEqual([nobody.code, /--stdin.*--link/.test(nobody.stderr)], [2, true]);
    const short = await withInput('short\n', 'password', 'short@example.org', '--stdin');
    assert.deepEqual(
      [short.code, short.stderr],
      [2, 'sonorant: --password: Too short: a password has at least 10 characters\n'],
    );
  });

  it('make a link that sets a password, also of an account of several organizations', async (t) => {
    const { id } = await add('link@example.org');
    const theirs = await store.organizations.create('Theirs');
    await store.users.join({ organizationId: theirs.id, role: 'member', email: 'link@example.org' });
    const { out } = await members(t, 'password', 'link@example.org', '--link', '--json', '--organization', 'Theirs');
    const { url } = JSON.parse(out) as { url: string };
    assert.match(url, /^http:\/\/127\.0\.0\.1:8080\/console\/reset\?token=\w{32}$/);
    const account = await store.accounts.resetPassword(new URL(url).searchParams.get('token')!, password);
    assert.equal(account.id, id);
    assert.deepEqual(
      (await list(t, '--organization', 'Theirs')).map((member) => member.id),
      [id],
    );
  });

  it('have no password without an email', async (t) => {
    const admin = (await list(t)).find(({ email }) => email === null)!;
    const { code, err } = await members(t, 'password', admin.id, '--link');
    assert.deepEqual([code, err.includes('has no email')], [1, true]);
  });

  it('tell the webhooks of what they change', async (t) => {
    await store.webhooks.create(organizationId, {
      ...{ url: 'https://example.org', secret: 'sealed', displayName: null, clearSecret: false, events: ['*'] },
    });
    const { id } = await add('told@example.org');
    await members(t, 'invite', 'told-too@example.org');
    await members(t, 'role', id, 'admin');
    await members(t, 'role', id, 'admin');
    await members(t, 'role', id, 'member');
    await members(t, 'remove', id);
    assert.deepEqual(await eventTypes(), ['invite.created', 'user.updated', 'user.updated', 'user.removed']);
  });
});
