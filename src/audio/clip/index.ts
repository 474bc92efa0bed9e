/** Decodes uploaded clips to samples and measures the speech in them, each in a thread of its own. */
import { DecodingThread } from '../decoding/thread.ts';
import type { ClipLimits, DecodedClip } from './clip.ts';
import { Semaphore } from './semaphore.ts';
import type { ClipTask } from './worker.ts';

export type { ClipLimits, DecodedClip } from './clip.ts';
export type { PitchMeasures, SpeechMeasures } from './measures.ts';

/** A clip, or a function that loads it: called when decoding begins, so that clips that wait take no memory. */
export type ClipSource = Uint8Array | (() => Promise<Uint8Array>);

const defaults = { maxSeconds: 600, deadlineMs: 10_000 } as const;

/** Decoding takes moments: two at a time leave the server's cores free, and more than a few that wait are a flood. */
const decodings = new Semaphore({ atOnce: 2, waiting: 16 });

/**
 * Decodes a clip and measures it. At most two are decoded at a time in a process, sixteen more wait.
 * @throws {DecodingError} when the clip is bad, beyond a limit, or too many wait; or what the source throws
 */
export async function decodeClip(source: ClipSource, limits: ClipLimits = {}): Promise<DecodedClip> {
  const { maxSeconds = defaults.maxSeconds, deadlineMs = defaults.deadlineMs } = limits;
  const release = await decodings.acquire();
  try {
    const bytes = source instanceof Uint8Array ? source : await source();
    const module = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
    const task: ClipTask = { bytes, maxSeconds };
    const thread = new DecodingThread<DecodedClip>(new URL(module, import.meta.url), task);
    try {
      return await thread.next(deadlineMs);
    } finally {
      await thread.close();
    }
  } finally {
    release();
  }
}
