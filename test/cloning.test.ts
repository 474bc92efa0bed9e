import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { measureSpeech } from '../src/audio/clip/measures.ts';
import { voiceLike, wavOf } from '../src/audio/decoding/testing.ts';
import { allEngines } from '../src/engines/registry.ts';
import { measuredText } from '../src/speech/recordings/target-voices.ts';
import { apiKey, audioOf, fliteVoice, raw24, readSse, start, version, type TestServer } from './support/server.ts';
import { swept } from './support/sweeps.ts';

const transcript =
  'The keeper of the lighthouse went down to the harbour, and she waited for the boat until the evening.';
/** Others than those that a clone is measured by. */
const sentences = `${transcript} Nobody at the table knew why the old clock had stopped. They argued about money, as usual, and then they laughed.`;
const headers = { 'service-version': version, authorization: `Bearer ${apiKey}` };

function clipOf(pitch: number): Uint8Array {
  return wavOf(voiceLike({ seconds: 3, sampleRate: 24_000, pitch }), 24_000);
}

/** Median pitch in Hz of 16-bit samples at 24 kHz. */
function pitchOf(audio: Buffer): number {
  const samples = new Int16Array(audio.buffer.slice(audio.byteOffset, audio.byteOffset + audio.length));
  return measureSpeech(
    Float32Array.from(samples, (sample) => sample / 32_768),
    24_000,
    // Formants are not asked for.
    { maxVowels: 1 },
  ).pitch!.median;
}

