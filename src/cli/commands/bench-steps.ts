/** The steps of `sonorant bench --url`: more and more listeners, until one of the targets is missed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock, type Clock } from '../../timing/clock.ts';
import { quantile } from '../../timing/spread.ts';
import { connect, hear, type BenchRequest, type BenchClient, type StreamMeasurement } from './bench-stream.ts';
import { describeError, rootCause } from '../errors.ts';

/** What a step has to reach to be followed by the next one. No text may fail besides. */
export interface Targets {
  /** Highest 95th percentile of the time to the first audio, in ms. */
  readonly firstAudioMs: number;
  /** Highest 95th percentile of the time that a text takes, in its audio's. */
  readonly realTimeFactor: number;
  /** Largest share of the texts with an underrun, 0–1. */
  readonly underruns: number;
}

export interface StepOptions {
  readonly request: BenchRequest;
  readonly concurrency: number;
  /** Seconds in which texts are asked for that count. */
  readonly seconds: number;
  readonly targets: Targets;
  readonly signal: AbortSignal;
  readonly clock?: Clock;
}

interface Percentiles {
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

/** What is printed of a step, in the names of the JSON. Percentiles are null without a text that was heard. */
export interface Step {
  readonly concurrency: number;
  /** Texts that were heard to their end. */
  readonly texts: number;
  readonly first_audio_ms: Percentiles;
  /** Time from the request to the last audio by the audio's duration: below 1 is faster than it is played. */
  readonly real_time_factor: Percentiles;
  readonly audio_seconds: number;
  /** Chunks that came after all before them had been played. */
  readonly underruns: number;
  readonly texts_with_underruns: number;
  /** How late the latest of them was; null without one. */
  readonly worst_underrun_ms: number | null;
  /** Texts that failed, by what was said. */
  readonly errors: Readonly<Record<string, number>>;
  /** The targets that were missed, with what was measured. */
  readonly missed: readonly string[];
}

/** After an error a server is not asked again at once. */
const restMs = 1000;
/** Upper bound of the time over which the starts are spread. */
const maxStaggerSeconds = 2;

/** What one step collects. */
class Results {
  readonly heard: StreamMeasurement[] = [];
  readonly errors = new Map<string, number>();

  failed(error: unknown): void {
    const message = describeError(rootCause(error));
    this.errors.set(message, (this.errors.get(message) ?? 0) + 1);
  }
}

/**
 * Listeners that start one after the other, so that they do not ask all at once: texts count that were asked for when all had started,
 * and are heard to their end.
 * @throws {CommandError} the signal's reason
 */
export async function runStep(options: StepOptions): Promise<Step> {
  const { concurrency, seconds, targets, signal, clock = systemClock } = options;
  const results = new Results();
  const staggerMs = 1000 * Math.min(maxStaggerSeconds, seconds / 2);
  const countsFrom = clock.now() + (concurrency === 1 ? 0 : staggerMs);
  const endsAt = countsFrom + 1000 * seconds;
  const listeners = Array.from({ length: concurrency }, (_, index) =>
    listen(options, results, { delayMs: (index * staggerMs) / concurrency, countsFrom, endsAt, clock }),
  );
  await Promise.all(listeners);
  signal.throwIfAborted();
  return summary(concurrency, results, targets);
}

/**
 * Speaks the text once, so that what never works is told at once, and a server that has just started has its code compiled.
 * @throws {Error} when it does not
 */
export async function tryOnce(request: BenchRequest, signal: AbortSignal): Promise<void> {
  const connection = await connect(request, signal);
  try {
    await hear(connection, systemClock);
  } finally {
    connection.close();
  }
}

interface Schedule {
  readonly delayMs: number;
  readonly countsFrom: number;
  readonly endsAt: number;
  readonly clock: Clock;
}

async function listen(
  { request, signal }: StepOptions,
  results: Results,
  { delayMs, countsFrom, endsAt, clock }: Schedule,
): Promise<void> {
  await pause(delayMs, signal);
  let connection: BenchClient | undefined;
  try {
    while (clock.now() < endsAt && !signal.aborted) {
      const counts = clock.now() >= countsFrom;
      try {
        connection ??= await connect(request, signal);
        const heard = await hear(connection, clock);
        if (counts) results.heard.push(heard);
        // The next text is asked for when this one has been played.
        await pause(Math.min(heard.endsAt, endsAt) - clock.now(), signal);
      } catch (error) {
        signal.throwIfAborted();
        results.failed(error);
        connection?.close();
        connection = undefined;
        await pause(Math.min(restMs, endsAt - clock.now()), signal);
      }
    }
  } finally {
    connection?.close();
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined);
}

function percentiles(values: readonly number[]): Percentiles {
  if (values.length === 0) return { p50: null, p95: null, p99: null };
  const at = (share: number): number => Math.round(quantile(values, share) * 1000) / 1000;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function summary(concurrency: number, { heard, errors }: Results, targets: Targets): Step {
  const late = heard.flatMap(({ underrunsMs }) => underrunsMs);
  const step = {
    concurrency,
    texts: heard.length,
    first_audio_ms: percentiles(heard.map(({ firstAudioMs }) => firstAudioMs)),
    real_time_factor: percentiles(heard.map(({ totalMs, audioSeconds }) => totalMs / 1000 / audioSeconds)),
    audio_seconds: heard.reduce((sum, { audioSeconds }) => sum + audioSeconds, 0),
    underruns: late.length,
    texts_with_underruns: heard.filter(({ underrunsMs }) => underrunsMs.length > 0).length,
    worst_underrun_ms: late.length === 0 ? null : late.reduce((a, b) => Math.max(a, b)),
    errors: Object.fromEntries(errors),
  };
  return { ...step, missed: missedOf(step, targets) };
}

/** What a step missed, in words; empty when it reached all. */
export function missedOf(step: Omit<Step, 'missed'>, targets: Targets): readonly string[] {
  const missed: string[] = [];
  const failed = Object.values(step.errors).reduce((sum, count) => sum + count, 0);
  if (failed > 0) missed.push(`${failed} failed: ${Object.keys(step.errors)[0]!}`);
  else if (step.texts === 0) missed.push('no text was heard to its end');
  const { first_audio_ms: first, real_time_factor: factor, texts } = step;
  if (first.p95 !== null && first.p95 > targets.firstAudioMs) {
    missed.push(`first audio after ${first.p95.toFixed(0)} ms (p95), target ${targets.firstAudioMs} ms`);
  }
  if (factor.p95 !== null && factor.p95 > targets.realTimeFactor) {
    missed.push(`real-time factor ${factor.p95.toFixed(2)} (p95), target ${targets.realTimeFactor}`);
  }
  const share = texts === 0 ? 0 : step.texts_with_underruns / texts;
  if (share > targets.underruns) {
    missed.push(`${(100 * share).toFixed(1)} % of the texts had underruns, target ${100 * targets.underruns} %`);
  }
  return missed;
}
