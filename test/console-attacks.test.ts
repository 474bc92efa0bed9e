/** What other pages, other servers of the host, and clients without a session try on the console's session. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Browser } from './support/clients/console.ts';
import { exchange } from './support/clients/raw-http.ts';
import { adminKey, apiKey, start, toneEngines, version, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
before(async () => {
  server = await start({}, toneEngines);
  browser = new Browser(server.url);
  await browser.signIn({ key: apiKey });
});
after(() => server.close());

const key = { 'x-api-key': apiKey, 'service-version': version };

async function dictionaries(): Promise<number> {
  const response = await fetch(`${server.url}/pronunciation-dicts`, { headers: key });
  return ((await response.json()) as { data: unknown[] }).data.length;
}

/** Origins that are not the page's, however alike. */
function foreignOrigins(): readonly (string | undefined)[] {
  const { port, host } = new URL(server.url);
  return [
    undefined,
    'null',
    '',
    'https://evil.example',
    `https://${host}`,
    `http://127.0.0.1:${Number(port) + 1}`,
    'http://127.0.0.1',
    `http://localhost:${port}`,
    `http://${host}.evil.example`,
    `http://evil.example/?${server.url}`,
    `http://${host}@evil.example`,
    `${server.url}, https://evil.example`,
    `javascript://${host}`,
  ];
}

describe('a page of another origin', () => {
  const body = { name: 'Theirs', items: [] };

  it('changes nothing, whatever it calls itself', async () => {
    const before = await dictionaries();
    for (const origin of foreignOrigins()) {
      for (const [method, path] of [
        ['POST', '/pronunciation-dicts'],
        ['PATCH', '/pronunciation-dicts/any'],
        ['DELETE', '/pronunciation-dicts/any'],
        ['PUT', '/pronunciation-dicts/any'],
        ['POST', '/session'],
        ['DELETE', '/session'],
        ['POST', '/session/organization'],
        ['DELETE', '/sessions/any'],
        ['POST', '/password'],
        ['POST', '/password/reset'],
        ['POST', '/invitations/accept'],
      ] as const) {
        const sent = method === 'DELETE' ? undefined : path === '/session' ? { key: apiKey } : body;
        const { cookie } = browser;
        const response = await browser.send(path, { method, body: sent, headers: { origin } });
        const isRoute = method !== 'PUT';
        assert.equal(response.status, isRoute ? 403 : 405, `${method} ${path} of ${origin}`);
        assert.equal(browser.cookie, cookie, 'no cookie is set or removed');
        assert.equal(response.headers.get('set-cookie'), null);
      }
    }
    assert.equal(await dictionaries(), before);
    assert.equal((await browser.send('/session')).status, 200, 'the session goes on');
  });

  it('opens no WebSocket', async () => {
    for (const origin of foreignOrigins()) assert.equal(await browser.socketStatus({ origin }), 403, String(origin));
    for (const site of ['cross-site', 'same-site']) {
      assert.equal(await browser.socketStatus({ 'sec-fetch-site': site }), 403, site);
    }
    assert.equal(await browser.socketStatus(), 101);
  });

  it('does not get around the check by another spelling of the address', async () => {
    const [body, origin] = [JSON.stringify({ key: apiKey }), 'https://evil.example'];
    for (const target of [
      '/console/%61pi/session',
      '/%63onsole/api/session',
      `${server.url}/console/api/session`,
      '/console/%61pi/password/reset',
    ]) {
      const headers = Object.entries({ 'service-version': version, origin, 'content-type': 'application/json' });
      const answer = await exchange(server.url, { method: 'POST', target, headers, body });
      assert.equal(answer?.status, 404, target);
      assert.equal(answer.headers.get('set-cookie'), undefined, target);
    }
  });

  it('reads nothing, where the browser says that it is one', async () => {
    for (const site of ['cross-site', 'same-site', 'nonsense']) {
      for (const path of ['/session', '/sessions', '/voices', '/files', '/docs']) {
        const response = await browser.send(path, { headers: { 'sec-fetch-site': site, origin: undefined } });
        assert.equal(response.status, 403, `${path} ${site}`);
      }
    }
    const own = { origin: undefined, 'sec-fetch-site': 'none' };
    assert.equal((await browser.send('/voices', { headers: own })).status, 200, 'a person opens the address');
  });

  it('is never told that it may read, although the public interface is open to all pages', async () => {
    const origin = 'https://evil.example';
    for (const path of ['/session', '/voices', '/missing', '/docs']) {
      for (const method of ['GET', 'OPTIONS', 'DELETE']) {
        const headers = { origin, 'access-control-request-method': 'POST' };
        const response = await browser.send(path, { method, headers });
        const granted = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
        assert.deepEqual(granted, [], `${method} ${path}`);
      }
    }
    const open = await fetch(`${server.url}/voices`, { headers: { ...key, origin } });
    assert.equal(open.headers.get('access-control-allow-origin'), '*');
  });

  it('is not taken for the console by headers of a proxy that is not trusted', async () => {
    const origin = 'https://evil.example';
    const headers = {
      origin,
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
    };
    assert.equal((await browser.send('/pronunciation-dicts', { body, headers })).status, 403);
  });

  it('sends a form that is no JSON in vain, also from the same origin', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const response = await fetch(`${server.url}/console/api/session`, {
        method: 'POST',
        body: JSON.stringify({ key: apiKey }),
        headers: { 'content-type': type, origin: server.url },
      });
      assert.equal(response.status, 415, type);
      assert.equal(response.headers.get('set-cookie'), null);
    }
  });
});

