/**
 * Whether one more context can be spoken in time beside those that were admitted (docs/rules.md#admission). Pure arithmetic over
 * what the contexts say of themselves and the rates that were measured.
 */
import type { EngineId } from '../adapter.ts';
import type { AdmittedDemands, SpeechDemand } from './admitted-demands.ts';
import type { SpeakingRate } from './speaking-rate.ts';

/** A context that was admitted; counts until it is released. */
export interface Admission {
  release(): void;
}

export interface AdmissionInput {
  /** The context that asks. */
  readonly candidate: SpeechDemand;
  /** Those admitted before that have not ended, by engine, of all engines that share its threads. */
  readonly admitted: ReadonlyMap<EngineId, AdmittedDemands>;
  readonly rateOf: (engine: EngineId) => SpeakingRate;
  /** Tasks that the threads can run at once. */
  readonly slots: number;
  /** Clock time in ms. */
  readonly now: number;
  /** A first audio that would begin later than this is refused. */
  readonly admissionMs: number;
  /** What the estimate may be late by in all. Default 0 ms. */
  readonly toleranceMs?: number;
}

/** The outlook of a context that would be late; undefined when it can be admitted. */
export interface Refusal {
  readonly reason: 'start' | 'lateness';
  /** After how many seconds it is worth trying again, 1–30. */
  readonly retryAfterSeconds: number;
}

/**
 * Looks this many seconds ahead, at each of these points: whether what must have been spoken by then can have been. Closely at
 * first, and far, since audio that has been sent ahead (two minutes of MP3 fit into a client's buffer) hides for its length
 * that there are too many.
 */
const horizons = [
  ...Array.from({ length: 32 }, (_, index) => (index + 1) / 4),
  ...Array.from({ length: 9 }, (_, index) => 2 ** (index + 4)),
];

/**
 * Time of the threads that is not given away, since lengths and rates are estimates, and what is admitted later speaks its first
 * segment before what is due. It grows with the horizon from 0 at so many times the work of a segment, since several contexts may
 * happen to begin at once, to so many seconds; an engine whose segments are much work keeps less, since it carries so few
 * contexts that it would lose a part of them. The figures are from simulations of streams in real time at 0.9 to 2 times the
 * capacity.
 */
const reserve = { fromSegments: 2.5, share: 0.75, mostSeconds: 1, shortSegmentWork: 0.1 } as const;

/** Audio of a first segment, which is spoken before anything that is heard already: about a clause. */
const firstSegmentSeconds = 3;

/** Seconds of audio of a context that is to be spoken, and until when it has been. */
interface Outlook {
  /** Of audio that comes before all else, since its listener has none; 0 once it has begun. */
  readonly firstSeconds: number;
  /** Seconds until its sent audio, or the first, runs out. */
  readonly leadSeconds: number;
  /** Of audio behind the first. */
  readonly remainingSeconds: number;
  /** Seconds of work for that audio. */
  readonly firstWork: number;
  /** Seconds of audio of a segment: once begun, it is spoken to its end before its thread turns to another. */
  readonly segmentSeconds: number;
  /** Seconds of work for a second of audio. */
  readonly cost: number;
}

/**
 * @returns why the context cannot be admitted; undefined when it can: its engine has nothing else admitted, its rate is not known
 * yet, or all contexts are served in time
 */
export function refusalOf({
  candidate,
  admitted,
  rateOf,
  slots,
  now,
  admissionMs,
  toleranceMs = 0,
}: AdmissionInput): Refusal | undefined {
  const ownRate = rateOf(candidate.engine);
  if (slots === 0 || !ownRate.isKnown) return undefined;
  const outlooks = [outlookOf(candidate, ownRate, now)];
  for (const [engine, demands] of admitted) {
    const rate = rateOf(engine);
    // One that has not been measured is taken for one that costs nothing.
    if (!rate.isKnown) continue;
    for (const demand of demands.unspoken(now)) outlooks.push(outlookOf(demand, rate, now));
  }
  const segmentWork = ownRate.secondsPerTask / ownRate.audioPerWork;
  const refusal = refusalBy(outlooks, { segmentWork, slots, admissionMs, toleranceMs });
  return refusal !== undefined && admitted.get(candidate.engine)?.hasListener(now) === true ? refusal : undefined;
}

