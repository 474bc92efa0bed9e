/** What the scheduler queues and an engine thread runs. */
import type { OutputFormat } from '../../audio/formats.ts';
import type { Segment } from '../../text/types.ts';
import type { EngineId, EngineVoice } from '../adapter.ts';
import type { AudioPart, SegmentResult } from '../thread/protocol.ts';

/** One segment, the voice that speaks it, and the format of the response that its audio goes into. */
export interface SpeakWork {
  readonly segment: Segment;
  readonly voice: EngineVoice;
  readonly format: OutputFormat;
  /** For containers whose encoder's state spans segments. */
  readonly encoder?: EncoderAffinity | undefined;
  /** Code points of the transcript that the segment stands for: what the speaking rate is measured by. */
  readonly characters: number;
  /**
   * It was lost with its thread before. It is then spoken with no other task in the thread, so that a segment that ends its thread
   * takes no other one along again. False when absent.
   */
  readonly isRepeated?: boolean | undefined;
  /** Whether the times of its words are of use; its thread is spared finding them otherwise. Default true. */
  readonly needsWords?: boolean;
  /** Whether its phonemes are of use; its thread and the message of its end are spared them otherwise. Default true. */
  readonly needsPhonemes?: boolean;
  /** Its audio ends with the word that is being spoken at this output sample. Default: it has no limit. */
  readonly maxSamples?: number | undefined;
  /** Whether the engine's rate is measured by it. Default true. */
  readonly isMeasured?: boolean;
}

/** The encoder of a response, which lives in one thread: all its tasks run there. */
export interface EncoderAffinity {
  readonly id: number;
  /** The engine whose threads it is in. */
  readonly engine: EngineId;
  /** Set when its first task is given to a thread: from then on the encoder's state exists there only. */
  thread: TaskThread | undefined;
}

/** The part of a thread that tasks and their encoders know. */
export interface TaskThread {
  readonly isDead: boolean;
  abort(task: SynthesisTask): void;
  drop(stream: number): void;
}

/** Hears of a task. Nothing is called after `end`, `failed` or a cancel. */
export interface TaskListener {
  audio(part: AudioPart): void;
  end(result: SegmentResult): void;
  failed(error: TaskError): void;
}

/** Smaller is more urgent. `-Infinity`: has sent no audio yet; else the time in ms at which the sent audio runs out. */
export type Deadline = number;

/** One segment to speak, or one encoder to drain. */
export interface SynthesisTask {
  readonly id: number;
  readonly engine: EngineId;
  readonly work: SpeakWork | { readonly finish: EncoderAffinity };
  readonly deadline: Deadline;
  readonly listener: TaskListener;
  /** Clock time in ms at which it was queued. */
  readonly queuedAt: number;
  startedAt: number | undefined;
  isCancelled: boolean;
  thread: TaskThread | undefined;
}

export type TaskErrorKind = 'engine' | 'thread' | 'overload' | 'unavailable' | 'rejected';

/**
 * Why a task failed. `engine`: the engine failed on this segment. `thread`: the thread died or was replaced, which says nothing
 * about the segment. `overload`: it was taken from the queue unspoken. `unavailable`: the engine cannot speak now, whatever the
 * text, and has given nothing of the segment but its leading pause.
 * `rejected`: it cannot speak this segment, and has given nothing of it.
 */
export class TaskError extends Error {
  override readonly name = 'TaskError';
  readonly kind: TaskErrorKind;
  /** The engine has set itself aside for so long. */
  readonly lastsMs: number | undefined;

  constructor(kind: TaskErrorKind, message: string, lastsMs?: number) {
    super(message);
    this.kind = kind;
    this.lastsMs = lastsMs;
  }

  /** Nothing of the segment was given, and another engine may speak it. */
  get allowsFallback(): boolean {
    return this.kind === 'unavailable' || this.kind === 'rejected';
  }
}

/** The encoder a task belongs to, if its container keeps state. */
export function encoderOf({ work }: SynthesisTask): EncoderAffinity | undefined {
  return 'finish' in work ? work.finish : work.encoder;
}

/** Whether it has to run with no other task in its thread. */
export function runsAlone({ work }: SynthesisTask): boolean {
  return 'segment' in work && work.isRepeated === true;
}
