import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { isLibraryInstalled } from '../../model-files/sherpa-onnx.ts';
import { ModelError } from '../../model-files/model-error.ts';
import { MemoryBudget } from '../../processes/memory-budget.ts';
import type { SupervisionLimits } from '../../processes/supervised-process.ts';
import { RecognizerError, type Recognizer } from '../adapter.ts';
import { describeRecognizer } from '../conformance.ts';
import { installedRecognizers, sherpaRecognizer } from './index.ts';
import { SherpaRecognizer } from './recognizer.ts';
import { recognizerPackage } from './packages.ts';
import { prepareRecognizer } from './prepare.ts';
import {
  spoken,
  writeNemoCtc,
  writeToneCtc,
  writeTransducer,
  type TinyRecognizerOptions,
  type ToneWord,
} from './testing.ts';

const skip = isLibraryInstalled() ? false : 'the optional package sherpa-onnx-node is not installed';
const never = new AbortController().signal;
const writers = { 'nemo-ctc': writeNemoCtc, 'tone-ctc': writeToneCtc, lstm: writeTransducer } as const;
type Family = keyof typeof writers;

let root: string;
before(async () => (root = await mkdtemp(path.join(tmpdir(), 'sherpa-'))));
after(() => rm(root, { recursive: true }));

let count = 0;

/** Installs a tiny one. @returns its manifest and folder */
async function install(family: Family, options: TinyRecognizerOptions & { readonly source?: string } = {}) {
  const [source, folder, name] = [path.join(root, `source-${++count}`), path.join(root, `models-${count}`), 'tiny'];
  await writers[family](source, options);
  const details = { name, licence: 'CC0-1.0', source: options.source ?? 'tiny-en' };
  const found = await recognizerPackage(source);
  const manifest = await prepareRecognizer(found!, path.join(folder, name), details);
  return { manifest, models: folder, folder: path.join(folder, name) };
}

async function openTiny(
  t: TestContext,
  family: Family,
  options: TinyRecognizerOptions = {},
  { memory = new MemoryBudget(1e9), limits = {} }: { memory?: MemoryBudget; limits?: SupervisionLimits } = {},
): Promise<Recognizer & { readonly folder: string }> {
  const { manifest, folder } = await install(family, options);
  const recognizer = sherpaRecognizer({ manifest, folder, memory, limits }).open();
  t.after(() => recognizer.close());
  return Object.assign(recognizer, { folder });
}

async function hear(recognizer: Recognizer, ...words: readonly ToneWord[]) {
  const utterance = recognizer.begin({ language: 'en', signal: never });
  utterance.write(spoken(...words));
  return utterance.end();
}

function isUnavailable(pattern: RegExp): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof RecognizerError, String(error));
    assert.deepEqual([error.kind, pattern.test(error.message)], ['unavailable', true], error.message);
    return true;
  };
}

if (skip === false) {
  for (const family of Object.keys(writers) as Family[]) {
    describeRecognizer(
      async () => {
        const { manifest, folder } = await install(family);
        return sherpaRecognizer({ manifest, folder, memory: new MemoryBudget(1e9) });
      },
      `of the family ${family}`,
      { speech: spoken('two', 'five', 'one'), language: 'en', heard: /^two five one$/u },
    );
  }
}

