/** Shared by all parts of the bench: the options of a run, and the processes to measure. */
import { Child } from './processes/child.ts';
import type { LoadTasks } from './load/generator.ts';
import type { ServerTasks } from './processes/server.ts';
import { apiKey, type StreamEngine } from './speech/requests.ts';
import type { Table } from './report/table.ts';
import type { UpstreamTasks } from './processes/upstream.ts';

/** The options of a run, given to every part. */
export interface Bench {
  /** A short run that only shows that everything works; its figures mean little. */
  readonly quick: boolean;
  /** Cores of the machine. */
  readonly cores: number;
  /** Folder for processor profiles of the server, one file for each thread. */
  readonly profileDir?: string | undefined;
  readonly progress: (text: string) => void;
}

/** One part of the bench: measures, and gives its table. */
export type Part = (bench: Bench) => Promise<Table>;

export interface Stage {
  readonly url: string;
  readonly server: Child<ServerTasks>;
  readonly load: Child<LoadTasks>;
  /** Where the server's engine is one. */
  readonly upstream: Child<UpstreamTasks> | undefined;
}

/** The default of `SONORANT_WORKERS`. */
export function defaultWorkers(bench: Bench): number {
  return bench.cores;
}

export interface StageOptions {
  /** Threads of the engines. */
  readonly workers: number;
  /** In place of its own engines the server has one that costs nothing: in its threads, or as an upstream in another process. */
  readonly withoutCost?: 'engine' | 'upstream';
  /** In place of its own recognizers the server has one that costs nothing and always hears this. */
  readonly hears?: string;
  /** Beside its own engines it has the neural model that is made for the bench, which it prefers. */
  readonly hasModel?: boolean;
  /** Further settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts a server on a free port with a new data folder, and a load generator, both in processes of their own, and ends them after `run`. */
export async function onStage<T>(
  bench: Bench,
  { workers, withoutCost, hears, hasModel, settings }: StageOptions,
  run: (stage: Stage) => Promise<T>,
): Promise<T> {
  const upstream =
    withoutCost === 'upstream'
      ? new Child<UpstreamTasks>(new URL('./processes/upstream.ts', import.meta.url))
      : undefined;
  const upstreamUrl = await upstream?.call('address', null);
  const server = new Child<ServerTasks>(new URL('./processes/server.ts', import.meta.url), {
    env: {
      ...serverSettings(workers),
      ...settings,
      ...(hears !== undefined && { BENCH_HEARS: hears }),
      ...(hasModel === true && { BENCH_MODEL: '1' }),
      ...(withoutCost === 'engine' && { BENCH_WITHOUT_COST: '1' }),
      ...(upstreamUrl !== undefined && { BENCH_UPSTREAM: upstreamUrl }),
    },
    silent: true,
    execArgv: [
      '--expose-gc',
      '--max-semi-space-size=8',
      ...(bench.profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${bench.profileDir}`]),
    ],
  });
  const load = new Child<LoadTasks>(new URL('./load/generator.ts', import.meta.url));
  try {
    return await run({ url: await server.call('address', null), server, load, upstream });
  } finally {
    await load.stop();
    await server.stop();
    await upstream?.stop();
  }
}

/**
 * Speaks until the hot code is compiled; a server that has just started is slower.
 * @returns milliseconds to the first audio of each text
 */
export function warmUp({ quick }: Bench, { url, load }: Stage, engine: StreamEngine): Promise<number[]> {
  return load.call('utterances', { url, from: 0, to: quick ? 20 : 200, sockets: 1, engines: [engine] });
}

/** Limits are raised so that they do not end a measurement; all else is as a server has it by default. */
function serverSettings(workers: number): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SONORANT_'));
  return {
    ...Object.fromEntries(inherited),
    SONORANT_PORT: '0',
    SONORANT_API_KEY: apiKey,
    SONORANT_ADMIN_KEY: `${apiKey}-admin`,
    SONORANT_WORKERS: String(workers),
    SONORANT_MAX_CONTEXTS: '10000',
    SONORANT_MAX_CONTEXTS_PER_SOCKET: '1000',
    SONORANT_MAX_CONNECTIONS_PER_ADDRESS: '100000',
    SONORANT_DRAIN_MS: '100',
  };
}
