import assert from 'node:assert/strict';
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { writeKittenModel } from '../engines/neural/testing.ts';
import { ModelError } from '../model-files/model-error.ts';
import { writeNemoCtc } from '../recognizers/sherpa/testing.ts';
import { writeSilero } from '../recognizers/silero/testing.ts';
import { addModel, type AddOptions } from './add.ts';
import { listInstalled, modelsFolder } from './folder.ts';
import { filesBelow, noise, tarGz, temporaryFolder, writeRecognizer } from './testing.ts';

const agreed: AddOptions = { confirm: () => Promise.resolve(true) };

describe('a package that states its kind', () => {
  it('is installed as it states itself, out of an archive', async (t) => {
    const root = await temporaryFolder(t);
    const folder = join(root, 'ear');
    const stated = await writeRecognizer(folder);
    const entries = (await filesBelow(folder)).map(async (name) => ({
      name: `outer/${name}`,
      content: await readFile(join(folder, name)),
    }));
    await writeFile(join(root, 'ear.tar.gz'), await tarGz(...(await Promise.all(entries))));
    const data = join(root, 'data');
    const added = await addModel(data, join(root, 'ear.tar.gz'), agreed);
    assert.deepEqual([added!.manifest.kind, added!.manifest.recognizer], ['recognizer', stated.recognizer]);
    const [model] = await listInstalled(modelsFolder(data));
    assert.deepEqual([model!.name, model!.manifest!.kind, model!.problem], ['ear', 'recognizer', undefined]);
    await writeFile(join(data, 'models/ear/graphs/encoder.onnx'), '');
    const [damaged] = await listInstalled(modelsFolder(data));
    assert.equal(damaged!.problem, 'graphs/encoder.onnx has 0 bytes instead of 2000');
  });

  it('can be written by its owner, also where its files could not', async (t) => {
    const root = await temporaryFolder(t);
    const [ear, voice, data] = [join(root, 'ear'), join(root, 'voice'), join(root, 'data')];
    await writeRecognizer(ear);
    await writeKittenModel(voice);
    for (const folder of [ear, voice]) {
      for (const name of await filesBelow(folder)) await chmod(join(folder, name), 0o444);
      const added = await addModel(data, folder, agreed);
      for (const name of await filesBelow(added!.folder)) {
        assert.equal((await stat(join(added!.folder, name))).mode & 0o777, 0o644, name);
      }
    }
  });

  it('is refused where its files are not those that it states', async (t) => {
    const root = await temporaryFolder(t);
    const [folder, data] = [join(root, 'ear'), join(root, 'data')];
    const stated = await writeRecognizer(folder);
    const [manifest, graph] = [join(folder, 'model.json'), join(folder, 'graphs/encoder.onnx')];
    const [file, tokens] = stated.files as [object, object];
    const refused = (pattern: RegExp): Promise<void> =>
      assert.rejects(addModel(data, folder, agreed), (error) => {
        assert.ok(error instanceof ModelError, String(error));
        assert.match(error.message, pattern);
        return true;
      });
    for (const [change, pattern] of [
      [{ memoryBytes: 'much' }, /model\.json is not valid: memoryBytes/],
      [{ files: [{ ...file, path: '../x' }] }, /files\.0\.path: is a path inside the folder of the model/],
      [{ files: [{ ...file, path: './model.json' }] }, /model\.json states itself as a file of the model/],
      [{ files: [{ ...file, path: 'graphs' }, tokens] }, /graphs is missing/],
      [{ files: [{ ...file, bytes: 1 }] }, /encoder\.onnx has 2000 bytes instead of 1/],
      [{ files: [file] }, /names graphs or tokens that are none of its files/],
      [
        { recognizer: { ...(stated.recognizer as object), family: 'ear' } },
        /model\.json is not valid: recognizer\.family/,
      ],
    ] as const) {
      await writeFile(manifest, JSON.stringify({ ...stated, ...change }));
      await refused(pattern);
    }
    await writeFile(manifest, JSON.stringify(stated));
    await writeFile(graph, noise(2000));
    await refused(/encoder\.onnx is not the file that model\.json states/);
    await rm(graph);
    await refused(/encoder\.onnx is missing/);
    assert.deepEqual(await filesBelow(data), []);
  });
});

describe('a package that does not state its kind', () => {
  it('is installed as what its files are', async (t) => {
    const [root, data] = [await temporaryFolder(t), await temporaryFolder(t)];
    const kindOf = async (write: (folder: string) => Promise<void>, name: string): Promise<string> => {
      await write(join(root, name));
      return (await addModel(data, join(root, name), agreed))!.manifest.kind;
    };
    assert.equal(await kindOf(writeKittenModel, 'kitten'), 'voice');
    assert.equal(await kindOf(writeNemoCtc, 'ctc'), 'recognizer');
    assert.equal(await kindOf(writeSilero, 'silero'), 'vad');
    const kinds = (await listInstalled(modelsFolder(data))).map(({ manifest, problem }) => [manifest?.kind, problem]);
    assert.deepEqual(kinds, [
      ['recognizer', undefined],
      ['voice', undefined],
      ['vad', undefined],
    ]);
  });

  it('is refused with all that is missing of what it may be', async (t) => {
    const folder = await temporaryFolder(t);
    const refused = (pattern: RegExp): Promise<void> =>
      assert.rejects(addModel(`${folder}-data`, folder, agreed), pattern);
    for (const name of ['encoder.onnx', 'decoder.onnx', 'tokens.txt']) await writeFile(join(folder, name), '');
    await refused(
      /of the family zipvoice, but has no vocoder, dataDir; this looks like a recognizer \(transducer\), but has no joiner/,
    );
    await rm(join(folder, 'encoder.onnx'));
    await rm(join(folder, 'tokens.txt'));
    await refused(/^ModelError: decoder\.onnx has no decoder\.onnx\.json beside it, and fits no other known model/);
  });
});
