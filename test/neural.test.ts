/** Models in the data folder: from a folder as it is published to sound with exact word times, while the server runs. */
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { prepareModel } from '../src/engines/neural/prepare.ts';
import { isLibraryInstalled } from '../src/model-files/sherpa-onnx.ts';
import { writePiperModel, type TinyModelOptions } from '../src/engines/neural/testing.ts';
import { eventually } from './support/eventually.ts';
import { apiKey, audioOf, fliteVoice, raw24, start, version, type TestServer } from './support/server.ts';
import { swept } from './support/sweeps.ts';

const headers = { 'service-version': version, authorization: `Bearer ${apiKey}` };
const feminine = 'f786b574-daa5-4673-aa0c-cbe3e8534c02';
const text = 'One, two, three. Four, five, six!';

/** Writes a model as it is published and makes an installed one of it, which runs it; the server is not told. */
async function prepare(server: TestServer, name: string, options: TinyModelOptions = {}): Promise<void> {
  const source = join(server.dataDir, 'published', name);
  await writePiperModel(source, options);
  await mkdir(join(server.dataDir, 'models'), { recursive: true });
  await prepareModel(source, modelFolder(server, name), { name, licence: 'CC0-1.0', source: 'a test' });
}

/** One that is installed under another name, before the server hears of it. */
async function copy(server: TestServer, from: string, name: string): Promise<string> {
  const folder = modelFolder(server, name);
  await cp(from, folder, { recursive: true });
  const manifest = join(folder, 'model.json');
  await writeFile(manifest, JSON.stringify({ ...(JSON.parse(await readFile(manifest, 'utf8')) as object), name }));
  return folder;
}

function modelFolder(server: TestServer, name: string): string {
  return join(server.dataDir, 'models', name);
}

async function remove(server: TestServer, name: string): Promise<void> {
  await rm(modelFolder(server, name), { recursive: true });
  await server.reloadModels();
}

interface ListedVoice {
  readonly id: string;
  readonly language: string;
  readonly description: string;
}

async function voicesOf(server: TestServer, query: string): Promise<readonly ListedVoice[]> {
  const answer = await fetch(`${server.url}/voices?limit=100&q=${query}`, { headers });
  return ((await answer.json()) as { data: readonly ListedVoice[] }).data;
}

async function speak(server: TestServer, more: object = {}): Promise<Buffer> {
  const body = { model_id: 'sonorant-1', voice: fliteVoice, transcript: text, output_format: raw24, ...more };
  const answer = await server.post('/tts/bytes', body);
  assert.equal(answer.status, 200, await answer.clone().text());
  return Buffer.from(await answer.arrayBuffer());
}

async function notesOf(server: TestServer): Promise<readonly string[]> {
  const answer = await fetch(`${server.url}/readyz`);
  return ((await answer.json()) as { notes?: readonly string[] }).notes ?? [];
}

