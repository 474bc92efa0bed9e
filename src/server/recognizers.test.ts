import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { isLibraryInstalled } from '../model-files/sherpa-onnx.ts';
import { addModel } from '../models/add.ts';
import { modelsFolder, removeModel } from '../models/folder.ts';
import { temporaryFolder } from '../models/testing.ts';
import { MemoryBudget } from '../processes/memory-budget.ts';
import { spoken, writeToneCtc } from '../recognizers/sherpa/testing.ts';
import { writeSilero } from '../recognizers/silero/testing.ts';
import { ServerRecognizers } from './recognizers.ts';

const skip = isLibraryInstalled() ? false : 'the optional package sherpa-onnx-node is not installed';
const signal = new AbortController().signal;

describe('the models that hear', { skip }, () => {
  it('are taken up and let go while the server runs', async (t) => {
    const [root, dataDir] = [await temporaryFolder(t), await temporaryFolder(t)];
    const settings = { recognizers: '["sherpa"]', recognizerTimeoutMs: 1000, dataDir };
    const logger = pino({ level: 'silent' });
    const hearing = await ServerRecognizers.open({ settings, given: undefined, memory: new MemoryBudget(1e9), logger });
    t.after(() => hearing.close());
    const { pool } = hearing;
    assert.throws(() => pool.require(), /install a model \(sonorant models list\)/);
    await writeToneCtc(join(root, 'ear'));
    await writeSilero(join(root, 'silero'));
    for (const name of ['ear', 'silero']) {
      await addModel(dataDir, join(root, name), { confirm: () => Promise.resolve(true) });
    }
    await hearing.reload();
    await hearing.warmUp();
    const [{ id, recognizer, detector }] = pool.choose({ model: 'ear', language: 'de' }).recognizers as [
      ReturnType<typeof pool.choose>['recognizers'][number],
    ];
    assert.deepEqual([id, detector?.id], ['ear', 'silero']);
    const hear = async (): Promise<string> => {
      const utterance = recognizer.begin({ language: 'de', signal });
      utterance.write(spoken('one', 'three'));
      return (await utterance.end()).text;
    };
    assert.equal(await hear(), 'one three');
    const running = recognizer.begin({ language: 'de', signal });
    running.write(spoken('two'));
    for (const name of ['ear', 'silero']) await removeModel(modelsFolder(dataDir), name);
    await hearing.reload();
    assert.throws(() => pool.require(), /has no recognizer/);
    // What had begun goes on.
    assert.equal((await running.end()).text, 'two');
  });

  it('say why one that is installed is not used', async (t) => {
    const [root, dataDir] = [await temporaryFolder(t), await temporaryFolder(t)];
    const logger = pino({ level: 'silent' });
    const open = async (recognizers: string, given?: []): Promise<ServerRecognizers> => {
      const settings = { recognizers, recognizerTimeoutMs: 1000, dataDir };
      const hearing = await ServerRecognizers.open({ settings, given, memory: new MemoryBudget(1e9), logger });
      t.after(() => hearing.close());
      return hearing;
    };
    const setting = join(root, 'setting.json');
    await writeFile(setting, '["sherpa"]');
    const [all, none, fixed] = [await open(setting), await open('["sherpa:other"]'), await open('["sherpa"]', [])];
    await writeToneCtc(join(root, 'ear'));
    await writeToneCtc(join(root, 'pocketsphinx'));
    await writeSilero(join(root, 'silero'));
    await writeSilero(join(root, 'zilero'));
    for (const name of ['ear', 'pocketsphinx', 'silero', 'zilero']) {
      await addModel(dataDir, join(root, name), { confirm: () => Promise.resolve(true) });
    }
    for (const hearing of [all, none, fixed]) await hearing.reload();
    assert.deepEqual([all.problemOf('ear', 'recognizer'), all.problemOf('silero', 'vad')], [undefined, undefined]);
    assert.match(
      all.problemOf('zilero', 'vad')!,
      /^speech is detected by silero, .* remove that model to use this one$/,
    );
    assert.equal(all.problemOf('pocketsphinx', 'recognizer'), 'another recognizer has the same name');
    assert.match(none.problemOf('ear', 'recognizer')!, /^SONORANT_RECOGNIZERS names neither sherpa nor sherpa:ear$/);
    assert.match(fixed.problemOf('ear', 'recognizer')!, /^this server was started with recognizers/);
    await addModel(dataDir, join(root, 'ear'), { name: 'late', confirm: () => Promise.resolve(true) });
    await writeFile(setting, '["nobody"]');
    await all.reload();
    assert.match(
      all.problemOf('late', 'recognizer')!,
      /^the recognizers could not be read anew: SONORANT_RECOGNIZERS: /,
    );
  });
});
