/** The messages between the main thread and an engine worker. Plain data only: everything here is structured-cloned. */
import type { OutputFormat } from '../audio/formats.ts';
import type { Segment } from '../text/types.ts';
import type { EngineId, EngineVoice } from './adapter.ts';

/** Given to a worker when it starts. */
export interface WorkerSettings {
  readonly engines: readonly EngineId[];
  /** One Int32 shared with the main thread: 1 = the job that is running is cancelled. */
  readonly abortFlag: SharedArrayBuffer;
}

/** Speak one segment. */
export interface SpeakTask {
  readonly kind: 'speak';
  readonly job: number;
  readonly segment: Segment;
  readonly voice: EngineVoice;
  readonly format: OutputFormat;
  /** The stream this segment continues, where the container's state lives between segments (MP3). */
  readonly stream: number | undefined;
}

/** Drain the container of a stream: the encoder's tail is the last audio of the response. */
export interface FinishTask {
  readonly kind: 'finish';
  readonly job: number;
  readonly stream: number;
}

/** Forget a stream that will not be finished (cancelled). */
export interface DropMessage {
  readonly kind: 'drop';
  readonly stream: number;
}

export type Task = SpeakTask | FinishTask;
export type ToWorker = Task | DropMessage;

/** A time span in samples of the output rate, from the first sample of the segment (its leading pause included). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface WordSpan extends Span {
  /** Index into `segment.tokens`. */
  readonly token: number;
  /** Index into that token's `spoken`. */
  readonly word: number;
}

export interface PhonemeSpan extends Span {
  readonly phoneme: string;
}

export interface SegmentResult {
  /** Output samples of the whole segment. */
  readonly samples: number;
  /** Milliseconds the worker took. */
  readonly wallMs: number;
  readonly words: readonly WordSpan[];
  readonly phonemes: readonly PhonemeSpan[];
}

/** Why an engine does not load, by engine. */
export type EngineFailures = Readonly<Partial<Record<EngineId, string>>>;

export interface AudioPart {
  /** In the output format. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** PCM samples at the output rate that went into the container. */
  readonly samples: number;
}

export type FromWorker =
  | { readonly kind: 'ready'; readonly failures: EngineFailures }
  | ({ readonly kind: 'audio'; readonly job: number } & AudioPart)
  /** With the audio that has not been sent, so that the end of a segment costs one message. */
  | { readonly kind: 'end'; readonly job: number; readonly result: SegmentResult; readonly rest: AudioPart | undefined }
  | { readonly kind: 'failed'; readonly job: number; readonly message: string };
