import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { EngineDescriptor, EngineVoice, Synthesizer, VoiceClip } from '../adapter.ts';
import { loadSynthesizer, medianPitch, segmentOf, speakWith } from '../testing.ts';
import { installedModels } from './index.ts';
import { prepareModel } from './prepare.ts';
import { maxAttachments } from '../../processes/protocol.ts';
import { sherpaConfig } from './sherpa.ts';
import { isLibraryInstalled } from '../../model-files/sherpa-onnx.ts';
import { piperGraph } from './testing.ts';
import { writeZipvoiceModel } from './zero-shot-testing.ts';

const skip = isLibraryInstalled() ? false : 'the optional package sherpa-onnx-node is not installed';
const details = { name: 'clone', licence: 'CC0-1.0', source: 'test' };

/** A second of a tone. */
function clip(id: string, hz: number, transcript?: string): VoiceClip {
  const sampleRate = 16_000;
  const samples = new Int16Array(new SharedArrayBuffer(2 * sampleRate));
  for (let i = 0; i < samples.length; i++) samples[i] = 12_000 * Math.sin((2 * Math.PI * hz * i) / sampleRate);
  return { id, samples, sampleRate, transcript };
}

describe('a model that speaks with the voice of a clip', { skip }, () => {
  let root: string;
  let engine: EngineDescriptor;
  let synthesizer: Synthesizer;
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'sonorant-clone-'));
    await writeZipvoiceModel(path.join(root, 'source'));
    await prepareModel(path.join(root, 'source'), path.join(root, 'models', 'clone'), details);
    engine = (await installedModels(path.join(root, 'models'))).engines[0]!;
    synthesizer = await loadSynthesizer(engine);
  });
  after(async () => {
    await synthesizer.close();
    await rm(root, { recursive: true });
  });
  const pitch = async (voice: EngineVoice, text = 'The keeper went home.'): Promise<number> => {
    const { samples } = await speakWith(synthesizer, segmentOf(text), voice);
    return medianPitch(samples, engine.capabilities.sampleRate);
  };
  const cast = (given: VoiceClip | undefined, language = 'en'): EngineVoice | undefined =>
    engine.cast({ language, accent: 'general-american', gender: null, ...(given && { clip: given }) });

  it('says so, and brings no voices of its own', () => {
    assert.equal(engine.capabilities.cloning, 'zero-shot');
    assert.equal(engine.capabilities.marks, 'aligned');
    assert.deepEqual(engine.voices(), []);
    assert.equal(cast(undefined), undefined);
  });

  it('casts only clips of which is known what they say, in its languages', () => {
    const known = clip('a', 300, 'This is it.');
    assert.equal(cast(known)?.clip, known);
    assert.equal(cast(known, 'zh')?.clip, known);
    assert.equal(cast(known, 'de'), undefined);
    assert.equal(cast(clip('b', 300)), undefined);
  });

  it('speaks as the clip sounds', async () => {
    const [low, high] = [cast(clip('low', 300, 'This is it.'))!, cast(clip('high', 2500, 'This is it.'))!];
    const heard = [await pitch(low), await pitch(high), await pitch(low)];
    assert.ok(heard[1]! > 1.5 * heard[0]!, heard.join(' '));
    assert.equal(heard[2], heard[0]);
  });

  it('speaks with a clip again that it has forgotten behind many others', async () => {
    const first = cast(clip('first', 2500, 'This is it.'))!;
    const before = await pitch(first);
    for (let i = 0; i <= maxAttachments; i++) await pitch(cast(clip(`other ${i}`, 300, 'This is it.'))!, 'Yes.');
    assert.equal(await pitch(first), before);
  });

  it('refuses a clip without words, and a speaker that it does not have', async () => {
    const mute: EngineVoice = { engine: engine.id, name: 'clip', clip: clip('mute', 300) };
    await assert.rejects(pitch(mute), /the model clone needs what is said in the clip/u);
    await assert.rejects(pitch({ engine: engine.id, name: 'amy' }), /the model clone has no speaker amy/u);
  });
});

