/** One server in front of another: the one behind is an upstream of the one in front, over its routes in OpenAI's shape. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fakeEngine } from '../src/engines/fake/index.ts';
import { misdeeds } from '../src/engines/fake/synthesizer.ts';
import { allEngines } from '../src/engines/registry.ts';
import { apiKey, metric, raw24, start, version, type TestServer } from './support/server.ts';

interface ListedVoice {
  readonly id: string;
  readonly name: string;
}

function samplesOf(audio: Buffer): Int16Array {
  return new Int16Array(new Uint8Array(audio).buffer);
}

/** Cosine of the angle between two signals: 1 for the same one at any level. */
function correlation(a: Int16Array, b: Int16Array): number {
  const product = (x: Int16Array, y: Int16Array): number =>
    x.reduce((sum, sample, index) => sum + sample * y[index]!, 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

describe('a server in front of another one', () => {
  let behind: TestServer;
  let front: TestServer;
  before(async () => {
    behind = await start({}, [fakeEngine()]);
    const upstream = { id: 'behind', url: `${behind.url}/v1`, model: 'fake', key: apiKey, languages: ['en'] };
    front = await start({ SONORANT_UPSTREAMS: JSON.stringify([upstream]) }, allEngines);
  });
  after(async () => {
    await front.close();
    await behind.close();
  });

  async function voicesOf(server: TestServer, path: string): Promise<readonly ListedVoice[]> {
    const headers = { authorization: `Bearer ${apiKey}`, 'service-version': version };
    const answer = (await (await fetch(server.url + path, { headers })).json()) as Record<string, ListedVoice[]>;
    return (answer.data ?? answer.voices)!;
  }

  function speak(server: TestServer, voice: string, transcript: string, model = 'sonorant-1'): Promise<Response> {
    const request = { model_id: model, voice: { mode: 'id', id: voice }, transcript, output_format: raw24 };
    return server.post('/tts/bytes', request);
  }

  async function tonia(): Promise<string> {
    const found = (await voicesOf(front, '/voices?limit=100&q=Tonia')).find(({ name }) => name === 'Tonia');
    assert.ok(found, 'it lists the voice of the server behind by its name');
    return found.id;
  }

  it('lists its voices by their names, and speaks them with the same audio', async () => {
    const near = (await voicesOf(behind, '/v1/audio/voices')).find(({ name }) => name === 'Tonia')!;
    const text = 'Hello there, my friend.';
    const far = await speak(front, await tonia(), text);
    assert.equal(far.status, 200);
    const audio = Buffer.from(await far.arrayBuffer());
    assert.ok(audio.length > 24_000);
    const given = Buffer.from(await (await speak(behind, near.id, text)).arrayBuffer());
    const pauseBytes = 0.33 * 24_000 * 2;
    assert.ok(
      Math.abs(audio.length - given.length - pauseBytes) < 1000,
      'it adds the pause that the engine behind lacks',
    );
    // Its level is the one of all voices; the sound is the same.
    assert.ok(correlation(samplesOf(audio.subarray(0, given.length)), samplesOf(given)) > 0.99);
  });

  it('speaks itself when that one fails, and tells so in its metrics', async () => {
    const answer = await speak(front, await tonia(), `Say ${misdeeds.throws} to me.`);
    assert.equal(answer.status, 200);
    assert.ok((await answer.arrayBuffer()).byteLength > 24_000);
    assert.equal(await metric(front.url, 'sonorant_fallbacks_total'), 1);
  });

  it('says that it is unavailable where that one alone was asked for', async () => {
    const answer = await speak(front, await tonia(), `Say ${misdeeds.throws} to me.`, 'upstream:behind');
    assert.equal(answer.status, 503);
    assert.equal(((await answer.json()) as { error_code: string }).error_code, 'unavailable');
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
  });
});
