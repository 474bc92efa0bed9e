/** Gives recordings another voice, in threads. */
import { Semaphore } from '../../collections/semaphore.ts';
import { clipDefaults, permitFor } from '../clip/limits.ts';
import type { SpeechMeasures } from '../clip/measures.ts';
import type { ClipLimits } from '../clip/clip.ts';
import { DecodingError, type AudioFileFormat } from '../decoding/decoding.ts';
import { clipThreads, type ThreadTask } from '../threads/pool.ts';
import type { TargetVoice } from './change.ts';
import type { ChangeMessage, ChangeTask } from './worker.ts';

export { changedRate, type TargetVoice } from './change.ts';

/** A recording that is being changed. */
export interface ChangedClip {
  readonly format: AudioFileFormat;
  readonly measures: SpeechMeasures;
  /** How many there will be, at `changedRate`. */
  readonly samples: number;
  /**
   * The audio at `changedRate`, as long as the recording. To be read once; leaving the loop ends the thread.
   * @throws {DecodingError}
   */
  readonly pieces: AsyncGenerator<Int16Array, void, void>;
  /** For one whose pieces are not read: ends the thread. A second call does nothing. */
  close(): Promise<void>;
}

/** Longest time for a tenth of a second of audio. */
const pieceMs = 5000;

/** A recording takes one core while it lasts. */
const changes = new Semaphore({ atOnce: 2, waiting: 16 });

/**
 * Decodes a recording and begins to change it. At most two are changed at a time in a process, sixteen more wait.
 * @param bytes handed over to the thread where they fill their buffer: they are empty afterwards
 * @param limits `deadlineMs`: until what was measured is there
 * @throws {DecodingError} when the clip is bad, beyond a limit, or too many wait
 */
export async function changeClip(
  bytes: Uint8Array<ArrayBuffer>,
  target: TargetVoice,
  limits: ClipLimits = {},
): Promise<ChangedClip> {
  const { maxSeconds = clipDefaults.maxSeconds, deadlineMs = clipDefaults.deadlineMs } = limits;
  const release = await permitFor(changes);
  const module = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
  const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const task: ChangeTask = { bytes, maxSeconds, target, taken };
  const handed = bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
  const thread = clipThreads.run<ChangeMessage>(new URL(module, import.meta.url), task, handed);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    release();
    await thread.close();
  };
  try {
    const first = await thread.next(deadlineMs);
    if (first.kind !== 'clip') throw new DecodingError('damaged', 'The clip cannot be decoded: it is damaged');
    const { format, measures, samples } = first;
    return { format, measures, samples, pieces: piecesOf(thread, taken, close), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* piecesOf(
  thread: ThreadTask<ChangeMessage>,
  taken: Int32Array<SharedArrayBuffer>,
  close: () => Promise<void>,
): AsyncGenerator<Int16Array, void, void> {
  try {
    for (;;) {
      const message = await thread.next(pieceMs);
      if (message.kind === 'end') return;
      if (message.kind === 'audio') yield message.samples;
      Atomics.add(taken, 0, 1);
      Atomics.notify(taken, 0);
    }
  } finally {
    await close();
  }
}
