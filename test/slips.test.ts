import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { wav } from '../src/routes/files/testing.ts';
import { apiKey, speech, start, version, type TestServer } from './support/server.ts';

let server: TestServer;
before(async () => {
  server = await start({ SONORANT_ENGINES: 'espeak' });
});
after(() => server.close());

const headers = { 'x-api-key': apiKey, 'service-version': version };

interface Problem {
  readonly status: number;
  readonly message: string;
}

async function problemOf(answer: Promise<Response>): Promise<Problem> {
  const response = await answer;
  const { message } = (await response.json()) as { message: string };
  return { status: response.status, message };
}

describe('a slip', () => {
  it('of a key without its scheme is told, and the key is not repeated', async () => {
    const ask = (authorization: string): Promise<Problem> =>
      problemOf(fetch(`${server.url}/voices`, { headers: { 'service-version': version, authorization } }));
    const bare = await ask('sk_car_secret');
    assert.equal(bare.status, 401);
    assert.match(bare.message, /lacks the word "Bearer" before the key/);
    assert.ok(!bare.message.includes('sk_car_secret'));
    assert.match((await ask('Basic c2s6')).message, /another scheme than Bearer/);
    assert.match((await ask('Bearer ')).message, /No credential was sent/);
  });

  it('in JSON is told with its place, in a body and in a message of a socket', async () => {
    const body = await problemOf(server.post('/tts/bytes', '{"model_id": "x",\n "transcript": }'));
    assert.equal(body.status, 400);
    assert.equal(body.message, 'The body is not valid JSON: line 2, column 16: expected a value.');
    const socket = await server.open();
    socket.send("{'transcript': 1}");
    const event = await socket.until(({ type }) => type === 'error');
    assert.match(event.message!, /^The message is not JSON: line 1, column 2: strings stand in double quotes/);
    socket.socket.close();
    await socket.closed;
  });

  it('of a language by its name is told with its code and the list', async () => {
    const spoken = await problemOf(server.post('/tts/bytes', { ...speech, transcript: 'x', language: 'English' }));
    assert.equal(spoken.status, 400);
    assert.match(spoken.message, /English is en\. Languages: en, fr, de, .*\n {2}→ at language$/);
    const listed = await problemOf(fetch(`${server.url}/voices?language=german`, { headers }));
    assert.match(listed.message, /German is de\. .*\n {2}→ at language$/);
    assert.doesNotMatch((await problemOf(fetch(`${server.url}/voices?language=qq`, { headers }))).message, / is /);
  });

  it('of a content type is told with the header to send', async () => {
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await problemOf(fetch(`${server.url}/tts/bytes`, { method: 'POST', headers: form, body: '{}' }));
    assert.deepEqual([answer.status, answer.message.includes('"Content-Type: application/json"')], [415, true]);
  });

  it('of a token that opens nothing, and of a weak secret, is noted', async () => {
    const notesOf = async (path: string, body: object): Promise<readonly string[] | undefined> => {
      const answer = await server.post(path, body);
      assert.equal(answer.status, 200);
      return ((await answer.json()) as { notes?: string[] }).notes;
    };
    assert.match((await notesOf('/access-token', {}))![0]!, /opens nothing.*"tts"/);
    assert.match((await notesOf('/access-token', { grants: { tts: false } }))![0]!, /opens nothing/);
    assert.equal(await notesOf('/access-token', { grants: { tts: true } }), undefined);
    const webhook = { url: 'https://example.com/hook', display_name: 'x' };
    assert.match((await notesOf('/agents/webhooks', { ...webhook, secret: 's3' }))![0]!, /fewer than 24 bytes/);
    assert.match((await notesOf('/agents/webhooks', { ...webhook, secret: 'whsec_YWJj' }))![0]!, /fewer than 24/);
    const strong = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    assert.equal(await notesOf('/agents/webhooks', { ...webhook, secret: strong }), undefined);
  });

  it('of a local webhook address is told with the setting that allows it', async () => {
    for (const url of ['http://127.0.0.1:9000/x', 'https://127.0.0.1/x', 'https://localhost/x', 'https://10.0.0.1/x']) {
      const { status, message } = await problemOf(server.post('/agents/webhooks', { url, secret: 'x' }));
      assert.equal(status, 400);
      assert.match(message, /SONORANT_ALLOW_PRIVATE_WEBHOOKS=true\n {2}→ at url$/, url);
    }
    for (const url of ['https://169.254.169.254/x', 'ftp://example.com/']) {
      const { message } = await problemOf(server.post('/agents/webhooks', { url, secret: 'x' }));
      assert.doesNotMatch(message, /SONORANT_/, url);
    }
  });

  it('of a method is told with what there is below', async () => {
    const { status, message } = await problemOf(fetch(`${server.url}/files/file_x`, { headers }));
    assert.equal(status, 405);
    assert.match(message, /There is GET \/files\/\{id\}\/info, GET \/files\/\{id\}\/download\.$/);
    assert.match(
      (await problemOf(server.post('/locales', {}))).message,
      /^POST is not allowed here; allowed: GET, HEAD, OPTIONS\.$/,
    );
  });
});

describe('a clip that is added to a dataset', () => {
  it('is named by a header, since the answer has no body', async () => {
    const set = (await (await server.post('/datasets', { name: 'x', description: 'x' })).json()) as { id: string };
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(wav())]), 'a.wav');
    const path = `${server.url}/datasets/${set.id}/files`;
    const added = await fetch(path, { method: 'POST', headers, body: form });
    assert.equal(added.status, 204);
    const { data } = (await (await fetch(path, { headers })).json()) as { data: { id: string }[] };
    assert.deepEqual(
      data.map(({ id }) => id),
      [added.headers.get('cartesia-file-id')],
    );
  });
});
