import { QueueFullError, Semaphore } from '../../collections/semaphore.ts';
import { DecodingError } from '../decoding/decoding.ts';

/** Longest clip in seconds, and longest decoding in milliseconds. */
export const clipDefaults = { maxSeconds: 600, deadlineMs: 10_000 } as const;

/** Decoding takes moments: two at a time leave the server's cores free, and more than a few that wait are a flood. */
export const decodings = new Semaphore({ atOnce: 2, waiting: 16 });

/**
 * @param work on clips, such as {@link decodings}
 * @param signal ends the wait
 * @returns what to call when done
 * @throws {DecodingError} `busy` when too many wait
 * @throws the reason of the signal
 */
export async function permitFor(work: Semaphore, signal?: AbortSignal): Promise<() => void> {
  try {
    return await work.acquire(signal);
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new DecodingError('busy', 'Too many clips are being decoded; try again soon');
  }
}
