import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { voiceLike, wavOf } from '../src/audio/decoding/testing.ts';
import { openTestStore } from '../src/store/testing.ts';
import { apiKey, fliteVoice, metric, start, version, type TestServer } from './support/server.ts';

describe('GET /voices/{id}/preview', () => {
  let server: TestServer;
  let theirKey: string;
  before(async () => {
    server = await start({ SONORANT_PUBLIC_URL: 'https://voices.example' });
    const store = await openTestStore({ dataDir: server.dataDir });
    const { id: organizationId } = await store.organizations.create('Theirs');
    theirKey = (await store.apiKeys.create({ organizationId, kind: 'api', description: '' })).secret;
    await store.close();
  });
  after(() => server.close());

  const get = (path: string, headers: Record<string, string> = { 'x-api-key': apiKey }): Promise<Response> =>
    fetch(server.url + path, { headers });
  const cloned = async (language: string, key = apiKey): Promise<string> => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ name: 'Mine', language })) body.set(name, value);
    body.set('clip', new Blob([wavOf(voiceLike({ seconds: 1.5, sampleRate: 16_000, pitch: 140 }), 16_000)]), 'clip');
    const headers = { 'x-api-key': key, 'service-version': version };
    const response = await fetch(`${server.url}/voices/clone`, { method: 'POST', headers, body });
    return ((await response.json()) as { id: string }).id;
  };

  it('is where preview_file_url leads: speech in the voice, as WAV, with the credential and no version', async () => {
    for (const id of [await cloned('de'), fliteVoice]) {
      const voice = await get(`/voices/${id}?expand[]=preview_file_url`, {
        'x-api-key': apiKey,
        'service-version': version,
      });
      const { origin, pathname } = new URL(((await voice.json()) as { preview_file_url: string }).preview_file_url);
      assert.equal(origin, 'https://voices.example');
      const response = await get(pathname);
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'audio/wav']);
      const audio = Buffer.from(await response.arrayBuffer());
      const seconds = audio.length / 2 / audio.readUInt32LE(24);
      assert.ok(audio.toString('latin1', 0, 4) === 'RIFF' && seconds > 1.5 && seconds < 8, `${seconds} s`);
    }
  });

  it('is observed like other speech', async () => {
    const firstAudios = (): Promise<number> =>
      metric(server.url, 'sonorant_time_to_first_audio_seconds_count{transport="preview",engine="flite"}');
    const before = await firstAudios();
    await (await get(`/voices/${fliteVoice}/preview`)).arrayBuffer();
    assert.equal((await firstAudios()) - before, 1);
  });

  it('is 401 without a key and 404 for a voice that is not there or private to others', async () => {
    assert.equal((await get(`/voices/${fliteVoice}/preview`, {})).status, 401);
    for (const id of ['nobody', await cloned('en', theirKey)]) {
      assert.equal((await get(`/voices/${id}/preview`)).status, 404);
    }
  });
});
