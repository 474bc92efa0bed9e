import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { isLibraryInstalled } from '../model-files/sherpa-onnx.ts';
import { MemoryBudget } from '../processes/memory-budget.ts';
import { sherpaRecognizer } from '../recognizers/sherpa/index.ts';
import { recognizerPackage } from '../recognizers/sherpa/packages.ts';
import { prepareRecognizer } from '../recognizers/sherpa/prepare.ts';
import { spoken, writeTransducer } from '../recognizers/sherpa/testing.ts';
import { SileroDetector } from '../recognizers/silero/index.ts';
import { prepareVad, vadPackage } from '../recognizers/silero/package.ts';
import { writeSilero } from '../recognizers/silero/testing.ts';
import { Hearing } from './hearing.ts';

const skip = isLibraryInstalled() ? false : 'the optional package sherpa-onnx-node is not installed';
const details = { licence: 'MIT', source: '' };

describe('a stream whose models have no room beside each other', { skip, timeout: 60_000 }, () => {
  it('is heard: what finds speech leaves its memory to the recognizer', async (t) => {
    const root = await mkdtemp(path.join(tmpdir(), 'hearing-'));
    const [vad, heard] = [path.join(root, 'vad'), path.join(root, 'heard')];
    await writeSilero(path.join(root, 'silero'));
    await writeTransducer(path.join(root, 'transducer'));
    const found = (await vadPackage(path.join(root, 'silero')))!;
    const detecting = await prepareVad(found, vad, { ...details, name: 'vad' });
    const source = (await recognizerPackage(path.join(root, 'transducer')))!;
    const manifest = await prepareRecognizer(source, heard, { ...details, name: 'tiny' });
    const memory = new MemoryBudget(Math.max(detecting.memoryBytes, manifest.memoryBytes));
    const detector = new SileroDetector({ manifest: detecting, folder: vad, memory });
    const recognizer = sherpaRecognizer({ manifest, folder: heard, memory }).open();
    t.after(async () => {
      await Promise.all([detector.close(), recognizer.close()]);
      await rm(root, { recursive: true });
    });
    const texts: string[] = [];
    const hearing = await Hearing.create({
      recognizers: [{ id: 'tiny', recognizer, detector }],
      sampleRate: 16_000,
      language: 'en',
      onEvent: (event) => event.kind === 'final' && texts.push(event.text),
      signal: new AbortController().signal,
    });
    const samples = spoken('two', 'five', 'one');
    hearing.write(Float32Array.from(samples, (sample) => sample / 32_768));
    await hearing.end();
    assert.deepEqual(texts, ['two five one']);
  });
});