describe(
  'a model that is installed while the server runs',
  { skip: !isLibraryInstalled() && 'sherpa-onnx-node is not here' },
  () => {
    let server: TestServer;
    let embedded: Buffer;
    let kept: string;
    before(async () => {
      server = await start({});
      embedded = await speak(server);
      await prepare(server, 'tiny');
      // What other models are made from when this one is removed.
      kept = join(server.dataDir, 'kept');
      await cp(modelFolder(server, 'tiny'), kept, { recursive: true });
      await server.reloadModels();
    });
    after(() => server.close());

    it('stands in the list of voices with language, engine and licence', async () => {
      const voices = await voicesOf(server, 'neural:tiny');
      assert.deepEqual(
        voices.map(({ language }) => language),
        ['en', 'en'],
      );
      for (const { description } of voices) assert.match(description, /engine neural:tiny; licence: CC0-1\.0\.$/u);
    });

    it('speaks for the default voices of its language, and for nothing else', async () => {
      const neural = await speak(server);
      assert.notDeepEqual(neural, embedded);
      assert.deepEqual(await speak(server), neural, 'the same request, the same bytes');
      const [first] = await voicesOf(server, 'neural:tiny');
      assert.deepEqual(await speak(server, { voice: first!.id }), neural);
      assert.deepEqual(await speak(server, { model_id: 'sonic-3' }), neural);
      assert.deepEqual(await speak(server, { model_id: 'neural:tiny' }), neural);
      const [russell] = await voicesOf(server, 'Russell');
      assert.deepEqual(await speak(server, { voice: russell!.id }), embedded);
      const [german] = await voicesOf(server, 'German');
      assert.ok((await speak(server, { voice: german!.id, language: 'de' })).length > 10_000);
    });

    it('speaks on a socket with the times of its words, however the text comes', async () => {
      const socket = await server.open();
      const fields = { voice: feminine, model_id: 'sonorant-1', output_format: raw24, add_timestamps: true };
      socket.speak('whole', text, fields);
      for (const [index, piece] of ['One, t', 'wo, three. Fo', 'ur, five, six!'].entries()) {
        socket.speak('cut', piece, { ...fields, continue: index < 2, max_buffer_delay_ms: 5000 });
      }
      const [whole, cut] = [await socket.ended('whole'), await socket.ended('cut')];
      assert.ok(audioOf(cut).equals(audioOf(whole)));
      const stamps = whole.flatMap((event) => event.word_timestamps ?? []);
      assert.deepEqual(
        stamps.flatMap(({ words }) => words),
        ['One,', 'two,', 'three.', 'Four,', 'five,', 'six!'],
      );
      const times = stamps.flatMap(({ start: starts, end }) => starts.flatMap((at, index) => [at, end[index]!]));
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      );
      assert.ok(times.at(-1)! <= audioOf(whole).length / 48_000);
      socket.close();
    });

    it('counts the sounds that the model has nothing for, and speaks the rest', async () => {
      await prepare(server, 'holed', { lacks: 'm' });
      await server.reloadModels();
      const spoken = await speak(server, { model_id: 'neural:holed', transcript: 'My mother sings.' });
      assert.ok(spoken.length > 10_000);
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      assert.match(metrics, /^sonorant_left_out_sounds_total\{engine="neural:holed",sound="m"\} 2$/mu);
      assert.doesNotMatch(metrics, /sonorant_left_out_sounds_total\{engine="neural:tiny"/u);
      await remove(server, 'holed');
    });

    it('becomes MP3 at 44.1 kHz', async () => {
      const mp3 = await speak(server, { output_format: { container: 'mp3', sample_rate: 44_100, bit_rate: 128_000 } });
      assert.ok(mp3.length > 8000);
    });

    for (const [removed, model] of swept(
      [
        ['before its last words have come', 'tiny'],
        ['while it speaks', 'slow'],
      ] as const,
      ([, each]) => each === 'tiny',
    )) {
      it(`is spoken to its end when it is removed ${removed}`, async () => {
        if (model === 'slow') await prepare(server, model, { work: 10, speakers: 1 });
        await server.reloadModels();
        const socket = await server.open();
        const fields = { voice: fliteVoice, model_id: `neural:${model}`, output_format: raw24 };
        const [first, rest] = ['One two three four five. ', 'Six seven eight nine ten.'];
        socket.speak('whole', first + rest, fields);
        const whole = await socket.ended('whole');
        assert.equal(whole.at(-1)?.type, 'done');
        socket.speak('long', model === 'tiny' ? first : first + rest, { ...fields, continue: model === 'tiny' });
        await socket.until((event) => event.context_id === 'long' && event.type === 'chunk');
        await remove(server, model);
        if (model === 'tiny') socket.speak('long', rest, { ...fields, continue: false });
        const events = await socket.ended('long');
        assert.equal(events.at(-1)?.type, 'done');
        assert.ok(audioOf(events).equals(audioOf(whole)));
        socket.close();
      });
    }

    it('leaves the embedded voices to speak as before when it is removed, and is no model any more', async () => {
      assert.deepEqual(await speak(server), embedded);
      assert.deepEqual(await voicesOf(server, 'neural:'), []);
      const answer = await server.post('/tts/bytes', {
        model_id: 'neural:tiny',
        voice: fliteVoice,
        transcript: text,
        output_format: raw24,
      });
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), /model_not_found/u);
    });

    it('is left out with a note when it is damaged, and speaks when it is mended', async () => {
      const manifest = join(await copy(server, kept, 'hurt'), 'model.json');
      const whole = await readFile(manifest);
      await writeFile(manifest, '{"format": 1');
      await server.reloadModels();
      assert.match((await notesOf(server)).join(), /neural:hurt is not as it should be: /u);
      assert.deepEqual(await speak(server), embedded);
      await writeFile(manifest, whole);
      await server.reloadModels();
      assert.deepEqual(await notesOf(server), []);
      assert.notDeepEqual(await speak(server), embedded);
      await remove(server, 'hurt');
    });

    it('gives way to the next engine when it does not load, and is set aside with a note', async () => {
      await writeFile(join(await copy(server, kept, 'broken'), 'model.onnx'), 'no model at all');
      await server.reloadModels();
      for (let time = 0; time < 4; time++) assert.ok((await speak(server)).length > 10_000);
      await eventually('the note', async () => (await notesOf(server)).join().includes('neural:broken is set aside: '));
      const [note] = await notesOf(server);
      assert.match(note!, /broken\/model\.onnx/u, 'it names the model and the file');
      assert.ok(!note!.includes(tmpdir()), `it tells where the data folder is: ${note!}`);
    });
  },
);
