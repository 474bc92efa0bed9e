/** What a server in front of another one costs: streams in real time by an upstream that costs nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultWorkers, onStage, warmUp, type Bench, type Part, type Stage, type StageOptions } from '../bench.ts';
import {
  costOf,
  failureOf,
  loopAimMs,
  searchMethod,
  searchStreams,
  sentencesPerText,
  type Found,
  type Probe,
} from '../search.ts';
import { streamRate, type StreamEngine } from '../speech/requests.ts';
import { fixed, type Row } from '../report/table.ts';

/** Share of the streams that the pipeline carries alone. */
const aim = 0.5;
const precision = 0.1;
const times = { staggerSeconds: 6, seconds: 8 } as const;
const idleSeconds = 5;

interface Carried extends Found {
  /** Cores of the server while nothing is asked of it. */
  readonly idleCores: number;
}

export const upstream: Part = async (bench) => {
  const alone = await carry(bench, 'fake', 'engine', 1000);
  const guess = Math.max(16, Math.round((alone.best?.streams ?? 0) * 0.6));
  const behind = await carry(bench, 'upstream:bench', 'upstream', guess);
  return {
    title: 'An upstream without cost',
    method: `A server of OpenAI's shape in a process of its own answers each request at once with sound that was made before, at ${streamRate} Hz; the upstream engine speaks texts of ${sentencesPerText} sentences over it. Beside it, in the same run, the engine that costs nothing in the server's own threads. The highest number of WebSockets that are read in real time, ${searchMethod}, while the event loop of the server is less than ${loopAimMs} ms late (p99). Found by bisection within ${precision * 100} %. No timestamps are asked for and no engine is there as a reference, so that nothing is aligned. The upstream and the load generator run on the same cores.`,
    rows: rowsOf(alone, behind),
  };
};

function carry(
  bench: Bench,
  engine: StreamEngine,
  withoutCost: StageOptions['withoutCost'],
  guess: number,
): Promise<Carried> {
  return onStage(bench, { workers: defaultWorkers(bench), ...(withoutCost && { withoutCost }) }, async (stage) => {
    await warmUp(bench, stage, engine);
    const found = await searchStreams(bench, stage, {
      ...times,
      engine,
      precision,
      guess,
      keepsLoop: true,
      progress: (streams) => bench.progress(`${engine}: ${streams} streams`),
    });
    return { ...found, idleCores: await idleCoresOf(bench, stage) };
  });
}

/** Connections to the upstream are kept meanwhile. */
async function idleCoresOf({ quick, progress }: Bench, { server }: Stage): Promise<number> {
  progress('idle');
  await sleep(1000);
  await server.call('reset', null);
  await sleep(quick ? 1000 : idleSeconds * 1000);
  return (await server.call('usage', null)).allCores;
}

function rowsOf(alone: Carried, behind: Carried): Row[] {
  const streams = behind.best?.streams ?? 0;
  const ratio = streams / (alone.best?.streams ?? Infinity);
  const rows: Row[] = [
    {
      id: 'upstream.alone',
      what: 'Streams of the engine without cost',
      aim: '',
      measured: `${alone.best?.streams ?? 0}`,
    },
    {
      id: 'upstream.streams',
      what: 'Streams of the upstream without cost',
      aim: `≥ ${aim} of those`,
      measured: `${streams} (${fixed(ratio, 2)})`,
      pass: ratio >= aim,
    },
    {
      id: 'upstream.cost',
      what: 'Processor time of a second of one stream in the server',
      aim: '',
      measured: `upstream ${perStream(behind.best)}, engine ${perStream(alone.best)}`,
    },
    {
      id: 'upstream.idle',
      what: 'Cores of the server while it is asked for nothing',
      aim: '',
      measured: `${fixed(behind.idleCores, 3)} (engine: ${fixed(alone.idleCores, 3)})`,
    },
  ];
  if (behind.best !== undefined) {
    rows.push({
      id: 'upstream.cores',
      what: `At ${streams}`,
      aim: '',
      measured: `${costOf(behind.best)}, upstream ${fixed(behind.best.upstreamCores, 2)}`,
    });
  }
  if (behind.worst !== undefined) {
    rows.push({
      id: 'upstream.failed',
      what: `What fails at ${behind.worst.streams}`,
      aim: '',
      measured: failureOf(behind.worst),
    });
  }
  return rows;
}

function perStream(probe: Probe | undefined): string {
  return probe === undefined ? '–' : `${fixed((probe.usage.allCores * 1e6) / probe.streams, 0)} µs`;
}
