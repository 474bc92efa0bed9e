/** What a long life and idle sockets cost in memory. */
import { defaultWorkers, onStage, type Bench, type Part, type Stage } from '../bench.ts';
import type { BareWebSocketTasks } from '../processes/bare-websocket.ts';
import { Child } from '../processes/child.ts';
import type { Memory } from '../processes/live-memory.ts';
import type { Engine } from '../speech/requests.ts';
import { median } from '../report/statistics.ts';
import { fixed, megabytes, type Row } from '../report/table.ts';

const growthAim = 0.05;
/** KiB. */
const socketAim = 9;
/** One in ten is flite's, which is slower. */
const mix = Array.from({ length: 10 }, (_, index): Engine => (index === 0 ? 'flite' : 'espeak'));

export const memory: Part = async (bench) => {
  const rows = await onStage(bench, { workers: defaultWorkers(bench) }, async (stage) => [
    ...(await longLife(bench, stage)),
    ...(await idleSockets(bench, stage)),
  ]);
  return {
    title: 'Memory',
    method: `Resident memory of the whole server process when it is quiet. The utterances are one sentence each, on 16 sockets as fast as they come, one of ${mix.length} spoken by flite, the others by eSpeak. Live memory is JavaScript heap and buffers of the main thread after a garbage collection; an idle socket is an authenticated WebSocket that has not spoken, the median of three rounds.`,
    rows,
  };
};

async function longLife(bench: Bench, { url, server, load }: Stage): Promise<Row[]> {
  const [early, late] = bench.quick ? [100, 500] : [500, 10_000];
  const speak = async (from: number, to: number): Promise<Memory> => {
    bench.progress(`utterances ${from} to ${to}`);
    await load.call('utterances', { url, from, to, sockets: 16, engines: mix });
    return server.call('memory', null);
  };
  const before = await speak(0, early);
  const after = await speak(early, late);
  const growth = after.residentBytes / before.residentBytes - 1;
  return [
    {
      id: 'memory.growth',
      what: `Resident memory after ${late} utterances against that after ${early}`,
      aim: `within ${growthAim * 100} %`,
      measured: `${growth >= 0 ? '+' : '−'}${fixed(Math.abs(growth) * 100)} % (${megabytes(before.residentBytes)} → ${megabytes(after.residentBytes)})`,
      pass: growth <= growthAim,
    },
    {
      id: 'memory.live',
      what: 'Live memory of the main thread at the same times',
      aim: '',
      measured: `${megabytes(before.liveBytes)} → ${megabytes(after.liveBytes)}`,
    },
  ];
}

async function idleSockets(bench: Bench, { url, server, load }: Stage): Promise<Row[]> {
  const sockets = bench.quick ? 200 : 2000;
  const ours = await costOf(bench, sockets, load, url, () => server.call('memory', null));
  const theirs = await bareCost(bench, sockets, load);
  const kilobytes = (bytes: number): string => `${fixed(bytes / 1024)} KiB`;
  return [
    {
      id: 'memory.socket',
      what: `An idle socket (of ${sockets})`,
      aim: `≤ ${socketAim} KiB live`,
      measured: `live ${kilobytes(ours.liveBytes)}, resident ${kilobytes(ours.residentBytes)}`,
      pass: ours.liveBytes <= socketAim * 1024,
    },
    {
      id: 'memory.socket.bare',
      what: 'The same of a server of `ws` that does nothing',
      aim: '',
      measured: `live ${kilobytes(theirs.liveBytes)}, resident ${kilobytes(theirs.residentBytes)}`,
    },
  ];
}

/** What is Node's and that of `ws`. */
async function bareCost(bench: Bench, sockets: number, load: Stage['load']): Promise<Memory> {
  const bare = new Child<BareWebSocketTasks>(new URL('../processes/bare-websocket.ts', import.meta.url), {
    execArgv: ['--expose-gc', '--max-semi-space-size=8'],
  });
  try {
    return await costOf(bench, sockets, load, await bare.call('address', null), () => bare.call('memory', null));
  } finally {
    await bare.stop();
  }
}

/** What one socket takes: the median of three rounds. */
async function costOf(
  bench: Bench,
  sockets: number,
  load: Stage['load'],
  url: string,
  memory: () => Promise<Memory>,
): Promise<Memory> {
  // A first round brings the heap to the size that the handshakes need.
  await load.call('openIdle', { url, sockets });
  await load.call('closeIdle', null);
  const rounds: Memory[] = [];
  for (let round = 0; round < 3; round++) {
    bench.progress(`${sockets} idle sockets`);
    const before = await memory();
    await load.call('openIdle', { url, sockets });
    const after = await memory();
    await load.call('closeIdle', null);
    rounds.push({
      liveBytes: (after.liveBytes - before.liveBytes) / sockets,
      residentBytes: (after.residentBytes - before.residentBytes) / sockets,
    });
  }
  const middle = (of: keyof Memory): number => median(rounds.map((round) => round[of]));
  return { liveBytes: middle('liveBytes'), residentBytes: middle('residentBytes') };
}
