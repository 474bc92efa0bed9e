import assert from 'node:assert/strict';
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
});
