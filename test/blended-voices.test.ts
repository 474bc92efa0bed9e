/** Voices between two voices of a Kokoro model, from the request that makes one to its sound. The model is a tiny one. */
import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { prepareModel } from '../src/engines/neural/prepare.ts';
import { writeKokoroModel, writePiperModel } from '../src/engines/neural/testing.ts';
import { createCatalogue } from '../src/voices/catalogue.ts';
import { isLibraryInstalled } from '../src/model-files/sherpa-onnx.ts';
import { apiKey, fliteVoice, raw24, start, version, type TestServer } from './support/server.ts';

const headers = { 'service-version': version, authorization: `Bearer ${apiKey}` };

interface ListedVoice {
  readonly id: string;
  readonly name: string;
  readonly gender: string;
  readonly language: string;
  readonly accent: string;
  readonly description: string;
  readonly spoken_by: { readonly engine: string };
  readonly blend: { readonly engine: string; readonly speakers: readonly string[]; readonly weight: number } | null;
}

async function install(server: TestServer, name: string, write: typeof writeKokoroModel): Promise<void> {
  const source = join(server.dataDir, 'published', name);
  await write(source, { speakers: 4 });
  await mkdir(join(server.dataDir, 'models'), { recursive: true });
  await prepareModel(source, join(server.dataDir, 'models', name), { name, licence: 'CC0-1.0', source: 'a test' });
  await server.reloadModels();
}

void describe(
  'a voice between two voices of a Kokoro model',
  { skip: !isLibraryInstalled() && 'sherpa-onnx-node is not here' },
  () => {
    let server: TestServer;
    let voices: readonly ListedVoice[];
    const voicesOf = async (query: string): Promise<readonly ListedVoice[]> => {
      const answer = await fetch(`${server.url}/voices?limit=100&q=${query}`, { headers });
      return ((await answer.json()) as { data: readonly ListedVoice[] }).data;
    };
    const idOf = (name: string): string => voices.find((voice) => voice.name === name)!.id;
    before(async () => {
      server = await start({});
      await install(server, 'kokoro', writeKokoroModel);
      await install(server, 'piper', writePiperModel);
      voices = [...(await voicesOf('neural:kokoro')), ...(await voicesOf('neural:piper'))];
    });
    after(() => server.close());

    const blend = (more: object = {}): Promise<Response> =>
      server.post('/voices/blend', {
        voice_id: idOf('Speaker0'),
        other_voice_id: idOf('Speaker1'),
        weight: 0.4,
        name: 'Ours',
        ...more,
      });
    const made = async (more: object = {}): Promise<ListedVoice> => {
      const answer = await blend(more);
      assert.equal(answer.status, 200, await answer.clone().text());
      const { id } = (await answer.json()) as { id: string };
      const url = `${server.url}/voices/${id}?expand[]=spoken_by&expand[]=blend`;
      return (await (await fetch(url, { headers })).json()) as ListedVoice;
    };
    const speak = async (voice: string): Promise<Buffer> => {
      const body = { model_id: 'sonorant-1', voice, transcript: 'One, two, three.', output_format: raw24 };
      const answer = await server.post('/tts/bytes', body);
      assert.equal(answer.status, 200, await answer.clone().text());
      return Buffer.from(await answer.arrayBuffer());
    };
    const preview = (id: string, query = ''): Promise<Response> =>
      fetch(`${server.url}/voices/${id}/preview${query}`, { headers });
    const refused = async (answer: Response, status: number, said: RegExp): Promise<void> => {
      const text = await answer.text();
      assert.equal(answer.status, status, text);
      assert.match(text, said);
    };

    void it('is kept like any voice, and says what it is made of', async () => {
      const voice = await made();
      assert.equal(voice.description, 'Between Speaker0 (60 %) and Speaker1 (40 %).');
      assert.deepEqual([voice.name, voice.gender, voice.language], ['Ours', 'feminine', 'en']);
      assert.equal(voice.accent, 'general-american');
      assert.equal(voice.spoken_by.engine, 'neural:kokoro');
      const parts = { engine: 'neural:kokoro', speakers: ['af_speaker0', 'bm_speaker1'], weight: 0.4 };
      assert.deepEqual(voice.blend, parts);
      const nearer = await made({ weight: 0.6, description: 'Mine.' });
      assert.deepEqual([nearer.gender, nearer.description], ['masculine', 'Mine.']);
      const plain = await fetch(`${server.url}/voices/${idOf('Speaker0')}?expand[]=blend`, { headers });
      assert.equal(((await plain.json()) as ListedVoice).blend, null);
    });

    void it('speaks by its name, the same bytes each time, like neither of the two', async () => {
      await made({ name: 'Between' });
      const spoken = await speak('Between');
      assert.ok(spoken.equals(await speak('Between')));
      for (const name of ['Speaker0', 'Speaker1']) assert.ok(!spoken.equals(await speak(name)), name);
      const other = await made({ weight: 0.41 });
      assert.ok(!spoken.equals(await speak(other.id)), 'another share is another voice');
    });

    void it('is heard before it is made, as it will be', async () => {
      const { id } = await made({ weight: 0.25 });
      const kept = Buffer.from(await (await preview(id)).arrayBuffer());
      const heard = await preview(idOf('Speaker0'), `?with=${idOf('Speaker1')}&weight=0.25`);
      assert.equal(heard.headers.get('content-type'), 'audio/wav');
      assert.ok(Buffer.from(await heard.arrayBuffer()).equals(kept));
    });

    void it('is refused where the two are not two voices of one model', async () => {
      const { id: ours } = await made();
      // An id of quick starts means the model's own voice while it is there: this one is eSpeak's.
      const elsewhere = createCatalogue().nearest('de', 'feminine')!.id;
      await refused(
        await blend({ other_voice_id: idOf('Speaker0') }),
        400,
        /another voice than the first.*other_voice_id/u,
      );
      await refused(await blend({ voice_id: elsewhere }), 400, /neural:kokoro brings along.*at voice_id/u);
      await refused(await blend({ other_voice_id: ours }), 400, /neural:kokoro brings along.*other_voice_id/u);
      await refused(
        await blend({ other_voice_id: idOf('piper 2') }),
        400,
        /neural:kokoro brings along.*other_voice_id/u,
      );
      await refused(await blend({ other_voice_id: 'nowhere' }), 404, /voice_not_found/u);
      for (const weight of [0, 1, -1, '0.5']) await refused(await blend({ weight }), 400, /weight/u);
      const query = `?with=${elsewhere}&weight=0.5`;
      await refused(await preview(idOf('Speaker0'), query), 400, /neural:kokoro brings along.*at with/u);
      await refused(await preview(idOf('Speaker0'), `?with=${idOf('Speaker1')}&weight=2`), 400, /weight/u);
    });

    void it('is refused with what to install where no model blends, and a kept one is spoken by another voice', async () => {
      const { id } = await made({ name: 'Orphan' });
      const spoken = await speak(id);
      await rm(join(server.dataDir, 'models', 'kokoro'), { recursive: true });
      await server.reloadModels();
      await refused(await blend({ voice_id: fliteVoice }), 501, /not_implemented.*Kokoro does/u);
      const instead = await speak(id);
      assert.ok(instead.length > 0 && !instead.equals(spoken));
    });
  },
);
