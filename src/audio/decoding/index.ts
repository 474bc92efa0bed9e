/** Decodes files of any length as a stream of mono samples: WAV here, others in a thread that waits for its reader. */
import { clipThreads, type ThreadTask } from '../threads/pool.ts';
import type { DecodedAudio } from './decoding.ts';
import type { StreamMessage, StreamTask } from './stream-worker.ts';
import { decodeWavStream } from './wav-stream.ts';

export {
  audioFileFormats,
  DecodingError,
  type AudioFileFormat,
  type DecodedAudio,
  type DecodingFault,
} from './decoding.ts';

/** Bounds of decoding one file; a file beyond them fails with {@link DecodingError}. */
export interface DecodingLimits {
  /** Longest audio in seconds; above 48 kHz so many seconds' worth of samples at 48 kHz. Default 36,000. */
  readonly maxSeconds?: number | undefined;
  /** Longest time in milliseconds until a reader that waits has the next samples; then the thread is ended. Default 10,000. */
  readonly stallMs?: number | undefined;
}

const defaults = { maxSeconds: 36_000, stallMs: 10_000 } as const;

/**
 * Begins to decode a file. Memory: the file, of which a thread gets a copy, and four blocks.
 * @throws {DecodingError} when the file is none of the known formats or has no audio at its beginning
 */
export async function decodeStream(bytes: Uint8Array, limits: DecodingLimits = {}): Promise<DecodedAudio> {
  const { maxSeconds = defaults.maxSeconds, stallMs = defaults.stallMs } = limits;
  const here = await decodeWavStream(bytes, maxSeconds);
  if (here !== undefined) return here;
  const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const module = import.meta.url.endsWith('.ts') ? './stream-worker.ts' : './stream-worker.js';
  const task: StreamTask = { bytes, maxSeconds, taken };
  const thread = clipThreads.run<StreamMessage>(new URL(module, import.meta.url), task);
  try {
    const first = await thread.next(stallMs);
    const { format, sampleRate } = first;
    const blocks = read(thread, first, taken, stallMs);
    return { format, sampleRate, blocks, close: () => thread.close() };
  } catch (error) {
    await thread.close();
    throw error;
  }
}

async function* read(
  thread: ThreadTask<StreamMessage>,
  first: StreamMessage,
  taken: Int32Array<SharedArrayBuffer>,
  stallMs: number,
): AsyncGenerator<Float32Array, void, undefined> {
  try {
    for (let { samples } = first; samples !== undefined; { samples } = await thread.next(stallMs)) {
      yield samples;
      Atomics.add(taken, 0, 1);
      Atomics.notify(taken, 0);
    }
  } finally {
    await thread.close();
  }
}