describe('packages of families that are run natively', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'sonorant-packages-'));
  });
  after(() => rm(root, { recursive: true }));

  async function packageOf(name: string, files: Readonly<Record<string, Uint8Array | string>>): Promise<string> {
    const folder = path.join(root, `${name}-source`);
    await mkdir(folder);
    for (const [file, content] of Object.entries(files)) await writeFile(path.join(folder, file), content);
    return folder;
  }
  const graphs = (...names: readonly string[]): Record<string, Uint8Array> =>
    Object.fromEntries(names.map((name) => [name, piperGraph()]));

  it('are recognised as Pocket, which needs no transcript', async () => {
    const source = await packageOf('pocket', {
      ...graphs('lm_flow.int8.onnx', 'lm_main.int8.onnx', 'encoder.onnx', 'decoder.int8.onnx', 'text_conditioner.onnx'),
      'vocab.json': '{}',
      'token_scores.json': '{}',
    });
    const manifest = await prepareModel(source, path.join(root, 'pocket'), details);
    assert.deepEqual(
      [manifest.family, manifest.cloning, manifest.needsTranscript, manifest.sampleRate],
      ['pocket', true, false, 24_000],
    );
    assert.deepEqual(sherpaConfig(manifest, '/models/pocket').model.pocket, {
      lmFlow: '/models/pocket/lm_flow.int8.onnx',
      lmMain: '/models/pocket/lm_main.int8.onnx',
      encoder: '/models/pocket/encoder.onnx',
      decoder: '/models/pocket/decoder.int8.onnx',
      textConditioner: '/models/pocket/text_conditioner.onnx',
      vocabJson: '/models/pocket/vocab.json',
      tokenScoresJson: '/models/pocket/token_scores.json',
    });
  });

  it('are recognised as Supertonic, with the number of its voices', async () => {
    const voices = Buffer.alloc(48);
    voices.writeBigInt64LE(3n);
    const source = await packageOf('supertonic', {
      ...graphs(
        'duration_predictor.int8.onnx',
        'text_encoder.int8.onnx',
        'vector_estimator.int8.onnx',
        'vocoder.int8.onnx',
      ),
      'tts.json': '{"ae": {"sample_rate": 44100}}',
      'unicode_indexer.bin': 'x',
      'voice.bin': voices,
    });
    const manifest = await prepareModel(source, path.join(root, 'supertonic'), details);
    assert.deepEqual([manifest.family, manifest.sampleRate, manifest.speakers.length], ['supertonic', 44_100, 3]);
    assert.equal(manifest.native!.takesLanguage, true);
  });

  it('are recognised as Matcha, with its lexicon and its rules', async () => {
    const acoustic = Buffer.concat([piperGraph()]);
    const source = await packageOf('matcha', {
      'model-steps-3.onnx': acoustic,
      'vocos-22khz-univ.onnx': piperGraph(),
      'tokens.txt': 'a 1\n',
      'lexicon.txt': '啊 a\n',
      'number.fst': 'x',
      'date.fst': 'x',
    });
    // The graph of a Piper voice says neither its rate nor its speakers.
    await assert.rejects(prepareModel(source, path.join(root, 'matcha'), details), /model-steps-3\.onnx does not say/u);
  });

  it('are refused where one of their graphs is damaged', async () => {
    const source = await packageOf('damaged', {
      ...graphs('lm_flow.onnx', 'lm_main.onnx', 'encoder.onnx', 'text_conditioner.onnx'),
      'decoder.onnx': piperGraph().subarray(0, 900),
      'vocab.json': '{}',
      'token_scores.json': '{}',
    });
    await assert.rejects(prepareModel(source, path.join(root, 'damaged'), details), /decoder\.onnx: .*damaged/u);
  });
});
