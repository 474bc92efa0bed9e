/**
 * One utterance: open → finished, expired, cancelled or failed. Text comes in by {@link SpeechContext.push}, events go
 * out to the listener in order, and exactly one terminal event (`done: true`) ends every life (rulings 7–14).
 */
import { invalidField, ServiceError } from '../errors/service-error.ts';
import type { EnginePool } from '../engines/pool.ts';
import type { GenerationConfig } from '../text/reader.ts';
import type { SpeechEvent } from './events.ts';
import { Playback } from './playback.ts';
import { SegmentQueue } from './segment-queue.ts';
import { silentObserver, systemClock, type Clock, type SpeechObserver, type SpeechSettings } from './settings.ts';
import { Transcript, type ReadSegment } from './transcript.ts';

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
  /** Characters a context takes in its life. Default 100,000 (rulings 24). */
  readonly maxCharacters?: number;
  /** A context ends this long after its last chunk and the end of its playback. Default 1,000 ms (rulings 9). */
  readonly expiryMs?: number;
}

export interface Push {
  readonly transcript: string;
  /** More text will follow. */
  readonly continue: boolean;
  readonly flush: boolean;
  /** How long undecided text may wait for more, 0–5000 ms; the newest value counts. */
  readonly maxBufferDelayMs: number;
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
  #flushId = 1;
  #maxBufferDelayMs = 0;
  #admission: 'none' | 'asked' | 'given' = 'none';
  #release: () => void = () => undefined;
  #cancelBufferTimer: () => void = () => undefined;
  #cancelExpiry: () => void = () => undefined;

  constructor(options: ContextOptions) {
    this.#options = { admit: () => Promise.resolve({ release: () => undefined }), clock: systemClock, observer: silentObserver, maxCharacters: 100_000, expiryMs: 1000, ...options };
    const { settings, pool, observer, clock } = this.#options;
    this.settings = settings;
    const { language, normalization, limits } = settings;
    this.#transcript = new Transcript({ language, limits, reader: { language, normalization } }, options.generationConfig);
    this.#playback = new Playback(settings.format.sampleRate, clock);
    this.#queue = new SegmentQueue({
      pool, settings, observer, clock, playback: this.#playback,
      emit: (event) => this.#emit(event),
      idle: () => this.#armExpiry(),
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

  /**
   * The next piece of the utterance.
   * Text after `continue: false` gets a non-terminal error and changes nothing; a blank final one is ignored (rulings 10).
   */
  push(push: Push): void {
    const { transcript } = push;
    if (this.#state !== 'open') return this.#refuse(push);
    if (!this.#take(transcript)) return;
    this.#cancelExpiry();
    this.#reconfigure(push.generationConfig);
    this.#maxBufferDelayMs = push.maxBufferDelayMs;
    this.#transcript.append(transcript, this.#options.clock.now());
    if (push.flush || !push.continue) this.#enqueue(this.#transcript.takeAll());
    else this.#enqueue(this.#transcript.takeDecided());
    if (push.flush) this.#queue.flushDone(this.#flushId++);
    if (!push.continue) return this.#finish();
    this.#armBufferTimer();
    this.#armExpiry();
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

  /** The client does not read: no further engine work until {@link resume}. */
  pause(): void {
    this.#queue.pause();
  }

  resume(): void {
    this.#queue.resume();
  }

  #refuse(push: Push): void {
    if (this.#state === 'ended' || push.transcript.trim() === '') return;
    const error = new ServiceError('context_closed', 'Text came after `continue: false` while the context was still speaking; use another context_id, or wait for `done`.');
    this.#emit({ type: 'error', done: false, error });
  }

  /** @returns false when the context ended because the text may not be taken */
  #take(transcript: string): boolean {
    this.#characters += transcript.length;
    if (this.#characters > this.#options.maxCharacters) {
      this.fail(invalidField('transcript', `a context takes at most ${this.#options.maxCharacters} characters in all`));
      return false;
    }
    if (this.#admission === 'none' && transcript.trim() !== '') void this.#askAdmission();
    return true;
  }

  async #askAdmission(): Promise<void> {
    this.#admission = 'asked';
    this.#queue.hold();
    try {
      const { release } = await this.#options.admit();
      if (this.ended) { release(); return; }
      this.#release = release;
      this.#admission = 'given';
      this.#queue.unhold();
    } catch (error) {
      this.fail(error instanceof ServiceError ? error : new ServiceError('internal_error', 'The server failed on this context.', { cause: error }));
    }
  }

  /** A changed configuration starts a new segment, so what is buffered is spoken with the old one (rulings 11). */
  #reconfigure(config: GenerationConfig | undefined): void {
    if (config === undefined) return;
    const current = this.#transcript.generationConfig;
    if (config.speed === current.speed && config.volume === current.volume && config.emotion === current.emotion) return;
    this.#enqueue(this.#transcript.takeBuffered());
    this.#transcript.generationConfig = config;
  }

  #enqueue(read: readonly ReadSegment[]): void {
    for (const { segment, mayContinue } of read) this.#queue.speak(segment, mayContinue, this.#flushId);
  }

  /** The timer starts at the oldest undecided character and is not restarted by what comes later (rulings 7). */
  #armBufferTimer(): void {
    this.#cancelBufferTimer();
    const since = this.#transcript.waitingSince;
    if (since === undefined) return;
    const left = since + this.#maxBufferDelayMs - this.#options.clock.now();
    const fire = (): void => {
      this.#enqueue(this.#transcript.takeBuffered());
      this.#armExpiry();
    };
    if (left <= 0) return fire();
    this.#cancelBufferTimer = this.#options.clock.after(left, fire);
  }

  #armExpiry(): void {
    this.#cancelExpiry();
    if (this.#state !== 'open' || !this.#queue.isIdle || this.#transcript.waitingSince !== undefined) return;
    const lastSign = this.#playback.lastSignAt;
    if (lastSign === undefined) return;
    const left = lastSign + this.#options.expiryMs - this.#options.clock.now();
    this.#cancelExpiry = this.#options.clock.after(Math.max(0, left), () => {
      this.#enqueue(this.#transcript.takeAll());
      this.#finish();
    });
  }

  #finish(): void {
    this.#cancelBufferTimer();
    this.#cancelExpiry();
    this.#state = 'finishing';
    this.#queue.finish(this.#flushId);
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
    this.#cancelBufferTimer();
    this.#cancelExpiry();
    this.#queue.close();
    this.#release();
    this.#release = () => undefined;
  }
}
