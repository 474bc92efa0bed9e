/** Recordings that are changed and joined: the same audio over each transport, ended from either side, refused with what is wrong. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { voiceLike, wavOf } from '../../src/audio/decoding/testing.ts';
import { allEngines } from '../../src/engines/registry.ts';
import { eventually } from '../../test/support/eventually.ts';
import { apiKey, start, type TestServer } from '../../test/support/server.ts';
import { ConnectionError, Sonorant, SonorantError, type Speech, type VoiceChangeRequest } from '../src/index.ts';
import { proxyTo } from './support/cuttable.ts';
import { fakeServer, json } from './support/fake-server.ts';

const voice = 'Russell';
/** Seconds. */
const clipLength = 1;
const clip = clipOf(clipLength, 130);
/** Enough work to be ended in. */
const longClip = clipOf(25, 130);

function clipOf(seconds: number, pitch: number): Blob {
  const samples = voiceLike({ seconds, sampleRate: 16_000, pitch });
  return new Blob([Uint8Array.from(wavOf(samples, 16_000))]);
}

async function codeOf(speech: Speech): Promise<string> {
  return speech.bytes().then(
    () => 'none',
    (error: unknown) => (error instanceof SonorantError ? error.code : String(error)),
  );
}

describe('recordings', () => {
  let server: TestServer;
  let sonorant: Sonorant;
  before(async () => {
    server = await start({ SONORANT_MAX_CONTEXTS: '1', SONORANT_ENGINES: 'flite' }, allEngines);
    sonorant = new Sonorant({ baseUrl: server.url, apiKey });
  });
  after(() => server.close());

  const change = (request: Partial<VoiceChangeRequest> = {}, options: object = {}) =>
    sonorant.changeVoice({ clip, voice, ...request }, options);

  it('get another voice, as long as they are, over each transport; a voice is its name or its id', async () => {
    const bytes = await change().bytes();
    assert.equal(bytes.length, clipLength * 2 * 24_000);
    const { data } = await sonorant.get('/voices', { query: { q: voice } });
    const id = data.find(({ name }) => name === voice)!.id;
    assert.deepEqual(await change({ voice: id }, { transport: 'sse' }).bytes(), bytes);
    let samples = 0;
    let last = '';
    const events = change();
    for await (const event of events) {
      if (event.type === 'audio') samples += event.samples!.length;
      last = event.type;
    }
    assert.deepEqual([samples, last, events.notes], [bytes.length / 2, 'done', []]);
    const file = await change({ format: 'mp3' }).blob();
    assert.deepEqual([file.type, file.size > 5000], ['audio/mpeg', true]);
  });

  it('say what is noteworthy of them', async () => {
    const two = [
      voiceLike({ seconds: 1.5, sampleRate: 16_000, pitch: 100 }),
      voiceLike({ seconds: 1.5, sampleRate: 16_000, pitch: 240 }),
    ];
    const both = new Blob([Uint8Array.from(wavOf(Float32Array.from(two.flatMap((one) => [...one])), 16_000))]);
    const speech = change({ clip: both });
    assert.deepEqual(speech.notes, []);
    await speech.bytes();
    assert.deepEqual(speech.notes, ['several_speakers']);
  });

  it('are joined by what is said between them, alone or whole', async () => {
    const right = clipOf(1, 150);
    const request = { left: clip, right, text: 'and then we walked home', voice };
    const joining = sonorant.infill({ ...request, whole: true, format: { container: 'raw', sampleRate: 24_000 } });
    assert.deepEqual(joining.joints, []);
    const [alone, whole, after] = [
      await sonorant.infill(request).bytes(),
      await joining.bytes(),
      await sonorant.infill({ ...request, right: undefined, format: 'wav' }).blob(),
    ];
    assert.ok(alone.length > 24_000);
    assert.equal(whole.length, alone.length + (clipLength + 1) * 2 * 24_000);
    const [before, behind] = joining.joints.map((seconds) => Math.round(2 * 24_000 * seconds));
    assert.equal(behind! - before!, alone.length);
    assert.deepEqual([after.type, after.size > 44_000], ['audio/wav', true]);
  });

  it('are refused with what is wrong, by the name of the part', async () => {
    const silent = new Blob([Uint8Array.from(wavOf(new Float32Array(32_000), 16_000))]);
    for (const [speech, code, message] of [
      [change({ clip: silent }), 'invalid_request', /silent.*→ at clip/su],
      [change({ voice: 'nobody' }), 'voice_not_found', /nobody/u],
      [sonorant.infill({ text: 'Hi.', voice }), 'invalid_request', /→ at left_audio/u],
      [
        sonorant.infill({ left: clip, right: new Blob(['none']), text: 'Hi.', voice }),
        'invalid_request',
        /→ at right_audio/u,
      ],
    ] as const) {
      await assert.rejects(speech.bytes(), (error) => {
        assert.ok(error instanceof SonorantError, String(error));
        assert.equal(error.code, code);
        assert.match(error.message, message);
        return true;
      });
    }
  });

  for (const transport of ['bytes', 'sse'] as const) {
    it(`end the server's work when their reader leaves or the signal ends it: ${transport}`, async () => {
      const isFree = (): Promise<void> =>
        eventually(
          'the server takes another one',
          async () => (await codeOf(change({}, { retries: 0 }))) === 'none',
          8000,
        );
      for await (const event of change({ clip: longClip }, { transport })) {
        if (event.type !== 'audio') continue;
        assert.equal(await codeOf(change({}, { retries: 0 })), 'concurrency_limited');
        break;
      }
      await isFree();
      const controller = new AbortController();
      const reason = new Error('enough');
      const read = async (): Promise<void> => {
        for await (const event of change({ clip: longClip }, { transport, signal: controller.signal })) {
          if (event.type === 'audio') controller.abort(reason);
        }
      };
      await assert.rejects(read(), reason);
      await isFree();
    });

    it(`are not tried again after their first audio, and before it are: ${transport}`, async () => {
      const proxy = await proxyTo(server.url, (connection) => connection === 0);
      const guest = new Sonorant({ baseUrl: proxy.url, apiKey });
      assert.equal((await guest.changeVoice({ clip, voice }, { transport }).bytes()).length, clipLength * 2 * 24_000);
      const connections = proxy.connections();
      const read = async (): Promise<void> => {
        for await (const event of guest.changeVoice({ clip: longClip, voice }, { transport })) {
          if (event.type === 'audio') proxy.cut();
        }
      };
      await assert.rejects(read(), (error) => error instanceof ConnectionError && error.heard!.bytes > 0);
      assert.ok(proxy.connections() - connections <= 1, 'one connection');
      await proxy.close();
    });
  }
});

describe('the upload of a recording', () => {
  it('has a second more for each 16 KiB', async () => {
    const server = await fakeServer((...asked) => {
      setTimeout(() => json(200, {})(...asked), 500);
    });
    const sonorant = new Sonorant({ baseUrl: server.url, apiKey, timeoutMs: 100, retries: 0 });
    const ask = (bytes: number): Promise<unknown> =>
      sonorant.changeVoice({ clip: new Blob([new Uint8Array(bytes)]), voice }).bytes();
    await assert.rejects(ask(100), /no answer within 107 ms/u);
    assert.ok(((await ask(200_000)) as Uint8Array).length > 0);
    await server.close();
  });

  it('has a second more for each eight characters that are spoken before its answer, and is sent once', async () => {
    const server = await fakeServer((...asked) => {
      setTimeout(() => json(200, {})(...asked), 500);
    });
    const sonorant = new Sonorant({ baseUrl: server.url, apiKey, timeoutMs: 100 });
    const left = new Blob([new Uint8Array(100)]);
    const bytes = await sonorant.infill({ left, text: 'and then we walked home', voice }).bytes();
    assert.deepEqual([bytes.length > 0, server.requests.length], [true, 1]);
    await server.close();
  });
});