describe('an installed recognizer', { skip }, () => {
  it('is called by the name of its model and can do what its graph can', async () => {
    const { manifest, models } = await install('lstm', { source: 'sherpa-onnx-lstm-zh-en-2023-02-17.tar.bz2' });
    const { recognizers, problems } = await installedRecognizers(models, new MemoryBudget(1e9));
    assert.deepEqual(problems, []);
    const { id, capabilities } = recognizers[0]!;
    assert.deepEqual(
      [id, capabilities.languages, capabilities.detectsLanguage, capabilities.streaming, capabilities.words],
      ['tiny', ['zh', 'en'], true, true, true],
    );
    assert.deepEqual(manifest.recognizer.graphs, {
      encoder: 'encoder-epoch-1-avg-1.int8.onnx',
      decoder: 'decoder-epoch-1-avg-1.onnx',
      joiner: 'joiner-epoch-1-avg-1.onnx',
    });
    // Those that are not used are not kept.
    assert.equal(manifest.files.length, 4);
  });

  it('hears any language where neither its files nor its name tell', async () => {
    const { models } = await install('nemo-ctc', { source: 'my-model' });
    const { recognizers } = await installedRecognizers(models, new MemoryBudget(1e9));
    assert.equal(recognizers[0]!.capabilities.languages, 'any');
  });

  it('writes small letters where its model knows capitals only, also while it hears', async (t) => {
    const recognizer = await openTiny(t, 'tone-ctc', { spelling: (word) => word.toUpperCase() });
    const partials: string[] = [];
    const utterance = recognizer.begin({ language: 'en', signal: never, onPartial: (text) => partials.push(text) });
    utterance.write(spoken('two', 'five', 'one'));
    const { text, words } = await utterance.end();
    assert.deepEqual([text, words?.map(({ word }) => word)], ['two five one', ['two', 'five', 'one']]);
    assert.ok(partials.length > 0 && partials.every((partial) => 'two five one'.startsWith(partial)), String(partials));
  });

  it('says when words are spoken', async (t) => {
    const { words } = await hear(await openTiny(t, 'nemo-ctc'), 'two', 'five');
    for (const [index, { start }] of words!.entries()) {
      assert.ok(Math.abs(start - (0.2 + 0.5 * index)) < 0.06, `${start}`);
    }
  });

  it('hears several streams in one process, in turns', async (t) => {
    const recognizer = await openTiny(t, 'lstm');
    const all = (['one', 'two', 'three'] as const).map((word) => ({
      word,
      utterance: recognizer.begin({ language: 'en', signal: never, onPartial: () => undefined }),
    }));
    const pieces = all.map(({ word }) => spoken(word, 'five'));
    for (let at = 0; at < pieces[0]!.length; at += 1600) {
      for (const [index, { utterance }] of all.entries()) utterance.write(pieces[index]!.slice(at, at + 1600));
    }
    const heard = await Promise.all(all.map(({ utterance }) => utterance.end()));
    assert.deepEqual(
      heard.map(({ text }) => text),
      ['one five', 'two five', 'three five'],
    );
  });
});

describe('the memory of models', { skip }, () => {
  it('is refused where a recognizer needs more than there is', async (t) => {
    const recognizer = await openTiny(t, 'nemo-ctc', {}, { memory: new MemoryBudget(10e6) });
    await assert.rejects(
      hear(recognizer, 'one'),
      isUnavailable(/^the recognizer tiny cannot be loaded: it needs \d+ MB/),
    );
  });

  it('is given up by one that has nothing to do for another one, which it can have again', async (t) => {
    const memory = new MemoryBudget(100e6);
    const [first, second] = [await openTiny(t, 'nemo-ctc', {}, { memory }), await openTiny(t, 'lstm', {}, { memory })];
    for (const recognizer of [first, second, first]) assert.equal((await hear(recognizer, 'two')).text, 'two');
  });

  it('is waited for while another one hears', async (t) => {
    const memory = new MemoryBudget(100e6);
    const [first, second] = [await openTiny(t, 'lstm', {}, { memory }), await openTiny(t, 'nemo-ctc', {}, { memory })];
    const long = first.begin({ language: 'en', signal: never });
    long.write(spoken('one'));
    const waiting = hear(second, 'two');
    const left = new AbortController();
    const leaving = second.begin({ language: 'en', signal: left.signal });
    const end = leaving.end();
    left.abort(new Error('the caller has left'));
    await assert.rejects(end, /the caller has left/);
    assert.equal((await long.end()).text, 'one');
    assert.equal((await waiting).text, 'two');
  });
});

