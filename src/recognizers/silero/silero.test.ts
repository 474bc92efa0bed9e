import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { ModelError } from '../../model-files/model-error.ts';
import { isLibraryInstalled } from '../../model-files/sherpa-onnx.ts';
import { MemoryBudget, type MemoryConsumer } from '../../processes/memory-budget.ts';
import { RecognizerError } from '../adapter.ts';
import { windowLength, type SpeechDetector } from '../detector.ts';
import { installedDetector, SileroDetector } from './index.ts';
import { prepareVad, vadPackage } from './package.ts';
import { writeSilero, type TinySileroOptions } from './testing.ts';

const skip = isLibraryInstalled() ? false : 'the optional package sherpa-onnx-node is not installed';

async function install(t: TestContext, options: TinySileroOptions = {}) {
  const root = await mkdtemp(path.join(tmpdir(), 'silero-'));
  t.after(() => rm(root, { recursive: true }));
  await writeSilero(path.join(root, 'source'), options);
  const folder = path.join(root, 'models/vad');
  const found = (await vadPackage(path.join(root, 'source')))!;
  return { root, folder, manifest: await prepareVad(found, folder, { name: 'vad', licence: 'MIT', source: '' }) };
}

async function openTiny(t: TestContext, options: TinySileroOptions = {}): Promise<SpeechDetector> {
  const { folder, manifest } = await install(t, options);
  const limits = { respawnMs: 1, maxCrashes: 2 };
  const detector = new SileroDetector({ manifest, folder, memory: new MemoryBudget(1e9), limits });
  t.after(() => detector.close());
  return detector;
}

/** Windows of a loud tone, and of silence where they are quiet; half a window behind them. */
function sound(...loud: readonly boolean[]): Int16Array {
  const samples = new Int16Array((loud.length + 0.5) * windowLength);
  for (const [index] of samples.entries()) {
    if (loud[Math.floor(index / windowLength)] === true) samples[index] = 9000 * Math.sin(index / 5);
  }
  return samples;
}

/** Another model, which is in use from when it is loaded on. */
class LoadedModel implements MemoryConsumer {
  readonly memoryBytes: number;
  readonly isWanted = true;
  readonly lastUsedAt = 0;
  isOpen = false;
  isUnused = false;
  readonly #opened = Promise.withResolvers<undefined>();

  constructor(memoryBytes: number) {
    this.memoryBytes = memoryBytes;
  }

  get opened(): Promise<undefined> {
    return this.#opened.promise;
  }

  open(): void {
    this.isOpen = true;
    this.#opened.resolve(undefined);
  }

  refuse(reason: string): void {
    throw new Error(reason);
  }

  unload(): Promise<void> {
    this.isOpen = false;
    return Promise.resolve();
  }
}

async function flagsOf(detector: SpeechDetector, samples: Int16Array, step = samples.length): Promise<boolean[]> {
  const stream = detector.stream();
  const flags: boolean[] = [];
  for (let at = 0; at < samples.length; at += step) {
    flags.push(...(await stream.write(samples.subarray(at, at + step))));
  }
  stream.close();
  return flags;
}

const pattern = [false, false, true, true, true, true, false, false, true, false, true, true, false];
/** A window is speech when the one before it was too: one alone is a click. */
const expected = pattern.map((isLoud, index) => isLoud && pattern[index - 1] === true);

describe('voice activity by a model of Silero’s', { skip, timeout: 60_000 }, () => {
  for (const version of [4, 5] as const) {
    it(`judges each window, the same however the samples come: version ${version}`, async (t) => {
      const detector = await openTiny(t, { version });
      for (const step of [undefined, 160, 512, 777]) {
        assert.deepEqual(await flagsOf(detector, sound(...pattern), step), expected, String(step));
      }
    });
  }

  it('judges many streams, each by itself', async (t) => {
    const detector = await openTiny(t);
    const quiet = pattern.map(() => false);
    const all = [...Array(12).keys()].map((index) => flagsOf(detector, sound(...(index % 2 ? pattern : quiet)), 512));
    for (const [index, flags] of (await Promise.all(all)).entries()) {
      assert.deepEqual(flags, index % 2 ? expected : quiet);
    }
  });

  it('hears speech without an end as such', async (t) => {
    const loud = Array.from({ length: 200 }, () => true);
    assert.deepEqual(await flagsOf(await openTiny(t), sound(...loud)), [false, ...loud.slice(1)]);
  });

  it('says where it fails, and goes on', async (t) => {
    const detector = await openTiny(t, { faultAbove: 0.5 });
    const loud = new Int16Array(windowLength).fill(30_000);
    await assert.rejects(flagsOf(detector, loud), (error) => {
      assert.ok(error instanceof RecognizerError);
      assert.match(error.message, /^the voice activity vad failed on a window: /);
      return true;
    });
    assert.deepEqual(await flagsOf(detector, sound(...pattern)), expected);
  });

  it('gives its memory to what needs it while a stream is open, which goes on when there is room again', async (t) => {
    const { folder, manifest } = await install(t);
    const memory = new MemoryBudget(manifest.memoryBytes);
    const detector = new SileroDetector({ manifest, folder, memory });
    t.after(() => detector.close());
    const other = new LoadedModel(manifest.memoryBytes);
    const stream = detector.stream();
    await stream.write(sound(true, true));
    memory.request(other);
    await other.opened;
    await assert.rejects(stream.write(sound(true)), /^RecognizerError: .* no room for it .* within 1000 ms$/u);
    other.isUnused = true;
    assert.deepEqual(await stream.write(sound(true, true).subarray(0, 2 * windowLength)), [false, true]);
    stream.close();
  });

  it('that is retired frees its memory when its streams have ended, and not before', async (t) => {
    const { folder, manifest } = await install(t);
    const memory = new MemoryBudget(manifest.memoryBytes);
    const detector = new SileroDetector({ manifest, folder, memory });
    t.after(() => detector.close());
    const stream = detector.stream();
    await stream.write(sound(true));
    detector.retire();
    assert.equal((await stream.write(sound(true).subarray(0, windowLength))).length, 1);
    stream.close();
    const other = new LoadedModel(manifest.memoryBytes);
    memory.request(other);
    await other.opened;
  });

  it('is found in the folder of the models, and a damaged one is a problem', async (t) => {
    const { root, folder, manifest } = await install(t);
    const models = path.join(root, 'models');
    const { detector, problems } = await installedDetector(models, new MemoryBudget(1e9));
    assert.deepEqual([detector?.id, problems], ['vad', []]);
    await truncate(path.join(folder, 'silero_vad.onnx'), 300);
    const broken = (await installedDetector(models, new MemoryBudget(1e9))).detector!;
    t.after(() => broken.close());
    await assert.rejects(flagsOf(broken, sound(true)), /^RecognizerError: the voice activity vad does not load: /);
    await writeFile(path.join(folder, 'model.json'), JSON.stringify({ ...manifest, vad: undefined }));
    const none = await installedDetector(models, new MemoryBudget(1e9));
    assert.deepEqual([none.detector, none.problems.length], [undefined, 1]);
  });

  it('is not installed where the graph is damaged or another one', async (t) => {
    const { root } = await install(t);
    const file = path.join(root, 'source/silero_vad.onnx');
    await truncate(file, 300);
    await assert.rejects(vadPackage(path.join(root, 'source')), ModelError);
    await rm(file);
    assert.equal(await vadPackage(path.join(root, 'source')), undefined);
  });
});
