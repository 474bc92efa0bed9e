/** Sockets that find out when turns end, with a recognizer that costs nothing: what hearing costs beside it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultWorkers, onStage, type Bench, type Part, type Stage } from '../bench.ts';
import { callerRate, callerWords } from '../load/callers.ts';
import { frameMs } from '../load/pacer.ts';
import type { TurnsParams, TurnsResult } from '../load/turns.ts';
import type { Memory } from '../processes/live-memory.ts';
import type { Usage } from '../processes/server.ts';
import { spread } from '../report/statistics.ts';
import { fixed, milliseconds, type Row } from '../report/table.ts';

const aims = { cores: 0.5, kibibytes: 250, lateMs: 30 } as const;
/** Runs, of which the best is shown: other work of the machine makes a run worse and never better. */
const runs = 3;
const staggerSeconds = 4;

interface Measured {
  readonly result: TurnsResult;
  readonly usage: Usage;
}

export const hearing: Part = async (bench) => {
  const [sockets, seconds] = bench.quick ? [10, 8] : [50, 40];
  const { all: found, memory } = await onStage(
    bench,
    { workers: defaultWorkers(bench), hears: callerWords },
    async (stage) => {
      const params = { url: stage.url, sockets, seconds, staggerSeconds };
      bench.progress('tracks');
      await stage.load.call('turns', { ...params, sockets: Math.min(sockets, 20) });
      const all: Measured[] = [];
      for (let run = 1; run <= (bench.quick ? 1 : runs); run++) {
        bench.progress(`${sockets} sockets, run ${run}`);
        all.push(await measure(stage, params));
      }
      bench.progress('memory');
      return { all, memory: await memoryOf(bench, stage, params) };
    },
  );
  const best = found.reduce((one, other) => (lateP99(other) < lateP99(one) ? other : one));
  return {
    title: 'Sockets of turns',
    method: `${sockets} sockets of \`/stt/turns/websocket\` in real time: frames of ${frameMs} ms at ${callerRate} Hz, sentences spoken by flite with pauses of one to two seconds, for ${seconds} s. The recognizer costs nothing: it always hears the same words. When the end of a turn is due is known beforehand, by the same detectors over the same audio, faster than real time; late is the event at the client against the time at which the frame was complete in which the end is due. Live memory is JavaScript heap and buffers of the main thread after a garbage collection in the middle of another run, against that before it. The best of ${found.length} runs.`,
    rows: rowsOf(sockets, best, found, memory),
  };
};

function lateP99({ result }: Measured): number {
  return spread(result.lateMs).p99;
}

async function measure({ server, load }: Stage, params: TurnsParams): Promise<Measured> {
  const used = async (): Promise<Usage> => {
    await sleep(staggerSeconds * 1000);
    await server.call('reset', null);
    await sleep((params.seconds - staggerSeconds) * 1000);
    return server.call('usage', null);
  };
  const [result, usage] = await Promise.all([load.call('turns', params), used()]);
  return { usage, result };
}

/** In a run of its own, since the garbage collection would be in the way of the others. @returns bytes of a socket */
async function memoryOf({ quick }: Bench, { server, load }: Stage, params: TurnsParams): Promise<Memory> {
  const before = await server.call('memory', null);
  const middle = sleep((staggerSeconds + params.seconds / 2) * (quick ? 500 : 1000));
  const [during] = await Promise.all([middle.then(() => server.call('memory', null)), load.call('turns', params)]);
  const each = (key: keyof Memory): number => (during[key] - before[key]) / params.sockets;
  return { liveBytes: each('liveBytes'), residentBytes: each('residentBytes') };
}

function rowsOf(
  sockets: number,
  { result, usage }: Measured,
  all: readonly Measured[],
  { liveBytes, residentBytes }: Memory,
): Row[] {
  const { p50, p95, p99, max } = spread(result.lateMs);
  const isWhole = result.errors.length === 0 && result.lateMs.length === result.turns;
  const kibibytes = liveBytes / 1024;
  const others = all.map((each) => fixed(lateP99(each), 1)).join(', ');
  return [
    {
      id: 'hearing.late',
      what: `The end of a turn behind when it is due: p50 / p95 / p99 / longest`,
      aim: `p99 ≤ ${aims.lateMs} ms`,
      measured: `${[p50, p95, p99, max].map((ms) => fixed(ms, 1)).join(' / ')} ms (${result.lateMs.length} of ${result.turns} turns; p99 of the runs ${others} ms)`,
      pass: isWhole && p99 <= aims.lateMs,
    },
    {
      id: 'hearing.cores',
      what: `${sockets} sockets: cores of the server`,
      aim: `≤ ${aims.cores}`,
      measured: `${fixed(usage.allCores, 2)}, of it main thread ${fixed(usage.mainCores, 2)}; load generator ${fixed(result.ownCores, 2)}, its frames ${milliseconds(result.ownDelayMs)} late (p99)`,
      pass: usage.allCores <= aims.cores,
    },
    {
      id: 'hearing.loop',
      what: 'Event-loop delay of the server, p99',
      aim: '',
      measured: `${milliseconds(usage.loopDelayMs.p99)} (longest ${milliseconds(usage.loopDelayMs.max)})`,
    },
    {
      id: 'hearing.memory',
      what: 'Memory of a socket',
      aim: `≤ ${aims.kibibytes} KiB live`,
      measured: `live ${fixed(kibibytes, 0)} KiB, resident ${fixed(residentBytes / 1024, 0)} KiB`,
      pass: kibibytes <= aims.kibibytes,
    },
    ...(result.errors.length === 0
      ? []
      : [{ id: 'hearing.errors', what: 'Errors', aim: '', measured: result.errors.slice(0, 3).join('; ') }]),
  ];
}
