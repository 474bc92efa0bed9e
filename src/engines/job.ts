/** What the pool queues and a worker runs. */
import type { OutputFormat } from '../audio/formats.ts';
import type { Segment } from '../text/types.ts';
import type { EngineVoice } from './adapter.ts';
import type { SegmentResult } from './protocol.ts';

/** The part of a worker that a job knows: where it runs and how to stop it. */
export interface JobWorker {
  readonly dead: boolean;
  abort(job: Job): void;
  drop(stream: number): void;
}

/** Who hears of a job. Nothing is called after `end`, `failed` or a cancel. */
export interface JobListener {
  /** Bytes of the output format; `samples` is how many PCM samples at the output rate went into the container. */
  audio(bytes: Uint8Array<ArrayBuffer>, samples: number): void;
  end(result: SegmentResult): void;
  failed(error: Error): void;
}

export interface SpeakRequest {
  readonly segment: Segment;
  readonly voice: EngineVoice;
  readonly format: OutputFormat;
  /** For containers whose state spans segments; opened with {@link EnginePool.openStream}. */
  readonly stream?: StreamPin;
}

/** A response's container state, which lives in one worker. Its jobs all run there. */
export interface StreamPin {
  readonly id: number;
  /** Set when its first job is given to a worker: from then on the container's state exists there only. */
  worker: JobWorker | undefined;
}

/** Smaller is more urgent. `-Infinity`: has sent no audio yet; else the time in ms at which the sent audio runs out. */
export type Deadline = number;

export interface Job {
  readonly id: number;
  readonly work: SpeakRequest | { readonly finish: StreamPin };
  readonly deadline: Deadline;
  readonly listener: JobListener;
  cancelled: boolean;
  worker: JobWorker | undefined;
}

/** The stream a job belongs to, if its container keeps state. */
export function pinOf(job: Job): StreamPin | undefined {
  return 'finish' in job.work ? job.work.finish : job.work.stream;
}
