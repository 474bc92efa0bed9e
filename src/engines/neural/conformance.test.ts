import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe } from 'node:test';
import { swept } from '../../../test/support/sweeps.ts';
import type { EngineDescriptor, EngineVoice } from '../adapter.ts';
import { describeEngine } from '../conformance/index.ts';
import { espeak } from '../espeak/index.ts';
import { installedModels } from './index.ts';
import { prepareModel } from './prepare.ts';
import { isLibraryInstalled } from '../../model-files/sherpa-onnx.ts';
import { writeKittenModel, writeKokoroModel, writePiperModel } from './testing.ts';

if (isLibraryInstalled()) {
  const root = await mkdtemp(path.join(tmpdir(), 'sonorant-neural-'));
  after(() => rm(root, { recursive: true }));
  const packages = {
    piper: writePiperModel,
    kokoro: writeKokoroModel,
    kitten: writeKittenModel,
    // A graph that does not show its durations: its words are aligned.
    'kokoro-plain': (folder: string) => writeKokoroModel(folder, { hasDurations: false }),
  };
  for (const [name, write] of Object.entries(packages)) {
    const source = path.join(root, 'sources', name);
    await write(source);
    await prepareModel(source, path.join(root, 'models', name), { name, licence: 'CC0-1.0', source: 'test' });
  }
  const { engines } = await installedModels(path.join(root, 'models'));
  for (const engine of swept(engines, ({ id }) => id.endsWith('kokoro'))) {
    describeEngine(engine, { voices: speakersOf(engine), reference: espeak, longRun: 10 });
  }
} else {
  void describe('neural engines', { skip: 'the optional package sherpa-onnx-node is not installed' }, () => undefined);
}

function speakersOf(engine: EngineDescriptor): [EngineVoice, EngineVoice] {
  const [first, second] = engine.voices().map(({ speaker }) => speaker);
  return [first!, second!];
}