describe('a cookie that was put into the browser', () => {
  it('does not become the session of who signs in', async () => {
    const victim = new Browser(server.url);
    const planted = 'A'.repeat(43);
    victim.cookie = `sonorant_session=${planted}`;
    await victim.signIn({ key: apiKey });
    assert.notEqual(victim.cookie, `sonorant_session=${planted}`);
    const attacker = new Browser(server.url);
    attacker.cookie = `sonorant_session=${planted}`;
    assert.equal((await attacker.send('/session')).status, 401);
  });

  it('is a session no more once its browser has signed in again', async () => {
    const attacker = new Browser(server.url);
    await attacker.signIn({ key: apiKey });
    const victim = new Browser(server.url);
    victim.cookie = attacker.cookie;
    await victim.signIn({ key: adminKey });
    assert.notEqual(victim.cookie, attacker.cookie);
    assert.equal((await attacker.send('/session')).status, 401);
  });

  it('beside the right one is no session, whichever comes first', async () => {
    const attacker = new Browser(server.url);
    await attacker.signIn({ key: adminKey });
    for (const cookie of [`${attacker.cookie}; ${browser.cookie}`, `${browser.cookie}; ${attacker.cookie}`]) {
      assert.equal((await browser.send('/session', { headers: { cookie } })).status, 401, cookie);
    }
    const others = `theme=dark; ${browser.cookie}; sonorant_session_other=1`;
    assert.equal((await browser.send('/session', { headers: { cookie: others } })).status, 200);
  });

  it('of any other form is no session and no fault', async () => {
    for (const text of [
      '',
      '"',
      'a',
      'a'.repeat(8000),
      '%00',
      '%',
      "' or 1=1 --",
      '__proto__',
      apiKey,
      browser.cookie!.slice('sonorant_session='.length).toUpperCase(),
      `${browser.cookie!.slice('sonorant_session='.length)}x`,
    ]) {
      const response = await browser.send('/voices', { headers: { cookie: `sonorant_session=${text}` } });
      assert.equal(response.status, 401, text);
      await browser.signIn({ key: apiKey });
    }
  });
});

describe('an address that is spelt in another way', () => {
  /** Each leads to the list of voices in some server or proxy. */
  const targets = [
    '/console/api/voices',
    '/console/api/voices/',
    '/console/api//voices',
    '//console/api/voices',
    '/console//api/voices',
    '/console/api/./voices',
    '/console/api/../voices',
    '/console/api/../api/voices',
    '/console/api/%2e%2e/voices',
    '/console/api/..%2fvoices',
    '/console/api/%76oices',
    '/console/%61pi/voices',
    '/%63onsole/api/voices',
    '/console%2fapi/voices',
    '/console%2fapi%2fvoices',
    '/console\\api\\voices',
    '/CONSOLE/API/voices',
    '/console/api/console/api/voices',
    '/console/api;a=b/voices',
    '/console/api?/voices',
    '/console/api/voices?x=/console/api',
    '/x/../console/api/voices',
    'http://evil.example/console/api/voices',
  ];

  it('gives nothing without a session, with a cookie only below the prefix itself, and never a fault', async () => {
    const cookie = browser.cookie!;
    for (const target of targets) {
      const without = await exchange(server.url, { target });
      assert.ok(without !== undefined && without.status !== 500, target);
      assert.doesNotMatch(without.body.toString(), /"data":/, `${target} without a session`);
      const headers = [
        ['cookie', cookie],
        ['service-version', version],
      ] as const;
      const signedIn = await exchange(server.url, { target, headers });
      assert.ok(signedIn !== undefined && signedIn.status !== 500, target);
      const isBelow = target.startsWith('/console/api/');
      if (!isBelow) assert.doesNotMatch(signedIn.body.toString(), /"data":/, `${target} with the cookie`);
      const foreign = await exchange(server.url, { target, headers: [...headers, ['sec-fetch-site', 'cross-site']] });
      assert.doesNotMatch(foreign!.body.toString(), /"data":/, `${target} of another page`);
    }
  });

  it('never takes a cookie for a route that a cookie opens elsewhere', async () => {
    const { cookie } = browser;
    for (const path of ['/voices', '/files', '/session', '/sessions', '/server']) {
      const response = await fetch(server.url + path, { headers: { cookie: cookie!, 'service-version': version } });
      assert.ok(response.status === 401 || response.status === 404, `${path}: ${response.status}`);
    }
  });
});
