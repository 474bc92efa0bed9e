/** What a long life and idle sockets cost in memory. */
import { defaultWorkers, onStage, type Bench, type Part, type Stage } from '../bench.ts';
import type { Memory } from '../processes/server.ts';
import type { Engine } from '../speech/requests.ts';
import { fixed, megabytes, type Row } from '../report/table.ts';

const growthAim = 0.05;
/** One in ten is flite's, which is slower. */
const mix = Array.from({ length: 10 }, (_, index): Engine => (index === 0 ? 'flite' : 'espeak'));

export const memory: Part = async (bench) => {
  const rows = await onStage(bench, { workers: defaultWorkers(bench) }, async (stage) => [
    ...(await longLife(bench, stage)),
    ...(await idleSockets(bench, stage)),
  ]);
  return {
    title: 'Memory',
    method: `Resident memory of the whole server process when it is quiet. The utterances are one sentence each, on 16 sockets as fast as they come, one of ${mix.length} spoken by flite, the others by eSpeak. Live memory is JavaScript heap and buffers of the main thread after a garbage collection; an idle socket is an authenticated WebSocket that has not spoken.`,
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
  bench.progress(`${sockets} idle sockets`);
  // A first round brings the heap to the size that the handshakes need.
  await load.call('openIdle', { url, sockets });
  await load.call('closeIdle', null);
  const before = await server.call('memory', null);
  await load.call('openIdle', { url, sockets });
  const after = await server.call('memory', null);
  await load.call('closeIdle', null);
  const kilobytes = (bytes: number): string => `${fixed(bytes / sockets / 1024)} KiB`;
  return [
    {
      id: 'memory.socket',
      what: `An idle socket (of ${sockets})`,
      aim: '',
      measured: `live ${kilobytes(after.liveBytes - before.liveBytes)}, resident ${kilobytes(after.residentBytes - before.residentBytes)}`,
    },
  ];
}
