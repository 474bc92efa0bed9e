/** Finds how many streams in real time the server carries before one of them has a gap. */
import type { Bench, Stage } from './bench.ts';
import type { StreamsResult } from './load/streams.ts';
import type { Usage } from './processes/server.ts';
import type { StreamEngine } from './speech/requests.ts';
import { quantile } from './report/statistics.ts';
import { fixed, milliseconds } from './report/table.ts';

export const sentencesPerText = 2;
/** A text that waits longer for its first audio is a gap, too. */
const longestWaitMs = 1000;
/** An event loop of the server that is later than this harms everything else it does. */
export const loopAimMs = 20;

export interface SearchOptions {
  readonly engine: StreamEngine;
  /** Where the search begins. */
  readonly guess: number;
  /** It ends when the answer is known within this share. */
  readonly precision: number;
  /** The streams begin at random times within so many seconds, and are measured for so many. */
  readonly staggerSeconds: number;
  readonly seconds: number;
  /** Whether the server's event loop has to keep {@link loopAimMs}, too. Default false. */
  readonly keepsLoop?: boolean;
  /** A number that fails is tried so often, since a busy machine fails as well. Default 2. */
  readonly attempts?: number;
  readonly progress: (streams: number) => void;
}

/** One attempt. */
export interface Probe {
  readonly streams: number;
  readonly result: StreamsResult;
  readonly usage: Usage;
}

export interface Found {
  /** The highest number without a gap; undefined when there was none. */
  readonly best: Probe | undefined;
  /** The lowest number with one. */
  readonly worst: Probe | undefined;
}

/** What the method of a table says of it. */
export const searchMethod = `of which none runs dry: every chunk comes before the audio sent so far has played out, playback beginning with the first chunk and without any buffer, no text is refused, and none waits longer than ${longestWaitMs / 1000} s for its first audio`;

/** By bisection. */
export async function searchStreams(bench: Bench, stage: Stage, options: SearchOptions): Promise<Found> {
  let best: Probe | undefined;
  let worst: Probe | undefined;
  const limit = bench.quick ? 1 : 24;
  for (let count = 0, at = bench.quick ? 16 : options.guess; count < limit; count++) {
    options.progress(at);
    let probe = await runStreams(bench, stage, at, options);
    for (let attempt = 1; attempt < (options.attempts ?? 2) && !holdsOut(probe, options); attempt++) {
      probe = await runStreams(bench, stage, at, options);
    }
    if (holdsOut(probe, options)) best = probe;
    else worst = probe;
    const low = best?.streams ?? 0;
    const high = worst?.streams ?? Infinity;
    if (high - low <= Math.max(1, options.precision * low)) break;
    at = high === Infinity ? low * 2 : Math.floor((low + high) / 2);
  }
  return { best, worst };
}

/** So many streams once. */
export async function runStreams(
  { quick }: Bench,
  { url, server, load }: Stage,
  streams: number,
  {
    engine,
    staggerSeconds,
    seconds,
    settleSeconds = 0,
  }: Pick<SearchOptions, 'engine' | 'staggerSeconds' | 'seconds'> & { readonly settleSeconds?: number },
): Promise<Probe> {
  await server.call('reset', null);
  const result = await load.call('streams', {
    url,
    engine,
    streams,
    sentencesPerText,
    staggerSeconds: quick ? 1 : staggerSeconds,
    seconds: quick ? 3 : seconds,
    settleSeconds,
  });
  return { streams, result, usage: await server.call('usage', null) };
}

function holdsOut(
  { result: { errors, underrunMs, refusedMs, firstAudioMs }, usage }: Probe,
  { keepsLoop = false }: SearchOptions,
): boolean {
  if (keepsLoop && usage.loopDelayMs.p99 >= loopAimMs) return false;
  const failures = errors.length + underrunMs.length + refusedMs.length;
  return failures === 0 && firstAudioMs.every((ms) => ms <= longestWaitMs);
}

/** First audio and cores. */
export function costOf({ result, usage }: Probe): string {
  return `first audio p50 ${milliseconds(quantile(result.firstAudioMs, 0.5))}, p99 ${milliseconds(quantile(result.firstAudioMs, 0.99))}; cores: server ${fixed(usage.allCores, 2)}, of it main thread ${fixed(usage.mainCores, 2)}, load generator ${fixed(result.ownCores, 2)}`;
}

/** What goes wrong with too many streams. */
export function failureOf({ result, usage }: Probe): string {
  const { errors, underrunMs, refusedMs, offered, firstAudioMs, ownDelayMs } = result;
  const what = [
    errors.length > 0 && `${errors.length} errors: ${errors[0]!}`,
    refusedMs.length > 0 && `${refusedMs.length} of ${offered} texts refused`,
    `${underrunMs.length} gaps${underrunMs.length > 0 ? `, the longest ${milliseconds(quantile(underrunMs, 1))}` : ''}`,
  ];
  return `${what.filter((each) => each !== false).join(', ')}; first audio p99 ${milliseconds(quantile(firstAudioMs, 0.99))}; server on ${fixed(usage.allCores, 2)} cores, event-loop delay p99 ${milliseconds(usage.loopDelayMs.p99)}, load generator’s ${milliseconds(ownDelayMs)}`;
}
