/** Keys that stand in web pages: what they open, for which pages, and what bounds them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { clientOf, expectJson, type Ask } from './support/resources.ts';
import { Browser } from './support/clients/console.ts';
import { eventually } from './support/eventually.ts';
import { adminKey, raw24, speech, start, toneEngines, version, type TestServer } from './support/server.ts';

interface Key {
  readonly id: string;
  readonly key: string;
  readonly origins: readonly string[] | null;
}

const page = 'https://blog.example.com';
const limits = { scopes: ['tts'], budget: { characters: 1000 }, origins: [page, 'http://localhost:3000'] };

describe('a key of web pages', () => {
  let server: TestServer;
  let admin: Ask;
  before(async () => {
    server = await start({}, toneEngines, [], { keyCacheMs: 1 });
    admin = clientOf(server.url, adminKey);
  });
  after(() => server.close());

  const make = (body: object = {}): Promise<Key> =>
    expectJson<Key>(admin('POST', '/api-keys', { name: 'Blog', ...limits, ...body }), 201);
  const refused = async (method: string, path: string, body: object): Promise<string> => {
    const { message } = await expectJson<{ message: string }>(admin(method, path, body), 400);
    return message;
  };
  const speak = (key: string, origin: string | undefined, path = '/tts/bytes', more: object = {}): Promise<Response> =>
    server.post(
      path,
      { ...speech, transcript: 'Hello there.', output_format: raw24, ...more },
      { authorization: `Bearer ${key}`, ...(origin !== undefined && { origin }) },
    );
  const refusal = async (response: Response): Promise<readonly [number, string]> => {
    const { error_code: code } = (await response.json()) as { error_code: string };
    return [response.status, code];
  };

  it('speaks over bytes and SSE for pages of its origins, which may read the answer', async () => {
    const { key, origins } = await make();
    assert.deepEqual(origins, limits.origins);
    for (const origin of limits.origins) {
      for (const path of ['/tts/bytes', '/tts/sse']) {
        const response = await speak(key, origin, path);
        assert.equal(response.status, 200, `${path} of ${origin}`);
        assert.equal(response.headers.get('access-control-allow-origin'), '*');
        assert.ok((await response.arrayBuffer()).byteLength > 1000);
      }
    }
  });

  it('is refused for pages of other origins, and without a page, readably', async () => {
    const { key } = await make();
    for (const origin of [
      'https://evil.example',
      `${page}:8443`,
      `${page}.evil.example`,
      'http://blog.example.com',
      'null',
    ]) {
      const response = await speak(key, origin);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.deepEqual(await refusal(response), [403, 'forbidden'], origin);
    }
    assert.deepEqual(await refusal(await speak(key, undefined)), [403, 'forbidden']);
  });

  it('says which page asked where it is refused, in a message of bounded length', async () => {
    const { key } = await make();
    const messageFor = async (origin: string | undefined): Promise<string> =>
      ((await (await speak(key, origin)).json()) as { message: string }).message;
    assert.match(await messageFor(undefined), /the request has no Origin\.$/);
    const origin = `https://${'a'.repeat(300)}.example`;
    assert.match(await messageFor(origin), new RegExp(`this one is "${origin.slice(0, 200)}"\\.$`));
  });

  it('opens nothing else, keeps no files and makes no tokens', async () => {
    const { key } = await make();
    const headers = { authorization: `Bearer ${key}`, 'service-version': version, origin: page };
    for (const path of ['/voices', '/books', '/pronunciation-dicts', '/agents', '/files', '/usage/credits']) {
      assert.equal((await fetch(server.url + path, { headers })).status, 403, path);
    }
    const token = await server.post('/access-token', { grants: { tts: true } }, headers);
    assert.deepEqual(await refusal(token), [403, 'forbidden']);
    assert.deepEqual(await refusal(await speak(key, page, '/tts/bytes', { save: true })), [403, 'forbidden']);
  });

  it('begins no session of the console, which would have neither its pages nor its budget', async () => {
    const { key } = await make();
    const browser = new Browser(server.url);
    const response = await browser.send('/session', { body: { key } });
    const { error_code: code, message } = (await response.json()) as { error_code: string; message: string };
    assert.deepEqual([response.status, code], [401, 'unauthorized']);
    assert.match(message, /web pages/);
    assert.equal(response.headers.get('set-cookie'), null);
  });

  it('stops when its budget is used up', async () => {
    const { key } = await make({ budget: { characters: 20 } });
    await eventually('the budget is used up', async () => {
      const response = await speak(key, page);
      await response.arrayBuffer();
      return response.status === 402;
    });
  });

  it('is not made where it would open more, or as much as one likes', async () => {
    assert.match(await refused('POST', '/api-keys', { ...limits, scopes: ['tts', 'voices'] }), /scopes/);
    assert.match(await refused('POST', '/api-keys', { ...limits, scopes: null }), /scopes/);
    assert.match(await refused('POST', '/api-keys', { ...limits, budget: null }), /budget/);
    assert.match(
      await refused('POST', '/api-keys', { ...limits, budget: { characters: 9, action: 'alert' } }),
      /budget/,
    );
    assert.match(await refused('POST', '/api-keys', { kind: 'admin', origins: [page] }), /origins/);
    for (const origin of [
      '*',
      'blog.example.com',
      `${page}/`,
      `${page}/path`,
      'https://BLOG.example.com',
      'file://',
      'null',
      '',
    ]) {
      assert.match(await refused('POST', '/api-keys', { ...limits, origins: [origin] }), /origins/, origin);
    }
    assert.match(await refused('POST', '/api-keys', { ...limits, origins: [] }), /origins/);
  });

  it('does not lose what bounds it, and a key of programs does not become one', async () => {
    const { id } = await make();
    assert.match(await refused('PATCH', `/api-keys/${id}`, { scopes: null }), /scopes/);
    assert.match(await refused('PATCH', `/api-keys/${id}`, { budget: null }), /budget/);
    const program = await make({ origins: null });
    assert.equal(program.origins, null);
    assert.match(await refused('PATCH', `/api-keys/${program.id}`, { origins: [page] }), /origins/);
  });

  it('gets other pages at once, and takes them with it when it is rotated', async () => {
    const { id, key } = await make();
    const other = 'https://other.example';
    await expectJson(admin('PATCH', `/api-keys/${id}`, { origins: [other] }), 200);
    assert.deepEqual(await refusal(await speak(key, page)), [403, 'forbidden']);
    const rotated = await expectJson<Key>(admin('POST', `/api-keys/${id}/rotate`, {}), 201);
    assert.deepEqual(rotated.origins, [other]);
    const response = await speak(rotated.key, other);
    assert.equal(response.status, 200);
    await response.arrayBuffer();
    assert.deepEqual(await refusal(await speak(rotated.key, page)), [403, 'forbidden']);
  });
});
