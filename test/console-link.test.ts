/** The link that the start prints, and the console over TLS and behind proxies. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request as send } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { generate } from 'selfsigned';
import { Browser } from './support/clients/console.ts';
import { eventually } from './support/eventually.ts';
import { apiKey, start, toneEngines, type TestServer } from './support/server.ts';

async function withServer(settings: Record<string, string>, use: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await start({ ...settings }, toneEngines);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

function linkOf(server: TestServer): string {
  return /#link=([\w-]+)$/.exec(server.consoleUrl(true))![1]!;
}

/** What the start prints to a terminal; what it prints into a pipe stands in test/process.test.ts. */
async function printed(program: string, words: readonly string[]): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-'));
  const child = spawn(program, words, {
    cwd: new URL('..', import.meta.url).pathname,
    env: {
      ...process.env,
      SONORANT_DATA_DIR: dataDir,
      SONORANT_PORT: '0',
      SONORANT_ENGINES: 'espeak',
      SONORANT_WORKERS: '1',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  try {
    await eventually('the server is up', () => output.includes('hello.mp3') || child.exitCode !== null, 40_000);
    const link = /#link=([\w-]+)/.exec(output)?.[1];
    const url = /speaks at (\S+)/.exec(output)![1]!;
    if (link !== undefined) assert.equal((await new Browser(url).signIn({ link })).role, 'admin');
    return output;
  } finally {
    process.kill(-child.pid!, 'SIGTERM');
    await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  }
}

describe('the link of the start', () => {
  it('signs in once, as who runs the server, and leads to an account of the first admin, who comes back with its password', () =>
    withServer({}, async (server) => {
      const link = linkOf(server);
      const session = await new Browser(server.url).signIn({ link });
      assert.equal(session.role, 'admin');
      assert.equal(session.how, 'link');
      assert.equal(session.permissions.length, 9);
      const second = await new Browser(server.url).send('/session', { body: { link } });
      assert.equal(second.status, 401);
      assert.equal(second.headers.get('set-cookie'), null);

      const account = { name: 'Ada', email: 'Ada@Example.org', password: 'a password of hers' };
      const browser = new Browser(server.url);
      assert.equal((await browser.send('/account', { body: account })).status, 401, 'without a session');
      await browser.signIn({ key: apiKey });
      assert.equal((await browser.send('/account', { body: account })).status, 403, 'with a key');
      await browser.signIn({ link: linkOf(server) });
      const { cookie } = browser;
      const foreign = { body: account, headers: { origin: 'https://elsewhere.example' } };
      assert.equal((await browser.send('/account', foreign)).status, 403, 'from another page');
      for (const [field, value] of Object.entries({ name: ' ', email: 'ada', password: 'short' })) {
        const refused = await browser.send('/account', { body: { ...account, [field]: value } });
        assert.equal(refused.status, 400, field);
        assert.match(((await refused.json()) as { message: string }).message, new RegExp(`→ at ${field}$`));
      }
      const made = await browser.send('/account', { body: account });
      assert.equal(made.status, 200);
      const { user, role, how } = (await made.json()) as {
        user: { name: string; email: string };
        role: string;
        how: string;
      };
      assert.deepEqual([user.name, user.email, role, how], ['Ada', 'ada@example.org', 'admin', 'password']);
      assert.equal((await browser.send('/session')).status, 200, 'the browser goes on');
      const before = await browser.send('/session', { headers: { cookie } });
      assert.equal(before.status, 401, 'the session of the link has ended');
      const { role: again } = await new Browser(server.url).signIn({
        email: account.email,
        password: account.password,
      });
      assert.equal(again, 'admin');
      const other = new Browser(server.url);
      await other.signIn({ link: linkOf(server) });
      assert.equal((await other.send('/account', { body: account })).status, 400, 'the email has an account');
      const eve = { ...account, email: 'eve@example.org' };
      assert.equal((await other.send('/account', { body: eve })).status, 403, 'nobody is left to finish');
    }));

  it('is refused through a proxy, and stays good', () =>
    withServer({ SONORANT_TRUSTED_PROXIES: 'loopback' }, async (server) => {
      const link = linkOf(server);
      const { host } = new URL(server.url);
      for (const headers of [
        { 'x-forwarded-for': '203.0.113.7' },
        { 'x-forwarded-for': '127.0.0.1' },
        { 'x-forwarded-host': host },
        { forwarded: 'for=127.0.0.1' },
        { 'x-real-ip': '127.0.0.1' },
        { via: '1.1 proxy' },
      ]) {
        const response = await new Browser(server.url).send('/session', { body: { link }, headers });
        assert.equal(response.status, 401, JSON.stringify(headers));
      }
      await new Browser(server.url).signIn({ link });
    }));

  it('names this machine where the server listens at every address', () =>
    withServer({ SONORANT_HOST: '0.0.0.0' }, (server) => {
      assert.match(server.consoleUrl(true), /^http:\/\/localhost:\d+\/console#link=/);
      assert.match(server.consoleUrl(false), /^http:\/\/localhost:\d+\/console$/);
      return Promise.resolve();
    }));

  it('is printed to a terminal, where it works', async () => {
    const words = `${process.execPath} src/server/main.ts`;
    assert.match(await printed('script', ['-qefc', words, '/dev/null']), /\/console#link=[\w-]{43}/);
  });
});

describe('the cookie of the console', () => {
  it('is for TLS only where the page came over TLS', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sonorant-tls-'));
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
    await Promise.all([writeFile(join(folder, 'cert.pem'), cert), writeFile(join(folder, 'key.pem'), key)]);
    const settings = {
      SONORANT_TLS_PORT: '0',
      SONORANT_TLS_CERT: join(folder, 'cert.pem'),
      SONORANT_TLS_KEY: join(folder, 'key.pem'),
    };
    try {
      await withServer(settings, async (server) => {
        const overTls = async (origin: string): Promise<IncomingMessage> => {
          const headers = { origin, 'content-type': 'application/json' };
          const agent = new Agent({ rejectUnauthorized: false });
          const request = send(`${server.tlsUrl}/console/api/session`, { method: 'POST', headers, agent });
          request.end(JSON.stringify({ key: apiKey }));
          const [response] = (await once(request, 'response')) as [IncomingMessage];
          response.resume();
          return response;
        };
        const secure = await overTls(server.tlsUrl!);
        assert.equal(secure.statusCode, 200);
        assert.match(secure.headers['set-cookie']![0]!, /; Secure(;|$)/);
        const mixed = await overTls(server.tlsUrl!.replace('https', 'http'));
        assert.equal(mixed.statusCode, 403, 'a page without TLS on the port of TLS');
        const browser = new Browser(server.url);
        await browser.signIn({ key: apiKey });
        assert.doesNotMatch(browser.setCookie!, /Secure/);
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is for TLS only behind a trusted proxy that ends it, whose address is that of the page', () =>
    withServer({ SONORANT_TRUSTED_PROXIES: 'loopback' }, async (server) => {
      const browser = new Browser(server.url);
      const proxy = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'speech.example.org' };
      const headers = { ...proxy, origin: 'https://speech.example.org' };
      assert.equal((await browser.send('/session', { body: { key: apiKey }, headers })).status, 200);
      assert.match(browser.setCookie!, /; Secure(;|$)/);
      for (const origin of [server.url, 'http://speech.example.org', 'https://other.example.org']) {
        const refused = await browser.send('/session', { body: { key: apiKey }, headers: { ...proxy, origin } });
        assert.equal(refused.status, 403, origin);
      }
    }));

  it('is for TLS only at the public address that the settings name, behind any proxy', () =>
    withServer({ SONORANT_PUBLIC_URL: 'https://speech.example.org/' }, async (server) => {
      const browser = new Browser(server.url);
      const sending = { body: { key: apiKey }, headers: { origin: 'https://speech.example.org' } };
      const response = await browser.send('/session', sending);
      assert.equal(response.status, 200);
      assert.match(browser.setCookie!, /; Secure(;|$)/);
      const { server: shown } = (await response.json()) as { server: { public_url: string } };
      assert.equal(shown.public_url, 'https://speech.example.org');
      await browser.signIn({ key: apiKey });
      assert.doesNotMatch(browser.setCookie!, /Secure/, 'at the address of the request itself');
    }));
});