describe('a cloned voice', () => {
  let server: TestServer;
  before(async () => {
    server = await start({}, allEngines);
  });
  after(() => server.close());

  const post = (clip: Uint8Array, fields: Record<string, string> = {}): Promise<Response> => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ name: 'Mine', language: 'en', ...fields })) body.set(name, value);
    body.set('clip', new Blob([clip]), 'clip');
    return fetch(`${server.url}/voices/clone`, { method: 'POST', headers, body });
  };
  const clone = async (pitch: number, fields?: Record<string, string>): Promise<string> => {
    const response = await post(clipOf(pitch), fields);
    assert.equal(response.status, 200);
    return ((await response.json()) as { id: string }).id;
  };
  const speak = async (voice: unknown, more: object = {}): Promise<Buffer> => {
    const response = await server.post('/tts/bytes', {
      model_id: 'sonorant-1',
      voice,
      transcript,
      output_format: raw24,
      ...more,
    });
    assert.equal(response.status, 200, await response.clone().text());
    return Buffer.from(await response.arrayBuffer());
  };

  it('speaks at once with the median pitch of its clip, within 8 %', async () => {
    for (const pitch of swept([90, 125, 165, 220, 300], (hertz) => hertz === 90 || hertz === 300)) {
      const spoken = pitchOf(await speak(await clone(pitch)));
      assert.ok(Math.abs(spoken / pitch - 1) < 0.08, `${spoken} Hz for a clip of ${pitch} Hz`);
    }
  });

  it('is the same voice on all three transports, byte for byte, however it is named', async () => {
    const id = await clone(180);
    const few = 'The keeper went down to the harbour. She waited.';
    const bytes = await speak(id, { transcript: few });
    for (const voice of [{ id }, { mode: 'id', id }]) {
      assert.ok((await speak(voice, { transcript: few })).equals(bytes));
    }
    const sse = await server.post('/tts/sse', {
      model_id: 'sonic-3',
      voice: id,
      transcript: few,
      output_format: raw24,
    });
    assert.ok(audioOf(readSse(await sse.text())).equals(bytes));
    const socket = await server.open();
    socket.send({
      model_id: 'sonorant-1',
      voice: { mode: 'id', id },
      transcript: few,
      output_format: raw24,
      context_id: 'c',
      add_timestamps: true,
    });
    const events = await socket.ended('c');
    assert.ok(audioOf(events).equals(bytes));
    assert.deepEqual(events.flatMap((event) => event.word_timestamps?.words ?? []).join(' '), few);
    socket.close();
  });

  it('keeps its pitch in another language, and when it is localized', async () => {
    const id = await clone(150, { accent: 'british' });
    const german = {
      transcript: 'Der Wärter des Leuchtturms ging hinunter zum Hafen und wartete bis zum Abend auf das Boot.',
    };
    const other = pitchOf(await speak(id, { ...german, language: 'de' }));
    const localized = await server.post('/voices/localize', {
      voice_id: id,
      name: 'Deutsch',
      accent: 'standard-german',
    });
    const itself = pitchOf(await speak(((await localized.json()) as { id: string }).id, german));
    for (const spoken of [other, itself]) assert.ok(Math.abs(spoken / 150 - 1) < 0.08, `${spoken} Hz`);
  });

  it('tells how near it comes to its clip, by what can be measured from outside', async () => {
    interface Similarity {
      readonly engine: string;
      readonly summary: string;
      readonly similarity: number;
      readonly pitch: { readonly clip_hz: number; readonly clone_hz: number; readonly difference: number };
      readonly formants: { readonly difference: number };
    }
    const ask = (id: string): Promise<Response> => fetch(`${server.url}/voices/${id}/similarity`, { headers });
    const similarity = async (id: string): Promise<Similarity> => {
      const answer = await ask(id);
      assert.equal(answer.status, 200, await answer.clone().text());
      return (await answer.json()) as Similarity;
    };
    const body = await speak('Russell', {
      output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: 24_000 },
    });
    const made = await post(body, { name: 'Like Russell' });
    const { id } = (await made.json()) as { id: string };
    const near = await similarity(id);
    assert.equal(near.engine, 'flite');
    const [clip, itself] = [pitchOf(body.subarray(44)), pitchOf(await speak(id, { transcript: measuredText('en') }))];
    assert.ok(Math.abs(near.pitch.clip_hz - clip) < 0.1, `${near.pitch.clip_hz} Hz for a clip of ${clip} Hz`);
    assert.ok(
      Math.abs(near.pitch.clone_hz / itself - 1) < 0.02,
      `${near.pitch.clone_hz} Hz where it speaks with ${itself} Hz`,
    );
    // Spoken numbers would lie a tenth lower than what the voice says otherwise.
    const ordinary = pitchOf(await speak(id, { transcript: sentences }));
    assert.ok(
      Math.abs(near.pitch.clone_hz / ordinary - 1) < 0.04,
      `${near.pitch.clone_hz} Hz where sentences have ${ordinary} Hz`,
    );
    assert.ok(near.similarity > 0.6 && near.similarity <= 1, JSON.stringify(near));
    const percent = Math.round(100 * Math.abs(near.pitch.difference));
    assert.match(
      near.summary,
      new RegExp(`^Pitch ${percent} % apart, formants ${Math.round(100 * near.formants.difference)} % `),
    );
    assert.deepEqual(await similarity(id), near);

    // A pitch that no voice here reaches.
    const high = await clone(470);
    const far = await similarity(high);
    const reached = pitchOf(await speak(high, { transcript: measuredText('en') }));
    assert.ok(
      Math.abs(far.pitch.clone_hz / reached - 1) < 0.02,
      `${far.pitch.clone_hz} Hz where it speaks with ${reached} Hz`,
    );
    assert.ok(far.pitch.difference < -0.1, JSON.stringify(far));
    assert.ok(far.similarity < near.similarity - 0.2, JSON.stringify([near, far]));
    assert.deepEqual([(await ask('no-such-voice')).status, (await ask(fliteVoice)).status], [404, 400]);
    assert.match(((await (await ask(fliteVoice)).json()) as { message: string }).message, /made from no clip/u);
  });

  it('is refused with the reason where its engine may not speak', async () => {
    const response = await server.post('/tts/bytes', {
      model_id: 'flite',
      voice: await clone(120, { accent: 'irish' }),
      transcript,
      output_format: raw24,
    });
    assert.equal(response.status, 400);
    assert.match(((await response.json()) as { message: string }).message, /model_id/u);
  });

  it('is gone with its speech when it is deleted', async () => {
    const id = await clone(120);
    assert.equal((await fetch(`${server.url}/voices/${id}`, { method: 'DELETE', headers })).status, 204);
    const response = await server.post('/tts/bytes', {
      model_id: 'sonorant-1',
      voice: id,
      transcript,
      output_format: raw24,
    });
    assert.equal(response.status, 404);
  });

  it('can be made by many at once, while others speak', async () => {
    const speaking = speak(await clone(120));
    const made = await Promise.all(Array.from({ length: 12 }, (_, index) => clone(100 + 10 * index)));
    assert.equal(new Set(made).size, 12);
    assert.ok((await speaking).length > 0);
  });

  it('comes of 16,777,216 bytes, and not of one more', async () => {
    const clip = clipOf(140);
    const padded = (size: number): Uint8Array => Buffer.concat([clip, Buffer.alloc(size - clip.length)]);
    assert.equal((await post(padded(16_777_216))).status, 200);
    const refused = await post(padded(16_777_217));
    assert.deepEqual(
      [refused.status, ((await refused.json()) as { error_code: string }).error_code],
      [413, 'file_too_large'],
    );
  });
});
