import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isLibraryInstalled } from '../model-files/sherpa-onnx.ts';
import { MemoryBudget } from '../processes/memory-budget.ts';
import { fakeRecognizer } from './fake/index.ts';
import { languagesHeard, readRecognizers, recognizersFor } from './registry.ts';
import { recognizerPackage } from './sherpa/packages.ts';
import { prepareRecognizer } from './sherpa/prepare.ts';
import { writeNemoCtc } from './sherpa/testing.ts';

const whisper = { id: 'whisper', url: 'http://127.0.0.1:8000/v1', model: 'large-v3' };

function ids(recognizers: readonly { readonly id: string }[]): string[] {
  return recognizers.map(({ id }) => id);
}

describe('SONORANT_RECOGNIZERS', () => {
  it('is a list of servers, in its order', async () => {
    const second = { ...whisper, id: 'second', languages: ['de', 'de', 'fr'], concurrency: 3 };
    const { recognizers, problems } = await readRecognizers(JSON.stringify([second, whisper]));
    assert.deepEqual([ids(recognizers), problems], [['second', 'whisper'], []]);
    assert.deepEqual(recognizers[0]!.capabilities.languages, ['de', 'fr']);
    assert.equal(recognizers[0]!.capabilities.concurrency, 3);
    assert.equal(recognizers[1]!.capabilities.languages, 'any');
  });

  it('is the path of a file with one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recognizers-'));
    try {
      const path = join(folder, 'recognizers.json');
      await writeFile(path, JSON.stringify([whisper]));
      assert.deepEqual(ids((await readRecognizers(path)).recognizers), ['whisper']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('names installed models, all of them or one, in its order', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'recognizers-'));
    t.after(() => rm(folder, { recursive: true }));
    for (const name of ['b', 'a', 'whisper']) {
      await writeNemoCtc(join(folder, `source-${name}`));
      const found = (await recognizerPackage(join(folder, `source-${name}`)))!;
      await prepareRecognizer(found, join(folder, 'models', name), { name, licence: 'x', source: '' });
    }
    await mkdir(join(folder, 'models/damaged'));
    await writeFile(join(folder, 'models/damaged/model.json'), '{"kind": "recognizer"}');
    const models = { folder: join(folder, 'models'), memory: new MemoryBudget(1e9) };
    const read = async (...setting: unknown[]) => {
      const { recognizers, problems } = await readRecognizers(JSON.stringify(setting), { models });
      return [ids(recognizers), problems.map(({ recognizer, reason }) => `${recognizer}: ${reason}`)];
    };
    if (!isLibraryInstalled()) return;
    assert.deepEqual(await read('sherpa'), [['a', 'b', 'whisper'], []]);
    assert.deepEqual(await read('sherpa:b', 'sherpa'), [['b', 'a', 'whisper'], []]);
    assert.deepEqual(await read(whisper, 'sherpa:whisper', 'sherpa:none', 'sherpa:A'), [
      ['whisper', 'a'],
      ['sherpa:whisper: another recognizer has the same name', 'sherpa:none: no model of this name is installed'],
    ]);
    const unset = await readRecognizers(undefined, { models });
    assert.deepEqual(ids(unset.recognizers).slice(0, 3), ['a', 'b', 'whisper']);
  });

  it('is none where it is an empty list', async () => {
    assert.deepEqual(await readRecognizers('[]'), { recognizers: [], problems: [] });
  });

  for (const [what, value, message] of [
    ['an object', '{"id": "a"}', /one JSON object; a list of them is expected/],
    ['no JSON', '[{', /is not JSON: it breaks/],
    [
      'an unknown name',
      '["siri"]',
      /entry 1 is no recognizer; there are pocketsphinx, sherpa, sherpa:<model>, and servers/,
    ],
    [
      'an address without /v1',
      JSON.stringify([{ ...whisper, url: 'http://a' }]),
      /entry 1 \("whisper"\): url: does not end in \/v1/,
    ],
    ['a field that it does not have', JSON.stringify([{ ...whisper, voice: 'x' }]), /does not take "voice"/],
    ['two of a name', JSON.stringify([whisper, whisper]), /entry 2 \("whisper"\): another entry before it/],
    [
      'the name of a local one',
      JSON.stringify([{ ...whisper, id: 'pocketsphinx' }]),
      /a recognizer of this machine has this name/,
    ],
    ['a key in the wrong place', JSON.stringify([{ ...whisper, url: 'sk-secret' }]), /^(?!.*sk-secret).*url/],
  ] as const) {
    it(`says what is wrong with ${what}`, async () => {
      await assert.rejects(readRecognizers(value), (error: Error) => {
        assert.match(error.message, /SONORANT_RECOGNIZERS/);
        assert.match(error.message, message);
        return true;
      });
    });
  }
});

describe('the recognizers for a language', () => {
  const english = fakeRecognizer({ id: 'english' });
  const german = fakeRecognizer({ id: 'german', capabilities: { languages: ['de'] } });
  const any = fakeRecognizer({ id: 'any', capabilities: { languages: 'any', detectsLanguage: true } });

  it('are those that hear it, in order of preference', () => {
    assert.deepEqual(ids(recognizersFor('de', [english, german, any])), ['german', 'any']);
    assert.deepEqual(ids(recognizersFor('fr', [english, german])), []);
  });

  it('are those that find it out where it is not named, then those for English', () => {
    assert.deepEqual(ids(recognizersFor(undefined, [english, german, any])), ['any', 'english']);
  });

  it('are named together', () => {
    assert.deepEqual(languagesHeard([english, german]), ['de', 'en']);
    assert.equal(languagesHeard([english, any]), 'any');
  });
});
