/** The files of the console, as a browser gets them. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { addPages } from './pages.ts';

const page = '<!doctype html><title>Console</title>';
const script = `console.log(${JSON.stringify('x'.repeat(4000))});`;

describe('the console', () => {
  let folder: string;
  let server: TestServer;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonorant-console-'));
    const dist = join(folder, 'dist');
    await mkdir(join(dist, 'assets'), { recursive: true });
    await writeFile(join(dist, 'index.html'), page);
    await writeFile(join(dist, 'icon.svg'), '<svg/>');
    await writeFile(join(dist, 'assets', 'index-BNvRrVUL.js'), script);
    await writeFile(join(folder, 'secret.txt'), 'hidden words');
    server = await startTestServer({ routes: (app) => addPages(app, dist) });
  });
  after(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

  it('is one page at every address below /console, asked for anew each time, without a credential', async () => {
    for (const url of ['/console', '/console/', '/console/voices', '/console/voices/a0e99841/edit', '/console?a=b']) {
      const { statusCode, body, headers } = await get(url);
      assert.equal(statusCode, 200, url);
      assert.equal(body, page, url);
      assert.match(String(headers['content-type']), /^text\/html; charset=utf-8/i);
      assert.equal(headers['cache-control'], 'no-cache');
    }
  });

  it('lets nothing run or load but its own files, and no page frame it', async () => {
    for (const url of ['/console', '/console/assets/index-BNvRrVUL.js']) {
      const { headers } = await get(url);
      const policy = new Map(
        String(headers['content-security-policy'])
          .split('; ')
          .map((text) => [text.split(' ')[0], text.split(' ').slice(1).join(' ')]),
      );
      assert.equal(policy.get('default-src'), "'none'");
      assert.equal(policy.get('script-src'), "'self' 'wasm-unsafe-eval'");
      assert.equal(policy.get('style-src'), "'self'");
      assert.equal(policy.get('connect-src'), "'self'");
      assert.equal(policy.get('media-src'), "'self' blob:");
      assert.equal(policy.get('img-src'), "'self' data: blob:");
      assert.equal(policy.get('worker-src'), "'self' blob:");
      assert.equal(policy.get('frame-ancestors'), "'none'");
      assert.equal(policy.get('base-uri'), "'none'");
      assert.doesNotMatch(String(headers['content-security-policy']), /'unsafe/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['access-control-allow-origin'], undefined);
    }
  });

  it('keeps files whose name is that of their content, and compresses them', async () => {
    const url = '/console/assets/index-BNvRrVUL.js';
    const plain = await get(url);
    assert.equal(plain.body, script);
    assert.match(String(plain.headers['content-type']), /javascript/);
    assert.match(String(plain.headers['cache-control']), /max-age=31536000, immutable/);
    const packed = await get(url, { 'accept-encoding': 'gzip' });
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.ok(packed.rawPayload.length < 500);
    const icon = await get('/console/icon.svg');
    assert.equal(icon.headers['content-type'], 'image/svg+xml');
    assert.equal(icon.headers['cache-control'], 'no-cache');
  });

  it('answers what the browser has with 304', async () => {
    const { etag } = (await get('/console')).headers;
    const again = await get('/console', { 'if-none-match': String(etag) });
    assert.equal(again.statusCode, 304);
    assert.equal(again.body, '');
  });

  it('has nothing at the addresses of its interface and of files that are not there', async () => {
    for (const url of [
      '/console/api',
      '/console/api/console/api/session',
      '/console/assets/missing-BNvRrVUL.js',
      '/console/missing.txt',
    ]) {
      const { statusCode, body } = await get(url);
      assert.equal(statusCode, 404, url);
      assert.equal((JSON.parse(body) as { error_code: string }).error_code, 'not_found', url);
    }
  });

  it('gives nothing from outside of its folder', async () => {
    for (const url of [
      '/console/../secret.txt',
      '/console/..%2fsecret.txt',
      '/console/%2e%2e%2fsecret.txt',
      '/console/assets/..%2f..%2fsecret.txt',
      '/console/assets/..%5c..%5csecret.txt',
      '/console/assets/%2e%2e/%2e%2e/secret.txt',
      '/console/assets//etc/passwd',
      '/console/assets/..',
      '/console/assets/%00',
      '/console/assets/....//secret.txt',
    ]) {
      const { body, statusCode } = await get(url);
      assert.doesNotMatch(body, /hidden words|root:/, url);
      assert.ok(statusCode < 500, `${url}: ${statusCode}`);
    }
  });

  it('refuses other methods', async () => {
    const { statusCode, headers } = await server.app.inject({ method: 'POST', url: '/console/voices' });
    assert.equal(statusCode, 405);
    assert.match(String(headers.allow), /GET/);
  });
});

describe('a console that is not built', () => {
  it('says how to build it, and is there as soon as it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sonorant-console-'));
    const dist = join(folder, 'dist');
    const server = await startTestServer({
      routes: (app) => addPages(app, dist),
    });
    try {
      const missing = await server.app.inject({ url: '/console/voices' });
      assert.equal(missing.statusCode, 503);
      assert.match(String(missing.headers['content-type']), /^text\/html/);
      assert.match(missing.body, /npm run build:console/);
      await mkdir(dist);
      await writeFile(join(dist, 'index.html'), page);
      assert.equal((await server.app.inject({ url: '/console/voices' })).body, page);
    } finally {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('GET /', () => {
  it('leads a browser to the console, and tells programs the version as ever', async () => {
    const server = await startTestServer();
    try {
      const browser = await server.app.inject({
        url: '/',
        headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
      });
      assert.equal(browser.statusCode, 302);
      assert.equal(browser.headers.location, '/console');
      for (const accept of ['*/*', 'application/json', undefined]) {
        const program = await server.app.inject({ url: '/', headers: { ...(accept !== undefined && { accept }) } });
        assert.equal(program.statusCode, 200);
        assert.equal(program.json<{ ok: boolean }>().ok, true);
        assert.match(String(program.headers.vary), /accept/i);
      }
    } finally {
      await server.close();
    }
  });
});
