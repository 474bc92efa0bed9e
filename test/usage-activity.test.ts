/** What the charts of usage show of requests that were made, on each database. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databases } from '../src/store/testing.ts';
import { clientOf, expectJson } from './support/resources.ts';
import { eventually } from './support/eventually.ts';
import { adminKey, apiKey, fliteVoice, raw24, speech, start, toneEngines, type TestServer } from './support/server.ts';

interface Figures {
  readonly requests: number;
  readonly errors: { readonly refused: number; readonly failed: number };
  readonly audio_seconds: number;
  readonly characters: number;
  readonly first_audio: { readonly count: number } | null;
}
interface Answer {
  readonly total: Figures;
  readonly series?: readonly { readonly id: string; readonly total: Figures }[];
}

const text = 'One two three four.';
/** A quarter of a second for each word, by {@link start}. */
const seconds = 1;

function activity(server: TestServer, query = ''): Promise<Answer> {
  return expectJson<Answer>(clientOf(server.url, adminKey)('GET', `/usage/activity${query}`), 200);
}

async function speakEverywhere(server: TestServer): Promise<void> {
  const body = { ...speech, transcript: text, output_format: raw24 };
  for (const path of ['/tts/bytes', '/tts/sse']) await (await server.post(path, body)).arrayBuffer();
  const wanted = { model: 'espeak', input: text, voice: fliteVoice, response_format: 'pcm' };
  const openAi = await server.post('/v1/audio/speech', wanted, { authorization: `Bearer ${apiKey}` });
  assert.equal(openAi.status, 200);
  await openAi.arrayBuffer();
  const refused = [
    await server.post('/tts/bytes', { ...body, transcript: '' }),
    await server.post('/tts/bytes', { ...body, voice: 'nothing-has-this-id' }),
  ];
  assert.deepEqual(
    refused.map(({ status }) => status),
    [400, 404],
  );
  assert.equal((await server.post('/tts/bytes', body, { authorization: 'Bearer wrong' })).status, 401);
  const socket = await server.open();
  socket.speak('spoken', text);
  await socket.ended('spoken');
  socket.speak('refused', text, { voice: 'nothing-has-this-id' });
  await socket.ended('refused');
  socket.close();
  await socket.closed;
  // Neither speaks nor hears.
  await clientOf(server.url, apiKey)('GET', '/voices');
}

for (const [name, database] of Object.entries(databases)) {
  describe(`the activity of servers on ${name}`, () => {
    it('counts requests, errors, audio and first audio by voice, of two servers together', async () => {
      const { options, remove } = await database();
      const shared: Record<string, string> =
        options.databaseUrl === undefined ? {} : { SONORANT_DATABASE_URL: options.databaseUrl };
      const quick = { usageFlushMs: 20 };
      const first = await start({ SONORANT_ENGINES: 'espeak', ...shared }, toneEngines, [], quick);
      const same = { SONORANT_ENGINES: 'espeak', SONORANT_DATA_DIR: first.dataDir };
      const second = await start({ ...same, ...shared }, toneEngines, [], quick);
      try {
        for (const server of [first, second]) await speakEverywhere(server);
        let found: Answer = await activity(first, '?group_by=voice');
        await eventually('all requests', async () => {
          found = await activity(first, '?group_by=voice');
          return found.total.requests >= 14;
        });
        const { requests, errors, audio_seconds: made, characters, first_audio: times } = found.total;
        assert.deepEqual([requests, errors], [14, { refused: 6, failed: 0 }]);
        assert.deepEqual([characters, times?.count], [8 * text.length, 8]);
        assert.ok(Math.abs(made - 8 * seconds) < 8 * 0.5, `${made} s`);
        assert.deepEqual(
          found.series!.map(({ id, total }) => [id, total.requests, total.errors.refused]),
          [
            [fliteVoice, 8, 0],
            ['', 6, 6],
          ],
        );
      } finally {
        await second.close();
        await first.close();
        await remove();
      }
    });

    it('has what was counted up to a stop', async () => {
      const { options, remove } = await database();
      const settings: Record<string, string> = {
        SONORANT_ENGINES: 'espeak',
        ...(options.databaseUrl !== undefined && { SONORANT_DATABASE_URL: options.databaseUrl }),
      };
      const never = { usageFlushMs: 3_600_000 };
      const server = await start(settings, toneEngines, [], never);
      try {
        await (await server.post('/tts/bytes', { ...speech, transcript: text, output_format: raw24 })).arrayBuffer();
        await server.stop();
        const again = await start({ ...settings, SONORANT_DATA_DIR: server.dataDir }, toneEngines, [], never);
        const { total } = await activity(again);
        await again.close();
        assert.deepEqual([total.requests, total.characters, total.first_audio?.count], [1, text.length, 1]);
      } finally {
        await server.close();
        await remove();
      }
    });
  });
}
