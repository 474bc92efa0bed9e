/** What twice as many streams as the server can carry do to it. */
import { defaultWorkers, onStage, warmUp, type Bench, type Part, type Stage } from '../bench.ts';
import { runStreams, searchStreams, sentencesPerText, type Probe } from '../search.ts';
import { engines, labels, streamRate, type Engine } from '../speech/requests.ts';
import { quantile, spread } from '../report/statistics.ts';
import { fixed, milliseconds, type Row } from '../report/table.ts';

const guesses: Readonly<Record<Engine, number>> = { espeak: 400, flite: 80 };
const precision = 0.2;
const factor = 2;
const firstAudioAimMs = 2000;
const refusalAimMs = 100;
/** What was asked for last is spoken long before it has played out. */
const settleSeconds = 20;

export const overload: Part = async (bench) => {
  const rows = await onStage(bench, { workers: defaultWorkers(bench) }, async (stage) => {
    const found: Row[] = [];
    for (const engine of engines) found.push(...(await measure(bench, stage, engine)));
    return found;
  });
  return {
    title: 'Overload',
    method: `The highest number of streams without a gap is found as in “Streams in real time”, within ${precision * 100} % and with one attempt for each number; then ${factor} times as many are offered (${streamRate} Hz, 16 bits, texts of ${sentencesPerText} sentences, each asked for when the last one has played out). Each text that was asked for in the measured time counts, also with what comes of it in the ${settleSeconds} s behind. A text that is refused is followed by the next one after the time that the refusal names, so that the pressure stays. A gap is a chunk that comes when the audio before it has played out.`,
    rows,
  };
};

async function measure(bench: Bench, stage: Stage, engine: Engine): Promise<Row[]> {
  await warmUp(bench, stage, engine);
  const { best } = await searchStreams(bench, stage, {
    engine,
    precision,
    guess: guesses[engine],
    staggerSeconds: 3,
    seconds: 6,
    attempts: 1,
    progress: (streams) => bench.progress(`${labels[engine]}, ${streams} streams`),
  });
  const capacity = best?.streams ?? guesses[engine];
  bench.progress(`${labels[engine]}, ${factor * capacity} streams`);
  const offer = { engine, staggerSeconds: 4, seconds: 20, settleSeconds };
  return rowsOf(engine, capacity, await runStreams(bench, stage, factor * capacity, offer));
}

function rowsOf(engine: Engine, capacity: number, { streams, result, usage, unended }: Probe): Row[] {
  const { offered, refusedMs, underrunMs, errors, audioSeconds } = result;
  // A text that has no audio after all counts with what it has waited.
  const firstAudioMs = [...result.firstAudioMs, ...result.waitingMs];
  const name = labels[engine];
  const id = `overload.${engine}`;
  const times = (values: readonly number[]): string => {
    const { p50, p95, max } = spread(values);
    return values.length === 0 ? 'none' : `${fixed(p50)} / ${fixed(p95)} / ${fixed(max)} ms`;
  };
  const longest = underrunMs.length === 0 ? '' : `, the longest ${milliseconds(quantile(underrunMs, 1))}`;
  return [
    {
      id: `${id}.texts`,
      what: `${name}: texts of ${streams} streams where ${capacity} have no gap`,
      aim: '',
      measured: `offered ${offered}, admitted ${offered - refusedMs.length}, refused ${refusedMs.length}; server on ${fixed(usage.allCores, 2)} cores, ${fixed(audioSeconds / Math.max(capacity, 1), 1)} s of audio for each stream of the capacity`,
    },
    {
      id: `${id}.gaps`,
      what: `${name}: gaps of admitted texts`,
      aim: 'none',
      measured: `${underrunMs.length}${longest}`,
      pass: underrunMs.length === 0 && audioSeconds > 0,
    },
    {
      id: `${id}.errors`,
      what: `${name}: errors other than a refusal`,
      aim: 'none',
      measured: `${errors.length}${errors.length > 0 ? `, the first ${errors[0]!}` : ''}`,
      pass: errors.length === 0,
    },
    {
      id: `${id}.first`,
      what: `${name}: first audio p50 / p95 / longest`,
      aim: `≤ ${firstAudioAimMs} ms`,
      measured: times(firstAudioMs),
      pass: firstAudioMs.length > 0 && firstAudioMs.every((ms) => ms <= firstAudioAimMs),
    },
    {
      id: `${id}.refusal`,
      what: `${name}: a refusal is heard after, p50 / p95 / longest`,
      aim: `≤ ${refusalAimMs} ms`,
      measured: times(refusedMs),
      pass: refusedMs.every((ms) => ms <= refusalAimMs),
    },
    {
      id: `${id}.unended`,
      what: `${name}: contexts without an end ${settleSeconds} s after the run`,
      aim: '0',
      measured: `${unended}`,
      pass: unended === 0,
    },
  ];
}
