/** What a context is made of, and what it is given. */
import type { Reservation } from '../engines/scheduling/reservation.ts';
import type { SpeechScheduler } from '../engines/scheduling/scheduler.ts';
import type { GenerationConfig } from '../text/reader.ts';
import type { Clock } from '../timing/clock.ts';
import type { SpeechEvent } from './events.ts';
import type { SpeechMeter, SpeechObserver, SpeechSettings } from './settings.ts';
import type { SpeakerTurn } from './turns.ts';

/** What a context is made of. Only the limits and what has a default may be left out. */
export interface SpeechContextOptions {
  readonly scheduler: SpeechScheduler;
  readonly settings: SpeechSettings;
  /**
   * What the turns of its text may be spoken with, where it has several speakers; no other engine speaks in their place then. Their
   * engines have room when the context is admitted. Default: it has one speaker.
   */
  readonly cast?: readonly SpeechSettings[];
  readonly generationConfig: GenerationConfig;
  /** Hears every event, in order; the last one is terminal. */
  readonly onEvent: (event: SpeechEvent) => void;
  /** Called whenever the engines have been given all decided text and more would be begun. */
  readonly onTextNeeded?: () => void;
  /** Counts what is spoken; `exempt` only for what the service says on its own account (docs/rules.md#preview-metering). */
  readonly meter: SpeechMeter | 'exempt';
  /**
   * Called with the first non-blank text: takes one of the contexts that the organization may have at once. Nothing is
   * spoken before it resolves; it rejects with `concurrency_limited`. Default: that is the caller's business.
   */
  readonly acquireLease?: () => Promise<{ readonly release: () => void }>;
  /**
   * Carries this context as long as its engine is the reservation's; a fallback asks for room of its own. Default: the engines are
   * asked for this context alone.
   */
  readonly reservation?: Pick<Reservation, 'engine' | 'admit'>;
  readonly observer?: Partial<SpeechObserver>;
  readonly clock?: Clock;
  /** How long undecided text waits while no message says it. Default 0 ms; `Infinity`: until it is decided. */
  readonly maxBufferDelayMs?: number;
  /** Characters a context takes in its life. Default 100,000 (docs/rules.md#context-text-limit). */
  readonly maxCharacters?: number;
  /** A context ends this long after its last sign. Default 1,000 ms (docs/rules.md#context-expiry); `Infinity`: only when told. */
  readonly expiryMs?: number;
  /**
   * Segments that the engines may speak at the same time. Default 1, and 2 for an engine that takes several tasks at once, which
   * then begins a segment while the one before is on its way; more serve a consumer that waits for the whole.
   */
  readonly parallelSegments?: number;
  /** Whether reports tell words, at some 100 bytes a word. Default false. */
  readonly keepsWords?: boolean;
}

/** A message to a context: the next piece of its text. */
export interface Push {
  readonly transcript: string;
  /** Who speaks from here on; undefined: who spoke before. Of the {@link SpeechContextOptions.cast} of the context. */
  readonly turn?: SpeakerTurn | undefined;
  /** More text will follow. */
  readonly continue: boolean;
  readonly flush: boolean;
  /** How long undecided text may wait for more, in ms; the newest value counts, undefined keeps it. */
  readonly maxBufferDelayMs?: number | undefined;
  /** Replaces the last one given; undefined keeps it. */
  readonly generationConfig?: GenerationConfig | undefined;
  /** Replaces that of the settings, or the last one given; undefined keeps it. */
  readonly normalization?: string | undefined;
  /** Bounds the audio to the end of this text and of what follows, in seconds from the first of the context; undefined keeps the bound. */
  readonly maxSeconds?: number | undefined;
}
