/** An utterance over each transport: the same audio and words, ended from either side, and never made of two attempts. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { fakeEngine } from '../../src/engines/fake/index.ts';
import { eventually } from '../../test/support/eventually.ts';
import { apiKey, metric, start, type TestServer } from '../../test/support/server.ts';
import {
  ConnectionError,
  Sonorant,
  SonorantError,
  type Speech,
  type SpeechEvent,
  type Transport,
} from '../src/index.ts';
import { proxyTo, type TcpProxy } from './support/cuttable.ts';
import { fakeServer, json } from './support/fake-server.ts';

const transports = ['bytes', 'sse', 'websocket'] as const satisfies Transport[];
const text = 'One two three. Four, five and "six" — at 7:45 p.m. on the 3rd.';

interface Spoken {
  readonly bytes: number;
  readonly samples: number;
  readonly hash: string;
  readonly words: readonly string[];
  readonly last: string | undefined;
  readonly error: unknown;
}

/** Reads all of it. */
async function read(speech: AsyncIterable<SpeechEvent>, each: (event: SpeechEvent) => void = () => undefined) {
  const hash = createHash('sha256');
  const words: string[] = [];
  let [bytes, samples, last, error] = [0, 0, undefined as string | undefined, undefined as unknown];
  try {
    for await (const event of speech) {
      last = event.type;
      each(event);
      if (event.type === 'words') words.push(...event.words.map(({ word }) => word));
      if (event.type !== 'audio') continue;
      bytes += event.bytes.length;
      samples += event.samples?.length ?? 0;
      hash.update(event.bytes);
    }
  } catch (thrown) {
    error = thrown;
  }
  return { bytes, samples, hash: hash.digest('hex'), words, last, error } satisfies Spoken;
}

describe('an utterance', () => {
  let server: TestServer;
  let sonorant: Sonorant;
  before(async () => {
    server = await start({ SONORANT_WORKERS: '1' });
    sonorant = new Sonorant({ baseUrl: server.url, apiKey });
  });
  after(() => server.close());

  const speak = (transport: Transport, more: object = {}): Speech =>
    sonorant.speak({ text, model: 'espeak', timestamps: transport !== 'bytes', ...more }, { transport });

  it('is the same audio and the same words over every transport', async () => {
    const [bytes, sse, websocket] = await Promise.all(transports.map((transport) => read(speak(transport))));
    assert.ok(bytes!.bytes > 48_000, `${bytes!.bytes} bytes`);
    for (const spoken of [bytes!, sse!, websocket!]) {
      assert.deepEqual([spoken.hash, spoken.last, spoken.error], [bytes!.hash, 'done', undefined]);
      assert.equal(spoken.samples, spoken.bytes / 2);
    }
    assert.deepEqual(sse!.words, text.split(' '));
    assert.deepEqual(websocket!.words, text.split(' '));
  });

  it('has the samples of every raw encoding', async () => {
    const format = { container: 'raw', sampleRate: 8000 } as const;
    const samples = async (encoding: 'pcm_s16le' | 'pcm_f32le' | 'pcm_mulaw' | 'pcm_alaw'): Promise<number[]> => {
      const all: number[] = [];
      for await (const event of speak('sse', { format: { ...format, encoding } })) {
        if (event.type === 'audio') all.push(...event.samples!);
      }
      return all;
    };
    const exact = await samples('pcm_f32le');
    const energy = exact.reduce((sum, sample) => sum + sample * sample, 0);
    // Eight bits of G.711 carry speech with some 37 dB, sixteen with more than 60.
    const least = { pcm_s16le: 60, pcm_mulaw: 30, pcm_alaw: 30 } as const;
    for (const [encoding, decibels] of Object.entries(least)) {
      const other = await samples(encoding as keyof typeof least);
      assert.equal(other.length, exact.length);
      const noise = exact.reduce((sum, sample, index) => sum + (sample - other[index]!) ** 2, 0);
      const ratio = 10 * Math.log10(energy / noise);
      assert.ok(ratio > decibels, `${encoding}: ${ratio} dB`);
    }
  });

  it('becomes a file: WAV of raw audio, else as the format has it', async () => {
    const raw = await sonorant.speak({ text, model: 'espeak' }).blob();
    assert.equal(raw.type, 'audio/wav');
    const view = new DataView(await raw.arrayBuffer());
    assert.equal(view.getUint32(4, true), raw.size - 8);
    assert.equal(view.getUint32(40, true), raw.size - 44);
    assert.equal(view.getUint32(24, true), 24_000);
    const mp3 = await sonorant.speak({ text, model: 'espeak', format: 'mp3' }).blob();
    assert.equal(mp3.type, 'audio/mpeg');
    assert.equal(new Uint8Array(await mp3.slice(0, 2).arrayBuffer()).join(), '255,251', 'an MPEG frame');
  });

  it('asks the server for nothing before it is read, and is read once', async () => {
    const before = await metric(server.url, 'sonorant_requests_total');
    const speech = speak('bytes');
    await speech.bytes();
    assert.throws(() => speech[Symbol.asyncIterator](), TypeError);
    // This request, and the one of the metrics.
    speak('sse');
    assert.equal(await metric(server.url, 'sonorant_requests_total'), before + 2);
  });

  it('is refused with what the server says, over every transport', async () => {
    for (const transport of transports) {
      const { error, bytes } = await read(speak(transport, { voice: 'nobody' }));
      assert.ok(error instanceof SonorantError, String(error));
      assert.deepEqual([error.code, error.status, bytes], ['voice_not_found', 404, 0]);
    }
    assert.throws(() => speak('bytes', { timestamps: true }), TypeError);
    const { error } = await read(speak('websocket', { format: 'mp3' }));
    assert.match(String(error), /TypeError: .*raw/);
  });

  it('may be longer than a message of the WebSocket', async () => {
    const quick = await start({ SONORANT_WORKERS: '1' }, [fakeEngine({ synthesizer: { wordSeconds: 0.01 } })]);
    const guest = new Sonorant({ baseUrl: quick.url, apiKey });
    const options = {
      text: '😀 Counterrevolutionaries uncharacteristically misrepresented incomprehensibilities. '.repeat(850),
      model: 'fake',
    } as const;
    const spoken = await read(guest.speak(options, { transport: 'websocket' }));
    const whole = await read(guest.speak(options, { transport: 'bytes' }));
    assert.equal(spoken.error, undefined);
    assert.deepEqual([spoken.hash, spoken.bytes], [whole.hash, whole.bytes]);
    await quick.close();
  });
});

