/**
 * One utterance: open → finished, expired, cancelled or failed. Text comes in by {@link SpeechContext.push}, events go
 * out to the listener in order, and exactly one terminal event (`done: true`) ends every life (docs/rules.md#terminal-event).
 */
import { asServiceError, invalidField, ServiceError } from '../errors/service-error.ts';
import type { EnginePool } from '../engines/pool.ts';
import type { GenerationConfig } from '../text/reader.ts';
import type { SpeechEvent } from './events.ts';
import { systemClock, type Clock } from '../timing/clock.ts';
import { Playback } from '../timing/playback.ts';
import { SegmentQueue } from './segment-queue.ts';
import { silentObserver, type SpeechObserver, type SpeechSettings } from './settings.ts';
import { Transcript } from './transcript.ts';

export interface ContextOptions {
  readonly pool: EnginePool;
  readonly settings: SpeechSettings;
  readonly generationConfig: GenerationConfig;
  /** Hears every event, in order; the last one is terminal. */
  readonly listener: (event: SpeechEvent) => void;
  /**
   * Called with the first non-blank text: takes one of the organization's places and gives how to return it.
   * Nothing is spoken before it resolves; it rejects with `concurrency_limited`. Default: always admitted.
   */
  readonly admit?: () => Promise<{ readonly release: () => void }>;
  readonly clock?: Clock;
  readonly observer?: SpeechObserver;
  /** How long undecided text waits while no message says it. Default 0. */
  readonly maxBufferDelayMs?: number;
  /** Characters a context takes in its life. Default 100,000 (docs/rules.md#context-text-limit). */
  readonly maxCharacters?: number;
  /** A context ends this long after its last chunk and the end of its playback. Default 1,000 ms (docs/rules.md#context-expiry). */
  readonly expiryMs?: number;
}

export interface Push {
  readonly transcript: string;
  /** More text will follow. */
  readonly continue: boolean;
  readonly flush: boolean;
  /** How long undecided text may wait for more, 0–5000 ms; the newest value counts, undefined keeps it. */
  readonly maxBufferDelayMs?: number | undefined;
  /** Replaces the last one given; undefined keeps it. */
  readonly generationConfig?: GenerationConfig | undefined;
}

type State = 'open' | 'finishing' | 'ended';

