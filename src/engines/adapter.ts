/**
 * The one interface between Sonorant and a synthesizer. An engine is a folder and a line in the registry: its
 * {@link EngineDescriptor} is data and small functions, and its {@link Synthesizer} is loaded inside a thread, where it turns
 * a segment and a voice into PCM and marks. Everything around it (scheduling, resampling, gain, encoding, events) is done
 * once for all engines.
 */
import type { Timbre } from '../audio/timbre/timbre.ts';
import type { ForeignWords } from '../text/scripts.ts';
import type { ProsodySupport, Segment, SegmentationLimits } from '../text/types.ts';

/** Name of an engine in the registry, in `SONORANT_ENGINES` and as a model id; lower case, without a comma. */
export type EngineId = string;

/** What an engine can do. Capabilities are constants: they hold for every voice and every call. */
export interface Capabilities {
  /** ISO 639-1 codes it speaks by their own rules. A voice of another engine may be spoken by it in these only. */
  readonly languages: readonly string[];
  /** Sample rate in Hz of the PCM it yields; the thread's pipeline resamples from it. */
  readonly sampleRate: number;
  /**
   * Where the times of the words come from. `exact`: the engine knows them. `aligned`: the engine gives none, and its thread
   * aligns the audio with that of the {@link ReferenceEngine}; where there is no reference, as `none`. `estimated`: the engine
   * computes them without knowing. `none`: it has none, and a request for timestamps gets audio without any; a word is never
   * given at 0–0.
   */
  readonly marks: 'exact' | 'aligned' | 'estimated' | 'none';
  /** Gives a start and an end for each phoneme; otherwise no phoneme timestamps are sent. */
  readonly phonemes: boolean;
  /**
   * Other engines may use it in their threads as a {@link ReferenceEngine}: it is cheap, deterministic, its marks of words and
   * phonemes are exact, and its synthesizer has {@link Synthesizer.phonemize}. Default false.
   */
  readonly reference?: boolean;
  /**
   * The same segment and voice give the same samples and marks, whatever was spoken before. Then a segment may be taken back
   * (slow client) or lost (dead thread) and is spoken again from where it was; otherwise it is let run to its end, and a lost
   * one that was heard ends its context with an error.
   */
  readonly deterministic: boolean;
  /** How a voice is made from a clip: not at all, from a profile of measured parameters, or by the model itself. */
  readonly cloning: 'none' | 'profile' | 'zero-shot';
  /** Speaks between two of the voices that it brings along ({@link EngineVoice.blend}). Default false. */
  readonly blending?: boolean;
  /**
   * What the engine does itself. Without `rate` a request for another speed is refused. Without `pitch` it is given a pitch and
   * a range of 1. With `emotion` it is given the emotion's name in place of the pitch, range and rate that stand for it.
   * Volume and the leading pause are always the pipeline's.
   */
  readonly prosody: ProsodySupport;
  /** The rates that it speaks as they are asked for; for others it takes its nearest. Default 0.3–3, all there are. */
  readonly rates?: { readonly min: number; readonly max: number };
  /**
   * Words of other scripts that it reads inside a text of one of its languages: by the language that their script stands for, and the
   * languages of the text in which it spells them instead. Words of all others are spoken apart, by a voice of their language.
   * Default: it reads all.
   */
  readonly foreignWords?: ForeignWords;
  /** Tasks at once in one thread, at least 1. More than 1 only for an engine that waits (a child process, a server). */
  readonly concurrency: number;
  /** How its text is cut, and how short the first piece may be. */
  readonly segmentation: SegmentationLimits;
}

/** What an engine is known by without loading anything. */
export interface EngineDescriptor {
  readonly id: EngineId;
  readonly capabilities: Capabilities;
  /** What it brings to the catalogue of voices, the default ones first. Constant. */
  voices(): readonly BuiltInVoice[];
  /** How it speaks a voice; undefined when it cannot. Constant: the same target gives the same voice. */
  cast(target: VoiceTarget): EngineVoice | undefined;
  /**
   * Syllables in a second of speech, as `audio/clip/syllables` counts them, that a voice speaks at rate 1; what has to be as fast as other
   * speech is then spoken so at once. Undefined where it was not measured. Constant.
   */
  syllableRate?(voice: EngineVoice): number | undefined;
  /**
   * `shared`: in every thread of the embedded engines, which it owns while it speaks. Otherwise it has threads of its own,
   * each with `capabilities.concurrency` tasks at once. With `memoryBytes`, about what it takes while it is loaded, it is loaded
   * when it is first used, and unloaded when the memory is needed for another one that is. A task that answers nothing for
   * `hangMs` hangs; as long as the scheduler says when absent.
   */
  readonly placement: 'shared' | { readonly threads: number; readonly memoryBytes?: number; readonly hangMs?: number };
  /** It does not load without a {@link ReferenceEngine}: it is given words by their phonemes. Default false. */
  readonly needsReference?: boolean;
  /** What a thread imports to load it. */
  readonly module: SynthesizerModule;
}

