import { wavHeader } from '../audio/wav/header.ts';
import { asServiceError, ServiceError } from '../errors/service-error.ts';
import type { Job, StreamPin } from '../engines/job.ts';
import type { EnginePool } from '../engines/pool.ts';
import type { SegmentResult } from '../engines/protocol.ts';
import type { SpeechEvent } from './events.ts';
import type { Clock } from '../timing/clock.ts';
import type { Playback } from '../timing/playback.ts';
import type { SpeechObserver, SpeechSettings } from './settings.ts';
import { Timeline } from './timeline.ts';
import type { Boundary, ReadSegment } from './transcript.ts';

/**
 * The audio side of a context: takes its segments in order, one at a time, to the engines. It stops when the client does
 * not read. A segment that is taken back half-way is spoken again later from where it was, which the engines' determinism
 * makes exact.
 */
export interface SegmentQueueOptions {
  readonly pool: EnginePool;
  readonly settings: SpeechSettings;
  readonly playback: Playback;
  readonly clock: Clock;
  readonly observer: SpeechObserver;
  /** Clock time in ms at which the first text of the utterance came. */
  firstTextAt(): number;
  /** The next thing to do; undefined while there is none. */
  next(): ReadSegment | Boundary | undefined;
  emit(event: SpeechEvent): void;
  /** Nothing is left to do and nothing is speaking. */
  idle(): void;
  /** Everything is out. */
  ended(): void;
  failed(error: ServiceError): void;
}

/** A segment on its way to the listener. */
interface SpeakItem extends ReadSegment {
  /** Bytes already sent of it, when it was taken back half-way. */
  sentBytes: number;
  /** The observer has heard of it. */
  told: boolean;
}

type Item = SpeakItem | Boundary;

export class SegmentQueue {
  readonly #options: SegmentQueueOptions;
  readonly #timeline: Timeline;
  readonly #stream: StreamPin | undefined;
  /** Read while the one before is spoken, so that the engine does not wait for it; or taken back. */
  readonly #ahead: Item[] = [];
  #current: { readonly item: Item; readonly job: Job } | undefined;
  #paused = false;
  #held = false;
  #closed = false;
  #lastStepAt: number | undefined;
  /** Goes out in front of the first audio, once for the whole response. */
  #header: Uint8Array<ArrayBuffer> | undefined;

  constructor(options: SegmentQueueOptions) {
    this.#options = options;
    const { format, normalizedTimestamps } = options.settings;
    this.#timeline = new Timeline({ sampleRate: format.sampleRate, normalized: normalizedTimestamps });
    // An MP3 encoder carries its bit reservoir over segments; raw and WAV have no state behind the header.
    this.#stream = format.container === 'mp3' ? options.pool.openStream() : undefined;
    if (format.container === 'wav') this.#header = new Uint8Array(wavHeader(format));
  }

  /** Nothing is speaking and nothing was ready to be spoken when it last looked. */
  get isIdle(): boolean {
    return this.#current === undefined && this.#ahead.length === 0;
  }

  /** Begins nothing new until {@link resume}; what is being spoken goes on to its end. */
  pause(): void {
    this.#paused = true;
  }

  /** Like {@link pause}, and takes back what is being spoken. */
  suspend(): void {
    this.#paused = true;
    const current = this.#current;
    // A container with state cannot be taken back half-way; it is small enough to let the segment end.
    if (current?.item.kind !== 'speak' || this.#stream !== undefined) return;
    this.#options.pool.cancel(current.job);
    this.#current = undefined;
    this.#ahead.unshift(current.item);
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.advance();
  }

  /** Nothing is begun until {@link unhold}: the context is not admitted yet. */
  hold(): void {
    this.#held = true;
  }

  unhold(): void {
    this.#held = false;
    this.advance();
  }

  close(): void {
    this.#closed = true;
    this.#ahead.length = 0;
    if (this.#current !== undefined) this.#options.pool.cancel(this.#current.job);
    this.#current = undefined;
    if (this.#stream !== undefined) this.#options.pool.dropStream(this.#stream);
  }

  /** Goes on with what there is to do. */
  advance(): void {
    while (this.#current === undefined && this.#isRunning) {
      const item = this.#take();
      if (item === undefined) return this.#rest();
      if (item.kind === 'speak') this.#speak(item);
      else if (item.kind === 'flush_done') this.#acknowledge(item.flushId);
      else this.#drain(item);
    }
  }

  /** Unless reading the text has just failed and closed everything. */
  #rest(): void {
    if (this.#isRunning) this.#options.idle();
  }

  get #isRunning(): boolean {
    return !this.#paused && !this.#held && !this.#closed;
  }

  #take(): Item | undefined {
    return this.#ahead.shift() ?? this.#read();
  }

  /** A fault of the text layer ends this context, not the process. */
  #read(): Item | undefined {
    try {
      const next = this.#options.next();
      return next?.kind === 'speak' ? { ...next, sentBytes: 0, told: false } : next;
    } catch (error) {
      this.#options.failed(asServiceError(error));
      return undefined;
    }
  }

