/** An engine that no file of the server names: from the list of voices to sound on a socket, and when it misbehaves. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fakeEngine } from '../src/engines/fake/index.ts';
import { misdeeds } from '../src/engines/fake/synthesizer.ts';
import {
  adminKey,
  apiKey,
  audioOf,
  metric,
  start,
  toneEngines,
  typesOf,
  version,
  type TestServer,
} from './support/server.ts';

const credentials = { 'x-api-key': apiKey, 'service-version': version };
const raw = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 } as const;

interface WireVoice {
  readonly id: string;
  readonly name: string;
}

async function voiceOf(server: TestServer, name: string): Promise<string> {
  const answer = await fetch(`${server.url}/voices?q=${name}`, { headers: credentials });
  const { data } = (await answer.json()) as { data: readonly WireVoice[] };
  assert.deepEqual(
    data.map((voice) => voice.name),
    [name],
  );
  return data[0]!.id;
}

describe('an engine that is a folder and a line', () => {
  let server: TestServer;
  let voice: string;
  before(async () => {
    server = await start({}, [...toneEngines, fakeEngine()]);
    voice = await voiceOf(server, 'Tonia');
  });
  after(() => server.close());

  const text = 'One, two, three. Four, five, six!';

  it('speaks its voice over bytes, in any format', async () => {
    const body = { model_id: 'sonorant-1', transcript: text, voice, output_format: raw };
    const pcm = Buffer.from(await (await server.post('/tts/bytes', body)).arrayBuffer());
    // A quarter of a second for each of the six words.
    assert.equal(pcm.length, 2 * 6 * 6000);
    const mp3 = await server.post('/tts/bytes', {
      ...body,
      output_format: { container: 'mp3', sample_rate: 44_100, bit_rate: 64_000 },
    });
    assert.equal(mp3.headers.get('content-type'), 'audio/mpeg');
    assert.ok((await mp3.arrayBuffer()).byteLength > 8000);
  });

  it('speaks on a socket with the times of its words, however the text comes', async () => {
    const ws = await server.open();
    const fields = { model_id: 'fake', voice, output_format: raw, add_timestamps: true };
    ws.speak('whole', text, fields);
    for (const [index, piece] of ['One, t', 'wo, three. Fo', 'ur, five, six!'].entries()) {
      ws.speak('cut', piece, { ...fields, continue: index < 2, max_buffer_delay_ms: 5000 });
    }
    const [whole, cut] = [await ws.ended('whole'), await ws.ended('cut')];
    assert.ok(audioOf(cut).equals(audioOf(whole)));
    const words = whole.flatMap((event) => event.word_timestamps?.words ?? []);
    assert.deepEqual(words, ['One,', 'two,', 'three.', 'Four,', 'five,', 'six!']);
    const ends = whole.flatMap((event) => event.word_timestamps?.end ?? []);
    assert.deepEqual(ends, [0.25, 0.5, 0.75, 1, 1.25, 1.5]);
    ws.close();
  });

  it('speaks the sample that preview_file_url leads to, which is not metered', async () => {
    const before = await usedCredits(server);
    const answer = await fetch(`${server.url}/voices/${voice}/preview`, { headers: credentials });
    assert.equal(answer.headers.get('content-type'), 'audio/wav');
    assert.ok((await answer.arrayBuffer()).byteLength > 10_000);
    assert.equal(await usedCredits(server), before);
    await (
      await server.post('/tts/bytes', { model_id: 'fake', transcript: 'Four', voice, output_format: raw })
    ).arrayBuffer();
    assert.equal(await usedCredits(server), before + 4);
  });
});

async function usedCredits(server: TestServer): Promise<number> {
  const headers = { 'x-api-key': adminKey, 'service-version': version };
  const answer = await fetch(`${server.url}/usage/credits`, { headers });
  const { data } = (await answer.json()) as { data: readonly { readonly credits: number }[] };
  return data.reduce((sum, { credits }) => sum + credits, 0);
}

describe('an engine without marks, with one speed', () => {
  let server: TestServer;
  let voice: string;
  before(async () => {
    const engine = fakeEngine({
      capabilities: {
        marks: 'none',
        prosody: { rate: false, pitch: false, emotion: false },
        deterministic: false,
        concurrency: 4,
      },
      placement: { threads: 1 },
      synthesizer: { waits: true, repeats: true },
    });
    server = await start({}, [engine]);
    voice = await voiceOf(server, 'Tonia');
  });
  after(() => server.close());

  it('gives audio without any times where times are asked', async () => {
    const ws = await server.open();
    ws.speak('a', 'One, two. Three.', {
      model_id: 'fake',
      voice,
      output_format: raw,
      add_timestamps: true,
      add_phoneme_timestamps: true,
    });
    const events = await ws.ended('a');
    assert.deepEqual(typesOf(events), ['chunk', 'done']);
    assert.equal(audioOf(events).length, 2 * 3 * 6000);
    ws.close();
  });

  it('refuses another speed by the name of the field, and takes 1', async () => {
    const body = { model_id: 'sonorant-1', transcript: 'Hi', voice, output_format: raw };
    const refused = await server.post('/tts/bytes', { ...body, generation_config: { speed: 1.2 } });
    assert.equal(refused.status, 400);
    assert.match(((await refused.json()) as { message: string }).message, /generation_config\.speed/);
    assert.equal((await server.post('/tts/bytes', { ...body, generation_config: { speed: 1 } })).status, 200);
  });
});

describe('an engine that breaks its contract', () => {
  let server: TestServer;
  let voice: string;
  before(async () => {
    const engine = fakeEngine({
      placement: { threads: 1 },
      synthesizer: { waits: true },
      capabilities: { concurrency: 4 },
    });
    server = await start({ SONORANT_WORKER_TIMEOUT_MS: '1000' }, [engine]);
    voice = await voiceOf(server, 'Tonia');
  });
  after(() => server.close());

  const failing = [
    misdeeds.throws,
    misdeeds.hangs,
    misdeeds.exits,
    misdeeds.marksTwice,
    misdeeds.noMarks,
    misdeeds.marksBackwards,
    misdeeds.marksBeyond,
  ];
  for (const misdeed of failing) {
    it(`${misdeed}: its context gets one error, another one is spoken to its end`, async () => {
      const ws = await server.open();
      const fields = { model_id: 'fake', voice, output_format: raw };
      // That it gives no marks is missed where they are asked for.
      const asked = misdeed === misdeeds.noMarks && { add_timestamps: true };
      ws.speak('bad', `Well ${misdeed} done.`, { ...fields, ...asked });
      ws.speak('good', 'All of this is heard. And this as well.', fields);
      const [bad, good] = [await ws.ended('bad'), await ws.ended('good')];
      assert.deepEqual(
        bad.filter(({ done }) => done).map(({ error_code }) => error_code),
        ['engine_failed'],
      );
      assert.equal(good.at(-1)!.type, 'done');
      assert.equal(audioOf(good).length, 2 * 9 * 6000);
      ws.close();
    });
  }

  it(`${misdeeds.answersLate}: what comes behind the end is not heard`, async () => {
    const ws = await server.open();
    ws.speak('late', `${misdeeds.answersLate} here.`, { model_id: 'fake', voice, output_format: raw });
    assert.equal(audioOf(await ws.ended('late')).length, 2 * 2 * 6000);
    ws.close();
  });

  it('is counted by its replaced threads and repeated segments', async () => {
    assert.ok((await metric(server.url, 'sonorant_replaced_threads_total')) >= 2);
    assert.ok((await metric(server.url, 'sonorant_repeated_segments_total')) >= 1);
  });
});
