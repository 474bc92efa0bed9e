/**
 * The server under test in a process of its own, with measures of its event loop, its memory and its processor time.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { EngineDescriptor } from '../../src/engines/adapter.ts';
import { fakeEngine } from '../../src/engines/fake/index.ts';
import { readUpstreams, upstreamEngines } from '../../src/engines/upstream/index.ts';
import type { RecognizerDescriptor } from '../../src/recognizers/adapter.ts';
import { fakeRecognizer } from '../../src/recognizers/fake/index.ts';
import { startServer } from '../../src/server/start.ts';
import { modelsFolder } from '../../src/models/folder.ts';
import { installBenchModel } from '../speech/bench-model.ts';
import { answerCalls } from './child.ts';
import { childrenTimes, secondsBetween } from './children.ts';
import { quietMemory, type Memory } from './live-memory.ts';
import { MainThreadProfile, type Shares } from './profile.ts';
import { wordSeconds } from '../speech/requests.ts';

/** What the server used since the last reset. */
export interface Usage {
  /** Delay of the event loop in ms: how much later than asked a timer of 1 ms came. */
  readonly loopDelayMs: { readonly p50: number; readonly p99: number; readonly max: number };
  /** Processor seconds per second: of the main thread alone, and of all threads. 1 is a whole core. */
  readonly mainCores: number;
  readonly allCores: number;
  /** Processor seconds of all threads. */
  readonly cpuSeconds: number;
}

export interface ServerTasks {
  address(params: null): Promise<string>;
  reset(params: null): void;
  usage(params: null): Usage;
  /**
   * Processor seconds since the last reset of the processes that it has started, as far as the system tells: `countsChildren`.
   * @throws {Error} where one of them has ended since
   */
  childrenSeconds(params: null): number;
  /** Processor seconds of all threads since the process began; unlike {@link usage} nothing runs for it. */
  cpuSeconds(params: null): number;
  memory(params: null): Promise<Memory>;
  /** The most resident memory since the process began, bytes. */
  mostMemory(params: null): number;
  /** Begins a processor profile of the main thread. */
  startProfile(params: null): Promise<void>;
  stopProfile(params: null): Promise<Shares>;
}

const timerMs = 1;
const delay = monitorEventLoopDelay({ resolution: timerMs });
let since = { at: 0, main: process.threadCpuUsage(), all: process.cpuUsage(), children: childrenTimes() };

// Made and removed here, so that it also goes when the bench is interrupted.
const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-bench-'));
const environment = { ...process.env, SONORANT_DATA_DIR: dataDir };
if (process.env.BENCH_MODEL !== undefined) await installBenchModel(modelsFolder(dataDir));
const started = startServer(environment, await enginesUnderTest(), {}, recognizersUnderTest());
const profile = new MainThreadProfile();

/** The server's own, or one that costs nothing, at a rate that is not resampled. */
async function enginesUnderTest(): Promise<EngineDescriptor[] | undefined> {
  const { BENCH_WITHOUT_COST, BENCH_UPSTREAM } = process.env;
  if (BENCH_WITHOUT_COST !== undefined) return [fakeEngine({ synthesizer: { isPrecomputed: true, wordSeconds } })];
  if (BENCH_UPSTREAM === undefined) return undefined;
  const setting = { id: 'bench', url: BENCH_UPSTREAM, model: 'bench', voices: ['onyx'], concurrency: 64 };
  const { engines } = await upstreamEngines(await readUpstreams(JSON.stringify([setting])));
  return [...engines];
}

/** The server's own, or one that costs nothing. */
function recognizersUnderTest(): RecognizerDescriptor[] | undefined {
  const { BENCH_HEARS: text } = process.env;
  if (text === undefined) return undefined;
  return [fakeRecognizer({ script: () => ({ text }), capabilities: { concurrency: 64 } })];
}

function seconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e6;
}

const tasks: ServerTasks = {
  address: async () => (await started).url,
  reset() {
    delay.reset();
    delay.enable();
    since = {
      at: performance.now(),
      main: process.threadCpuUsage(),
      all: process.cpuUsage(),
      children: childrenTimes(),
    };
  },
  usage() {
    const wall = (performance.now() - since.at) / 1000;
    const late = (share: number): number => Math.max(0, delay.percentile(share) / 1e6 - timerMs);
    const cpuSeconds = seconds(process.cpuUsage(since.all));
    return {
      loopDelayMs: { p50: late(50), p99: late(99), max: Math.max(0, delay.max / 1e6 - timerMs) },
      mainCores: seconds(process.threadCpuUsage(since.main)) / wall,
      allCores: cpuSeconds / wall,
      cpuSeconds,
    };
  },
  childrenSeconds: () => secondsBetween(since.children, childrenTimes()),
  cpuSeconds: () => seconds(process.cpuUsage()),
  memory: quietMemory,
  mostMemory: () => process.resourceUsage().maxRSS * 1024,
  startProfile: () => profile.start(),
  stopProfile: () => profile.stop(),
};

answerCalls(tasks, async () => {
  await (await started).stop();
  await rm(dataDir, { recursive: true, force: true });
});
