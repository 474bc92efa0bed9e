/** Decodes uploaded clips to samples and measures the speech in them, in threads. */
import { clipThreads } from '../threads/pool.ts';
import type { ClipLimits, DecodedClip } from './clip.ts';
import { clipDefaults, decodings, permitFor } from './limits.ts';
import type { ClipTask } from './worker.ts';

export type { ClipLimits, DecodedClip } from './clip.ts';
export type { PitchMeasures, SpeechMeasures } from './measures.ts';

/** A clip, or a function that loads it: called when decoding begins, so that clips that wait take no memory. */
export type ClipSource = Uint8Array | (() => Promise<Uint8Array>);

/**
 * Decodes a clip and measures it. At most two are decoded at a time in a process, sixteen more wait.
 * @throws {DecodingError} when the clip is bad, beyond a limit, or too many wait; or what the source throws
 */
export async function decodeClip(source: ClipSource, limits: ClipLimits = {}): Promise<DecodedClip> {
  const { maxSeconds = clipDefaults.maxSeconds, deadlineMs = clipDefaults.deadlineMs } = limits;
  const release = await permitFor(decodings);
  try {
    const bytes = source instanceof Uint8Array ? source : await source();
    const module = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
    const task: ClipTask = { bytes, maxSeconds };
    const thread = clipThreads.run<DecodedClip>(new URL(module, import.meta.url), task);
    try {
      return await thread.next(deadlineMs);
    } finally {
      await thread.close();
    }
  } finally {
    release();
  }
}
