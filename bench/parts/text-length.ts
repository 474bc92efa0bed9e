/** Whether a long text makes its own first audio late. */
import { defaultWorkers, onStage, warmUp, type Part, type Stage } from '../bench.ts';
import { transports, type Transport } from '../load/first-audio.ts';
import { engines, labels, type Engine } from '../speech/requests.ts';
import { median, quantile } from '../report/statistics.ts';
import { fixed, milliseconds, type Row } from '../report/table.ts';

const words = [5, 100, 10_000] as const;
/** Flat: the longest text's median is at most this many times that of the length that sounds first. */
const flat = 1.5;
const transportLabels = { websocket: 'WebSocket', bytes: 'bytes' } as const satisfies Record<Transport, string>;

export const textLength: Part = async (bench) => {
  const turns = bench.quick ? 5 : 40;
  const rows = await onStage(bench, { workers: defaultWorkers(bench) }, async (stage) => {
    const found: Row[] = [];
    for (const engine of engines) {
      await warmUp(bench, stage, engine);
      for (const transport of transports) {
        bench.progress(`${labels[engine]}, ${transportLabels[transport]}`);
        found.push(...(await measure(stage, engine, transport, turns)));
      }
    }
    return found;
  });
  return {
    title: 'Time to first audio by length of the text',
    method: `Median of ${turns} texts of each length, in random order on one connection of an otherwise idle server, each cut off when its first audio has come. All begin with the same sentence of five words. Flat means that the longest takes at most ${flat} times what the fastest does. The shortest is not the fastest: a short text that is all that is said is measured to its end before it sounds, so that it is as loud as others.`,
    rows,
  };
};

async function measure(
  { url, server, load }: Stage,
  engine: Engine,
  transport: Transport,
  turns: number,
): Promise<Row[]> {
  await server.call('reset', null);
  const times = await load.call('firstAudio', { url, engine, transport, words, turns });
  const { loopDelayMs } = await server.call('usage', null);
  const medians = times.map(median);
  const growth = medians.at(-1)! / Math.min(...medians);
  const name = `${labels[engine]}, ${transportLabels[transport]}`;
  return [
    {
      id: `text-length.${engine}.${transport}`,
      what: `${name}: ${words.join(' / ')} words`,
      aim: `flat (≤ × ${flat})`,
      measured: `${medians.map((ms) => fixed(ms, 1)).join(' / ')} ms, × ${fixed(growth)}; p95 of the longest ${milliseconds(quantile(times.at(-1)!, 0.95))}; longest stall of the event loop ${milliseconds(loopDelayMs.max)}`,
      pass: growth <= flat,
    },
  ];
}
