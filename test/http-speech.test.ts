import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { allEngines } from '../src/engines/registry.ts';
import { createCatalogue } from '../src/voices/catalogue.ts';
import { eventually } from './support/eventually.ts';
import {
  adminKey,
  apiKey,
  audioOf,
  metric,
  raw24,
  readSse,
  speech,
  start,
  typesOf,
  type TestServer,
} from './support/server.ts';

const transcript = 'Hello there, my friend. How are you today?';

describe('speech over HTTP', () => {
  let server: TestServer;
  /** For what is about the sound of speech. */
  let real: TestServer;
  before(async () => ([server, real] = [await start(), await start({}, allEngines)]));
  after(() => Promise.all([server.close(), real.close()]));

  const bytes = async (body: object, headers: Record<string, string> = {}, by = server): Promise<Buffer> => {
    const response = await by.post('/tts/bytes', { ...speech, transcript, ...body }, headers);
    assert.equal(response.status, 200, await response.clone().text());
    return Buffer.from(await response.arrayBuffer());
  };
  const heard = (body: object): Promise<Buffer> => bytes(body, {}, real);

  it('reads a body without a content type, a voice in every form, and ignores fields of other transports', async () => {
    const whole = await bytes({});
    const sent = JSON.stringify({
      ...speech,
      transcript,
      voice: { mode: 'id', id: speech.voice },
      max_buffer_delay_ms: 100,
      nobody_knows: 1,
    });
    const answer = await new Promise<Buffer>((resolve, reject) => {
      const call = request(
        `${server.url}/tts/bytes`,
        { method: 'POST', headers: { 'cartesia-version': '2025-04-16', 'x-api-key': apiKey } },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
        },
      );
      call.on('error', reject).end(sent);
    });
    assert.ok(answer.equals(whole));
  });

  it('takes a voice by its name on every transport, with the bytes of its id', async () => {
    const [sadie] = createCatalogue().voices;
    const whole = await bytes({ voice: sadie!.id });
    for (const voice of ['sadie', { id: 'SADIE' }, { mode: 'id', id: 'Sadie' }]) {
      assert.ok((await bytes({ voice })).equals(whole));
    }
    const events = readSse(await (await server.post('/tts/sse', { ...speech, transcript, voice: 'Sadie' })).text());
    assert.ok(audioOf(events).equals(whole));
    const socket = await server.open();
    socket.speak('named', transcript, { voice: 'Sadie' });
    assert.ok(audioOf(await socket.ended('named')).equals(whole));
    socket.close();
    const unknown = await server.post('/tts/bytes', { ...speech, transcript, voice: 'Nobody' });
    assert.equal(unknown.status, 404);
  });

  it('sends events over SSE: the same audio, words, then done', async () => {
    const response = await server.post('/tts/sse', {
      ...speech,
      transcript,
      add_timestamps: true,
      context_id: 'my id',
    });
    assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
    const events = readSse(await response.text());
    assert.deepEqual(typesOf(events), ['chunk', 'timestamps', 'chunk', 'timestamps', 'done']);
    assert.ok(events.every((event) => event.context_id === 'my id'));
    assert.ok(audioOf(events).equals(await bytes({})));
    assert.equal(events.flatMap((event) => event.word_timestamps?.words ?? []).join(' '), transcript);
  });

  it('gives the same bytes again for the same request', async () => {
    for (const model_id of ['espeak', 'flite']) {
      assert.ok((await heard({ model_id })).equals(await heard({ model_id })));
    }
  });

  it('speaks faster, louder, and other languages', async () => {
    const plain = await heard({});
    assert.ok((await heard({ generation_config: { speed: 1.5 } })).length < plain.length * 0.8);
    assert.ok((await heard({ generation_config: { speed: 0.6 } })).length > plain.length * 1.3);
    const peak = (audio: Buffer): number =>
      new Int16Array(new Uint8Array(audio).buffer).reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
    assert.ok(peak(await heard({ generation_config: { volume: 0.5 } })) < peak(plain) * 0.55);
    assert.ok(!(await heard({ language: 'de', model_id: 'sonic-3' })).equals(await heard({ model_id: 'sonic-3' })));
  });

  const refusals: [string, object, number, string, RegExp][] = [
    ['no transcript', { transcript: undefined }, 400, 'invalid_request', /at transcript/],
    ['an empty transcript', { transcript: '' }, 400, 'invalid_request', /transcript/],
    ['a blank transcript', { transcript: ' \n ' }, 400, 'invalid_request', /transcript/],
    ['a transcript over the limit', { transcript: 'x'.repeat(100_001) }, 400, 'invalid_request', /100000/],
    ['no voice', { voice: undefined }, 400, 'invalid_request', /voice/],
    ['a voice by embedding', { voice: { mode: 'embedding', embedding: [1] } }, 400, 'invalid_request', /voice/],
    ['an unknown voice', { voice: 'nobody' }, 404, 'voice_not_found', /nobody/],
    ['an unknown model', { model_id: 'nothing' }, 400, 'model_not_found', /sonorant-1/],
    [
      'an unknown container',
      { output_format: { container: 'aiff' } },
      400,
      'invalid_request',
      /raw.*wav.*mp3.*opus.*flac/,
    ],
    ['an unknown encoding', { output_format: { ...raw24, encoding: 'pcm_s8' } }, 400, 'invalid_request', /pcm_alaw/],
    [
      'an unknown encoding of wav',
      { output_format: { container: 'wav', encoding: 'mp3' } },
      400,
      'invalid_request',
      /pcm_alaw.*output_format\.encoding/s,
    ],
    ['an unknown sample rate', { output_format: { ...raw24, sample_rate: 11_025 } }, 400, 'invalid_request', /22050/],
    [
      'raw without a sample rate',
      { output_format: { container: 'raw', encoding: 'pcm_s16le' } },
      400,
      'invalid_request',
      /output_format\.sample_rate/,
    ],
    [
      'opus at 44,100 Hz',
      { output_format: { container: 'opus', sample_rate: 44_100 } },
      400,
      'unsupported_format',
      /24000/,
    ],
    [
      'raw at 12,000 Hz',
      { output_format: { ...raw24, sample_rate: 12_000 } },
      400,
      'unsupported_format',
      /sample_rate/,
    ],
    [
      'a bit rate of flac',
      { output_format: { container: 'flac', bit_rate: 64_000 } },
      400,
      'unsupported_format',
      /bit_rate/,
    ],
    [
      'floats in flac',
      { output_format: { container: 'flac', encoding: 'pcm_f32le' } },
      400,
      'unsupported_format',
      /encoding/,
    ],
    [
      'an encoding of opus',
      { output_format: { container: 'opus', encoding: 'pcm_s16le' } },
      400,
      'unsupported_format',
      /encoding/,
    ],
    ['both language and locale', { language: 'en', locale: 'en-GB' }, 400, 'invalid_request', /exclude/],
    ['an unknown language', { language: 'xx' }, 400, 'invalid_request', /language/],
    ['a volume out of range', { generation_config: { volume: 3 } }, 400, 'invalid_request', /0\.5 to 2/],
    ['an unknown emotion', { generation_config: { emotion: 'hangry' } }, 400, 'invalid_request', /angry/],
    ['an unknown dictionary', { pronunciation_dict_id: 'd' }, 404, 'not_found', /dictionary/],
  ];
  for (const [name, change, status, code, says] of refusals) {
    it(`refuses ${name}`, async () => {
      const response = await server.post('/tts/bytes', { ...speech, transcript, ...change });
      const body = (await response.json()) as Record<string, string>;
      assert.deepEqual([response.status, body.error_code], [status, code]);
      assert.match(body.message!, says);
      assert.equal(body.request_id, response.headers.get('cartesia-request-id'));
      assert.ok(body.doc_url !== undefined && body.title !== undefined);
    });
  }

  it('refuses a text in which nothing can be spoken, on every route, in every container', async () => {
    const silent = ['[laughter]', '🎉 — …', '<speed ratio="1.2"/>', '“”'];
    for (const text of silent) {
      for (const path of ['/tts/bytes', '/tts/sse']) {
        for (const output_format of [raw24, { container: 'wav' }, { container: 'mp3' }, { container: 'opus' }]) {
          const body = { ...speech, transcript: text, output_format, add_timestamps: true };
          const response = await server.post(path, body);
          const error = (await response.json()) as Record<string, string>;
          assert.deepEqual([response.status, error.error_code], [400, 'invalid_request'], `${path} ${text}`);
          assert.match(error.message!, /nothing.*\n.*at transcript$/u);
        }
      }
    }
  });

  it('skips what is no speech and leaves the text around it as it is', async () => {
    const plain = await heard({ transcript: 'Well, that is funny.' });
    assert.ok((await heard({ transcript: 'Well, [laughter] that is funny.' })).equals(plain));
    assert.ok((await heard({ transcript: '[laughter]Well, that is [ LAUGHTER ] funny.' })).equals(plain));
    const pause = await heard({ transcript: '<break time="500ms"/>' });
    assert.deepEqual([pause.length, pause.every((byte) => byte === 0)], [24_000, true]);
  });

  it('reads words of another script in their language, in the voice that is asked for or the nearest', async () => {
    const ask = (text: string, change: object = {}): Promise<Response> =>
      real.post('/tts/bytes', { ...speech, model_id: 'sonorant-1', transcript: text, ...change });
    for (const output_format of [raw24, { container: 'mp3' }]) {
      const lengths: number[] = [];
      for (const text of [
        'I live in now.',
        'I live in Москва now.',
        'I live in Москва, 東京 and Αθήνα now.',
        'Москва',
      ]) {
        const response = await ask(text, { output_format });
        assert.equal(response.status, 200, text);
        lengths.push((await response.arrayBuffer()).byteLength);
      }
      assert.ok(lengths[0]! < lengths[1]! && lengths[1]! < lengths[2]! && lengths[3]! > 1000, lengths.join());
    }
    const body = { ...speech, model_id: 'sonorant-1', transcript: 'I live in Москва now.', add_timestamps: true };
    const events = readSse(await (await real.post('/tts/sse', body)).text());
    const words = events.flatMap((event) => event.word_timestamps?.words ?? []);
    assert.deepEqual(words, ['I', 'live', 'in', 'Москва', 'now.']);
    const [start, end] = (['start', 'end'] as const).map((edge) =>
      events.flatMap((event) => event.word_timestamps?.[edge] ?? []),
    );
    assert.ok(end![3]! - start![3]! > 0.2, 'it is heard');
    assert.ok(start![4]! - end![3]! < 0.1, 'no pause stands behind it');
  });

  it('refuses a text that is only foreign where the model that is asked for cannot speak it', async () => {
    const body = { ...speech, model_id: 'flite', transcript: 'Москва' };
    const response = await real.post('/tts/bytes', body);
    assert.equal(response.status, 400, await response.text());
    const some = await real.post('/tts/bytes', { ...body, transcript: 'In Москва now.' });
    assert.equal(some.status, 200);
  });

  it('refuses broken JSON, text that is not UTF-8, other content types and other methods', async () => {
    assert.equal((await server.post('/tts/bytes', '{"a":')).status, 400);
    assert.equal(
      (await server.post('/tts/sse', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status,
      415,
    );
    const wrong = await fetch(`${server.url}/tts/bytes`, {
      headers: { 'service-version': '2026-08-14', 'x-api-key': apiKey },
    });
    assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'OPTIONS, POST']);
  });

  it('asks for a version, a key, and the right kind of key, in this order', async () => {
    const status = async (headers: Record<string, string>): Promise<number> =>
      (
        await fetch(`${server.url}/tts/bytes`, {
          method: 'POST',
          body: '{',
          headers: { 'content-type': 'application/json', ...headers },
        })
      ).status;
    assert.equal(await status({}), 400);
    assert.equal(await status({ 'service-version': '2020-01-01' }), 400);
    assert.equal(await status({ 'service-version': '2026-08-14' }), 401);
    assert.equal(await status({ 'service-version': '2026-08-14', authorization: `Bearer ${adminKey}` }), 403);
    assert.equal(await status({ 'service-version': '2026-08-14', authorization: `Bearer ${apiKey}` }), 400);
  });

  it('answers old versions in plain text, with 400 for an unknown voice, and clamps instead of refusing', async () => {
    const old = { 'service-version': '2025-04-16' };
    const response = await server.post('/tts/bytes', { ...speech, transcript, voice: 'nobody' }, old);
    assert.deepEqual([response.status, response.headers.get('content-type')], [400, 'text/plain; charset=utf-8']);
    assert.match(await response.text(), /^Voice not found: /);
    assert.ok(
      (await bytes({ generation_config: { speed: 'fastest' } }, old)).equals(
        await bytes({ generation_config: { speed: 9 } }, old),
      ),
    );
  });

  it('speaks words that are names of the language it is written in', async () => {
    for (const model_id of ['espeak', 'flite']) {
      assert.ok(
        (
          await heard({
            model_id,
            transcript: 'The constructor and the prototype, toString and valueOf, __proto__ too.',
          })
        ).length > 100_000,
      );
    }
    const response = await real.post(
      '/tts/bytes',
      { ...speech, transcript, generation_config: { speed: 'toString' } },
      { 'service-version': '2025-04-16' },
    );
    assert.equal(response.status, 400);
  });

  it('ends the work of a client that leaves, before and after the first audio', async () => {
    for (const path of ['/tts/bytes', '/tts/sse']) {
      const gone = new AbortController();
      const response = await fetch(server.url + path, {
        method: 'POST',
        signal: gone.signal,
        body: JSON.stringify({ ...speech, transcript: `${transcript} `.repeat(400) }),
        headers: { 'content-type': 'application/json', 'service-version': '2026-08-14', 'x-api-key': apiKey },
      });
      const reader = response.body!.getReader();
      await reader.read();
      gone.abort();
      await eventually('no context runs', async () => (await metric(server.url, 'sonorant_contexts')) === 0);
      await eventually('no engine works', async () => (await metric(server.url, 'sonorant_engine_jobs')) === 0);
    }
  });
});
