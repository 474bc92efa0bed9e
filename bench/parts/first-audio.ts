/** Time to the first audio sample on an open WebSocket while other streams are read in real time. */
import type { BareTasks } from '../baseline/synthesizer.ts';
import { defaultWorkers, onStage, warmUp, type Bench, type Part, type Stage } from '../bench.ts';
import { Child } from '../processes/child.ts';
import type { StreamsResult } from '../load/streams.ts';
import type { Usage } from '../processes/server.ts';
import { loopAimMs, measureStreams } from '../search.ts';
import { speakers } from '../speech/speakers.ts';
import { engines, labels, streamRate, type Engine } from '../speech/requests.ts';
import { median, spread, type Spread } from '../report/statistics.ts';
import { fixed, milliseconds, type Row } from '../report/table.ts';

/** Streams at once, and for how many seconds they are measured: few streams speak seldom. */
const loads = [
  { streams: 1, seconds: 75 },
  { streams: 8, seconds: 30 },
  { streams: 32, seconds: 30 },
  { streams: 100, seconds: 30 },
] as const;
/** One worker speaks about fifty streams of flite at once. */
const most: Readonly<Record<Engine, number>> = { espeak: 100, flite: 32 };
const quickSeconds = 3;

interface Aim {
  readonly quantile: 'p50' | 'p99';
  readonly ms: number;
}

const aims: Readonly<Record<Engine, Readonly<Partial<Record<number, Aim>>>>> = {
  espeak: { 1: { quantile: 'p50', ms: 5 }, 100: { quantile: 'p99', ms: 60 } },
  flite: { 1: { quantile: 'p50', ms: 40 } },
};

/** How much later than the bare engine's the first audio of a single stream may be. */
const overBareAimMs: Readonly<Partial<Record<Engine, number>>> = { espeak: 1.5 };

export const firstAudio: Part = async (bench) => {
  const rows: Row[] = [];
  await onStage(bench, { workers: defaultWorkers(bench) }, async (stage) => {
    for (const engine of engines) rows.push(...(await measure(bench, stage, engine)));
  });
  return {
    title: 'Time to first audio',
    method: `From the sending of a text on an open WebSocket to its first audio sample, p50 / p95 / p99 / longest, with so many sockets that are read in real time (${streamRate} Hz, 16 bits): each asks for the next sentence when the last one has played out, and they begin at random times within 4 s. The server has spoken 200 sentences with the engine and each socket one before. ${defaultWorkers(bench)} worker${defaultWorkers(bench) > 1 ? 's' : ''}, the default here. The bare engine speaks the same sentences with half a second between them; its first audio is that of its first callback, with flite the whole sentence. The silence at the start of the audio is what a listener waits on top.`,
    rows,
  };
};

async function measure(bench: Bench, stage: Stage, engine: Engine): Promise<Row[]> {
  const rows: Row[] = [freshRow(engine, await warmUp(bench, stage, engine))];
  let silenceMs: readonly number[] = [];
  for (const { streams, seconds } of loads) {
    if (streams > (bench.quick ? 8 : most[engine])) continue;
    bench.progress(`${labels[engine]}, ${streams} streams`);
    const { result, usage } = await measureStreams(stage, {
      ...{ engine, streams, sentencesPerText: 1 },
      staggerSeconds: bench.quick ? 1 : 4,
      seconds: bench.quick ? quickSeconds : seconds,
    });
    rows.push(...rowsOf(engine, streams, result, usage));
    if (streams === 1) rows.push(await bareRow(bench, engine, result.firstAudioMs));
    silenceMs = result.leadingSilenceMs;
  }
  rows.push({
    id: `first-audio.${engine}.silence`,
    what: `${labels[engine]}: silence at the start of the audio, median`,
    aim: '',
    measured: milliseconds(median(silenceMs)),
  });
  return rows;
}

/** The same sentences by the bare engine, in a process of its own that sleeps between them as the server does. */
async function bareRow(bench: Bench, engine: Engine, servedMs: readonly number[]): Promise<Row> {
  bench.progress(`${labels[engine]}, the bare engine`);
  const bare = new Child<BareTasks>(new URL('../baseline/synthesizer.ts', import.meta.url));
  try {
    await bare.call('load', { engine, voice: speakers[engine].own });
    await bare.call('run', bench.quick ? 0.5 : 3);
    const found = spread(await bare.call('firstAudio', { count: 20, pauseMs: bench.quick ? 50 : 500 }));
    const over = median(servedMs) - found.p50;
    const aim = overBareAimMs[engine];
    return {
      id: `first-audio.${engine}.bare`,
      what: `${labels[engine]}, the bare engine’s first audio of the same sentences`,
      aim: aim === undefined ? '' : `p50 of 1 stream at most ${aim} ms more`,
      measured: `${times(found)}; 1 stream has ${fixed(over)} ms more`,
      ...(aim !== undefined && { pass: over <= aim }),
    };
  } finally {
    await bare.stop();
  }
}

function times({ p50, p95, p99, max, count }: Spread): string {
  return `${fixed(p50)} / ${fixed(p95)} / ${fixed(p99)} / ${fixed(max)} ms (${count} texts)`;
}

function freshRow(engine: Engine, firstMs: readonly number[]): Row {
  return {
    id: `first-audio.${engine}.fresh`,
    what: `${labels[engine]}, the first 10 texts after the start, one at a time`,
    aim: '',
    measured: times(spread(firstMs.slice(0, 10))),
  };
}

function rowsOf(
  engine: Engine,
  streams: number,
  { firstAudioMs, waitingMs, underrunMs, errors, ownDelayMs, ownCores }: StreamsResult,
  usage: Usage,
): Row[] {
  // A text that has waited longer than any other did counts with that.
  const longest = Math.max(...firstAudioMs);
  const found = spread([...firstAudioMs, ...waitingMs.filter((ms) => ms > longest)]);
  const aim = aims[engine][streams];
  const name = `${labels[engine]}, ${streams} stream${streams > 1 ? 's' : ''}`;
  const id = `first-audio.${engine}.${streams}`;
  const judged = aim && {
    aim: `${aim.quantile} ≤ ${aim.ms} ms`,
    pass: errors.length === 0 && found[aim.quantile] <= aim.ms,
  };
  const { p99, max } = usage.loopDelayMs;
  const rows: Row[] = [
    {
      id,
      what: name,
      aim: '',
      measured: `${times(found)}${underrunMs.length > 0 ? `, ${underrunMs.length} underruns` : ''}${errors.length > 0 ? `, ${errors.length} errors: ${errors[0]!}` : ''}`,
      ...judged,
    },
  ];
  if (streams < 100) return rows;
  return [
    ...rows,
    {
      id: `${id}.loop`,
      what: `${name}: event-loop delay of the server, p99`,
      aim: `< ${loopAimMs} ms`,
      measured: `${milliseconds(p99)} (longest ${milliseconds(max)})`,
      pass: p99 < loopAimMs,
    },
    {
      id: `${id}.cores`,
      what: `${name}: cores in use`,
      aim: '',
      measured: `server ${fixed(usage.allCores, 2)}, of it main thread ${fixed(usage.mainCores, 2)}; load generator ${fixed(ownCores, 2)}, its own delay p99 ${milliseconds(ownDelayMs)}`,
    },
  ];
}
