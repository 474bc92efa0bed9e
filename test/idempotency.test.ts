/** `Idempotency-Key` on the routes that make something, on a real server. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { adminKey, apiKey, start, toneEngines, version, type TestServer } from './support/server.ts';

let server: TestServer;
before(async () => {
  server = await start({}, toneEngines);
});
after(() => server.close());

async function get<T>(path: string, key = apiKey): Promise<T> {
  return (await (
    await fetch(server.url + path, { headers: { 'service-version': version, authorization: `Bearer ${key}` } })
  ).json()) as T;
}

/** Sends it so often at once, then once more. */
async function storm(send: (headers: Record<string, string>) => Promise<Response>, idempotencyKey: string) {
  const headers = { 'idempotency-key': idempotencyKey };
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(headers)));
  const statuses = answers.map(({ status }) => status);
  const again = await send(headers);
  assert.ok(again.ok, String(again.status));
  const texts = await Promise.all([...answers.filter(({ ok }) => ok), again].map((answer) => answer.text()));
  assert.ok(
    statuses.every((status) => status === again.status || status === 409),
    String(statuses),
  );
  assert.equal(new Set(texts).size, 1, 'all that succeed get one answer');
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  return { status: again.status, text: texts[0]! };
}

describe('Idempotency-Key', () => {
  it('is taken by every route that makes something', async () => {
    const { paths } = await get<{ paths: Record<string, { post?: { parameters?: { name: string }[] } }> }>(
      '/docs/openapi.json',
    );
    const takes = Object.entries(paths)
      .filter(([, { post }]) => post?.parameters?.some(({ name }) => name === 'Idempotency-Key'))
      .map(([path]) => path.replace(/\/$/u, ''));
    assert.deepEqual(takes.sort(), [
      '/agents/metrics',
      '/agents/webhooks',
      '/api-keys',
      '/api-keys/{id}/rotate',
      '/books',
      '/books/upload',
      '/books/{id}/start',
      '/datasets',
      '/datasets/{id}/files',
      '/files',
      '/fine-tunes',
      '/organizations/invites',
      '/pronunciation-dicts',
      '/v1/agents',
      '/v1/agents/tools',
      '/voices/blend',
      '/voices/clone',
      '/voices/localize',
    ]);
  });

  it('makes one webhook of many requests, and tells its secret to all of them', async () => {
    const { status, text } = await storm(
      (headers) =>
        server.post('/agents/webhooks', { url: 'https://example.org/hook', secret: 'a secret to be told' }, headers),
      'one webhook',
    );
    assert.equal(status, 200);
    assert.match(text, /a secret to be told/u);
    assert.equal((await get<{ data: unknown[] }>('/agents/webhooks')).data.length, 1);
  });

  it('makes one file of many uploads, and refuses another file', async () => {
    const upload = (bytes: Uint8Array<ArrayBuffer>) => (headers: Record<string, string>) => {
      const body = new FormData();
      body.set('purpose', 'fine_tune');
      body.set('file', new Blob([bytes]), 'clip.wav');
      return fetch(`${server.url}/files`, {
        method: 'POST',
        body,
        headers: { 'service-version': version, authorization: `Bearer ${apiKey}`, ...headers },
      });
    };
    const { status, text } = await storm(upload(wav(8000)), 'one file');
    assert.equal(status, 201, text);
    assert.equal((await upload(wav(8001))({ 'idempotency-key': 'one file' })).status, 422);
    assert.equal((await get<{ data: unknown[] }>('/files')).data.length, 1);
  });

  it('makes the invites of one request, though the second would be refused', async () => {
    const { status } = await storm(
      (headers) =>
        server.post(
          '/organizations/invites',
          { emails: ['a@example.org'] },
          { authorization: `Bearer ${adminKey}`, ...headers },
        ),
      'one invite',
    );
    assert.equal(status, 201);
    assert.equal((await get<{ data: unknown[] }>('/organizations/invites', adminKey)).data.length, 1);
  });
});

/** Silence of so many samples. */
function wav(samples: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + samples * 2);
  const view = new DataView(bytes.buffer);
  const ascii = (at: number, text: string): void => bytes.set(Buffer.from(text), at);
  ascii(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  ascii(8, 'WAVEfmt ');
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 16_000],
    [40, samples * 2],
  ] as const) {
    view.setUint32(at, value, true);
  }
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const) {
    view.setUint16(at, value, true);
  }
  ascii(36, 'data');
  return bytes;
}
