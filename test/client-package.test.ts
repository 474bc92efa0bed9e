/** The client as a server gives it away: installed by npm from its address, in a folder that knows nothing of Sonorant. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import fastify from 'fastify';
import { addErrorHandler } from '../src/http/requests/errors.ts';
import { addClientPackage } from '../src/routes/client-package/index.ts';
import { apiKey, start, type TestServer } from './support/server.ts';

const run = promisify(execFile);

describe('GET /client.tgz', () => {
  let server: TestServer;
  let folder: string;
  before(async () => {
    server = await start();
    folder = await mkdtemp(join(tmpdir(), 'sonorant-consumer-'));
  });
  after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('is installed by npm without a registry, and speaks', async () => {
    await writeFile(join(folder, 'package.json'), '{"name":"consumer","private":true,"type":"module"}');
    const options = { cwd: folder, env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9' } };
    await run('npm', ['install', '--no-audit', '--no-fund', `${server.url}/client.tgz`], {
      ...options,
      timeout: 60_000,
    });
    const program = `import { Sonorant } from '@sonorant/client';
      import * as browser from '@sonorant/client/browser';
      const sonorant = new Sonorant({ baseUrl: '${server.url}', apiKey: '${apiKey}' });
      const file = await sonorant.speak({ text: 'Hello.' }).blob();
      console.log(file.size > 1000, typeof browser.microphone);`;
    await writeFile(join(folder, 'speak.js'), program);
    const { stdout } = await run(process.execPath, ['speak.js'], { ...options, timeout: 30_000 });
    assert.equal(stdout, 'true function\n');
    const types = await readFile(join(folder, 'node_modules/@sonorant/client/dist/index.d.ts'), 'utf8');
    assert.match(types, /Sonorant/);
  });

  it('is not sent again to a client that has it', async () => {
    const first = await fetch(`${server.url}/client.tgz`);
    assert.equal(first.headers.get('content-type'), 'application/gzip');
    await first.arrayBuffer();
    const etag = first.headers.get('etag')!;
    const again = await fetch(`${server.url}/client.tgz`, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
  });
});

describe('GET /client.tgz of a checkout that has not built the client', () => {
  it('is 503 and names the command, and is there once it was built', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'sonorant-client-'));
    t.after(() => rm(folder, { recursive: true }));
    const app = fastify();
    addErrorHandler(app);
    addClientPackage(app, folder);
    const refused = await app.inject('/client.tgz');
    assert.equal(refused.statusCode, 503);
    assert.match(refused.body, /npm run client:build/);
    await mkdir(join(folder, 'dist'));
    for (const name of ['dist/index.js', 'README.md']) await writeFile(join(folder, name), '');
    await writeFile(join(folder, 'package.json'), '{}');
    assert.equal((await app.inject('/client.tgz')).statusCode, 200);
  });
});
