import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isLibraryInstalled } from '../../model-files/sherpa-onnx.ts';
import type { EngineDescriptor, Synthesizer } from '../adapter.ts';
import { espeak } from '../espeak/index.ts';
import { assertMarks, digest, loadSynthesizer, segmentOf, speakWith, type Spoken } from '../testing.ts';
import { blendedId, blendedIds } from './blending.ts';
import { installedModels } from './index.ts';
import { prepareModel } from './prepare.ts';
import { writeKokoroModel } from './testing.ts';

const skip = !isLibraryInstalled() && 'the optional package sherpa-onnx-node is not installed';

void describe('the number of a voice between two speakers', () => {
  void it('is that of the first one where nothing is mixed in', () => {
    for (let id = 0; id < 53; id++) assert.equal(blendedId(53, id, 7, 0), id);
  });

  void it('names each pair and share once, below the number of all', () => {
    const seen = new Set<number>();
    for (let first = 0; first < 4; first++) {
      for (let other = 0; other < 4; other++) {
        for (let hundredths = 1; hundredths <= 100; hundredths++) {
          seen.add(blendedId(4, first, other, hundredths / 100));
        }
      }
    }
    assert.equal(seen.size, 4 * 4 * 100);
    assert.ok(Math.max(...seen) < blendedIds(4)!);
  });

  void it('is none where the library could not hold it, or one speaker is all there is', () => {
    assert.equal(blendedIds(1), undefined);
    assert.equal(blendedIds(10_000), undefined);
    assert.equal(blendedIds(103), 103 * 103 * 101);
    for (const weight of [-0.1, 1.1, Number.NaN]) assert.throws(() => blendedId(4, 0, 1, weight), RangeError);
  });
});

void describe('a voice between two speakers of a Kokoro model', { skip }, () => {
  let root: string;
  let descriptor: EngineDescriptor;
  let engine: Synthesizer;
  const segment = segmentOf('Where did you put the letters?');
  const say = (name: string, other?: string, weight = 0.5): Promise<Spoken> => {
    const voice = { engine: 'neural:tiny', name, ...(other !== undefined && { blend: { name: other, weight } }) };
    return speakWith(engine, segment, voice);
  };
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'sonorant-blending-'));
    await writeKokoroModel(path.join(root, 'source'), { speakers: 4 });
    await prepareModel(path.join(root, 'source'), path.join(root, 'models', 'tiny'), {
      name: 'tiny',
      licence: 'CC0-1.0',
      source: 'test',
    });
    [descriptor] = (await installedModels(path.join(root, 'models'))).engines as [EngineDescriptor];
    engine = await loadSynthesizer(descriptor, espeak);
  });
  after(async () => {
    await engine.close();
    await rm(root, { recursive: true });
  });

  void it('is what the model says it can do', () => {
    assert.equal(descriptor.capabilities.blending, true);
  });

  void it('lies at its share between their styles', async () => {
    // The style of the tiny model is a factor on all pitches: 1 for the first speaker, 2 for the third.
    const [low, high] = [await cyclesOf(say('af_speaker0')), await cyclesOf(say('af_speaker2'))];
    assert.ok(Math.abs(high / low - 2) < 0.02, `${low} and ${high} cycles`);
    for (const weight of [0.25, 0.5, 0.9]) {
      const cycles = await cyclesOf(say('af_speaker0', 'af_speaker2', weight));
      assert.ok(Math.abs(cycles / low - (1 + weight)) < 0.02, `${cycles} cycles at ${weight}, ${low} at 0`);
    }
  });

  void it('is the first one alone at 0, the other one alone at 1, and leads down as well as up', async () => {
    const audio = async (spoken: Promise<Spoken>): Promise<string> => digest((await spoken).samples);
    const [first, third] = [await audio(say('af_speaker0')), await audio(say('af_speaker2'))];
    assert.notEqual(first, third);
    assert.equal(await audio(say('af_speaker0', 'af_speaker2', 0)), first);
    assert.equal(await audio(say('af_speaker0', 'af_speaker2', 1)), third);
    assert.equal(await audio(say('af_speaker2', 'af_speaker0', 1)), first);
    assert.equal(await audio(say('af_speaker2', 'af_speaker0', 0.5)), await audio(say('af_speaker0', 'af_speaker2')));
  });

  void it('has exact times, repeats itself, and a level between theirs', async () => {
    const spoken = await say('af_speaker0', 'bm_speaker3', 0.3);
    assertMarks(segment, spoken, descriptor.capabilities);
    assert.equal(digest((await say('af_speaker0', 'bm_speaker3', 0.3)).samples), digest(spoken.samples));
    const level = (name: string, weight?: number): number =>
      engine.level!(segment, {
        engine: 'neural:tiny',
        name,
        ...(weight !== undefined && { blend: { name: 'bm_speaker3', weight } }),
      })!;
    const [one, other] = [level('af_speaker0'), level('bm_speaker3')];
    assert.ok(Math.abs(level('af_speaker0', 0.3) - (0.7 * one + 0.3 * other)) < 1e-9);
  });

  void it('fails with the name of what is missing', async () => {
    await assert.rejects(say('af_speaker0', 'af_nobody'), /the model tiny has no speaker af_nobody/u);
  });

  void it('is nothing that a model claims or speaks which was installed before', async () => {
    const file = path.join(root, 'models', 'tiny', 'model.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as { direct: { blend?: unknown } };
    delete manifest.direct.blend;
    await writeFile(file, JSON.stringify(manifest));
    const [older] = (await installedModels(path.join(root, 'models'))).engines;
    assert.equal(older!.capabilities.blending, false);
    const loaded = await loadSynthesizer(older!, espeak);
    const voice = { engine: 'neural:tiny', name: 'af_speaker0', blend: { name: 'af_speaker2', weight: 0.5 } };
    await assert.rejects(speakWith(loaded, segment, voice), /does not speak between two speakers/u);
    await loaded.close();
  });
});

/** Times that the sound goes up through zero: of tones, their cycles. */
async function cyclesOf(spoken: Promise<Spoken>): Promise<number> {
  const { samples } = await spoken;
  return samples.reduce((count, sample, index) => count + Number(sample >= 0 && samples[index - 1]! < 0), 0);
}