interface RefusalInput extends Required<Pick<AdmissionInput, 'slots' | 'admissionMs' | 'toleranceMs'>> {
  /** Seconds of work of a segment of the context that asks. */
  readonly segmentWork: number;
}

function refusalBy(
  outlooks: readonly Outlook[],
  { segmentWork, slots, admissionMs, toleranceMs }: RefusalInput,
): Refusal | undefined {
  const first = firstWork(outlooks);
  const startSeconds = first / slots;
  if (startSeconds * 1000 > admissionMs) return { reason: 'start', retryAfterSeconds: retryAfter(startSeconds) };
  for (const horizon of horizons) {
    const available = horizon - reserveUntil(horizon, segmentWork) + toleranceMs / 1000;
    const excess = workUntil(horizon, outlooks, first) / slots - available;
    if (excess > 0) return { reason: 'lateness', retryAfterSeconds: retryAfter(excess) };
  }
  return undefined;
}

/**
 * Client libraries wait as long as they are told. The estimate takes all that is open as if it were spoken to its end, and many
 * contexts end before; other nodes have room meanwhile.
 */
const longestRetryAfter = 30;

function retryAfter(seconds: number): number {
  return Math.min(longestRetryAfter, Math.ceil(seconds));
}

/** @param segmentWork seconds of work of a segment */
function reserveUntil(seconds: number, segmentWork: number): number {
  const { fromSegments, share, mostSeconds, shortSegmentWork } = reserve;
  const most = mostSeconds * Math.min(1, shortSegmentWork / segmentWork);
  return Math.min(most, share * Math.max(0, seconds - fromSegments * segmentWork));
}

function outlookOf(demand: SpeechDemand, rate: SpeakingRate, now: number): Outlook {
  const seconds = secondsOf(demand.remainingCharacters(), rate);
  const endsAt = demand.audioEndsAt();
  const firstSeconds = endsAt === -Infinity ? Math.min(firstSegmentSeconds, seconds) : 0;
  return {
    firstSeconds,
    firstWork: firstSeconds === 0 ? 0 : rate.workOf(firstSeconds),
    leadSeconds: endsAt === -Infinity ? firstSeconds : Math.max(0, (endsAt - now) / 1000),
    remainingSeconds: seconds - firstSeconds,
    segmentSeconds: rate.secondsPerTask,
    cost: 1 / rate.audioPerWork,
  };
}

/** Text without an end has audio without an end, also at a rate of 0 seconds for a character. */
function secondsOf(characters: number, { secondsPerCharacter }: SpeakingRate): number {
  return characters === Infinity ? Infinity : Math.max(0, characters * secondsPerCharacter);
}

/** Seconds of work until everything that waits for its first audio has had it. */
function firstWork(outlooks: readonly Outlook[]): number {
  let sum = 0;
  for (const { firstWork } of outlooks) sum += firstWork;
  return sum;
}

/**
 * Seconds of work to be done in so many seconds so that no audio runs out until then: what waits for its first audio, which
 * comes before all else, and whole segments, since a thread speaks a segment to its end. 0 when no audio runs out.
 */
function workUntil(seconds: number, outlooks: readonly Outlook[], first: number): number {
  let due = 0;
  for (const outlook of outlooks) due += dueSeconds(outlook, seconds) * outlook.cost;
  return due === 0 ? 0 : first + due;
}

/** Seconds of audio that one context's player needs until then, in whole segments. */
function dueSeconds({ leadSeconds, remainingSeconds, segmentSeconds }: Outlook, seconds: number): number {
  if (seconds <= leadSeconds) return 0;
  // A player that has run out while more text may come waits for the text: it needs what it can play, from now on.
  if (leadSeconds === 0 && remainingSeconds === Infinity) return seconds;
  return Math.min(Math.ceil((seconds - leadSeconds) / segmentSeconds) * segmentSeconds, remainingSeconds);
}
