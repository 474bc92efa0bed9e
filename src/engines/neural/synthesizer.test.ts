import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { EngineUnavailableError, type EngineDescriptor, type Mark, type Synthesizer } from '../adapter.ts';
import { espeak } from '../espeak/index.ts';
import { Scheduler } from '../scheduling/scheduler.ts';
import { assertMarks, digest, loadSynthesizer, segmentOf, speakWith, TaskRecord } from '../testing.ts';
import { installedModels } from './index.ts';
import { readVoiceManifest } from './manifest.ts';
import { prepareModel } from './prepare.ts';
import { NeuralSynthesizer } from './synthesizer.ts';
import { isLibraryInstalled } from '../../model-files/sherpa-onnx.ts';
import { piperConfig, symbols, writeKokoroModel, writePiperModel } from './testing.ts';

const skip = isLibraryInstalled() ? false : 'the optional package sherpa-onnx-node is not installed';
const mp3 = { container: 'mp3', sampleRate: 44_100, bitRate: 128_000 } as const;

/** Units of the tiny Piper voice, at speed 1. */
function frames(symbol: string): number {
  const id = symbols.indexOf(symbol);
  return id < 3 ? 1 : id < 10 ? 10 : 6 + (id % 2);
}

describe('the synthesizer of a model', { skip }, () => {
  let root: string;
  let engines: readonly EngineDescriptor[];
  /** By the name of the model. */
  const opened = new Map<string, Promise<Synthesizer>>();
  const engineOf = (name: string): EngineDescriptor => engines.find(({ id }) => id === `neural:${name}`)!;
  const open = (name: string): Promise<Synthesizer> => {
    const opening = opened.get(name) ?? loadSynthesizer(engineOf(name), espeak);
    opened.set(name, opening);
    return opening;
  };
  const voice = (name: string, speaker = 's0'): { engine: string; name: string } => ({
    engine: `neural:${name}`,
    name: speaker,
  });

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'sonorant-neural-'));
    const packages = {
      piper: (folder: string) => writePiperModel(folder, { faultySymbol: 'ʒ' }),
      heavy: (folder: string) => writePiperModel(folder, { work: 40 }),
      kokoro: writeKokoroModel,
      halved: async (folder: string) => {
        await writePiperModel(folder);
        const config = { ...piperConfig(2), inference: { noise_scale: 0, length_scale: 2, noise_w: 0 } };
        await writeFile(path.join(folder, 'en_US-tiny-low.onnx.json'), JSON.stringify(config));
      },
      // Says that a unit is half as long as it is.
      misstated: async (folder: string) => {
        await writePiperModel(folder);
        const config = { ...piperConfig(2), hop_length: 128 };
        await writeFile(path.join(folder, 'en_US-tiny-low.onnx.json'), JSON.stringify(config));
      },
    };
    for (const [name, write] of Object.entries(packages)) {
      await write(path.join(root, 'sources', name));
      await prepareModel(path.join(root, 'sources', name), path.join(root, 'models', name), {
        name,
        licence: 'CC0-1.0',
        source: 'test',
      });
    }
    ({ engines } = await installedModels(path.join(root, 'models')));
  });
  after(async () => {
    for (const opening of opened.values()) await (await opening).close();
    await rm(root, { recursive: true });
  });

  it('gives each word and each phoneme exactly the time that the model gave its ids', async () => {
    const engine = await open('piper');
    const spoken = await speakWith(engine, segmentOf('Yes, we see.'), voice('piper'));
    // ^ _ j _ ˈ _ ɛ _ s _ , _ ␣ _ w _ i _ ː _ ␣ _ s _ ˈ _ i _ ː _ . _ $: 256 samples for each unit.
    // What is before the first sound is left out but for some 10 ms.
    const skipped = 219;
    let at = frames('^') + frames('_');
    const after = (text: string): number => (at += Array.from(text).reduce((sum, each) => sum + frames(each) + 1, 0));
    const expected = [
      { kind: 'word', token: 0, word: 0, start: at * 256 - skipped, end: after('jˈɛs') * 256 - skipped },
      { kind: 'word', token: 1, word: 0, start: after(', ') * 256 - skipped, end: after('wiː') * 256 - skipped },
      { kind: 'word', token: 2, word: 0, start: after(' ') * 256 - skipped, end: after('sˈiː') * 256 - skipped },
    ];
    assert.deepEqual(
      spoken.marks.filter(({ kind }) => kind === 'word'),
      expected,
    );
    const phonemes = spoken.marks.filter((mark): mark is Extract<Mark, { kind: 'phoneme' }> => mark.kind === 'phoneme');
    assert.deepEqual(
      phonemes.map(({ phoneme }) => phoneme),
      ['j', 'ɛ', 's', 'w', 'iː', 's', 'iː'],
    );
    assert.equal(phonemes[1]!.start, phonemes[0]!.end, 'the stress belongs to the vowel behind it');
    assert.equal(phonemes.at(-1)!.end, expected[2]!.end);
  });

  it('begins with the first sound, and pauses as other engines do behind what ends it, at any speed', async () => {
    for (const [name, speaker] of [
      ['piper', 's0'],
      ['kokoro', 'af_speaker0'],
    ] as const) {
      const engine = await open(name);
      const { sampleRate } = engineOf(name).capabilities;
      for (const [text, pause, rate] of [
        ['We see.', 0.33, 1],
        ['We see?', 0.33, 1],
        ['We see,', 0.15, 1],
        ['We see', 0.02, 1],
        ['We see.', 0.66, 0.5],
        [`${'Lighthouse keeper '.repeat(40)}here.`, 0.33, 1],
      ] as const) {
        const spoken = await speakWith(engine, segmentOf(text, { prosody: { rate } }), voice(name, speaker));
        const isLoud = (sample: number): boolean => Math.abs(sample) > 1500;
        assert.ok(spoken.samples.findIndex(isLoud) < 0.02 * sampleRate, `${name}: ${text}`);
        const behind = spoken.samples.length - 1 - spoken.samples.findLastIndex(isLoud);
        assert.ok(Math.abs(behind / sampleRate - pause) < 0.012, `${name}: ${text.slice(-12)}: ${behind / sampleRate}`);
      }
    }
  });

  it('shares the time of words that are said as one, cut at a phoneme', async () => {
    const engine = await open('kokoro');
    const segment = segmentOf('He came from the bank.');
    const spoken = await speakWith(engine, segment, voice('kokoro', 'af_speaker0'));
    assertMarks(segment, spoken, engineOf('kokoro').capabilities);
    const [from, the] = spoken.marks.filter(({ kind }) => kind === 'word').slice(2);
    assert.equal(from!.end, the!.start);
    assert.ok(from!.end > from!.start && the!.end > the!.start);
    assert.ok(spoken.marks.some((mark) => mark.kind === 'phoneme' && mark.start === the!.start));
  });

  it('speaks at the speed of the model times that of the request', async () => {
    const length = async (name: string, rate: number): Promise<number> =>
      (await speakWith(await open(name), segmentOf('lighthouse', { prosody: { rate } }), voice(name))).samples.length;
    const [normal, fast, halved, asFast] = [
      await length('piper', 1),
      await length('piper', 2),
      await length('halved', 1),
      await length('halved', 2),
    ];
    // A padding cannot be shorter than a unit.
    assert.ok(fast < 0.65 * normal, `${normal} ${fast}`);
    assert.ok(Math.abs(halved / normal - 2) < 0.1, `${normal} ${halved}`);
    assert.equal(asFast, normal);
  });

  it('is cut into runs where it is longer than the model takes, and every word is marked', async () => {
    const engine = await open('kokoro');
    const segment = segmentOf('lighthouse keeper '.repeat(40));
    const spoken = await speakWith(engine, segment, voice('kokoro', 'bm_speaker1'));
    assertMarks(segment, spoken, engineOf('kokoro').capabilities);
    const words = spoken.marks.filter(({ kind }) => kind === 'word');
    assert.ok(words.every(({ start, end }) => end > start));
    assert.ok(words.at(-1)!.end > 0.95 * spoken.samples.length);
  });

  it('knows how long a unit is from a run when it was installed, whatever was said of it', async () => {
    const [stated, known] = await Promise.all(
      ['misstated', 'piper'].map(async (name) => readVoiceManifest(path.join(root, 'models', name))),
    );
    assert.equal(stated!.direct!.hopLength, 256);
    assert.deepEqual(stated!.direct!.hopLength, known!.direct!.hopLength);
  });

  it('fails a segment whose durations are not those of its audio, and names the model', async () => {
    const folder = path.join(root, 'models', 'misstated');
    const manifest = await readVoiceManifest(folder);
    await writeFile(
      path.join(folder, 'model.json'),
      JSON.stringify({ ...manifest, direct: { ...manifest.direct, hopLength: 128 } }),
    );
    const engine = await open('misstated');
    await assert.rejects(
      speakWith(engine, segmentOf('Hello.'), voice('misstated')),
      /the model misstated: it gave \d+ durations/u,
    );
  });

  it('is out of service for a segment that crashes it, and speaks the next one', async () => {
    const engine = await open('piper');
    await assert.rejects(speakWith(engine, segmentOf('A measure.'), voice('piper')), (error) => {
      assert.ok(error instanceof EngineUnavailableError);
      assert.match(error.message, /the model piper failed on a segment/u);
      return true;
    });
    assert.ok((await speakWith(engine, segmentOf('A day.'), voice('piper'))).samples.length > 0);
  });

  it('goes on speaking when its files are removed', async () => {
    await mkdir(path.join(root, 'other'));
    await prepareModel(path.join(root, 'sources', 'piper'), path.join(root, 'other', 'piper'), {
      name: 'piper',
      licence: 'CC0-1.0',
      source: 'test',
    });
    const other = (await installedModels(path.join(root, 'other'))).engines[0]!;
    const engine = await loadSynthesizer(other, espeak);
    const before = await speakWith(engine, segmentOf('Hello.'), voice('piper'));
    await rm(path.join(root, 'other'), { recursive: true });
    assert.deepEqual(await speakWith(engine, segmentOf('Hello.'), voice('piper')), before);
    await engine.close();
  });

  it('needs the phonemes of a reference', async () => {
    await assert.rejects(loadSynthesizer(engineOf('piper')), /the model piper needs the phonemes of eSpeak/u);
  });

  it('tells what its process takes', async () => {
    const engine = await open('piper');
    assert.ok(engine instanceof NeuralSynthesizer);
    await speakWith(engine, segmentOf('Hello.'), voice('piper'));
    assert.ok(engine.memoryBytes > 30e6 && engine.memoryBytes < 300e6, String(engine.memoryBytes));
    assert.ok(engine.loadedInMs > 10);
  });

  describe('through the scheduler', () => {
    let scheduler: Scheduler;
    before(async () => {
      scheduler = await Scheduler.start({
        engines: [engineOf('piper'), engineOf('heavy')],
        reference: espeak,
        threads: 1,
      });
    });
    after(() => scheduler.close());
    const speak = async (name: string, text: string, speaker = 's0'): Promise<TaskRecord> => {
      const record = new TaskRecord();
      const encoder = scheduler.openEncoder(`neural:${name}`);
      const segment = segmentOf(text);
      const work = { segment, voice: voice(name, speaker), format: mp3, encoder, characters: text.length };
      scheduler.speak(work, -Infinity, record);
      await record.settled;
      const tail = new TaskRecord();
      scheduler.finish(encoder, 0, tail);
      record.bytes.push(...(await tail.settled).bytes);
      return record;
    };

    it('gives MP3 at 44.1 kHz, the same bytes again, with the words in their places', async () => {
      const text = 'The keeper went down to the harbour.';
      const [first, other, again] = [
        await speak('piper', text),
        await speak('piper', text, 's1'),
        await speak('piper', text),
      ];
      assert.equal(first.error, undefined);
      const bytes = Buffer.concat(first.bytes);
      assert.equal(bytes.readUInt16BE(0) & 0xffe0, 0xffe0);
      assert.ok(bytes.equals(Buffer.concat(again.bytes)));
      assert.ok(!bytes.equals(Buffer.concat(other.bytes)));
      assert.equal(first.result!.words.length, 7);
      assert.ok(first.result!.words.every(({ start, end }) => end > start && end <= first.result!.samples));
    });

    it('goes on with other contexts when one is cancelled', async () => {
      const cut = new TaskRecord();
      const long = 'the keeper of the lighthouse went down to the harbour and waited for the boat';
      const task = scheduler.speak(
        { segment: segmentOf(long), voice: voice('heavy'), format: mp3, characters: 1 },
        -Infinity,
        cut,
      );
      const next = speak('heavy', 'Good morning.');
      scheduler.cancel(task);
      const after = await next;
      assert.equal(after.error, undefined);
      assert.equal(after.result!.words.length, 2);
      assert.deepEqual(cut.calls, []);
    });
  });
});

