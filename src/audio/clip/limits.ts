import { Semaphore } from './semaphore.ts';

/** Longest clip in seconds, and longest decoding in milliseconds. */
export const clipDefaults = { maxSeconds: 600, deadlineMs: 10_000 } as const;

/** Decoding takes moments: two at a time leave the server's cores free, and more than a few that wait are a flood. */
export const decodings = new Semaphore({ atOnce: 2, waiting: 16 });
