/**
 * Decodes uploaded clips to samples. The file is untrusted: each is decoded in a thread of its own that is ended when
 * it takes too long, in small steps, up to a cap of samples (docs/rules.md#clip-decoding).
 */
import { Worker } from 'node:worker_threads';
import { ClipError, type ClipLimits, type DecodedClip } from './clip.ts';
import type { DecodeResult, DecodeTask } from './protocol.ts';
import { Turns } from './semaphore.ts';

export { ClipError, clipFormats, type ClipFault, type ClipFormat, type ClipLimits, type DecodedClip } from './clip.ts';
export type { PitchMeasures, SpeechMeasures } from './measures.ts';

/** A clip, or a function that loads it: called when decoding begins, so that clips that wait take no memory. */
export type ClipSource = Uint8Array | (() => Promise<Uint8Array>);

const defaults = { maxSeconds: 600, deadlineMs: 10_000 } as const;

/** Decoding takes moments: two at a time leave the server's cores free, and more than a few that wait are a flood. */
const turns = new Turns({ atOnce: 2, waiting: 16 });

/** JavaScript's own heap in a decoding thread; audio lies outside of it and is bounded by the cap of samples. */
const resourceLimits = { maxOldGenerationSizeMb: 256 };

/**
 * Decodes a clip and measures it. At most two are decoded at a time in a process, sixteen more wait.
 * @throws {ClipError} when the clip is bad, beyond a limit, or too many wait; or what the source throws
 */
export async function decodeClip(source: ClipSource, limits: ClipLimits = {}): Promise<DecodedClip> {
  const leave = await turns.enter();
  try {
    const bytes = source instanceof Uint8Array ? source : await source();
    return await decodeInThread(
      { bytes, maxSeconds: limits.maxSeconds ?? defaults.maxSeconds },
      limits.deadlineMs ?? defaults.deadlineMs,
    );
  } finally {
    leave();
  }
}

async function decodeInThread(task: DecodeTask, deadlineMs: number): Promise<DecodedClip> {
  const thread = new Worker(new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url), {
    workerData: task,
    resourceLimits,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const result = await new Promise<DecodeResult>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new ClipError('too_slow', `The clip was not decoded within ${deadlineMs} ms, the limit`)),
        deadlineMs,
      );
      thread.once('message', resolve);
      // A decoder that traps or runs out of memory ends its thread and nothing else.
      thread.once('error', () => reject(damaged()));
      thread.once('exit', () => reject(damaged()));
    });
    if (result.kind === 'refused') throw new ClipError(result.fault, result.message);
    return result.clip;
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

function damaged() {
  return new ClipError('damaged', 'The clip cannot be decoded: it is damaged');
}