describe('an utterance that ends early', () => {
  /** Ten seconds of work, a hundred of audio. */
  const long = `${'word '.repeat(400).trim()}.`;
  let server: TestServer;
  let proxy: TcpProxy;
  let sonorant: Sonorant;
  before(async () => {
    const engine = fakeEngine({ placement: { threads: 2 }, synthesizer: { waits: true, cost: 0.1 } });
    server = await start({ SONORANT_WORKERS: '2' }, [engine]);
    proxy = await proxyTo(server.url);
    sonorant = new Sonorant({ baseUrl: proxy.url, apiKey });
  });
  after(async () => {
    await proxy.close();
    await server.close();
  });

  const isIdle = (): Promise<void> =>
    eventually(
      'the server does nothing',
      async () =>
        (await metric(server.url, 'sonorant_contexts')) + (await metric(server.url, 'sonorant_sockets')) === 0,
      4000,
    );

  for (const transport of transports) {
    const speak = (options: object = {}): Speech =>
      sonorant.speak({ text: long, model: 'fake', timestamps: transport !== 'bytes' }, { transport, ...options });

    it(`stops the server's work when its reader leaves: ${transport}`, async () => {
      for await (const event of speak()) if (event.type === 'audio') break;
      await isIdle();
    });

    it(`stops it when it is cancelled, without an error: ${transport}`, async () => {
      const speech = speak();
      const { error, last } = await read(speech, ({ type }) => {
        if (type === 'audio') speech.cancel();
      });
      assert.deepEqual([error, last], [undefined, 'audio']);
      await isIdle();
      const whole = speak();
      const bytes = whole.bytes();
      whole.cancel();
      await assert.rejects(bytes, { name: 'AbortError' });
    });

    it(`stops it with the signal, whose reason is thrown: ${transport}`, async () => {
      const controller = new AbortController();
      const reason = new Error('enough');
      const { error } = await read(speak({ signal: controller.signal }), () => controller.abort(reason));
      assert.equal(error, reason);
      await isIdle();
      assert.equal((await read(speak({ signal: AbortSignal.abort(reason) }))).error, reason);
    });

    it(`is not tried again after its first audio, and says how much had come: ${transport}`, async () => {
      const connections = proxy.connections();
      let [isCut, bytes, words] = [false, 0, 0];
      const { error } = await read(speak(), (event) => {
        if (event.type === 'audio') bytes += event.bytes.length;
        if (event.type === 'words') words += event.words.length;
        if (bytes > 48_000 && !isCut) {
          isCut = true;
          proxy.cut();
        }
      });
      assert.ok(error instanceof ConnectionError, String(error));
      assert.deepEqual(error.heard, { bytes, seconds: bytes / 48_000, words });
      assert.ok(proxy.connections() - connections <= 1, 'one connection');
      await isIdle();
    });

    it(`is tried again before its first audio: ${transport}`, async () => {
      const bad = await proxyTo(server.url, (connection) => connection === 0);
      const guest = new Sonorant({ baseUrl: bad.url, apiKey });
      const { error, bytes, last } = await read(guest.speak({ text: 'One two.', model: 'fake' }, { transport }));
      assert.deepEqual([error, last, bytes], [undefined, 'done', 24_000]);
      await bad.close();
    });

    it(`ends when the server has fallen silent: ${transport}`, async () => {
      const mute = await proxyTo(server.url);
      const guest = new Sonorant({ baseUrl: mute.url, apiKey, timeoutMs: 400 });
      const { error } = await read(guest.speak({ text: long, model: 'fake' }, { transport }), () => mute.hold());
      assert.ok(error instanceof ConnectionError, String(error));
      assert.match(error.message, /nothing for 400 ms/);
      assert.ok(error.heard!.bytes > 0);
      await mute.close();
      await isIdle();
    });
  }

  for (const transport of ['bytes', 'sse'] as const) {
    it(`lets the server wait for a slow reader: ${transport}`, async () => {
      // A hundred times as fast as it is heard: half an hour of audio, 86 MB.
      const engine = fakeEngine({ synthesizer: { wordSeconds: 0.6, waits: true, cost: 0.0001 } });
      const fast = await start({ SONORANT_WORKERS: '1' }, [engine]);
      const tap = await proxyTo(fast.url);
      const speech = new Sonorant({ baseUrl: tap.url, apiKey }).speak(
        { text: 'A sentence of some words. '.repeat(600), model: 'fake', timestamps: transport === 'sse' },
        { transport },
      );
      for await (const event of speech) {
        if (event.type !== 'audio') continue;
        let bytes = 0;
        // Until the buffers of the kernels are full.
        await eventually('the server has stopped sending', async () => {
          bytes = tap.received();
          await new Promise((resolve) => setTimeout(resolve, 500));
          return tap.received() === bytes;
        });
        assert.ok(bytes < 43_000_000, `${bytes} bytes came before they were asked for`);
        break;
      }
      await tap.close();
      await fast.close();
    });
  }
});

