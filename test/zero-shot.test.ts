/** Voices made from a clip, where an engine clones by the clip itself. */
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { voiceLike, wavOf } from '../src/audio/decoding/testing.ts';
import type { EngineDescriptor } from '../src/engines/adapter.ts';
import { fakeEngine } from '../src/engines/fake/index.ts';
import { allEngines } from '../src/engines/registry.ts';
import { openTestStore } from '../src/store/testing.ts';
import { apiKey, audioOf, raw24, start, version, type TestServer } from './support/server.ts';

const headers = { 'service-version': version, authorization: `Bearer ${apiKey}` };
const recording = voiceLike({ seconds: 3, sampleRate: 24_000, pitch: 140 });

/** Speaks each word with the first quarter of a second of the clip. */
function cloning(id: string, needsTranscript: boolean, languages = ['en']): EngineDescriptor {
  return fakeEngine({
    id,
    capabilities: { cloning: 'zero-shot', languages },
    voices: [],
    synthesizer: { voices: [id] },
    cast: ({ clip }) =>
      clip === undefined || (needsTranscript && clip.transcript === undefined)
        ? undefined
        : { engine: id, name: id, clip },
  });
}

function assertRecording(pcm: Buffer): void {
  assert.equal(pcm.length, 2 * 6000);
  const spoken = new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.length));
  spoken.forEach((sample, at) => assert.ok(Math.abs(sample - recording[at]! * 32_768) <= 2, `sample ${at}`));
}

describe('a voice made from a clip, beside an engine that clones by the clip itself', () => {
  let server: TestServer;
  let otherKey: string;
  before(async () => {
    server = await start({}, [cloning('texted', true), ...allEngines, cloning('any', false, ['de'])]);
    const store = await openTestStore({ dataDir: server.dataDir });
    const organizationId = (await store.organizations.create('Theirs')).id;
    otherKey = (await store.apiKeys.create({ organizationId, kind: 'api', description: '' })).secret;
    await store.close();
  });
  after(() => server.close());

  const clone = async (fields: Record<string, string>): Promise<string> => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ name: 'Mine', language: 'en', ...fields })) body.set(name, value);
    body.set('clip', new Blob([wavOf(recording, 24_000)]), 'clip');
    const response = await fetch(`${server.url}/voices/clone`, { method: 'POST', headers, body });
    assert.equal(response.status, 200, await response.clone().text());
    return ((await response.json()) as { id: string }).id;
  };
  const speak = async (voice: string, more: object = {}): Promise<Buffer> => {
    const body = { model_id: 'sonorant-1', voice, transcript: 'Hello', output_format: raw24, ...more };
    const response = await server.post('/tts/bytes', body);
    assert.equal(response.status, 200, await response.clone().text());
    return Buffer.from(await response.arrayBuffer());
  };
  const spokenBy = async (voice: string): Promise<{ engine: string; reason: string }> => {
    const response = await fetch(`${server.url}/voices/${voice}?expand[]=spoken_by`, { headers });
    return ((await response.json()) as { spoken_by: { engine: string; reason: string } }).spoken_by;
  };

  it('speaks by its clip, which the engine is given with its transcript', async () => {
    const voice = await clone({ transcript: 'What is said in it.' });
    assertRecording(await speak(voice));
    const { engine, reason } = await spokenBy(voice);
    assert.deepEqual([engine, reason], ['texted', 'This engine clones by the clip itself.']);
    const socket = await server.open();
    socket.speak('one', 'Hello', { model_id: 'sonorant-1', voice, output_format: raw24 });
    assertRecording(audioOf(await socket.ended('one')));
    socket.close();
  });

  it('is spoken by another organization only while it is public, by id and by name', async () => {
    const transcript = 'What is said in it.';
    const own = await clone({ transcript, name: 'Kept' });
    const shared = await clone({ transcript, name: 'Shared', access: 'public' });
    const speakAsOther = (voice: string): Promise<Response> =>
      fetch(`${server.url}/tts/bytes`, {
        method: 'POST',
        headers: {
          'service-version': version,
          authorization: `Bearer ${otherKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ model_id: 'sonorant-1', voice, transcript: 'Hello', output_format: raw24 }),
      });
    // Decoded and kept for its owner.
    assertRecording(await speak(own));
    for (const voice of [own, 'Kept']) assert.equal((await speakAsOther(voice)).status, 404, voice);
    for (const voice of [shared, 'Shared']) {
      assertRecording(Buffer.from(await (await speakAsOther(voice)).arrayBuffer()));
    }
    const change = { method: 'PATCH', headers: { ...headers, 'content-type': 'application/json' } };
    const changed = await fetch(`${server.url}/voices/${shared}`, { ...change, body: '{"access":"private"}' });
    assert.equal(changed.status, 200, await changed.clone().text());
    for (const voice of [shared, 'Shared']) assert.equal((await speakAsOther(voice)).status, 404, voice);
  });

  it('speaks by its profile where the engine needs a transcript that was not given, and says so', async () => {
    const voice = await clone({});
    const pcm = await speak(voice);
    assert.notEqual(pcm.length, 2 * 6000);
    const { engine, reason } = await spokenBy(voice);
    assert.equal(engine, 'flite');
    assert.match(reason, /^The engine texted needs what the clip says/u);
    assertRecording(await speak(voice, { language: 'de' }));
  });

  it('speaks by its profile with a model that does not clone by clips, and in languages that none does', async () => {
    const voice = await clone({ transcript: 'What is said in it.', language: 'fr' });
    assert.equal((await spokenBy(voice)).engine, 'espeak');
    assert.match((await spokenBy(voice)).reason, /^No engine that clones by the clip itself speaks French/u);
    assert.notEqual((await speak(voice, { model_id: 'espeak', language: 'en' })).length, 2 * 6000);
  });

  it('speaks by its profile while its clip cannot be read', async () => {
    const voice = await clone({ transcript: 'What is said in it.' });
    const [clips, away] = ['clips', 'away'].map((name) => join(server.dataDir, 'blobs', name)) as [string, string];
    await rename(clips, away);
    assert.notEqual((await speak(voice)).length, 2 * 6000);
    await rename(away, clips);
    assertRecording(await speak(voice));
  });

  it('says that a voice of an engine is just that', async () => {
    assert.deepEqual(await spokenBy('a0e99841-438c-4a64-b679-ae501e7d6091'), {
      engine: 'flite',
      reason: 'It is a voice of this engine.',
    });
  });

  it('refuses a transcript that is too long, and keeps nothing', async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ name: 'Mine', language: 'en', transcript: 'a'.repeat(2001) })) {
      body.set(name, value);
    }
    body.set('clip', new Blob([wavOf(recording, 24_000)]), 'clip');
    const response = await fetch(`${server.url}/voices/clone`, { method: 'POST', headers, body });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /transcript/u);
  });
});
