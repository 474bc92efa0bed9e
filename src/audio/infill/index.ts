/** Speech between two recordings, fitted to them in threads. */
import type { ClipLimits } from '../clip/clip.ts';
import { clipDefaults, decodings, permitFor } from '../clip/limits.ts';
import { clipThreads } from '../threads/pool.ts';
import { joinedRate, type Edge, type Side } from './edges.ts';
import type { Neighbour, NeighbourTask } from './neighbour-worker.ts';
import type { WantedRate } from './rate.ts';

export { joinedRate, type Side } from './edges.ts';
export type { Neighbour } from './neighbour-worker.ts';
export { speedFor, type WantedRate } from './rate.ts';

/** What is to be fitted; at least one of the edges is there. */
export interface FitTask {
  /** At `joinedRate`. */
  readonly speech: Int16Array;
  readonly left: Edge | undefined;
  readonly right: Edge | undefined;
  /** Undefined: the speech is taken as fast as it is. */
  readonly rate: WantedRate | undefined;
}

/** What was fitted, at `joinedRate`, or the speed at which the speech is as fast as it ought to be. */
export type Fitted =
  | { readonly kind: 'fitted'; readonly samples: Float32Array<ArrayBuffer> }
  | { readonly kind: 'again'; readonly speed: number };

/** How long a recording may be, and how long it may take. */
export interface NeighbourLimits extends ClipLimits {
  /** Ends the wait for other clips. */
  readonly signal?: AbortSignal | undefined;
}

/** Longest time for a minute of audio, ms; what is longer may take longer in proportion. */
const minuteMs = 10_000;

/**
 * Reads a recording where it is to be joined. At most two clips are decoded at a time in a process, sixteen more wait.
 * @param bytes handed over to the thread where they fill their buffer: they are empty afterwards
 * @throws {DecodingError}
 * @throws the reason of the signal
 */
export async function readNeighbour(
  bytes: Uint8Array<ArrayBuffer>,
  { side, whole }: { readonly side: Side; readonly whole: boolean },
  { maxSeconds = clipDefaults.maxSeconds, deadlineMs = clipDefaults.deadlineMs, signal }: NeighbourLimits = {},
): Promise<Neighbour> {
  const release = await permitFor(decodings, signal);
  try {
    const task: NeighbourTask = { bytes, maxSeconds, side, whole };
    const handed = bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
    return await inThread<Neighbour>('neighbour-worker', task, deadlineMs, handed);
  } finally {
    release();
  }
}

/**
 * Fits the speech between the recordings: see `fitBetween`.
 * @throws {DecodingError} when it takes too long
 */
export function fitInThread(task: FitTask): Promise<Fitted> {
  const minutes = Math.max(1, Math.ceil(task.speech.length / joinedRate / 60));
  return inThread<Fitted>('fit-worker', task, minuteMs * minutes);
}

async function inThread<T>(
  module: 'fit-worker' | 'neighbour-worker',
  task: unknown,
  withinMs: number,
  handed: readonly ArrayBuffer[] = [],
): Promise<T> {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const thread = clipThreads.run<T>(new URL(`./${module}.${ending}`, import.meta.url), task, handed);
  try {
    return await thread.next(withinMs);
  } finally {
    await thread.close();
  }
}