  #speak(item: SpeakItem): void {
    const { pool, settings, playback, clock, observer } = this.#options;
    const { engine } = settings.speaker;
    const startedAt = clock.now();
    let skip = item.sentBytes;
    const work = {
      segment: item.segment,
      voice: settings.speaker,
      format: settings.format,
      ...(this.#stream && { stream: this.#stream }),
    };
    const job = pool.speak(work, playback.endsAt, {
      audio: (bytes, samples) => {
        const fresh = bytes.subarray(Math.min(skip, bytes.byteLength));
        skip -= bytes.byteLength - fresh.byteLength;
        const wasSentBeforePause = bytes.byteLength > 0 && fresh.byteLength === 0;
        if (wasSentBeforePause) return;
        item.sentBytes += fresh.byteLength;
        this.#tell(item);
        this.#observeTiming(startedAt, engine);
        const freshSamples = bytes.byteLength === 0 ? samples : (samples * fresh.byteLength) / bytes.byteLength;
        const seconds = freshSamples / settings.format.sampleRate;
        playback.sent(seconds, clock.now());
        this.#chunk(fresh, seconds, item.flushId);
      },
      end: (result) => {
        observer.segment(engine, result.samples / settings.format.sampleRate, result.wallMs / 1000);
        this.#current = undefined;
        this.#tell(item);
        this.#timestamps(item, result);
        this.advance();
      },
      failed: (error) => this.#fail(error),
    });
    this.#current = { item, job };
    if (this.#ahead.length > 0) return;
    const following = this.#read();
    if (following !== undefined && !this.#closed) this.#ahead.push(following);
  }

  #tell(item: SpeakItem): void {
    if (!item.told) this.#options.observer.spoken(this.#options.settings, item.characters);
    item.told = true;
  }

  #observeTiming(startedAt: number, engine: string): void {
    const { playback, clock, observer } = this.#options;
    const now = clock.now();
    if (!playback.started) observer.firstAudio(engine, (now - this.#options.firstTextAt()) / 1000);
    else if (startedAt < playback.endsAt && now > playback.endsAt) observer.underrun(engine);
  }

  #timestamps({ segment, mayContinue, flushId }: ReadSegment, result: SegmentResult): void {
    const { settings } = this.#options;
    const phonemes = settings.phonemeTimestamps ? this.#timeline.phonemes(result) : undefined;
    const words = this.#timeline.place(segment, result, mayContinue);
    if (settings.wordTimestamps && words !== undefined) {
      this.#options.emit({ type: 'timestamps', timestamps: words, flushId });
    }
    if (phonemes !== undefined) this.#options.emit({ type: 'phoneme_timestamps', timestamps: phonemes, flushId });
  }

  #heldWord(flushId: number): void {
    const held = this.#timeline.release();
    if (this.#options.settings.wordTimestamps && held !== undefined) {
      this.#options.emit({ type: 'timestamps', timestamps: held, flushId });
    }
  }

  #acknowledge(flushId: number): void {
    this.#heldWord(flushId);
    this.#options.emit({ type: 'flush_done', flushId });
  }

  #drain(item: Boundary): void {
    this.#heldWord(item.flushId);
    this.#sendHeader(item.flushId);
    if (this.#stream === undefined) return this.#options.ended();
    const job = this.#options.pool.finish(this.#stream, this.#options.playback.endsAt, {
      audio: (bytes) => this.#chunk(bytes, 0, item.flushId),
      end: () => this.#options.ended(),
      failed: (error) => this.#fail(error),
    });
    this.#current = { item, job };
  }

  #sendHeader(flushId: number): void {
    const header = this.#header;
    this.#header = undefined;
    if (header !== undefined) this.#chunk(header, 0, flushId);
  }

  #chunk(data: Uint8Array<ArrayBuffer>, seconds: number, flushId: number): void {
    if (data.byteLength === 0) return;
    this.#sendHeader(flushId);
    const now = this.#options.clock.now();
    const stepTimeMs = now - (this.#lastStepAt ?? now);
    this.#lastStepAt = now;
    this.#options.emit({ type: 'chunk', data, seconds, stepTimeMs, flushId });
  }

  #fail(cause: Error): void {
    this.#current = undefined;
    this.#options.failed(
      new ServiceError('engine_failed', 'The speech engine failed on this text; the request can be sent again.', {
        cause,
      }),
    );
  }
}
