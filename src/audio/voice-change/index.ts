/** Gives recordings another voice, in threads. */
import { MessageChannel } from 'node:worker_threads';
import { Semaphore } from '../../collections/semaphore.ts';
import { clipDefaults, permitFor } from '../clip/limits.ts';
import type { SpeechMeasures } from '../clip/measures.ts';
import type { ClipLimits } from '../clip/clip.ts';
import { DecodingError, type AudioFileFormat } from '../decoding/decoding.ts';
import { clipThreads, type ThreadTask } from '../threads/pool.ts';
import type { TargetVoice } from './change.ts';
import type { ChangeMessage, ChangeTask } from './worker.ts';

export { changedRate, type TargetVoice } from './change.ts';

/** A recording that was measured and can be changed. It takes a thread until its pieces are read or it is closed. */
export interface ChangeableClip {
  readonly format: AudioFileFormat;
  readonly measures: SpeechMeasures;
  /** How many there are and will be, at `changedRate`. */
  readonly samples: number;
  /**
   * The audio at `changedRate` in another voice, as long as the recording: nothing where that has no pitch. To be called once, and to be read
   * once; leaving the loop ends the thread.
   * @throws {DecodingError}
   */
  readonly changed: (target: TargetVoice) => AsyncGenerator<Int16Array, void, void>;
  /** For one whose pieces are not read: ends the thread. A second call does nothing. */
  close(): Promise<void>;
}

/** Longest time for a tenth of a second of audio. */
const pieceMs = 5000;
/** A recording takes one core while it lasts. */
const changes = new Semaphore({ atOnce: 2, waiting: 16 });

/**
 * Decodes and measures a recording that is to be changed. At most two are open at a time in a process, sixteen more wait.
 * @param bytes handed over to the thread where they fill their buffer: they are empty afterwards
 * @param limits `deadlineMs`: until what was measured is there
 * @throws {DecodingError} when the clip is bad, beyond a limit, or too many wait
 */
export async function openChange(bytes: Uint8Array<ArrayBuffer>, limits: ClipLimits = {}): Promise<ChangeableClip> {
  const { maxSeconds = clipDefaults.maxSeconds, deadlineMs = clipDefaults.deadlineMs } = limits;
  const { port1: targetPort, port2: wanted } = new MessageChannel();
  const module = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
  const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const task: ChangeTask = { bytes, maxSeconds, targetPort: wanted, taken };
  const handed = bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer, wanted] : [wanted];
  let thread: ThreadTask<ChangeMessage> | undefined;
  const release = await permitFor(changes);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    targetPort.close();
    release();
    await thread?.close();
  };
  try {
    const running = clipThreads.run<ChangeMessage>(new URL(module, import.meta.url), task, handed);
    thread = running;
    const first = await running.next(deadlineMs);
    if (first.kind !== 'clip') throw new DecodingError('damaged', 'The clip cannot be decoded: it is damaged');
    const { format, measures, samples } = first;
    const changed = (target: TargetVoice): AsyncGenerator<Int16Array, void, void> => {
      targetPort.postMessage(target);
      return piecesOf(running, taken, close);
    };
    return { format, measures, samples, changed, close };
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
