/**
 * The one interface between Sonorant and a synthesizer. An engine runs inside a worker thread, states what it can do as
 * data, and turns a segment and a voice into PCM and marks. Everything around it (queueing, resampling, gain, encoding,
 * wire events) is done once for all engines.
 */
import type { Segment, SegmentationLimits } from '../text/types.ts';

export const engineIds = ['espeak', 'flite'] as const;
export type EngineId = (typeof engineIds)[number];

/** What an engine can do. Capabilities are constants: they hold for every voice and every call. */
export interface EngineCapabilities {
  readonly id: EngineId;
  /** Sample rate in Hz of the PCM it yields. */
  readonly sampleRate: number;
  /** ISO 639-1 codes it speaks by their own rules. */
  readonly languages: readonly string[];
  /** Gives a start and an end for each spoken word. */
  readonly wordMarks: boolean;
  /** Gives a start and an end for each phoneme. */
  readonly phonemeMarks: boolean;
  /** PCM arrives while the segment is still being synthesized. */
  readonly streaming: boolean;
  /** Looks at the abort signal inside a segment; otherwise only before and after it (docs/rules.md 14). */
  readonly interruptible: boolean;
  /** How a voice is made from a clip: not at all, from a profile of measured parameters, or by the model itself. */
  readonly cloning: 'none' | 'profile' | 'zero-shot';
  readonly segmentation: SegmentationLimits;
}

/** A voice in the engine's own terms. Plain data: it crosses threads and is stored with a cloned voice. */
export interface EngineVoice {
  readonly engine: EngineId;
  /** The engine's name of the voice: `rms` (flite), `en-us` (eSpeak language file). */
  readonly name: string;
  /** eSpeak voice variant: `f2`, `m3`, … . */
  readonly variant?: string;
  /** Multiplier on the voice's mean pitch, 0.5–2; 1 when absent. */
  readonly pitch?: number;
  /** What was measured of the speaker it is a clone of; only for engines that clone from a profile. */
  readonly profile?: SpeakerProfile;
}

/** A speaker as a clip tells of him, in units that no engine owns. */
export interface SpeakerProfile {
  /** Median fundamental frequency in Hz, 60–500. */
  readonly medianPitch: number;
  /** How far it moves: from its 10th to its 90th percentile, as a share of the median, 0.1–1. */
  readonly pitchSpread: number;
}

/**
 * A mark on the PCM of one segment, in samples of the engine's rate from the segment's first PCM sample.
 * Marks of one kind come in order, do not overlap, `0 ≤ start ≤ end ≤` samples of the segment.
 */
export type Mark =
  | {
      readonly kind: 'word';
      /** Index into `segment.tokens`. */
      readonly token: number;
      /** Index into that token's `spoken`. */
      readonly word: number;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: 'phoneme'; /** IPA. */ readonly phoneme: string; readonly start: number; readonly end: number };

/** Where an engine writes. Calls are synchronous: the engine owns the worker while it speaks. */
export interface SpeechSink {
  /** Mono PCM, −32768…32767. The engine gives the array away and does not touch it again. */
  audio(samples: Int16Array): void;
  /** All marks of the segment, given once, after or between the audio: every spoken word of every token exactly once. */
  marks(marks: readonly Mark[]): void;
}

/** Like an AbortSignal, but readable inside a synchronous synthesis: it looks at memory shared with the main thread. */
export interface AbortFlag {
  readonly aborted: boolean;
}

/** One synthesizer, loaded in this thread. */
export interface Engine {
  readonly capabilities: EngineCapabilities;
  /**
   * Speaks one segment. `segment.prosody.volume` and `segment.pauseSeconds` are not the engine's business: the worker
   * applies them. The same segment and voice give the same samples and marks, whatever was spoken or aborted before.
   * When the flag rises, it returns early and what it has given is dropped.
   * @throws {Error} when the engine itself fails; the instance may then be replaced.
   */
  speak(segment: Segment, voice: EngineVoice, sink: SpeechSink, abort: AbortFlag): void | Promise<void>;
}

/** What a folder under `engines/` exports: capabilities without loading anything, and the loader. */
export interface EngineModule {
  readonly capabilities: EngineCapabilities;
  /** @throws {Error} when the engine's package is not installed or does not start. */
  load(): Promise<Engine>;
}
