/** Gives recordings another voice, in threads. */
import { MessageChannel } from 'node:worker_threads';
import { Semaphore } from '../../collections/semaphore.ts';
import type { ClipLimits } from '../clip/clip.ts';
import { clipDefaults, permitFor } from '../clip/limits.ts';
import type { SpeechMeasures } from '../clip/measures.ts';
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
   * The audio at `changedRate` in another voice, as long as the recording, with peaks that a limiter has yet to take: nothing where that has no pitch. To be called once, and to be read
   * once; leaving the loop ends the thread.
   * @throws {DecodingError}
   */
  readonly changed: (target: TargetVoice) => AsyncGenerator<Float32Array, void, void>;
  /** For one whose pieces are not read: ends the thread. A second call does nothing. */
  close(): Promise<void>;
}

/** How long a recording may be, how long it may take, and when it is left. */
export interface ChangeOptions extends ClipLimits {
  /** Ends the recording, also while it waits to be opened. */
  readonly signal?: AbortSignal | undefined;
}

/** Longest time for a tenth of a second of audio. */
const pieceMs = 5000;
/** Recordings that are open: each takes a thread and its samples until its audio has been read, which may take as long as it lasts. */
const open = new Semaphore({ atOnce: 6, waiting: 16 });
/** Those of them that are computed: each takes one core. */
const computed = new Semaphore({ atOnce: 2 });
/** Pieces that are computed at once, ten seconds of audio: they wait for the reader, and what comes behind them waits to be computed. */
const batch = 100;

/**
 * Decodes and measures a recording that is to be changed. At most six are open at a time in a process, of which two are computed; sixteen
 * more wait.
 * @param bytes handed over to the thread where they fill their buffer: they are empty afterwards
 * @param options `deadlineMs`: until what was measured is there
 * @throws {DecodingError} when the clip is bad, beyond a limit, or too many wait
 * @throws the reason of the signal
 */
export async function openChange(
  bytes: Uint8Array<ArrayBuffer>,
  { maxSeconds = clipDefaults.maxSeconds, deadlineMs = clipDefaults.deadlineMs, signal }: ChangeOptions = {},
): Promise<ChangeableClip> {
  const release = await permitFor(open, signal);
  const change = new Change(release);
  const onAbort = (): void => void change.close();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const { format, measures, samples } = await change.begin(bytes, maxSeconds, deadlineMs, signal);
    return { format, measures, samples, changed: (target) => change.pieces(target), close: () => change.close() };
  } catch (error) {
    await change.close();
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

/** A recording and its thread. */
class Change {
  readonly #release: () => void;
  readonly #allowed = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #ports = new MessageChannel();
  #thread: ThreadTask<ChangeMessage> | undefined;

  /** @param release that it is open */
  constructor(release: () => void) {
    this.#release = release;
  }

  /** Opens the recording. */
  begin(
    bytes: Uint8Array<ArrayBuffer>,
    maxSeconds: number,
    withinMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Extract<ChangeMessage, { kind: 'clip' }>> {
    return computed.use(async () => {
      const { port2: targetPort } = this.#ports;
      const module = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
      const task: ChangeTask = { bytes, maxSeconds, targetPort, allowed: this.#allowed };
      const handed = bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer, targetPort] : [targetPort];
      this.#thread = clipThreads.run<ChangeMessage>(new URL(module, import.meta.url), task, handed);
      const first = await this.#thread.next(withinMs);
      if (first.kind !== 'clip') throw new DecodingError('damaged', 'The clip cannot be decoded: it is damaged');
      return first;
    }, signal);
  }

  async *pieces(target: TargetVoice): AsyncGenerator<Float32Array, void, void> {
    const thread = this.#thread!;
    try {
      for (let read = 0; ; read++) {
        if (read % batch === 0) {
          const release = await computed.acquire();
          // Whether it is read or not: what is computed takes no core any more.
          void thread.arrived(1 + read + batch).then(release);
          if (read === 0) this.#ports.port1.postMessage(target);
          Atomics.add(this.#allowed, 0, batch);
          Atomics.notify(this.#allowed, 0);
        }
        const message = await thread.next(pieceMs);
        if (message.kind === 'end') return;
        if (message.kind === 'audio') yield message.samples;
      }
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    this.#release();
    this.#ports.port1.close();
    await this.#thread?.close();
  }
}
