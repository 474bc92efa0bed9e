/** The routes in OpenAI's shape, through OpenAI's own client. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import OpenAI, {
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai';
import { decodeClip } from '../src/audio/clip/index.ts';
import { mp3Frames } from '../src/audio/mp3/frames.ts';
import { voiceLike, wavOf } from '../src/audio/decoding/testing.ts';
import { fakeEngine } from '../src/engines/fake/index.ts';
import { misdeeds } from '../src/engines/fake/synthesizer.ts';
import { allEngines } from '../src/engines/registry.ts';
import { createCatalogue } from '../src/voices/catalogue.ts';
import { eventually } from './support/eventually.ts';
import { adminKey, apiKey, metric, raw24, speech, start, version, type TestServer } from './support/server.ts';

const input = 'Hello there, my friend. How are you today?';
const { voices: catalogue } = createCatalogue();

/** With eSpeak as the model, which is fast. */
const quick = { model: 'espeak', voice: 'alloy', input } as const;

function clientOf(server: TestServer, key = apiKey): OpenAI {
  return new OpenAI({ baseURL: `${server.url}/v1`, apiKey: key, maxRetries: 0 });
}

describe('speech through OpenAI’s client', () => {
  let server: TestServer;
  let client: OpenAI;
  before(async () => {
    server = await start({}, allEngines);
    client = clientOf(server);
  });
  after(() => server.close());

  const spoken = async (body: Partial<OpenAI.Audio.SpeechCreateParams>): Promise<Buffer> => {
    const response = await client.audio.speech.create({ ...quick, ...body });
    return Buffer.from(await response.arrayBuffer());
  };
  /** The same over the interface's own route. */
  const bytes = async (body: object): Promise<Buffer> => {
    const response = await server.post('/tts/bytes', { ...speech, transcript: input, ...body });
    assert.equal(response.status, 200, await response.clone().text());
    return Buffer.from(await response.arrayBuffer());
  };
  const nearest = (gender: string) => catalogue.find((voice) => voice.language === 'en' && voice.gender === gender)!;

  it('comes in every format, in MP3 when none is asked for', async () => {
    const types = {
      mp3: 'audio/mpeg',
      opus: 'audio/ogg',
      flac: 'audio/flac',
      wav: 'audio/wav',
      pcm: 'audio/pcm;encoding=pcm_s16le;rate=24000',
    } as const;
    const pcm = await spoken({ response_format: 'pcm' });
    const seconds = pcm.length / 2 / 24_000;
    assert.ok(seconds > 1.5 && seconds < 6, `${seconds} s`);
    for (const [format, type] of Object.entries(types)) {
      const response = await client.audio.speech.create({ ...quick, response_format: format as keyof typeof types });
      assert.equal(response.headers.get('content-type'), type);
      if (format === 'pcm') continue;
      const clip = await decodeClip(new Uint8Array(await response.arrayBuffer()));
      assert.equal(clip.sampleRate, format === 'opus' ? 48_000 : 24_000);
      assert.ok(Math.abs(clip.seconds - seconds) < 0.1, `${format}: ${clip.seconds} s of ${seconds}`);
    }
    const [frame] = mp3Frames(await spoken({}));
    assert.deepEqual([frame!.sampleRate, frame!.bitRate], [24_000, 64_000]);
  });

  it('is that of the interface’s own route: voices by id, by name and by OpenAI’s names', async () => {
    for (const [name, gender] of [
      ['alloy', 'feminine'],
      ['NOVA', 'feminine'],
      ['onyx', 'masculine'],
      ['cedar', 'masculine'],
    ] as const) {
      const { id } = nearest(gender);
      const expected = await bytes({ transcript: 'Hello.', voice: id, output_format: raw24 });
      for (const voice of [name, id, { id }, nearest(gender).name]) {
        const pcm = await spoken({ input: 'Hello.', voice, response_format: 'pcm' });
        assert.ok(pcm.equals(expected), JSON.stringify(voice));
      }
    }
  });

  it('needs nothing but the text', async () => {
    const response = await fetch(`${server.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: '{"input":"Hello"}',
    });
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'audio/mpeg']);
    const expected = await bytes({
      transcript: 'Hello',
      model_id: 'sonorant-1',
      voice: nearest('feminine').id,
      output_format: { container: 'mp3', sample_rate: 24_000, bit_rate: 64_000 },
    });
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(expected));
  });

  it('takes OpenAI’s models, dated ones too, for the default model', async () => {
    for (const model of ['tts-1', 'tts-1-hd-1106', 'gpt-4o-mini-tts-2025-12-15', 'sonorant-1', 'sonic-3']) {
      assert.ok((await spoken({ model, input: 'Hi.', instructions: 'Whisper.' })).length > 500, model);
    }
  });

  it('is streamed: the first audio is there long before the last is made', async () => {
    const long = `${input} `.repeat(400);
    const whole = new AbortController();
    const response = await client.audio.speech.create(
      { ...quick, input: long, response_format: 'opus' },
      { signal: whole.signal },
    );
    const reader = response.body!.getReader();
    const { value } = (await reader.read()) as { value: Uint8Array };
    assert.equal(Buffer.from(value).toString('latin1', 0, 4), 'OggS');
    assert.ok(value.length < 200_000);
    whole.abort();
    await eventually(
      'the context ends with its client',
      async () => (await metric(server.url, 'sonorant_contexts')) === 0,
    );
  });

  it('comes as events with the same audio, then the count of characters', async () => {
    const response = await client.audio.speech.create({ ...quick, response_format: 'wav', stream_format: 'sse' });
    assert.match(response.headers.get('content-type')!, /^text\/event-stream/u);
    const events = (await response.text())
      .split('\n\n')
      .filter((frame) => frame !== '')
      .map((frame) => {
        assert.ok(frame.startsWith('data: '));
        return JSON.parse(frame.slice(6)) as { type: string; audio?: string; usage?: object };
      });
    const done = events.pop()!;
    assert.ok(events.length > 1 && events.every(({ type }) => type === 'speech.audio.delta'));
    const audio = Buffer.concat(events.map((event) => Buffer.from(event.audio!, 'base64')));
    // The events are a stream; the one body carries its length.
    const body = await spoken({ response_format: 'wav' });
    assert.equal(body.readUInt32LE(40), body.length - 44);
    assert.deepEqual([audio.length, audio.readUInt32LE(40)], [body.length, 0xffff_ffff]);
    assert.ok(audio.subarray(44).equals(body.subarray(44)));
    assert.deepEqual(done, {
      type: 'speech.audio.done',
      usage: { input_tokens: input.length, output_tokens: 0, total_tokens: input.length },
    });
  });

  it('goes at the speed that is asked for, or at the nearest that the engine has', async () => {
    const seconds = async (speed: number): Promise<number> => (await spoken({ speed, response_format: 'pcm' })).length;
    const normal = await seconds(1);
    const [slow, fast] = [await seconds(0.5), await seconds(2)];
    for (const [speed, length] of [
      [0.5, slow],
      [2, fast],
    ] as const) {
      const ratio = (normal / length - 1) / (speed - 1);
      // Pauses and the lead before the first sound do not follow exactly.
      assert.ok(ratio > 0.75 && ratio < 1.35, `${speed}: ${normal / length}`);
    }
    assert.ok((await spoken({ speed: 4 })).equals(await spoken({ speed: 3 })));
    assert.ok((await seconds(4)) < fast && (await seconds(0.25)) > slow);
    assert.ok((await spoken({ speed: 4, model: 'flite' })).equals(await spoken({ speed: 3, model: 'flite' })));
    await assert.rejects(spoken({ speed: 5 }), (error: unknown) => {
      assert.ok(error instanceof BadRequestError && error.param === 'speed');
      return true;
    });
  });

  it('says what is wrong with a request, in errors that the client knows', async () => {
    const cases = [
      [{ input: ' ' }, BadRequestError, 'input', 'invalid_request', /white space/u],
      [{ input: '[laughter] 😀' }, BadRequestError, 'input', 'invalid_request', /nothing/u],
      [{ input: '—', stream_format: 'sse' }, BadRequestError, 'input', 'invalid_request', /nothing/u],
      [{ input: 'x'.repeat(100_001) }, BadRequestError, 'input', 'invalid_request', /100000 characters/u],
      [{ response_format: 'aac' }, BadRequestError, 'response_format', 'invalid_request', /no aac.*mp3/u],
      [{ response_format: 'ogg' as 'mp3' }, BadRequestError, 'response_format', 'invalid_request', /opus/u],
      [{ stream_format: 'xml' as 'sse' }, BadRequestError, 'stream_format', 'invalid_request', /sse/u],
      [{ model: 'gpt-7' }, NotFoundError, 'model', 'model_not_found', /sonorant-1/u],
      [{ model: 'tts-1-hq' }, NotFoundError, 'model', 'model_not_found', /sonorant-1/u],
      [{ voice: 'nobody' }, NotFoundError, 'voice', 'voice_not_found', /nobody/u],
    ] as const;
    for (const [change, type, param, code, message] of cases) {
      await assert.rejects(spoken(change), (error: unknown) => {
        assert.ok(error instanceof type, String(error));
        assert.deepEqual([error.param, error.code, error.type], [param, code, 'invalid_request_error']);
        assert.match(error.message, message);
        assert.ok(!/[✖→]/u.test(error.message));
        return true;
      });
    }
    const create = (key: string) => clientOf(server, key).audio.speech.create(quick);
    await assert.rejects(create('sk_car_nobody'), AuthenticationError);
    await assert.rejects(create(adminKey), PermissionDeniedError);
    await assert.rejects(client.chat.completions.create({ model: 'tts-1', messages: [] }), NotFoundError);
  });

  it('names a voice of the caller before OpenAI’s, and lists the ids of two with one name', async () => {
    const clone = async (name: string): Promise<string> => {
      const form = new FormData();
      form.set('name', name);
      form.set('language', 'en');
      form.set('clip', new Blob([wavOf(voiceLike({ seconds: 3, sampleRate: 24_000, pitch: 180 }), 24_000)]), 'clip');
      const response = await fetch(`${server.url}/voices/clone`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'service-version': version },
        body: form,
      });
      assert.equal(response.status, 200, await response.clone().text());
      return ((await response.json()) as { id: string }).id;
    };
    const alias = await spoken({ voice: 'shimmer', response_format: 'pcm' });
    const own = await clone('Shimmer');
    const named = await spoken({ voice: 'shimmer', response_format: 'pcm' });
    assert.ok(named.equals(await bytes({ voice: own, output_format: raw24 })) && !named.equals(alias));
    const second = await clone('SHIMMER');
    await assert.rejects(spoken({ voice: 'shimmeR' }), (error: unknown) => {
      assert.ok(error instanceof BadRequestError && error.param === 'voice');
      assert.ok(error.message.includes(own) && error.message.includes(second));
      return true;
    });
  });

  it('lists models and voices', async () => {
    const { data: models } = await client.models.list();
    assert.deepEqual(
      models.map(({ id }) => id),
      ['sonorant-1', 'flite', 'espeak', 'tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'],
    );
    for (const model of models) assert.deepEqual(await client.models.retrieve(model.id), model);
    await assert.rejects(client.models.retrieve('gpt-7'), NotFoundError);
    const { voices } = await client.get<{ voices: { id: string; name: string }[] }>('/audio/voices');
    const own = voices.filter(({ name }) => name.toLowerCase() === 'shimmer');
    assert.deepEqual(
      voices.slice(own.length).map(({ id, name }) => ({ id, name })),
      catalogue.map(({ id, name }) => ({ id, name })),
    );
    assert.equal(own.length, 2);
  });

  it('lists models and public voices without a key on a loopback address, as Open WebUI asks for them', async () => {
    const list = async (path: string, headers = {}) => {
      const response = await fetch(`${server.url}/v1${path}`, { headers });
      return { status: response.status, body: (await response.json()) as Record<string, { id: string }[]> };
    };
    const withKey = { authorization: `Bearer ${apiKey}` };
    const own = await list('/audio/voices', withKey);
    const open = await list('/audio/voices');
    assert.equal(open.status, 200);
    const ids = ({ body }: typeof open) => body.voices!.map(({ id }) => id);
    assert.deepEqual(
      ids(open),
      catalogue.map(({ id }) => id),
      'the clones of the organization are its own',
    );
    assert.ok(ids(own).length > ids(open).length);
    const models = await list('/models');
    assert.deepEqual((await list('/audio/models')).body, { models: models.body.data });
    assert.equal((await list('/audio/voices', { authorization: 'Bearer wrong' })).status, 401);
    assert.equal((await list('/models/tts-1')).status, 401);
  });

  it('lists nothing without a key where that is off', async (t) => {
    const closed = await start({ SONORANT_PUBLIC_VOICES: 'false' });
    t.after(() => closed.close());
    for (const path of ['/v1/audio/voices', '/v1/audio/models', '/v1/models']) {
      assert.equal((await fetch(closed.url + path)).status, 401, path);
    }
  });

  it('knows the models of other servers of its shape', async () => {
    const pcm = await spoken({ model: 'tts-1', response_format: 'pcm', input: 'Yes.' });
    for (const model of ['kokoro', 'piper']) {
      assert.ok((await spoken({ model, response_format: 'pcm', input: 'Yes.' })).equals(pcm), model);
    }
  });

  it('takes an access token that may speak, and no other', async () => {
    const token = async (grants: object): Promise<string> => {
      const response = await server.post('/access-token', { grants, expires_in: 60 });
      return ((await response.json()) as { token: string }).token;
    };
    const speaker = clientOf(server, await token({ tts: true }));
    assert.ok((await (await speaker.audio.speech.create(quick)).arrayBuffer()).byteLength > 1000);
    assert.ok((await speaker.models.list()).data.length > 0);
    await assert.rejects(clientOf(server, await token({ stt: true })).models.list(), PermissionDeniedError);
  });

  it('is metered and counted as that of the interface’s own route', async () => {
    const credits = async (): Promise<number> => {
      const response = await fetch(`${server.url}/usage/credits`, {
        headers: { authorization: `Bearer ${adminKey}`, 'service-version': version },
      });
      const text = await response.text();
      assert.equal(response.status, 200, text);
      return [...text.matchAll(/"credits":(\d+)/gu)].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const [spent, count] = [await credits(), await metric(server.url, 'sonorant_time_to_first_audio_seconds_count')];
    await spoken({});
    assert.equal(await credits(), spent + input.length);
    assert.ok((await metric(server.url, 'sonorant_time_to_first_audio_seconds_count')) > count);
  });

  it('asks for no version, and reads what clients of the interface send', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const call = request(
        `${server.url}/v1/audio/speech`,
        { method: 'POST', headers: { 'x-api-key': apiKey, 'service-version': 'never' } },
        (response) => response.resume().on('end', () => resolve(response.statusCode!)),
      );
      call.on('error', reject).end(JSON.stringify(quick));
    });
    assert.equal(status, 200);
  });
});

describe('a server that has enough to do', () => {
  it('says so in errors that OpenAI’s client retries', async () => {
    const server = await start({ SONORANT_MAX_CONTEXTS: '1' });
    try {
      const client = clientOf(server);
      const held = await client.audio.speech.create({
        ...quick,
        input: `${input} `.repeat(2000),
        response_format: 'wav',
      });
      await assert.rejects(client.audio.speech.create(quick), (error: unknown) => {
        assert.ok(error instanceof RateLimitError);
        assert.deepEqual([error.code, error.type], ['rate_limit_exceeded', 'rate_limit_error']);
        assert.ok(error.headers.get('retry-after') !== null);
        return true;
      });
      await held.body!.cancel();
    } finally {
      await server.close();
    }
  });

  it('ends an engine’s failure with an error of the server', async () => {
    const server = await start({}, [fakeEngine()]);
    try {
      await assert.rejects(
        clientOf(server).audio.speech.create({ input: misdeeds.throws, model: 'tts-1', voice: 'Tonia' }),
        InternalServerError,
      );
    } finally {
      await server.close();
    }
  });
});

describe('a request in OpenAI’s shape that names no voice', () => {
  it('has the default one, whatever voices there are of that name', async () => {
    // Nothing listens there: neither is asked.
    const upstreams = ['one', 'two'].map((id) => ({ id, url: 'http://127.0.0.1:9/v1', model: 'm', voices: ['alloy'] }));
    const server = await start({ SONORANT_UPSTREAMS: JSON.stringify(upstreams) }, allEngines);
    const spoken = (body: object) =>
      fetch(`${server.url}/v1/audio/speech`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ input: 'Hello', ...body }),
      });
    try {
      const response = await spoken({});
      assert.equal(response.status, 200, await response.clone().text());
      const { id } = catalogue.find((voice) => voice.language === 'en' && voice.gender === 'feminine')!;
      const expected = Buffer.from(await (await spoken({ voice: id })).arrayBuffer());
      assert.ok(Buffer.from(await response.arrayBuffer()).equals(expected));
      assert.equal((await spoken({ voice: 'alloy' })).status, 400, 'asked for by name, it is one of two');
    } finally {
      await server.close();
    }
  });
});