/** The engines that may speak, in order of preference, which come and go: read anew for each use. */
export interface EngineSource {
  /** The same array as long as nothing changes. */
  readonly engines: readonly EngineDescriptor[];
}

/** Names a module of the engine: functions do not cross threads, so the thread imports it and calls its `load`. */
export interface SynthesizerModule {
  /** Absolute address of a module that exports {@link LoadSynthesizer} as `load`. */
  readonly url: string;
  /** Given to `load`. Plain data. */
  readonly options?: unknown;
}

/**
 * Loads the synthesizer in this thread.
 * @param reference for engines whose descriptor needs one; undefined otherwise, and where this installation has none
 * @throws {Error} when its package is not installed, or it does not start
 */
export type LoadSynthesizer = (options?: unknown, reference?: ReferenceEngine) => Promise<Synthesizer>;

/** An engine of the embedded ones, loaded beside another one that asks it how words are said. */
export interface ReferenceEngine {
  readonly capabilities: Capabilities;
  readonly synthesizer: Synthesizer & Required<Pick<Synthesizer, 'phonemize'>>;
  /** Its first voice of a language, by ISO 639-1 code; undefined when it does not speak it. */
  voiceFor(language: string): EngineVoice | undefined;
}

/** One synthesizer, loaded in this thread. */
export interface Synthesizer {
  /**
   * Speaks one segment. `segment.prosody.volume`, the volumes of its tokens and `segment.pauseSeconds` are not its business: the
   * pipeline applies them.
   * When the signal is aborted, it returns early, and what it has given is dropped. A synchronous synthesizer looks at
   * `signal.aborted`, which another thread can raise at any moment; one that waits may listen for the event.
   * @throws {EngineUnavailableError} when it cannot speak now and has given nothing of the segment
   * @throws {SegmentRejectedError} when it cannot speak this segment and has given nothing of it
   * @throws {Error} when it fails on this segment
   */
  speak(segment: Segment, voice: EngineVoice, sink: SpeechSink, signal: AbortSignal): void | Promise<void>;
  /**
   * How loud a voice is that speaks a language, in LUFS, as it was measured, less what the limiter takes from it; the pipeline brings it to the loudness that all voices
   * have. Undefined where it is not known: then a deterministic engine is heard as it is, and another one is levelled over its
   * first seconds. Constant: the same segment and voice have the same level.
   */
  level?(segment: Segment, voice: EngineVoice): number | undefined;
  /**
   * How it says the spoken words of a segment, one entry for each in order. Only of engines that are a `reference`.
   * @throws {Error} when it fails on this segment
   */
  phonemize?(segment: Segment, voice: EngineVoice): readonly PhonemizedWord[];
  /**
   * Does what the first segment would wait for: has its code optimized, loads modules. Called once after loading, but in threads that
   * are for a short text.
   * @throws {Error} when it cannot speak: it counts as not loaded
   */
  warmUp?(): void;
  /** Frees what the thread's end does not free: child processes, connections. */
  close(): Promise<void>;
}

/**
 * The engine cannot speak now, whatever the text: its server does not answer, its model does not load. A context that has given
 * no audio yet is spoken by the next engine instead.
 */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
  /** The engine has set itself aside for so long; undefined when it does not know. */
  readonly lastsMs: number | undefined;

  constructor(message: string, { lastsMs, ...options }: ErrorOptions & { readonly lastsMs?: number } = {}) {
    super(message, options);
    this.lastsMs = lastsMs;
  }
}

/**
 * The engine cannot speak this segment, and has given nothing of it; others it can. The context falls back as for an engine that is
 * unavailable, and nothing is held against the engine.
 */
export class SegmentRejectedError extends Error {
  override readonly name = 'SegmentRejectedError';
}

/** A spoken word by its phonemes. */
export interface PhonemizedWord {
  /** Index into `segment.tokens`. */
  readonly token: number;
  /** Index into that token's `spoken`. */
  readonly word: number;
  /** IPA with stress marks, without punctuation; empty for a word that has no sound. */
  readonly phonemes: string;
}

