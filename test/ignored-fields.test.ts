import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { wav } from '../src/routes/files/testing.ts';
import { apiKey, fliteVoice, raw24, speech, start, toneEngines, version, type TestServer } from './support/server.ts';

const header = 'sonorant-ignored-fields';
let server: TestServer;
before(async () => {
  server = await start({ SONORANT_ENGINES: 'espeak' }, toneEngines);
});
after(() => server.close());

const headers = { 'x-api-key': apiKey, 'service-version': version };
function get(path: string): Promise<Response> {
  return fetch(server.url + path, { headers });
}

describe('a field that nothing reads', () => {
  it('is named in a header of the answer, of bodies and of queries, and changes nothing', async () => {
    const plain = await server.post('/tts/bytes', { ...speech, transcript: 'Hello.' });
    assert.equal(plain.headers.get(header), null);
    const body = { nme: 'x', ...speech, transcript: 'Hello.', output_format: { ...raw24, samplerate: 1 } };
    const answer = await server.post('/tts/bytes', body);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get(header), 'nme, output_format.samplerate');
    assert.deepEqual(await answer.arrayBuffer(), await plain.arrayBuffer());

    const voices = await get('/voices?limit=1&granularity=day');
    assert.deepEqual([voices.status, voices.headers.get(header)], [200, 'granularity']);
    assert.equal((await get('/voices?limit=1&expand[]=is_starred')).headers.get(header), null);
    assert.equal((await get('/locales?locale=de')).headers.get(header), 'locale');
    await Promise.all([voices.text()]);
  });

  it('is named where the container has no use for it, unless it says what the container does', async () => {
    for (const [output_format, named] of [
      [{ container: 'mp3', encoding: 'pcm_s16le' }, 'output_format.encoding'],
      [{ container: 'mp3', encoding: 'mp3' }, null],
      [{ container: 'mp3', encoding: null }, null],
      [{ container: 'wav', bit_rate: 64_000 }, 'output_format.bit_rate'],
      [{ ...raw24, bit_rate: 64_000 }, 'output_format.bit_rate'],
      [{ ...raw24, container: null, bit_rate: null }, null],
    ] as const) {
      for (const path of ['/tts/bytes', '/tts/sse']) {
        const answer = await server.post(path, { ...speech, transcript: 'Hello.', output_format });
        assert.deepEqual([answer.status, answer.headers.get(header)], [200, named], JSON.stringify(output_format));
        await answer.arrayBuffer();
      }
    }
  });

  it('is named of uploads and of routes in the shape of OpenAI', async () => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(wav())]), 'a.wav');
    form.set('purpose', 'fine_tune');
    form.set('purpse', 'x');
    const upload = await fetch(`${server.url}/files`, { method: 'POST', headers, body: form });
    assert.equal(upload.headers.get(header), 'purpse', await upload.text());
    const spoken = await server.post('/v1/audio/speech', { input: 'Hi', format: 'wav' });
    assert.deepEqual([spoken.status, spoken.headers.get(header)], [200, 'format']);
    await spoken.arrayBuffer();
  });

  it('is percent-encoded, and bounded in number and length', async () => {
    const odd = await server.post('/tts/bytes', { ...speech, transcript: 'x', 'é\r\nx: y, ': 1, '\ud800': 1 });
    assert.equal(odd.headers.get(header), '%C3%A9%0D%0Ax%3A%20y%2C%20, %EF%BF%BD');
    await odd.arrayBuffer();
    const fields = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field_number_${index}`, 1]));
    const many = await server.post('/tts/bytes', { ...fields, ...speech, transcript: 'x' });
    const names = many.headers.get(header)!.split(', ');
    assert.ok(names.length > 5 && names.length <= 10);
    await many.arrayBuffer();
    const long = await server.post('/tts/bytes', { ...speech, transcript: 'x', ['漢'.repeat(5000)]: 1, short: 1 });
    assert.match(long.headers.get(header)!, /^(%[\dA-F]{2})+%E2%80%A6, short$/);
    assert.ok(long.headers.get(header)!.length <= 256);
    await long.arrayBuffer();
  });

  it('is named in the message of an error that may come from it', async () => {
    const answer = await server.post('/tts/bytes', { ...speech, text: 'Hello.' });
    const { message } = (await answer.json()) as { message: string };
    assert.equal(answer.status, 400);
    assert.equal(answer.headers.get(header), 'text');
    assert.match(message, /"text" is ignored: did you mean "transcript"\?\n {2}→ at transcript/);

    const misplaced = await server.post('/tts/bytes', {
      model_id: 'espeak',
      voice: fliteVoice,
      transcript: 'x',
      output_format: { container: 'raw' },
      encoding: 'pcm_s16le',
      sample_rate: 24_000,
    });
    assert.match(
      ((await misplaced.json()) as { message: string }).message,
      /"encoding" is ignored: did you mean "output_format\.encoding"/,
    );

    const openAi = await server.post('/v1/audio/speech', { transcript: 'Hello.' });
    const { error } = (await openAi.json()) as { error: { message: string; param: string } };
    assert.equal(error.param, 'input');
    assert.match(error.message, /"transcript" is ignored: did you mean "input"/);
  });

  it('is named in the message of an error on a socket', async () => {
    const socket = await server.open();
    socket.send({ ...speech, voice: undefined, voice_id: fliteVoice, transcript: 'Hi.', context_id: 'a' });
    const events = await socket.ended('a');
    assert.match(events.at(-1)!.message!, /"voice_id" is ignored: did you mean "voice"\?\n {2}→ at voice/);
    socket.send({ ...speech, transcript: 7, txt: 'Hi.', context_id: 'b' });
    assert.match((await socket.ended('b')).at(-1)!.message!, /→ at transcript/);
    socket.socket.close();
    await socket.closed;
  });
});
