/** Tokens and the usage they cause, on a real server over its three transports. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import WebSocket from 'ws';
import { eventually } from './support/eventually.ts';
import {
  adminKey,
  apiKey,
  audioOf,
  fliteVoice,
  readSse,
  speech,
  start,
  toneEngines,
  TestSocket,
  version,
  type TestServer,
} from './support/server.ts';

let server: TestServer;
before(async () => {
  // Without pings nothing but the moment of expiry itself can end a socket.
  server = await start({}, toneEngines, [], { pingMs: 3_600_000 });
});
after(() => server.close());

async function mint(body: object): Promise<string> {
  return ((await (await server.post('/access-token', body)).json()) as { token: string }).token;
}

function bearer(credential: string) {
  return { authorization: `Bearer ${credential}` };
}

async function usage(
  query = '',
): Promise<{ data: { id?: string; credits: number; buckets?: { credits: number }[] }[] }> {
  const response = await fetch(`${server.url}/usage/credits?${query}`, {
    headers: { 'service-version': version, ...bearer(adminKey) },
  });
  return (await response.json()) as Awaited<ReturnType<typeof usage>>;
}

async function used(query = ''): Promise<number> {
  return (await usage(query)).data[0]!.credits;
}

function byToken(token: string): Promise<TestSocket> {
  return server.open(`?cartesia_version=${version}&access_token=${token}`, {});
}

describe('an access token with the grant tts', () => {
  it('speaks over bytes, SSE and WebSocket, there in the header or in the address', async () => {
    const token = await mint({ grants: { tts: true } });
    const body = { ...speech, transcript: 'Hi.' };
    const bytes = await server.post('/tts/bytes', body, bearer(token));
    assert.equal(bytes.status, 200);
    const audio = Buffer.from(await bytes.arrayBuffer());
    const sse = readSse(await (await server.post('/tts/sse', body, bearer(token))).text());
    assert.ok(audioOf(sse).equals(audio));
    for (const socket of [
      await byToken(token),
      await server.open('', { 'service-version': version, ...bearer(token) }),
    ]) {
      socket.speak('a', 'Hi.');
      assert.ok(audioOf(await socket.ended('a')).equals(audio));
      socket.close();
    }
  });

  it('opens nothing else and cannot make another', async () => {
    const token = await mint({ grants: { tts: true } });
    assert.equal((await server.post('/access-token', {}, bearer(token))).status, 403);
    for (const path of ['/voices', '/usage/credits', '/organizations/users']) {
      assert.equal(
        (await fetch(server.url + path, { headers: { 'service-version': version, ...bearer(token) } })).status,
        403,
        path,
      );
    }
    for (const grants of [{}, { stt: true, agent: true }]) {
      const other = await mint({ grants });
      assert.equal((await server.post('/tts/bytes', { ...speech, transcript: 'Hi.' }, bearer(other))).status, 403);
      await assert.rejects(byToken(other), /403/u);
    }
  });

  it('ends its sockets at its own moment: each context fails once, then the socket closes with 1008', async () => {
    const token = await mint({ grants: { tts: true }, expires_in: 2 });
    const socket = await byToken(token);
    for (const id of ['a', 'b']) socket.speak(id, 'This waits for more', { continue: true, max_buffer_delay_ms: 5000 });
    socket.speak('spoken', 'Hi.');
    await socket.ended('spoken');
    assert.equal((await socket.closed).code, 1008);
    for (const id of ['a', 'b']) {
      assert.deepEqual(
        socket.of(id).map((event) => [event.type, event.error_code, event.status_code, event.done]),
        [['error', 'unauthorized', 401, true]],
      );
    }
    await assert.rejects(byToken(token), /401/u);
    assert.equal((await server.post('/tts/bytes', { ...speech, transcript: 'Hi.' }, bearer(token))).status, 401);
  });
});

describe('usage', () => {
  const text = 'Grüße, 世界! <speed ratio="1.2"/> This 👋 is  it. And so on.';
  const characters = Array.from(text).length;

  it('is one credit for each character spoken, the same over every transport and however the text is cut', async () => {
    const ws = await server.open();
    const speakers: readonly (() => Promise<unknown>)[] = [
      async () => (await server.post('/tts/bytes', { ...speech, transcript: text })).arrayBuffer(),
      async () =>
        (
          await server.post('/tts/bytes', {
            ...speech,
            transcript: text,
            output_format: { container: 'mp3', sample_rate: 44_100, bit_rate: 128_000 },
          })
        ).arrayBuffer(),
      async () => (await server.post('/tts/sse', { ...speech, transcript: text })).text(),
      () => (ws.speak('whole', text), ws.ended('whole')),
      () => {
        for (const unit of text.split('')) ws.speak('cut', unit, { continue: true, max_buffer_delay_ms: 5000 });
        ws.speak('cut', '', { continue: false });
        return ws.ended('cut');
      },
    ];
    for (const speak of speakers) {
      const before = await used();
      await speak();
      assert.equal((await used()) - before, characters);
    }
    ws.close();
  });

  it('is known by capability, model, voice and key, tokens counting for the key that made them', async () => {
    const token = await mint({ grants: { tts: true } });
    const before = await used();
    await (await server.post('/tts/bytes', { ...speech, transcript: 'Five!' }, bearer(token))).arrayBuffer();
    assert.equal((await used()) - before, 5);
    const groups = await Promise.all(
      ['capability', 'model', 'voice', 'api_key'].map((group) => usage(`interval=day&group_by=${group}`)),
    );
    const [capability, model, voice, key] = groups.map(({ data }) => data.map(({ id }) => id));
    assert.deepEqual([capability, model, voice], [['tts'], ['espeak'], [fliteVoice]]);
    const keys = (await (
      await fetch(`${server.url}/api-keys`, { headers: { 'service-version': version, ...bearer(adminKey) } })
    ).json()) as { data: { id: string }[] };
    assert.deepEqual(
      key,
      keys.data.map(({ id }) => id),
    );
    assert.equal(await used(`api_key_id=${key[0]!}`), before + 5);
  });

  it('costs nothing for what is refused, blank or cancelled before it was spoken', async () => {
    const before = await used();
    const ws = await server.open();
    await server.post('/tts/bytes', { ...speech, transcript: ' ' });
    await server.post('/tts/bytes', { ...speech, voice: 'nobody', transcript: 'Hi.' });
    ws.speak('blank', '  ');
    await ws.ended('blank');
    ws.speak('waiting', 'This waits', { continue: true, max_buffer_delay_ms: 5000 });
    ws.send({ context_id: 'waiting', cancel: true });
    await ws.ended('waiting');
    ws.close();
    assert.equal(await used(), before);
  });

  it('of a server that is killed is counted by the next one: all whose audio was sent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sonorant-killed-'));
    const env = {
      ...process.env,
      SONORANT_PORT: '0',
      SONORANT_DATA_DIR: folder,
      SONORANT_API_KEY: apiKey,
      SONORANT_ADMIN_KEY: adminKey,
      SONORANT_LOG_LEVEL: 'silent',
      SONORANT_WORKERS: '1',
      SONORANT_ENGINES: 'espeak',
    };
    const child = spawn(process.execPath, [new URL('../src/server/main.ts', import.meta.url).pathname], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (part: Buffer) => (output += part.toString()));
    await eventually('the address is told', () => /http:\/\/127\.0\.0\.1:\d+/u.test(output), 30_000);
    const ws = new TestSocket(
      new WebSocket(`${/http(:\/\/127\.0\.0\.1:\d+)/u.exec(output)![1]!.replace(/^/u, 'ws')}/tts/websocket`, {
        headers: { 'service-version': version, ...bearer(apiKey) },
      }),
    );
    await ws.opened;
    ws.speak('a', 'One. Two.');
    await ws.ended('a');
    ws.speak('b', 'Three. Four is longer. '.repeat(500));
    await ws.until((event) => event.context_id === 'b' && event.type === 'chunk');
    child.kill('SIGKILL');
    await ws.closed;
    const next = await start({ SONORANT_DATA_DIR: folder, SONORANT_WORKERS: '1' }, toneEngines);
    try {
      const response = await fetch(`${next.url}/usage/credits`, {
        headers: { 'service-version': version, ...bearer(adminKey) },
      });
      const { data } = (await response.json()) as { data: [{ credits: number }] };
      const { length } = 'One. Two.';
      assert.ok(data[0].credits > length && data[0].credits <= length + 500 * 23, String(data[0].credits));
    } finally {
      await next.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