describe('the models in a folder', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'sonorant-models-'));
    await writeKokoroModel(path.join(root, 'source'), { speakers: 4 });
  });
  after(() => rm(root, { recursive: true }));
  const details = { name: 'tiny', licence: 'Apache-2.0', source: 'test' };

  it('are none where there is no folder', async () => {
    assert.deepEqual(await installedModels(path.join(root, 'nowhere')), { engines: [], problems: [] });
  });

  it('are engines with voices, and a damaged one is a problem', { skip }, async () => {
    const folder = path.join(root, 'models');
    await prepareModel(path.join(root, 'source'), path.join(folder, 'tiny'), details);
    await prepareModel(path.join(root, 'source'), path.join(folder, 'renamed'), details);
    await mkdir(path.join(folder, 'empty'));
    await mkdir(path.join(folder, '.unfinished'));
    await mkdir(path.join(folder, 'broken'));
    await writeFile(path.join(folder, 'broken', 'model.json'), '{"format": 1}');
    const { engines, problems } = await installedModels(folder);
    assert.deepEqual(
      engines.map(({ id }) => id),
      ['neural:tiny'],
    );
    assert.deepEqual(
      problems.map(({ model, reason }) => `${model}: ${reason.slice(0, 30)}`),
      [
        'broken: model.json is not valid: name:',
        'empty: there is no model.json',
        'renamed: its model.json is that of the ',
      ].map((text) => text.slice(0, text.indexOf(':') + 32)),
    );
    const [engine] = engines;
    assert.deepEqual(
      engine!
        .voices()
        .map(({ key, name, gender, language, accent, licence }) => [key, name, gender, language, accent, licence]),
      [
        ['neural:tiny/af_speaker0', 'Speaker0', 'feminine', 'en', 'general-american', 'Apache-2.0'],
        ['neural:tiny/bm_speaker1', 'Speaker1', 'masculine', 'en', 'british', 'Apache-2.0'],
        ['neural:tiny/af_speaker2', 'Speaker2', 'feminine', 'en', 'general-american', 'Apache-2.0'],
        ['neural:tiny/bm_speaker3', 'Speaker3', 'masculine', 'en', 'british', 'Apache-2.0'],
      ],
    );
    const cast = (accent: string, gender: 'masculine' | 'feminine' | null, language = 'en'): string | undefined =>
      engine!.cast({ language, accent, gender })?.name;
    assert.equal(cast('british', 'masculine'), 'bm_speaker1');
    assert.equal(cast('british', 'feminine'), 'af_speaker0', 'gender goes before accent');
    assert.equal(cast('british', null), 'bm_speaker1');
    assert.equal(cast('australian', null), 'af_speaker0');
    assert.equal(cast('castilian', 'feminine', 'es'), undefined);
    const base = { engine: 'neural:tiny', name: 'bm_speaker3' };
    assert.deepEqual(engine!.cast({ language: 'en', accent: 'british', gender: null, base }), base);
  });

  it('repeat no sound of another segment', { skip }, async () => {
    const folder = path.join(root, 'noise');
    await prepareModel(path.join(root, 'source'), path.join(folder, 'tiny'), details);
    const engine = await loadSynthesizer((await installedModels(folder)).engines[0]!, espeak);
    const say = async (text: string): Promise<string> =>
      digest((await speakWith(engine, segmentOf(text), { engine: 'neural:tiny', name: 'af_speaker0' })).samples);
    const [one, other, again] = [await say('One day.'), await say('Two days.'), await say('One day.')];
    await engine.close();
    assert.notEqual(one, other);
    assert.equal(one, again);
  });
});
