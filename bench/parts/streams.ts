/** How many streams in real time each engine carries before one of them has a gap. */
import { onStage, warmUp, type Part } from '../bench.ts';
import { costOf, failureOf, loopAimMs, searchMethod, searchStreams, sentencesPerText, type Found } from '../search.ts';
import { engines, labels, streamRate, type Engine } from '../speech/requests.ts';
import { milliseconds, type Row } from '../report/table.ts';

const aims: Readonly<Partial<Record<Engine, number>>> = { espeak: 400 };
/** Where the search begins. */
const guesses: Readonly<Record<Engine, number>> = { espeak: 400, flite: 32 };
const precision = 0.05;

export const streams: Part = async (bench) => {
  const rows: Row[] = [];
  for (const workers of bench.cores > 1 && !bench.quick ? [1, bench.cores] : [1]) {
    await onStage(bench, { workers }, async (stage) => {
      for (const engine of engines) {
        await warmUp(bench, stage, engine);
        const found = await searchStreams(bench, stage, {
          engine,
          precision,
          guess: guesses[engine],
          staggerSeconds: 8,
          seconds: 12,
          progress: (count) =>
            bench.progress(`${labels[engine]}, ${workers} worker${workers > 1 ? 's' : ''}, ${count} streams`),
        });
        rows.push(...rowsOf(engine, workers, found));
      }
    });
  }
  return {
    title: 'Streams in real time',
    method: `The highest number of sockets that are read in real time (${streamRate} Hz, 16 bits, texts of ${sentencesPerText} sentences one after the other) ${searchMethod}. Found by bisection within ${precision * 100} %; a number that fails is tried once more, since a busy machine fails as well. The load generator runs on the same cores.`,
    rows,
  };
};

function rowsOf(engine: Engine, workers: number, { best, worst }: Found): Row[] {
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
      { id: `${id}.cores`, what: `${name}: at ${most}`, aim: '', measured: costOf(best) },
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