/** Where a synthesizer writes. A breach of what is said here fails the segment. */
export interface SpeechSink {
  /** Whether the marks are of use; where they are not, an engine may leave them out. Default true. */
  readonly needsMarks?: boolean;
  /** Mono PCM, −32768…32767. The synthesizer gives the array away and does not touch it again. */
  audio(samples: Int16Array): void;
  /**
   * All marks of the segment, where they are needed, given once and as soon as the engine knows them: before, between or behind the audio. Exact marks
   * that come before the last audio go out with it. With exact and estimated marks: every spoken word of every token exactly once,
   * in order. Not called, or with an empty list, by an engine without.
   */
  marks(marks: readonly Mark[]): void;
  /**
   * Sounds of the segment that the engine has nothing for, nor anything near, and leaves out, in IPA, once for each time. They are
   * counted, and an operator is told.
   */
  leftOut?(sounds: readonly string[]): void;
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

/** A voice in the engine's own terms. Plain data: it crosses threads and is stored with a cloned voice. */
export interface EngineVoice {
  readonly engine: EngineId;
  /** The engine's name of the voice: a speaker, or a language file. */
  readonly name: string;
  /** The engine's name of a variation of that voice. */
  readonly variant?: string;
  /** Multiplier on the voice's mean pitch, 0.5–2; 1 when absent. */
  readonly pitch?: number;
  /** What was measured of the speaker it is a clone of; only for engines that clone from a profile. */
  readonly profile?: SpeakerProfile;
  /** What it is to sound like; only for engines that clone by the model itself. */
  readonly clip?: VoiceClip;
  /** The voice that it is mixed with; only for engines that blend. */
  readonly blend?: VoiceBlend;
}

/** The second of two voices of one engine, between which a third one lies. */
export interface VoiceBlend {
  /** The engine's name of it. */
  readonly name: string;
  /** Its share, 0–1, in hundredths: 0 is the first voice alone. */
  readonly weight: number;
}

/** A recording of a speaker, for engines that clone by the model itself. */
export interface VoiceClip {
  /** The same id always means the same samples. */
  readonly id: string;
  /** Mono PCM, −32768…32767, over shared memory, so that it is not copied for each segment. 1–30 s. */
  readonly samples: Int16Array<SharedArrayBuffer>;
  /** Hz. */
  readonly sampleRate: number;
  /** What is said in it; undefined when the owner did not give it. */
  readonly transcript?: string | undefined;
}

/** What of a clip makes a voice less like its speaker: it seems to have several speakers, or much noise. */
export const clipNotes = ['several_speakers', 'noisy'] as const;
/** One of {@link clipNotes}. */
export type ClipNote = (typeof clipNotes)[number];

/** A speaker as a clip tells of them, in units that no engine owns. */
export interface SpeakerProfile {
  /** Median fundamental frequency in Hz, 60–500. */
  readonly medianPitch: number;
  /** How far it moves: from its 10th to its 90th percentile, as a share of the median, 0.1–1. */
  readonly pitchSpread: number;
  /** Of voices made before it was measured, and of recordings with too few vowels to tell, undefined. */
  readonly timbre?: Timbre | undefined;
  /** Of the clips it was measured in; none when absent. */
  readonly notes?: readonly ClipNote[] | undefined;
}

/** Genders of the interface. */
export type VoiceGender = 'masculine' | 'feminine' | 'gender_neutral';

/** What a voice is to be, for {@link EngineDescriptor.cast}. */
export interface VoiceTarget {
  /** ISO 639-1 code. */
  readonly language: string;
  /** Id of an accent of the interface that belongs to the language. The engine takes the nearest one it has. */
  readonly accent: string;
  readonly gender: VoiceGender | null;
  /** A voice of this engine that is to speak: it keeps its timbre, and its profile, and takes the language and accent. */
  readonly base?: EngineVoice | undefined;
  /** The speaker to sound like, in place of the base's; given only to engines that clone from a profile. */
  readonly profile?: SpeakerProfile | undefined;
  /** The recording to sound like; given only to engines that clone by the model itself. */
  readonly clip?: VoiceClip | undefined;
}

/** A voice that an engine brings along. */
export interface BuiltInVoice {
  /** Unique over all engines and never changed: the voice's public id is derived from it. `<engine>/<name>`. */
  readonly key: string;
  /** First name under which it is listed. */
  readonly name: string;
  /** Null when it is not known. */
  readonly gender: VoiceGender | null;
  /** ISO 639-1 code of a language of the interface. */
  readonly language: string;
  /** What it speaks, in at most 32 characters: `British English (RP)`. The language's English name when absent. */
  readonly label?: string | undefined;
  /** How it sounds: completes "A feminine voice speaking English: …". */
  readonly character: string;
  /** What it does not do well, as a sentence. */
  readonly caveat?: string | undefined;
  /**
   * Id of the accent of the interface that it speaks with by itself. The main one of its language when absent; null for an
   * accent that is none of the interface's.
   */
  readonly accent?: string | null | undefined;
  /** Ids of the accents that it can take instead, of the same language and in any order. Its own one may be among them. */
  readonly otherAccents?: readonly string[] | undefined;
  /** Under which licence it was given, where that is not the engine's: `CC BY 4.0`. */
  readonly licence?: string | undefined;
  readonly speaker: EngineVoice;
}