describe('a recognizer that is not as it should be', { skip }, () => {
  const limits = { respawnMs: 1 };

  for (const [what, family, harm, message] of [
    [
      'a truncated graph',
      'nemo-ctc',
      (folder: string) => truncate(path.join(folder, 'model.onnx'), 700),
      /does not load: /,
    ],
    [
      'a missing file',
      'nemo-ctc',
      (folder: string) => rm(path.join(folder, 'model.onnx')),
      /does not load: .*model\.onnx/,
    ],
    [
      'tokens without a blank',
      'nemo-ctc',
      (folder: string) => writeFile(path.join(folder, 'tokens.txt'), 'a 0\n'),
      /does not load: .*<blk>/,
    ],
    [
      'tokens that are none',
      'tone-ctc',
      (folder: string) => writeFile(path.join(folder, 'tokens.txt'), 'one\n'),
      /does not load: /,
    ],
  ] as const) {
    it(`is unavailable and says why: ${what}`, async (t) => {
      const recognizer = await openTiny(t, family, {}, { limits });
      await harm(recognizer.folder);
      await assert.rejects(hear(recognizer, 'one'), isUnavailable(message));
    });
  }

  for (const family of Object.keys(writers) as Family[]) {
    it(`fails on what its graph fails on, and hears what comes behind: ${family}`, async (t) => {
      const recognizer = await openTiny(t, family, { faultyWord: 'four' }, { limits: { ...limits, maxCrashes: 9 } });
      assert.equal((await hear(recognizer, 'one')).text, 'one');
      await assert.rejects(
        hear(recognizer, 'four'),
        isUnavailable(/^the recognizer tiny failed on a piece of speech: /),
      );
      assert.equal((await hear(recognizer, 'two')).text, 'two');
    });
  }

  it('that is reserved keeps its memory between pieces, until it is given back', async (t) => {
    const { manifest, folder } = await install('tone-ctc');
    const memory = new MemoryBudget(manifest.memoryBytes);
    const open = () => {
      const opened = new SherpaRecognizer({ manifest, folder, memory, roomMs: 50 });
      t.after(() => opened.close());
      return opened;
    };
    const [kept, other] = [open(), open()];
    const release = await kept.reserve();
    assert.equal((await hear(kept, 'one')).text, 'one');
    const noRoom = isUnavailable(/no room for it in the memory of models within 50 ms$/u);
    await assert.rejects(other.reserve(), noRoom);
    await assert.rejects(hear(other, 'one'), noRoom);
    release();
    assert.equal((await hear(other, 'one')).text, 'one');
  });

  it('is ended where a piece takes too long', async (t) => {
    const slow = await openTiny(t, 'nemo-ctc', { work: 400 }, { limits: { ...limits, hangMs: 100 } });
    await assert.rejects(hear(slow, 'one'), isUnavailable(/a piece of speech gave nothing for \d+ ms/));
  });

  it('is not installed where its files are none of it', async () => {
    const prepare = async (write: (folder: string) => Promise<void>, harm?: (folder: string) => Promise<void>) => {
      const folder = path.join(root, `bad-${++count}`);
      await write(folder);
      await harm?.(folder);
      const found = await recognizerPackage(folder);
      await prepareRecognizer(found!, `${folder}-target`, { name: 'bad', licence: 'x', source: '' });
    };
    const refused = (promise: Promise<void>, pattern: RegExp): Promise<void> =>
      assert.rejects(promise, (error) => {
        assert.ok(error instanceof ModelError, String(error));
        assert.match(error.message, pattern);
        return true;
      });
    await refused(
      prepare((folder) => writeNemoCtc(folder, { type: 'paraformer' })),
      /^model\.onnx: is a model of the type paraformer; .*nemo-ctc/,
    );
    await refused(
      prepare(writeNemoCtc, (folder) => truncate(path.join(folder, 'model.onnx'), 700)),
      /^model\.onnx: the file is no ONNX model, or is damaged/,
    );
    await refused(
      prepare(writeTransducer, (folder) => writeFile(path.join(folder, 'tokens.txt'), 'a 1\nb\n')),
      /^tokens\.txt: line 2 is no symbol with its number/,
    );
    await refused(
      prepare(writeTransducer, (folder) => writeFile(path.join(folder, 'tokens.txt'), '')),
      /^tokens\.txt is empty/,
    );
  });
});