export class SpeechContext {
  readonly settings: SpeechSettings;
  readonly #options: Required<ContextOptions>;
  readonly #transcript: Transcript;
  readonly #queue: SegmentQueue;
  readonly #playback: Playback;
  #state: State = 'open';
  #characters = 0;
  #maxBufferDelayMs: number;
  #firstTextAt: number | undefined;
  #lastMessageAt = -Infinity;
  #admission: 'none' | 'asked' | 'given' = 'none';
  #release: () => void = () => undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(options: ContextOptions) {
    this.#options = {
      admit: () => Promise.resolve({ release: () => undefined }),
      clock: systemClock,
      observer: silentObserver,
      maxBufferDelayMs: 0,
      maxCharacters: 100_000,
      expiryMs: 1000,
      ...options,
    };
    const { settings, pool, observer, clock } = this.#options;
    this.settings = settings;
    this.#maxBufferDelayMs = this.#options.maxBufferDelayMs;
    const { language, normalization, dictionary, limits } = settings;
    this.#transcript = new Transcript(
      { language, limits, reader: { language, normalization, dictionary } },
      options.generationConfig,
    );
    this.#playback = new Playback();
    this.#queue = new SegmentQueue({
      pool,
      settings,
      observer,
      clock,
      playback: this.#playback,
      firstTextAt: () => this.#firstTextAt ?? clock.now(),
      next: () => this.#transcript.next(),
      emit: (event) => this.#emit(event),
      idle: () => this.#onIdle(),
      ended: () => this.#end({ type: 'done' }),
      failed: (error) => this.#end({ type: 'error', done: true, error }),
    });
  }

  get ended(): boolean {
    return this.#state === 'ended';
  }

  /** No more text is taken; what is there is being spoken. */
  get finishing(): boolean {
    return this.#state === 'finishing';
  }

  /** Has had text, so that it speaks or expires and ends by itself; false while it waits for its first. */
  get isActive(): boolean {
    return !this.ended && (this.finishing || this.#firstTextAt !== undefined);
  }

  /**
   * The next piece of the utterance.
   * Text after `continue: false` gets a non-terminal error and changes nothing; a blank final one is ignored (docs/rules.md#terminal-event).
   */
  push(push: Push): void {
    const { transcript } = push;
    if (this.#state !== 'open') return this.#refuse(push);
    if (!this.#take(transcript)) return;
    this.#cancelTimer();
    this.#lastMessageAt = this.#options.clock.now();
    this.#reconfigure(push.generationConfig);
    this.#maxBufferDelayMs = push.maxBufferDelayMs ?? this.#maxBufferDelayMs;
    this.#transcript.append(transcript, this.#lastMessageAt);
    if (push.flush) this.#transcript.end('flush_done');
    if (!push.continue) return this.#finish();
    if (this.#maxBufferDelayMs === 0) this.#transcript.release();
    this.#queue.advance();
  }

  /** Stops at once; what has been sent stays sent. Ends with `done`. */
  cancel(): void {
    this.#end({ type: 'done' });
  }

  /** Ends without a word: the client is gone. */
  abandon(): void {
    this.#close();
  }

  /** Ends with a terminal error. */
  fail(error: ServiceError): void {
    this.#end({ type: 'error', done: true, error });
  }

  /** The client reads too slowly: no new segment begins until {@link resume}. */
  pause(): void {
    this.#queue.pause();
  }

  /** The client does not read: like {@link pause}, and what is being spoken stops as well. */
  suspend(): void {
    this.#queue.suspend();
  }

  resume(): void {
    this.#queue.resume();
  }

  #refuse(push: Push): void {
    if (this.#state === 'ended' || push.transcript.trim() === '') return;
    const error = new ServiceError(
      'context_closed',
      'Text came after `continue: false` while the context was still speaking; use another context_id, or wait for `done`.',
    );
    this.#emit({ type: 'error', done: false, error });
  }

  /** @returns false when the context ended because the text may not be taken */
  #take(transcript: string): boolean {
    this.#characters += transcript.length;
    if (this.#characters > this.#options.maxCharacters) {
      this.fail(invalidField('transcript', `a context takes at most ${this.#options.maxCharacters} characters in all`));
      return false;
    }
    if (transcript.trim() === '') return true;
    this.#firstTextAt ??= this.#options.clock.now();
    if (this.#admission === 'none') void this.#askAdmission();
    return true;
  }

  async #askAdmission(): Promise<void> {
    this.#admission = 'asked';
    this.#queue.hold();
    try {
      const { release } = await this.#options.admit();
      if (this.ended) {
        release();
        return;
      }
      this.#release = release;
      this.#admission = 'given';
      this.#queue.unhold();
    } catch (error) {
      this.fail(asServiceError(error));
    }
  }

  /** A changed configuration starts a new segment, so what is buffered is spoken with the old one (docs/rules.md#generation-config). */
  #reconfigure(config: GenerationConfig | undefined): void {
    if (config !== undefined && !isSameConfig(config, this.#transcript.generationConfig)) {
      this.#transcript.generationConfig = config;
    }
  }

  /** Nothing is left to speak: either undecided text waits for its delay to run out, or the context waits to expire. */
  #onIdle(): void {
    this.#cancelTimer();
    if (this.#state !== 'open') return;
    const { clock } = this.#options;
    const since = this.#transcript.waitingSince;
    // The delay counts from the oldest undecided character and is not restarted by what comes later (docs/rules.md#buffer-delay).
    if (since !== undefined) {
      return this.#after(since + this.#maxBufferDelayMs - clock.now(), () => this.#releaseText());
    }
    // Without any text there is nothing to expire; the socket's idle limit bounds it.
    if (this.#firstTextAt === undefined) return;
    const lastSign = Math.max(this.#lastMessageAt, this.#playback.lastSignAt ?? -Infinity);
    this.#after(lastSign + this.#options.expiryMs - clock.now(), () => this.#finish());
  }

  #releaseText(): void {
    this.#transcript.release();
    this.#queue.advance();
  }

  /** Nobody stands above a timer: what it throws ends this context, not the process. */
  #after(ms: number, callback: () => void): void {
    this.#cancelTimer = this.#options.clock.after(Math.max(0, ms), () => {
      try {
        callback();
      } catch (error) {
        this.fail(asServiceError(error));
      }
    });
  }

  #finish(): void {
    this.#cancelTimer();
    this.#state = 'finishing';
    this.#transcript.end('finish');
    this.#queue.advance();
  }

  #emit(event: SpeechEvent): void {
    if (this.#state !== 'ended') this.#options.listener(event);
  }

  #end(event: SpeechEvent): void {
    if (this.#state === 'ended') return;
    this.#close();
    this.#options.listener(event);
  }

  #close(): void {
    this.#state = 'ended';
    this.#cancelTimer();
    this.#queue.close();
    this.#release();
    this.#release = () => undefined;
  }
}

/** With the defaults of the interface for what is left out. */
function isSameConfig(a: GenerationConfig, b: GenerationConfig): boolean {
  return (
    (a.speed ?? 1) === (b.speed ?? 1) &&
    (a.volume ?? 1) === (b.volume ?? 1) &&
    (a.emotion ?? 'neutral') === (b.emotion ?? 'neutral')
  );
}
