/** What it costs to change a recording, and to speak between two. */
import { isLibraryInstalled } from '../../src/model-files/sherpa-onnx.ts';
import { defaultWorkers, onStage, type Bench, type Part, type Stage } from '../bench.ts';
import type { ChangeResult } from '../load/recordings.ts';
import { engines, labels, type StreamEngine } from '../speech/requests.ts';
import { countsChildren } from '../processes/children.ts';
import { median, spread } from '../report/statistics.ts';
import { fixed, megabytes, milliseconds, type Row } from '../report/table.ts';

const aims = { speed: 20, firstAudioMs: 50, memoryGrowth: 0.1, infillCost: 0.1 } as const;
/** Seconds of the clips, shortest first: the most memory of a process never gets less. */
const lengths = [5, 60, 600] as const;
const turns = { 5: 20, 60: 5, 600: 2 } as const satisfies Record<(typeof lengths)[number], number>;
/** Before them as many, until the hot code is compiled: the speech alone is spoken by code that has run in every clip before. */
const infillTurns = 20;
const modelTurns = 6;

export const recordings: Part = async (bench) => {
  // Ten minutes of 16 kHz are more than a clip may be.
  const settings = { SONORANT_MAX_CLIP_BYTES: '33554432' };
  const workers = defaultWorkers(bench);
  const rows = await onStage(bench, { workers, settings }, async (stage) => [
    ...(await changed(bench, stage)),
    ...(await joined(bench, stage)),
  ]);
  // A server with a model speaks the voice that clips are changed into by it.
  if (isLibraryInstalled() && countsChildren) {
    rows.push(...(await onStage(bench, { workers, hasModel: true }, (stage) => joinedByModel(bench, stage))));
  } else bench.progress('no infill by a neural voice: it needs sherpa-onnx-node, and Linux to tell its processor time');
  return {
    title: 'Recordings',
    method: `Clips of 16 kHz are uploaded as WAV to \`POST /voice-changer/bytes\`, one after the other, for the voice of the quick start; they are spoken by eSpeak. Speed is audio for each second of processor time of the whole server: decoding, measuring, the change and its encoding. The first audio counts from the last byte of the upload. Memory is the most that the server had resident since its start, after the clips of each length. Infill stands between two recordings of five seconds and says two sentences, against the same sentences by \`POST /tts/bytes\` of the same engine: by the processor time of the server, and of the process of a neural voice, for each second of speech, once the code is compiled. The neural voice is the model of "Neural voices", which takes as much as a Piper voice of medium size: between recordings of its own, and between those of eSpeak, whose rate of speaking is another one.`,
    rows,
  };
};

interface Change {
  readonly result: ChangeResult;
  readonly cpuSeconds: number;
  readonly mostBytes: number;
}

async function changed(bench: Bench, { url, server, load }: Stage): Promise<Row[]> {
  bench.progress('clips');
  const chosen = bench.quick ? lengths.slice(0, 2) : lengths;
  await load.call('clips', { url, seconds: chosen, engine: 'espeak' });
  await load.call('change', { url, seconds: chosen[0], turns: 2 });
  const found: Change[] = [];
  for (const seconds of chosen) {
    bench.progress(`clips of ${seconds} s`);
    const params = { url, seconds, turns: bench.quick ? 1 : turns[seconds] };
    const { result, cpuSeconds } = await costOf(server, () => load.call('change', params));
    found.push({ result, cpuSeconds, mostBytes: await server.call('mostMemory', null) });
  }
  return [
    ...chosen.map((seconds, index) => speedRow(seconds, found[index]!)),
    ...firstRows(chosen, found),
    memoryRow(chosen, found),
  ];
}

/** What a task uses of the processor in all of the server's threads and in the processes that it has started. */
async function costOf<T>(server: Stage['server'], task: () => Promise<T>): Promise<{ result: T; cpuSeconds: number }> {
  await server.call('reset', null);
  const result = await task();
  const { cpuSeconds } = await server.call('usage', null);
  return { result, cpuSeconds: cpuSeconds + (await server.call('childrenSeconds', null)) };
}

