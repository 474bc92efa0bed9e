/** Sessions of the console on a real server: signing in, the public routes below `/console/api`, and how a session ends. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestStore } from '../src/store/testing.ts';
import type { Store } from '../src/store/index.ts';
import { Browser } from './support/clients/console.ts';
import { eventually } from './support/eventually.ts';
import { stopwatch } from './support/processor-wait.ts';
import { adminKey, apiKey, audioOf, raw24, speech, start, toneEngines, type TestServer } from './support/server.ts';

let server: TestServer;
let store: Store;
before(async () => {
  server = await start({}, toneEngines, [], { pingMs: 3_600_000 });
  store = await openTestStore({ dataDir: server.dataDir });
});
after(async () => {
  await store.close();
  await server.close();
});

async function signedIn(key = apiKey): Promise<Browser> {
  const browser = new Browser(server.url);
  await browser.signIn({ key });
  return browser;
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { error_code: string }).error_code;
}

describe('signing in with a key', () => {
  it('gives a session and a cookie that no script reads, for the addresses below /console/api only', async () => {
    const browser = new Browser(server.url);
    const session = await browser.signIn({ key: apiKey });
    assert.equal(session.role, 'member');
    assert.deepEqual(session.permissions, ['speech', 'recognition', 'voices', 'agents', 'files', 'usage']);
    assert.equal(session.user, null);
    assert.equal(session.how, 'key');
    assert.equal(session.organization.name, 'My organization');
    assert.deepEqual(session.organizations, [session.organization]);
    assert.equal(session.server.public_url, server.url);
    const [pair, ...attributes] = browser.setCookie!.split('; ');
    assert.match(pair!, /^sonorant_session=[A-Za-z0-9]{43}$/);
    assert.deepEqual(attributes.filter((text) => !text.startsWith('Expires=')).sort(), [
      'HttpOnly',
      'Path=/console/api',
      'SameSite=Strict',
    ]);
    const read = await browser.send('/session');
    assert.deepEqual(
      ['cache-control', 'x-content-type-options'].map((name) => read.headers.get(name)),
      ['no-store', 'nosniff'],
    );
    assert.deepEqual(await read.json(), session);
  });

  it('is asked for without an error on a first visit, and with one where it has ended', async () => {
    const browser = new Browser(server.url);
    const first = await browser.send('/session?optional=true');
    assert.deepEqual([first.status, await first.text(), browser.setCookie], [204, '', undefined]);
    assert.equal((await browser.send('/session')).status, 401);
    const session = await browser.signIn({ key: apiKey });
    assert.deepEqual(await (await browser.send('/session?optional=true')).json(), session);
    const ended = await browser.send('/session?optional=true', {
      headers: { cookie: `sonorant_session=${'x'.repeat(43)}` },
    });
    assert.equal(ended.status, 401);
  });

  it('is for an admin key the organization and its usage only', async () => {
    const browser = new Browser(server.url);
    const { role, permissions } = await browser.signIn({ key: adminKey });
    assert.equal(role, 'organization');
    assert.deepEqual(permissions, ['usage', 'organization']);
    assert.equal((await browser.send('/organizations/users')).status, 200);
    const refused = await browser.send('/voices');
    assert.equal(refused.status, 403);
    assert.equal(await codeOf(refused), 'forbidden');
  });

  it('is for a key with scopes no more than what these open, also when they are changed later', async () => {
    const { organization } = await store.bootstrap();
    const of = { organizationId: organization.id, kind: 'api', description: '' } as const;
    const { key, secret } = await store.apiKeys.create({ ...of, scopes: ['tts', 'files'] });
    const browser = new Browser(server.url);
    assert.deepEqual((await browser.signIn({ key: secret })).permissions, ['speech', 'files']);
    const socket = await browser.socket();
    const seen = async () =>
      Promise.all(['/voices?limit=1', '/files', '/v1/agents'].map(async (path) => (await browser.send(path)).status));
    assert.deepEqual(await seen(), [200, 200, 403]);
    await store.apiKeys.update(organization.id, key.id, { scopes: ['tts'] });
    await socket.closed;
    assert.deepEqual(await seen(), [200, 403, 403]);
    assert.equal((await browser.send('/pronunciation-dicts', { body: { name: 'x', items: [] } })).status, 403);
  });

  it('is refused with a wrong key, and sets no cookie', async () => {
    const browser = new Browser(server.url);
    const response = await browser.send('/session', { body: { key: 'sk_wrong' } });
    assert.equal(response.status, 401);
    assert.equal(await codeOf(response), 'unauthorized');
    assert.equal(browser.setCookie, undefined);
  });
});

describe('a public route below /console/api', () => {
  it('reads and writes for the session, without a version', async () => {
    const browser = await signedIn();
    const list = await browser.send('/voices?limit=2');
    assert.equal(list.status, 200);
    assert.equal(((await list.json()) as { data: unknown[] }).data.length, 2);
    const made = await browser.send('/pronunciation-dicts', { body: { name: 'Words', items: [] } });
    assert.equal(made.status, 200);
    const { id } = (await made.json()) as { id: string };
    assert.equal((await browser.send(`/pronunciation-dicts/${id}`, { method: 'DELETE' })).status, 204);
  });

  it('streams audio, and events', async () => {
    const browser = await signedIn();
    const bytes = await browser.send('/tts/bytes', { body: { ...speech, transcript: 'Hi.' } });
    assert.equal(bytes.status, 200);
    assert.ok((await bytes.arrayBuffer()).byteLength > 1000);
    const events = await browser.send('/tts/sse', { body: { ...speech, transcript: 'Hi.' } });
    assert.match(await events.text(), /"type":"done"/);
  });

  it('speaks over the WebSocket', async () => {
    const browser = await signedIn();
    const socket = await browser.socket();
    socket.speak('a', 'Hi.', { output_format: raw24 });
    assert.ok(audioOf(await socket.ended('a')).length > 1000);
    socket.close();
  });

  it('wants a session, whatever key is sent along', async () => {
    const browser = new Browser(server.url);
    const keys = { authorization: `Bearer ${apiKey}`, 'x-api-key': apiKey };
    assert.equal((await browser.send('/voices', { headers: keys })).status, 401);
    assert.equal(await browser.socketStatus(keys, `?api_key=${apiKey}`), 401);
    const signed = await signedIn(adminKey);
    assert.equal((await signed.send('/voices', { headers: keys })).status, 403, 'the key does not add to the session');
  });

  it('is the only address where the cookie counts', async () => {
    const { cookie } = await signedIn();
    const response = await fetch(`${server.url}/voices`, {
      headers: { cookie: cookie!, 'service-version': '2026-08-14' },
    });
    assert.equal(response.status, 401);
  });
});

describe('a session', () => {
  it('ends when it is signed out, with its sockets', async () => {
    const browser = await signedIn();
    const { cookie } = browser;
    const socket = await browser.socket();
    assert.equal((await browser.send('/session', { method: 'DELETE' })).status, 204);
    assert.equal(browser.cookie, undefined);
    await socket.closed;
    browser.cookie = cookie;
    assert.equal((await browser.send('/voices')).status, 401);
    assert.equal(browser.cookie, undefined, 'the browser forgets it');
  });

  it('ends with its key, in another process too, with its sockets', async () => {
    const { organization } = await store.bootstrap();
    const made = await store.apiKeys.create({ organizationId: organization.id, kind: 'api', description: '' });
    const browser = await signedIn(made.secret);
    const socket = await browser.socket();
    await store.apiKeys.revoke(organization.id, made.key.id);
    const elapsedMs = stopwatch();
    await socket.closed;
    assert.ok(elapsedMs() < 1000, 'within a second');
    await eventually('the session is refused', async () => (await browser.send('/session')).status === 401);
  });
});
