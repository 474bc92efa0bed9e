/** Speech between two recordings, fitted to them in a thread of its own. */
import { DecodingThread } from '../decoding/thread.ts';
import { joinedRate } from './edges.ts';

export { joinedRate } from './edges.ts';

/** Mono, full scale ±1. */
export interface Recording {
  readonly samples: Float32Array;
  /** Hz. */
  readonly sampleRate: number;
}

/** What is to be fitted; at least one of the recordings is there. */
export interface FitTask {
  /** At `joinedRate`. */
  readonly speech: Int16Array;
  readonly left: Recording | undefined;
  readonly right: Recording | undefined;
  /** Whether the recordings are wanted as well, joined. */
  readonly whole: boolean;
}

/** What was fitted. */
export interface Joined {
  /** What stands between the recordings, or all of it, at `joinedRate`. */
  readonly samples: Float32Array;
  /** Where one part ends and the next begins, in samples: behind the left recording and before the right one. None without them. */
  readonly joints: readonly number[];
}

/** Longest time for a minute of audio, ms; what is longer may take longer in proportion. */
const minuteMs = 10_000;

/**
 * Fits the speech between the recordings: see `fitBetween`.
 * @throws {DecodingError} when it takes too long
 */
export async function fitInThread({ speech, left, right, whole }: FitTask): Promise<Joined> {
  const module = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
  const [before, behind] = [left, right].map((clip) => clip && { samples: clip.samples, sampleRate: clip.sampleRate });
  const task: FitTask = { speech, left: before, right: behind, whole };
  const thread = new DecodingThread<Joined>(new URL(module, import.meta.url), task);
  const seconds = [left, right].reduce(
    (sum, clip) => sum + (clip === undefined ? 0 : clip.samples.length / clip.sampleRate),
    speech.length / joinedRate,
  );
  try {
    return await thread.next(minuteMs * Math.max(1, Math.ceil(seconds / 60)));
  } finally {
    await thread.close();
  }
}
