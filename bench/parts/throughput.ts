/** How much of the bare engine's speed comes through the server. */
import type { BareRun, BareTasks } from '../baseline/synthesizer.ts';
import { onStage, type Bench, type Part } from '../bench.ts';
import { Child } from '../processes/child.ts';
import type { BytesResult } from '../load/bytes.ts';
import type { Usage } from '../processes/server.ts';
import { speakers } from '../speech/speakers.ts';
import { engineRates, engines, labels, type Engine } from '../speech/requests.ts';
import { median } from '../report/statistics.ts';
import { fixed, type Row } from '../report/table.ts';

const aim = 0.85;
const requests = 8;

export const throughput: Part = async (bench) => {
  const rows: Row[] = [];
  for (const engine of engines) {
    const bare = new Child<BareTasks>(new URL('../baseline/synthesizer.ts', import.meta.url));
    try {
      await bare.call('load', { engine, voice: speakers[engine].own });
      for (const workers of bench.cores > 1 && !bench.quick ? [1, bench.cores] : [1]) {
        rows.push(...(await compare(bench, engine, workers, bare)));
      }
      rows.push(await voices(bench, engine, bare));
      if (engine === 'espeak') rows.push(await voices(bench, 'espeak as served', bare));
    } finally {
      await bare.stop();
    }
  }
  return {
    title: 'Throughput against the bare engine',
    method: `Seconds of audio per second of wall time. The server answers \`POST /tts/bytes\` (raw, the engine’s own rate, ${requests} requests at once, each a text of 20 sentences); the bare engine speaks the same sentences in one thread of another process, one call each, with nothing around it; it is the package as it is published. The two take turns and the ratio is the median over the turns, so that a change in the machine’s speed hits both. The server adds pauses between sentences or leaves some out, so the ratio is given twice: of the audio as delivered, and of the same text spoken, where a sentence counts with the duration it has in the bare engine. The lower one is held against the aim. The server’s main thread and the load generator run on the same cores as the workers: with as many workers as cores nothing is left for them.`,
    rows,
  };
};

/** Voices differ in cost; the ratios hold for one. */
async function voices(bench: Bench, engine: Engine | 'espeak as served', bare: Child<BareTasks>): Promise<Row> {
  const [warmSeconds, seconds] = bench.quick ? [0.5, 0.5] : [3, 4];
  const rate = async (voice: string): Promise<number> => {
    await bare.call('load', { engine, voice });
    await bare.call('run', warmSeconds);
    const { audioSeconds, wallSeconds } = await bare.call('run', seconds);
    return audioSeconds / wallSeconds;
  };
  const isServed = engine === 'espeak as served';
  const { own, other } = speakers[isServed ? 'espeak' : engine];
  const rates = { own: await rate(own), other: await rate(other) };
  return {
    id: isServed ? 'throughput.espeak.served-voices' : `throughput.${engine}.voices`,
    what: isServed
      ? `${labels.espeak}: the same with what makes its samples as WebAssembly, as in the server`
      : `${labels[engine]}: the bare engine by voice`,
    aim: '',
    measured: `${own} ${fixed(rates.own, 0)}, ${other} ${fixed(rates.other, 0)} (no server, one thread)`,
  };
}

interface Turn {
  readonly bare: BareRun;
  readonly server: BytesResult;
  readonly usage: Usage;
}

async function compare(bench: Bench, engine: Engine, workers: number, bare: Child<BareTasks>): Promise<Row[]> {
  const [rounds, seconds, warmSeconds] = bench.quick ? [1, 1, 0.5] : [5, 4, 1];
  const turns = await onStage(bench, { workers }, async ({ url, server, load }) => {
    const params = { url, engine, sampleRate: engineRates[engine], requests, warmSeconds, seconds };
    await bare.call('run', bench.quick ? 0.5 : 3);
    await load.call('bytes', params);
    const found: Turn[] = [];
    for (let round = 0; round < rounds; round++) {
      bench.progress(`${labels[engine]}, ${workers} worker${workers > 1 ? 's' : ''}, turn ${round + 1} of ${rounds}`);
      const alone = await bare.call('run', seconds);
      await server.call('reset', null);
      const served = await load.call('bytes', params);
      found.push({ bare: alone, server: served, usage: await server.call('usage', null) });
    }
    return found;
  });
  return rowsOf(engine, workers, turns);
}

function rowsOf(engine: Engine, workers: number, turns: readonly Turn[]): Row[] {
  const of = (figure: (turn: Turn) => number): number => median(turns.map(figure));
  const rate = ({
    audioSeconds,
    wallSeconds,
  }: {
    readonly audioSeconds: number;
    readonly wallSeconds: number;
  }): number => audioSeconds / wallSeconds;
  const delivered = of(({ bare, server }) => rate(server) / rate(bare) / workers);
  const sameText = of(
    ({ bare, server }) => (rate(server) * bare.passSeconds) / server.passSeconds / rate(bare) / workers,
  );
  const name = `${labels[engine]}, ${workers} worker${workers > 1 ? 's' : ''}`;
  const id = `throughput.${engine}.${workers}`;
  const ratio = Math.min(delivered, sameText);
  return [
    {
      id,
      what: `${name}: ratio to bare × ${workers}`,
      aim: `≥ ${aim}`,
      measured: `${fixed(ratio, 2)} (as delivered ${fixed(delivered, 2)}, same text ${fixed(sameText, 2)})`,
      pass: ratio >= aim,
    },
    {
      id: `${id}.rates`,
      what: `${name}: audio seconds per second`,
      aim: '',
      measured: `server ${fixed(
        of((turn) => rate(turn.server)),
        0,
      )}, bare engine ${fixed(
        of((turn) => rate(turn.bare)),
        0,
      )}`,
    },
    {
      id: `${id}.cores`,
      what: `${name}: cores in use`,
      aim: '',
      measured: `server ${fixed(
        of((turn) => turn.usage.allCores),
        2,
      )}, of it main thread ${fixed(
        of((turn) => turn.usage.mainCores),
        2,
      )}; load generator ${fixed(
        of(({ server }) => server.cpuSeconds / server.wallSeconds),
        2,
      )}; bare engine ${fixed(
        of(({ bare }) => bare.cpuSeconds / bare.wallSeconds),
        2,
      )}`,
    },
  ];
}
