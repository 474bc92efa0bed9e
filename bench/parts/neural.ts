/** What the neural path costs beside the model: against the bare library, which is given ready ids. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { espeak } from '../../src/engines/espeak/index.ts';
import { EspeakSynthesizer } from '../../src/engines/espeak/synthesizer.ts';
import { neuralEngine } from '../../src/engines/neural/index.ts';
import { idRuns, idText, symbolsOf } from '../../src/engines/neural/phoneme-ids.ts';
import { sherpaConfig } from '../../src/engines/neural/sherpa.ts';
import { isLibraryInstalled, libraryMissing } from '../../src/model-files/sherpa-onnx.ts';
import { Scheduler } from '../../src/engines/scheduling/scheduler.ts';
import { segmentOf, TaskRecord } from '../../src/engines/testing.ts';
import type { Segment } from '../../src/text/types.ts';
import type { Bench, Part } from '../bench.ts';
import { Child } from '../processes/child.ts';
import type { LibraryTasks } from '../baseline/neural-library.ts';
import { benchModel, installBenchModel } from '../speech/bench-model.ts';
import { median } from '../report/statistics.ts';
import { fixed, milliseconds, type Row, type Table } from '../report/table.ts';

const engine = `neural:${benchModel}`;
const voice = { engine, name: 's0' } as const;
const format = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 } as const;
const aims = { ratio: 0.9, extraMs: 15 } as const;

const sentences = [
  'The keeper went down to the harbour, and waited for the boat until the evening.',
  'Nobody had told him that it would be late.',
  'When the lights of the town went on, he walked back along the wall.',
  'There was a letter on the table, and he did not open it.',
];

interface Round {
  readonly audioSeconds: number;
  readonly libraryMs: number;
  readonly schedulerMs: number;
}

export const neural: Part = async (bench) => {
  if (!isLibraryInstalled()) throw new Error(libraryMissing);
  const folder = await mkdtemp(path.join(tmpdir(), 'sonorant-bench-'));
  const library = new Child<LibraryTasks>(new URL('../baseline/neural-library.ts', import.meta.url));
  let scheduler: Scheduler | undefined;
  try {
    const { folder: model, manifest } = await installBenchModel(folder);
    await library.call('load', sherpaConfig(manifest, model));
    const engines = [neuralEngine(manifest, { folder: model, engine })];
    scheduler = await Scheduler.start({ engines, reference: espeak, threads: 1, admissionMs: 60_000 });

    const phonemes = await EspeakSynthesizer.load();
    const frontEnd: number[] = [];
    const idsOf = (segment: Segment): string => {
      const from = performance.now();
      const words = phonemes.phonemize(segment, { engine: 'espeak', name: 'en-us' });
      const [run] = idRuns(symbolsOf(segment, words, manifest.direct!), manifest.direct!);
      frontEnd.push(performance.now() - from);
      return idText(run!.ids);
    };
    const segments = sentences.map((text) => segmentOf(text));
    const texts = segments.map(idsOf);
    await warmUp(scheduler, library, segments, texts);
    frontEnd.length = 0;
    for (let i = 0; i < 5; i++) for (const segment of segments) idsOf(segment);
    return table([
      ...(await throughput(bench, scheduler, library, segments, texts)),
      ...(await firstAudio(bench, scheduler, library, segments, texts, median(frontEnd))),
    ]);
  } finally {
    await scheduler?.close();
    await library.stop();
    await rm(folder, { recursive: true });
  }
};

function table(rows: readonly Row[]): Table {
  return {
    title: 'Neural voices',
    method:
      'A model made for the measurement in the layout of a Piper voice, which takes as much processor time as one of medium size, through the scheduler (phonemes, ids, process, PCM at 24,000 Hz) and through the bare library in a process of its own, which is given the same ids. Both in turn, the medians of the rounds. The front end is eSpeak and the making of ids.',
    rows,
  };
}

async function warmUp(
  scheduler: Scheduler,
  library: Child<LibraryTasks>,
  segments: readonly Segment[],
  texts: readonly string[],
): Promise<void> {
  await library.call('run', texts);
  for (const segment of segments) await spoken(scheduler, segment).end;
}

async function throughput(
  bench: Bench,
  scheduler: Scheduler,
  library: Child<LibraryTasks>,
  segments: readonly Segment[],
  texts: readonly string[],
): Promise<Row[]> {
  const rounds: Round[] = [];
  const repeats = bench.quick ? 2 : 6;
  const many = <T>(list: readonly T[]): T[] => Array.from({ length: repeats }, () => list).flat();
  for (let round = 0; round < (bench.quick ? 1 : 5); round++) {
    bench.progress(`throughput ${round + 1}`);
    const times = await library.call('run', many(texts));
    const from = performance.now();
    const records = await Promise.all(many(segments).map((segment) => spoken(scheduler, segment).end));
    rounds.push({
      schedulerMs: performance.now() - from,
      libraryMs: times.reduce((sum, ms) => sum + ms, 0),
      audioSeconds: records.reduce((sum, { samples }) => sum + samples, 0) / format.sampleRate,
    });
  }
  const ratio = median(rounds.map(({ schedulerMs, libraryMs }) => libraryMs / schedulerMs));
  const rate = (ms: (round: Round) => number): string =>
    fixed(median(rounds.map((round) => (round.audioSeconds * 1000) / ms(round))), 1);
  return [
    {
      id: 'neural.ratio',
      what: 'Seconds of audio, against the bare library',
      aim: `≥ ${aims.ratio}`,
      measured: `${fixed(ratio, 3)} (${rate((round) => round.schedulerMs)} × real time, bare ${rate((round) => round.libraryMs)} ×)`,
      pass: ratio >= aims.ratio,
    },
  ];
}

async function firstAudio(
  bench: Bench,
  scheduler: Scheduler,
  library: Child<LibraryTasks>,
  segments: readonly Segment[],
  texts: readonly string[],
  frontEndMs: number,
): Promise<Row[]> {
  const extra: number[] = [];
  const bare: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < (bench.quick ? 2 : 15); round++) {
    bench.progress(`first audio ${round + 1}`);
    for (const [index, segment] of segments.entries()) {
      const [alone] = await library.call('run', [texts[index]!]);
      const { firstAudioMs, end } = spoken(scheduler, segment);
      await end;
      bare.push(alone!);
      whole.push(await firstAudioMs);
      extra.push((await firstAudioMs) - alone! - frontEndMs);
    }
  }
  const most = median(extra);
  return [
    {
      id: 'neural.first-audio',
      what: 'First audio of a sentence, beyond the bare library and the front end',
      aim: `≤ ${aims.extraMs} ms`,
      measured: `${milliseconds(most)} (${milliseconds(median(whole))}; bare ${milliseconds(median(bare))}, front end ${milliseconds(frontEndMs)})`,
      pass: most <= aims.extraMs,
    },
  ];
}

function spoken(
  scheduler: Scheduler,
  segment: Segment,
): { readonly firstAudioMs: Promise<number>; readonly end: Promise<TaskRecord> } {
  const from = performance.now();
  const first = Promise.withResolvers<number>();
  const record = new TaskRecord();
  scheduler.speak({ segment, voice, format, characters: 1 }, -Infinity, {
    audio: (part) => {
      first.resolve(performance.now() - from);
      record.audio(part);
    },
    end: (result) => record.end(result),
    failed: (error) => record.failed(error),
  });
  const end = record.settled.then((settled) => {
    if (settled.error !== undefined) throw settled.error;
    return settled;
  });
  return { firstAudioMs: first.promise, end };
}
