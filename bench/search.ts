/** Finds how many streams in real time the server carries before one of them has a gap. */
import type { Bench, Stage } from './bench.ts';
import type { StreamsParams, StreamsResult } from './load/streams.ts';
import type { Shares } from './processes/profile.ts';
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
  /** Of the server, over the time that was measured alone. */
  readonly usage: Usage;
  /** Cores of the upstream over the same time; 0 where there is none. */
  readonly upstreamCores: number;
  /** Of the server's main thread over the same time, where a profile was asked for. */
  readonly shares: Shares | undefined;
  /** Texts without an end after the seconds that they had to settle. */
  readonly unended: number;
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
  stage: Stage,
  streams: number,
  {
    engine,
    staggerSeconds,
    seconds,
    settleSeconds = 0,
    hasProfile = false,
  }: Pick<SearchOptions, 'engine' | 'staggerSeconds' | 'seconds'> &
    Pick<MeasureOptions, 'settleSeconds' | 'hasProfile'>,
): Promise<Probe> {
  return measureStreams(stage, {
    ...{ engine, streams, sentencesPerText, settleSeconds, hasProfile },
    staggerSeconds: quick ? 1 : staggerSeconds,
    seconds: quick ? 3 : seconds,
  });
}

export interface MeasureOptions extends Omit<StreamsParams, 'url'> {
  /** Seconds that are measured, after all have begun. */
  readonly seconds: number;
  /** Seconds that texts have after them to end by themselves, and in which they still count. Default 0. */
  readonly settleSeconds?: number;
  /** Whether the server's main thread is profiled meanwhile, which takes time of it. Default false. */
  readonly hasProfile?: boolean;
}

/** What the server uses is taken over the measured seconds: neither sockets are opened in them, nor do streams begin or end. */
export async function measureStreams(
  { url, server, load, upstream }: Stage,
  { seconds, settleSeconds = 0, hasProfile = false, ...params }: MeasureOptions,
): Promise<Probe> {
  await load.call('beginStreams', { ...params, url });
  if (hasProfile) await server.call('startProfile', null);
  await upstream?.call('cores', null);
  await server.call('reset', null);
  const result = await load.call('measureStreams', { seconds });
  const usage = await server.call('usage', null);
  const upstreamCores = (await upstream?.call('cores', null)) ?? 0;
  const shares = hasProfile ? await server.call('stopProfile', null) : undefined;
  const { unended, ...settled } = await load.call('endStreams', { settleSeconds });
  const texts = settleSeconds > 0 ? settled : {};
  return { streams: params.streams, result: { ...result, ...texts }, usage, upstreamCores, shares, unended };
}

/** A text that has no audio yet counts with what it has waited so far. */
function holdsOut(
  { result: { errors, underrunMs, refusedMs, firstAudioMs, waitingMs }, usage }: Probe,
  { keepsLoop = false }: SearchOptions,
): boolean {
  if (keepsLoop && usage.loopDelayMs.p99 >= loopAimMs) return false;
  const failures = errors.length + underrunMs.length + refusedMs.length;
  return failures === 0 && [...firstAudioMs, ...waitingMs].every((ms) => ms <= longestWaitMs);
}

/** First audio and cores. */
export function costOf({ result, usage }: Probe): string {
  return `first audio p50 ${milliseconds(quantile(result.firstAudioMs, 0.5))}, p99 ${milliseconds(quantile(result.firstAudioMs, 0.99))}; cores: server ${fixed(usage.allCores, 2)}, of it main thread ${fixed(usage.mainCores, 2)}, load generator ${fixed(result.ownCores, 2)}`;
}

/** What goes wrong with too many streams. */
export function failureOf({ result, usage }: Probe): string {
  const { errors, underrunMs, refusedMs, offered, firstAudioMs, waitingMs, ownDelayMs } = result;
  const silent = waitingMs.filter((ms) => ms > longestWaitMs);
  const what = [
    errors.length > 0 && `${errors.length} errors: ${errors[0]!}`,
    refusedMs.length > 0 && `${refusedMs.length} of ${offered} texts refused`,
    silent.length > 0 && `${silent.length} texts without audio after up to ${milliseconds(quantile(silent, 1))}`,
    `${underrunMs.length} gaps${underrunMs.length > 0 ? `, the longest ${milliseconds(quantile(underrunMs, 1))}` : ''}`,
  ];
  return `${what.filter((each) => each !== false).join(', ')}; first audio p99 ${milliseconds(quantile(firstAudioMs, 0.99))}; server on ${fixed(usage.allCores, 2)} cores, event-loop delay p99 ${milliseconds(usage.loopDelayMs.p99)}, load generator’s ${milliseconds(ownDelayMs)}`;
}
