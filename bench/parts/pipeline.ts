/** What everything around the engines costs: streams in real time by an engine that costs nothing. */
import { defaultWorkers, onStage, warmUp, type Bench, type Part, type Stage } from '../bench.ts';
import {
  costOf,
  failureOf,
  loopAimMs,
  runStreams,
  searchMethod,
  searchStreams,
  sentencesPerText,
  type Probe,
} from '../search.ts';
import { streamRate } from '../speech/requests.ts';
import { fixed, milliseconds, type Row } from '../report/table.ts';

const engine = 'fake';
const aim = 2000;
const precision = 0.1;
const times = { staggerSeconds: 6, seconds: 8 } as const;

export const pipeline: Part = async (bench) => {
  const rows = await onStage(bench, { workers: defaultWorkers(bench), withoutCost: 'engine' }, async (stage) => {
    await warmUp(bench, stage, engine);
    const { best, worst } = await searchStreams(bench, stage, {
      ...times,
      engine,
      precision,
      guess: aim,
      attempts: 1,
      keepsLoop: true,
      progress: (streams) => bench.progress(`${streams} streams`),
    });
    return [
      ...rowsOf(best),
      ...(best === undefined ? [] : await profileRows(bench, stage, best)),
      ...(worst === undefined
        ? []
        : [{ id: 'pipeline.failed', what: `What fails at ${worst.streams}`, aim: '', measured: failureOf(worst) }]),
    ];
  });
  return {
    title: 'The pipeline alone',
    method: `Everything but the engine: one that copies a tone made before, at ${streamRate} Hz so that nothing is resampled, speaks texts of ${sentencesPerText} sentences over WebSockets in threads as the others do. The highest number of sockets that are read in real time ${searchMethod}, while the event loop of the server is less than ${loopAimMs} ms late (p99). Found by bisection within ${precision * 100} %. The load generator, which takes in ${fixed((streamRate * 2 * 8) / 6 / 1000, 0)} kB/s of base64 for each stream, runs on the same cores. The shares are of a processor profile of the main thread at the highest number, of the time that it was not idle.`,
    rows,
  };
};

function rowsOf(best: Probe | undefined): Row[] {
  const most = best?.streams ?? 0;
  const rows: Row[] = [
    { id: 'pipeline.streams', what: 'Streams without a gap', aim: `≥ ${aim}`, measured: `${most}`, pass: most >= aim },
  ];
  if (best === undefined) return rows;
  const { loopDelayMs, mainCores, allCores } = best.usage;
  const perStream = (cores: number): string => `${fixed((cores * 1e6) / best.streams, 0)} µs`;
  return [
    ...rows,
    {
      id: 'pipeline.loop',
      what: `Event-loop delay of the server at ${most}, p99`,
      aim: `< ${loopAimMs} ms`,
      measured: `${milliseconds(loopDelayMs.p99)} (longest ${milliseconds(loopDelayMs.max)})`,
      pass: loopDelayMs.p99 < loopAimMs,
    },
    {
      id: 'pipeline.cost',
      what: 'Processor time of a second of one stream',
      aim: '',
      measured: `server ${perStream(allCores)}, of it main thread ${perStream(mainCores)}; load generator ${perStream(best.result.ownCores)}`,
    },
    { id: 'pipeline.cores', what: `At ${most}`, aim: '', measured: costOf(best) },
  ];
}

async function profileRows(bench: Bench, stage: Stage, { streams }: Probe): Promise<Row[]> {
  bench.progress(`profile of ${streams} streams`);
  const probe = await runStreams(bench, stage, streams, { ...times, engine, hasProfile: true });
  const { idle = 0, ...shares } = probe.shares!;
  const parts = Object.entries(shares).sort(([, a], [, b]) => b - a);
  const measured = parts.map(([name, share]) => `${name} ${fixed((share * 100) / (1 - idle), 0)} %`).join(', ');
  return [{ id: 'pipeline.shares', what: 'Where the main thread spends its time', aim: '', measured }];
}