function speedRow(seconds: number, { result, cpuSeconds }: Change): Row {
  const speed = result.audioSeconds / cpuSeconds;
  const wall = (result.audioSeconds * 1000) / result.wholeMs.reduce((sum, ms) => sum + ms, 0);
  return {
    id: `recordings.speed.${seconds}`,
    what: `A clip of ${seconds} s in another voice, on one core`,
    aim: `≥ ${aims.speed} ×`,
    measured: `${fixed(speed)} × real time (on the clock ${fixed(wall)} ×)`,
    pass: speed >= aims.speed,
  };
}

function firstRows(seconds: readonly number[], found: readonly Change[]): Row[] {
  return found.map(({ result }, index) => {
    const { p50, p95, max } = spread(result.firstAudioMs);
    return {
      id: `recordings.first.${seconds[index]!}`,
      what: `First audio behind the upload of ${seconds[index]!} s: p50 / p95 / longest`,
      aim: `p50 ≤ ${aims.firstAudioMs} ms`,
      measured: `${[p50, p95, max].map((ms) => fixed(ms, 0)).join(' / ')} ms (${result.firstAudioMs.length} clips)`,
      pass: p50 <= aims.firstAudioMs,
    };
  });
}

function memoryRow(seconds: readonly number[], found: readonly Change[]): Row {
  const growth = found.at(-1)!.mostBytes / found.at(-2)!.mostBytes - 1;
  return {
    id: 'recordings.memory',
    what: `The most memory, after clips of ${seconds.join(' s, ')} s`,
    aim: `the longest within ${100 * aims.memoryGrowth} % of the one before`,
    measured: `${found.map(({ mostBytes }) => megabytes(mostBytes)).join(', ')} (${growth < 0 ? '−' : '+'}${fixed(100 * Math.abs(growth))} %)`,
    pass: growth <= aims.memoryGrowth,
  };
}

async function joinedByModel(bench: Bench, stage: Stage): Promise<Row[]> {
  const { url, load } = stage;
  const by = { engine: 'neural:bench', turns: modelTurns } as const;
  await load.call('clips', { url, seconds: [], engine: by.engine });
  const own = await infillRow(bench, stage, by);
  await load.call('clips', { url, seconds: [], engine: 'espeak' });
  const others = await infillRow(bench, stage, { ...by, between: ', which speaks twice for another rate,' });
  return [own, { ...others, id: `${others.id}.twice` }];
}

async function joined(bench: Bench, stage: Stage): Promise<Row[]> {
  const rows: Row[] = [];
  for (const engine of engines) rows.push(await infillRow(bench, stage, { engine, turns: infillTurns }));
  return rows;
}

interface InfillOptions {
  readonly engine: StreamEngine;
  readonly turns: number;
  /** What is said of the recordings. */
  readonly between?: string;
}

async function infillRow(
  { quick, progress }: Bench,
  { url, server, load }: Stage,
  { engine, turns: wanted, between: recordingsAre = '' }: InfillOptions,
): Promise<Row> {
  progress(`infill by ${labels[engine]}${recordingsAre}`);
  const count = quick ? 2 : wanted;
  const [alone, between] = ['tts', 'infill'] as const;
  for (const route of [alone, between]) await load.call('infill', { url, engine, route, turns: count });
  const speech = await costOf(server, () => load.call('infill', { url, engine, route: alone, turns: count }));
  const infill = await costOf(server, () => load.call('infill', { url, engine, route: between, turns: count }));
  const [one, other] = [speech, infill].map(({ result, cpuSeconds }) => (1000 * cpuSeconds) / result.audioSeconds);
  const more = other! / one! - 1;
  const times = [speech, infill].map(({ result }) => milliseconds(median(result.wholeMs)));
  return {
    id: `recordings.infill.${engine}`,
    what: `Infill by ${labels[engine]}${recordingsAre} against the same speech`,
    aim: `≤ ${100 * aims.infillCost} % more`,
    measured: `${more < 0 ? '−' : '+'}${fixed(100 * Math.abs(more), 0)} % (${milliseconds(other!)} of the processor for a second of speech, ${milliseconds(one!)} alone; to the end ${times[1]!}, ${times[0]!} alone)`,
    pass: more <= aims.infillCost,
  };
}
