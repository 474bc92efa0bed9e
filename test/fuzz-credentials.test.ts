import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fakeEngine } from '../src/engines/fake/index.ts';
import { flite } from '../src/engines/flite/index.ts';
import { openTestStore } from '../src/store/testing.ts';
import type { Store } from '../src/store/index.ts';
import { checkAnswer } from './support/fuzz.ts';
import { exchange, type RawRequest } from './support/clients/raw-http.ts';
import { eventually } from './support/eventually.ts';
import { metric, speech, start, version, type TestServer } from './support/server.ts';

describe('a credential that no longer holds', () => {
  let server: TestServer;
  let store: Store;
  let folder: string;
  let organizationId: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonorant-keys-'));
    server = await start(
      {
        SONORANT_DATA_DIR: folder,
        SONORANT_WORKERS: '1',
      },
      // By the name of the engine that `speech` asks for.
      [flite, fakeEngine({ id: 'espeak' })],
      [],
      { pingMs: 50, keyCacheMs: 1 },
    );
    store = await openTestStore({ dataDir: folder });
    organizationId = (await store.organizations.first())!.id;
  });
  after(async () => {
    await server.close();
    await store.close();
    await rm(folder, { recursive: true });
  });

  const headersOf = (key: string): Record<string, string> => ({ 'service-version': version, 'x-api-key': key });

  it('is refused like one that never existed, over HTTP and at the handshake', async () => {
    const expired = await store.apiKeys.create({
      organizationId,
      kind: 'api',
      description: '',
      expiresAt: new Date(Date.now() - 1000),
    });
    const revoked = await store.apiKeys.create({ organizationId, kind: 'api', description: '' });
    await store.apiKeys.revoke(organizationId, revoked.key.id);
    const messages = new Set<string>();
    for (const key of [expired.secret, revoked.secret, 'never existed']) {
      for (const [method, target] of [
        ['GET', '/voices'],
        ['POST', '/tts/bytes'],
        ['POST', '/tts/sse'],
      ] as const) {
        const answer = await exchange(server.url, { method, target, headers: Object.entries(headersOf(key)) });
        checkAnswer(answer!, { secrets: [key] });
        assert.equal(answer!.status, 401);
        assert.match(answer!.headers.get('www-authenticate')!, /^Bearer .*error="invalid_token"$/);
        messages.add((JSON.parse(answer!.body.toString()) as { message: string }).message);
      }
      await assert.rejects(server.open('', headersOf(key)), /401/);
      await assert.rejects(server.open(`?api_key=${encodeURIComponent(key)}&cartesia_version=${version}`, {}), /401/);
    }
    assert.equal(messages.size, 1, 'which of them it is must not be told apart');
  });

  it('ends an open socket: each context fails once, the socket closes with 1008, other sockets go on', async () => {
    const { key, secret } = await store.apiKeys.create({ organizationId, kind: 'api', description: '' });
    const [ws, other] = [await server.open('', headersOf(secret)), await server.open()];
    for (const id of ['a', 'b']) ws.speak(id, 'This waits for more', { continue: true, max_buffer_delay_ms: 5000 });
    ws.speak('spoken', 'Hi.');
    await ws.ended('spoken');
    other.speak('other', 'This waits for ', { continue: true, max_buffer_delay_ms: 5000 });
    await store.apiKeys.revoke(organizationId, key.id);
    assert.equal((await ws.closed).code, 1008);
    for (const id of ['a', 'b']) {
      assert.deepEqual(
        ws.of(id).map((event) => [event.type, event.error_code, event.status_code, event.done]),
        [['error', 'unauthorized', 401, true]],
      );
    }
    assert.ok(!JSON.stringify(ws.events).includes(secret));
    other.speak('other', 'more.');
    assert.equal((await other.ended('other')).at(-1)!.type, 'done');
    other.close();
    await eventually('no context runs', async () => (await metric(server.url, 'sonorant_contexts')) === 0);
    await eventually(
      'the key no longer works',
      async () => (await fetch(`${server.url}/voices`, { headers: headersOf(secret) })).status === 401,
    );
  });
});

describe('the log of a server under attack', () => {
  let folder: string;
  let child: ChildProcess;
  let url: string;
  let log = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonorant-log-'));
    const env = {
      ...process.env,
      SONORANT_PORT: '0',
      SONORANT_DATA_DIR: folder,
      SONORANT_API_KEY: 'opensesame-api',
      SONORANT_ADMIN_KEY: 'opensesame-admin',
      SONORANT_LOG_LEVEL: 'trace',
      SONORANT_WORKERS: '1',
    };
    child = spawn(process.execPath, [new URL('../src/server/main.ts', import.meta.url).pathname], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (part: Buffer) => (log += part.toString()));
    await eventually('the address is told', () => /http:\/\/127\.0\.0\.1:\d+/u.test(log), 100_000);
    url = /http:\/\/127\.0\.0\.1:\d+/u.exec(log)![0];
    // The banner printed to the terminal is no log line.
    log = '';
  });
  after(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  it('holds no credential and no word of a transcript, wherever they were put', async () => {
    const body = JSON.stringify({ ...speech, transcript: 'Xylophonic secrets.' });
    const json = ['content-type', 'application/json'] as const;
    const dated = ['service-version', version] as const;
    const upgrade = [
      ['connection', 'upgrade'],
      ['upgrade', 'websocket'],
      ['sec-websocket-version', '13'],
      ['sec-websocket-key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
    ] as const;
    const requests: RawRequest[] = [
      { method: 'POST', target: '/tts/bytes', headers: [dated, json, ['x-api-key', 'opensesame-api']], body },
      {
        method: 'POST',
        target: '/tts/sse',
        headers: [dated, json, ['authorization', 'Bearer opensesame-api']],
        body: body.slice(0, -1),
      },
      { method: 'POST', target: '/tts/bytes', headers: [dated, json, ['x-api-key', 'opensesame-admin']], body },
      {
        method: 'POST',
        target: '/tts/bytes',
        headers: [dated, json, ['x-api-key', 'opensesame-api']],
        body,
        announced: 5000,
      },
      {
        method: 'POST',
        target: '/tts/bytes',
        headers: [dated, json, ['authorization', 'Basic opensesame-wrong']],
        body,
      },
      { target: '/voices?api_key=opensesame-api&access_token=opensesame-wrong', headers: [dated] },
      {
        target: '/voices/x?api_key=opensesame-api#opensesame-wrong',
        headers: [dated, ['authorization', 'Bearer opensesame-wrong']],
      },
      { target: '/tts/websocket?api_key=opensesame-wrong&cartesia_version=2026-08-14', headers: upgrade },
      {
        target: '/tts/websocket?access_token=opensesame-wrong&api_key=opensesame-api&cartesia_version=%zz',
        headers: upgrade,
      },
      { target: '/%zz?api_key=opensesame-api' },
      {
        target: '/voices',
        headers: [dated, ['cookie', 'key=opensesame-api'], ['x-api-key', `opensesame-api${'x'.repeat(9000)}`]],
      },
    ];
    for (const request of requests) {
      const answer = await exchange(url, request);
      if (answer!.status >= 400) checkAnswer(answer!, { secrets: ['opensesame', 'Xylophonic'] });
    }
    child.kill('SIGTERM');
    await once(child, 'exit');
    const lines = log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { msg: string; request_id?: string });
    assert.ok(lines.filter((line) => line.msg === 'request').length >= requests.length - 3, log);
    assert.doesNotMatch(log, /opensesame|Xylophonic/u);
  });
});