describe('an utterance that is refused at first', () => {
  it('waits as long as the server asks for', async () => {
    const audio = (response: { writeHead: (status: number) => { end: (body: Uint8Array) => void } }): void =>
      response.writeHead(200).end(new Uint8Array(6));
    const refusal = json(503, { error_code: 'unavailable', message: 'full' }, { 'retry-after': '1' });
    const server = await fakeServer(refusal, audio);
    const sonorant = new Sonorant({ baseUrl: server.url, apiKey });
    assert.equal((await sonorant.speak({ text: 'Hi' }).bytes()).length, 6);
    const [first, second] = server.requests;
    assert.ok(second!.at - first!.at >= 990, `${second!.at - first!.at} ms`);
    await server.close();
  });

  it('is one error where its stream has begun and breaks off', async () => {
    const chunk =
      'event: chunk\r\ndata: {"type":"chunk","status_code":206,"done":false,"data":"AAAA","step_time":1}\r\n\r\n';
    const server = await fakeServer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(chunk);
    });
    const sonorant = new Sonorant({ baseUrl: server.url, apiKey });
    const { error, bytes } = await read(sonorant.speak({ text: 'Hi' }, { transport: 'sse' }));
    assert.ok(error instanceof ConnectionError, String(error));
    assert.deepEqual([bytes, error.heard!.bytes, server.requests.length], [2, 2, 1]);
    await server.close();
  });
});
