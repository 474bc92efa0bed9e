import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { ModelError } from '../../model-files/model-error.ts';
import { recognizerPackage } from './packages.ts';

/** A folder with empty files of these names, in a folder as archives have it. */
async function folderWith(t: TestContext, ...names: readonly string[]): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'recognizer-'));
  t.after(() => rm(root, { recursive: true }));
  await mkdir(path.join(root, 'outer/test_wavs'), { recursive: true });
  for (const name of [...names, 'README.md', 'test_wavs/0.wav']) await writeFile(path.join(root, 'outer', name), '');
  return root;
}

/** Every family by the names that its publisher gives its files. */
const published: Readonly<
  Record<string, { names: readonly string[]; layout: string; graphs: object; tokens?: string }>
> = {
  'a streaming Zipformer with two contexts in two precisions': {
    names: ['left-64', 'left-128'].flatMap((context) =>
      ['encoder', 'decoder', 'joiner'].flatMap((part) => [
        `${part}-epoch-99-avg-1-chunk-16-${context}.onnx`,
        `${part}-epoch-99-avg-1-chunk-16-${context}.int8.onnx`,
      ]),
    ),
    layout: 'transducer',
    graphs: {
      encoder: 'encoder-epoch-99-avg-1-chunk-16-left-128.int8.onnx',
      decoder: 'decoder-epoch-99-avg-1-chunk-16-left-128.onnx',
      joiner: 'joiner-epoch-99-avg-1-chunk-16-left-128.int8.onnx',
    },
  },
  'a transducer with plain names': {
    names: ['encoder.onnx', 'decoder.onnx', 'joiner.onnx', 'bpe.model'],
    layout: 'transducer',
    graphs: { encoder: 'encoder.onnx', decoder: 'decoder.onnx', joiner: 'joiner.onnx' },
  },
  Parakeet: {
    names: ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx'],
    layout: 'transducer',
    graphs: { encoder: 'encoder.int8.onnx', decoder: 'decoder.int8.onnx', joiner: 'joiner.int8.onnx' },
  },
  'a CTC model of NeMo, SenseVoice and others': {
    names: ['model.onnx', 'model.int8.onnx'],
    layout: 'ctc',
    graphs: { model: 'model.int8.onnx' },
  },
  'a streaming Zipformer with CTC': {
    names: ['ctc-epoch-30-avg-3-chunk-16-left-128.int8.onnx', 'ctc-epoch-30-avg-3-chunk-16-left-128.onnx', 'bpe.model'],
    layout: 'ctc',
    graphs: { model: 'ctc-epoch-30-avg-3-chunk-16-left-128.int8.onnx' },
  },
  Whisper: {
    names: ['tiny.en-encoder.onnx', 'tiny.en-decoder.onnx', 'tiny.en-encoder.int8.onnx', 'tiny.en-decoder.int8.onnx'],
    layout: 'whisper',
    graphs: { encoder: 'tiny.en-encoder.int8.onnx', decoder: 'tiny.en-decoder.int8.onnx' },
    tokens: 'tiny.en-tokens.txt',
  },
  Moonshine: {
    names: ['preprocess.onnx', 'encode.int8.onnx', 'uncached_decode.int8.onnx', 'cached_decode.int8.onnx'],
    layout: 'moonshine',
    graphs: {
      preprocessor: 'preprocess.onnx',
      encoder: 'encode.int8.onnx',
      uncachedDecoder: 'uncached_decode.int8.onnx',
      cachedDecoder: 'cached_decode.int8.onnx',
    },
  },
};

describe('the files of a recognizer', () => {
  for (const [what, { names, layout, graphs, tokens = 'tokens.txt' }] of Object.entries(published)) {
    it(`are told by their names: ${what}`, async (t) => {
      const found = await recognizerPackage(await folderWith(t, ...names, tokens));
      assert.deepEqual({ ...found, folder: path.basename(found!.folder) }, { layout, folder: 'outer', graphs, tokens });
    });

    it(`without tokens are named as what they look like: ${what}`, async (t) => {
      // One graph alone may be anything.
      const folder = await folderWith(t, ...names);
      if (layout === 'ctc') {
        await assert.doesNotReject(recognizerPackage(folder));
        return;
      }
      await assert.rejects(recognizerPackage(folder), (error) => {
        assert.ok(error instanceof ModelError);
        assert.equal(error.message, `this looks like a recognizer (${layout}), but has no ${tokens}`);
        return true;
      });
    });
  }

  for (const [what, names, missing] of [
    ['a transducer without its joiner', ['encoder-a.onnx', 'decoder-a.onnx', 'tokens.txt'], 'joiner.onnx'],
    ['graphs of two trainings', ['encoder-a.onnx', 'decoder-a.onnx', 'joiner-b.onnx', 'tokens.txt'], 'joiner.onnx'],
    ['Whisper without its decoder', ['base-encoder.onnx', 'base-tokens.txt'], 'decoder.onnx'],
    [
      'Moonshine without a part',
      ['preprocess.onnx', 'encode.onnx', 'cached_decode.onnx', 'tokens.txt'],
      'uncached_decode.onnx',
    ],
  ] as const) {
    it(`that are not whole are named: ${what}`, async (t) => {
      await assert.rejects(recognizerPackage(await folderWith(t, ...names)), (error) => {
        assert.ok(error instanceof ModelError);
        assert.match(error.message, new RegExp(`^this looks like a recognizer .*, but has no ${missing}$`));
        return true;
      });
    });
  }

  it('are not taken for one where there is nothing like it', async (t) => {
    for (const names of [[], ['tokens.txt'], ['voice.onnx', 'voice.onnx.json'], ['model-steps-3.onnx', 'tokens.txt']]) {
      assert.equal(await recognizerPackage(await folderWith(t, ...names)), undefined);
    }
  });
});
