/** How many streams in real time the server carries before one of them has a gap. */
import { onStage, warmUp, type Bench, type Part, type Stage } from '../bench.ts';
import type { StreamsResult } from '../load/streams.ts';
import type { Usage } from '../server.ts';
import { engines, labels, streamRate, type Engine } from '../speech.ts';
import { quantile } from '../statistics.ts';
import { fixed, milliseconds, type Row } from '../table.ts';

const aims: Readonly<Partial<Record<Engine, number>>> = { espeak: 400 };
/** Where the search begins. */
const guesses: Readonly<Record<Engine, number>> = { espeak: 400, flite: 32 };
const sentencesPerText = 2;
/** A text that waits longer for its first audio is a gap, too. */
const longestWaitMs = 1000;
/** The search ends when the answer is known within this share. */
const precision = 0.05;
const loopAimMs = 20;

interface Probe {
  readonly streams: number;
  readonly result: StreamsResult;
  readonly usage: Usage;
}

export const streams: Part = async (bench) => {
  const rows: Row[] = [];
  for (const workers of bench.cores > 1 && !bench.quick ? [1, bench.cores] : [1]) {
    await onStage(bench, workers, async (stage) => {
      for (const engine of engines) {
        await warmUp(bench, stage, engine);
        rows.push(...(await search(bench, stage, engine, workers)));
      }
    });
  }
  return {
    title: 'Streams in real time',
    method: `The highest number of sockets that are read in real time (${streamRate} Hz, 16 bits, texts of ${sentencesPerText} sentences one after the other) of which none runs dry: every chunk comes before the audio sent so far has played out, playback beginning with the first chunk and without any buffer, and no text waits longer than ${longestWaitMs / 1000} s for its first audio. Found by bisection within ${precision * 100} %; a number that fails is tried once more, since a busy machine fails as well. The load generator runs on the same cores.`,
    rows,
  };
};

async function search(bench: Bench, stage: Stage, engine: Engine, workers: number): Promise<Row[]> {
  let best: Probe | undefined;
  let worst: Probe | undefined;
  const limit = bench.quick ? 1 : 24;
  for (let count = 0, at = bench.quick ? 16 : guesses[engine]; count < limit; count++) {
    bench.progress(`${labels[engine]}, ${workers} worker${workers > 1 ? 's' : ''}, ${at} streams`);
    const { probe, holds } = await attempt(bench, stage, engine, at);
    if (holds) best = probe;
    else worst = probe;
    const low = best?.streams ?? 0;
    const high = worst?.streams ?? Infinity;
    if (high - low <= Math.max(1, precision * low)) break;
    at = high === Infinity ? low * 2 : Math.floor((low + high) / 2);
  }
  return rowsOf(engine, workers, best, worst);
}

function holdsOut({ firstAudioMs, underrunMs, errors }: StreamsResult): boolean {
  return errors.length === 0 && underrunMs.length === 0 && firstAudioMs.every((ms) => ms <= longestWaitMs);
}

async function attempt(
  bench: Bench,
  { url, server, load }: Stage,
  engine: Engine,
  count: number,
): Promise<{ probe: Probe; holds: boolean }> {
  const once = async (): Promise<Probe> => {
    await server.call('reset', null);
    const result = await load.call('streams', {
      url,
      engine,
      streams: count,
      sentencesPerText,
      staggerSeconds: bench.quick ? 1 : 8,
      seconds: bench.quick ? 3 : 12,
    });
    return { streams: count, result, usage: await server.call('usage', null) };
  };
  let probe = await once();
  if (!holdsOut(probe.result)) probe = await once();
  return { probe, holds: holdsOut(probe.result) };
}

function rowsOf(engine: Engine, workers: number, best: Probe | undefined, worst: Probe | undefined): Row[] {
  const aim = aims[engine];
  const name = `${labels[engine]}, ${workers} worker${workers > 1 ? 's' : ''}`;
  const id = `streams.${engine}.${workers}`;
  const most = best?.streams ?? 0;
  const rows: Row[] = [
    {
      id,
      what: `${name}: streams without a gap`,
      aim: aim === undefined ? '' : `≥ ${aim}`,
      measured: `${most}`,
      ...(aim !== undefined && { pass: most >= aim }),
    },
  ];
  if (best !== undefined) {
    const { p99, max } = best.usage.loopDelayMs;
    rows.push(
      {
        id: `${id}.loop`,
        what: `${name}: event-loop delay of the server at ${most}, p99`,
        aim: `< ${loopAimMs} ms`,
        measured: `${milliseconds(p99)} (longest ${milliseconds(max)})`,
        pass: p99 < loopAimMs,
      },
      {
        id: `${id}.cores`,
        what: `${name}: at ${most}`,
        aim: '',
        measured: `first audio p50 ${milliseconds(quantile(best.result.firstAudioMs, 0.5))}, p99 ${milliseconds(quantile(best.result.firstAudioMs, 0.99))}; cores: server ${fixed(best.usage.allCores, 2)}, of it main thread ${fixed(best.usage.mainCores, 2)}, load generator ${fixed(best.result.ownCores, 2)}`,
      },
    );
  }
  if (worst !== undefined) {
    rows.push({
      id: `${id}.failed`,
      what: `${name}: what fails at ${worst.streams}`,
      aim: '',
      measured: failureOf(worst),
    });
  }
  return rows;
}

function failureOf({ result: { errors, underrunMs, firstAudioMs, ownDelayMs }, usage }: Probe): string {
  const what =
    errors.length > 0
      ? `${errors.length} errors: ${errors[0]!}`
      : `${underrunMs.length} gaps, the longest ${milliseconds(quantile(underrunMs, 1))}`;
  return `${what}; first audio p99 ${milliseconds(quantile(firstAudioMs, 0.99))}; server on ${fixed(usage.allCores, 2)} cores, event-loop delay p99 ${milliseconds(usage.loopDelayMs.p99)}, load generator’s ${milliseconds(ownDelayMs)}`;
}
