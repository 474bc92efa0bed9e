/**
 * The audio side of a context: its segments in order, one at a time with the engines. It pauses when the client does
 * not read: the running segment is taken back and spoken again later from where it was, which the engines' determinism
 * makes exact.
 */
import { wavHeader } from '../audio/wav/header.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Job, StreamPin } from '../engines/job.ts';
import type { EnginePool } from '../engines/pool.ts';
import type { SegmentResult } from '../engines/protocol.ts';
import type { Segment } from '../text/types.ts';
import type { SpeechEvent } from './events.ts';
import type { Playback } from './playback.ts';
import type { Clock, SpeechObserver, SpeechSettings } from './settings.ts';
import { Timeline } from './timeline.ts';

export interface SegmentQueueOptions {
  readonly pool: EnginePool;
  readonly settings: SpeechSettings;
  readonly playback: Playback;
  readonly clock: Clock;
  readonly observer: SpeechObserver;
  emit(event: SpeechEvent): void;
  /** Nothing is queued or speaking any more. */
  idle(): void;
  /** Everything is out after {@link SegmentQueue.finish}. */
  ended(): void;
  failed(error: ServiceError): void;
}

interface SpeakItem {
  readonly kind: 'speak';
  readonly segment: Segment;
  readonly mayContinue: boolean;
  readonly flushId: number;
  readonly queuedAt: number;
  /** Bytes already sent of it, when it was taken back half-way. */
  sentBytes: number;
}

type Item = SpeakItem | { readonly kind: 'flush_done'; readonly flushId: number } | { readonly kind: 'finish'; readonly flushId: number };

export class SegmentQueue {
  readonly #options: SegmentQueueOptions;
  readonly #items: Item[] = [];
  readonly #timeline: Timeline;
  readonly #stream: StreamPin | undefined;
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

  get isIdle(): boolean {
    return this.#current === undefined && this.#items.length === 0;
  }

  speak(segment: Segment, mayContinue: boolean, flushId: number): void {
    this.#add({ kind: 'speak', segment, mayContinue, flushId, queuedAt: this.#options.clock.now(), sentBytes: 0 });
  }

  /** Acknowledges a flush once everything before it is out. */
  flushDone(flushId: number): void {
    this.#add({ kind: 'flush_done', flushId });
  }

  /** Drains the container and ends once everything is out. */
  finish(flushId: number): void {
    this.#add({ kind: 'finish', flushId });
  }

  pause(): void {
    if (this.#paused || this.#closed) return;
    this.#paused = true;
    const current = this.#current;
    // A container with state cannot be taken back half-way; it is small enough to let the segment end.
    if (current?.item.kind !== 'speak' || this.#stream !== undefined) return;
    this.#options.pool.cancel(current.job);
    this.#current = undefined;
    this.#items.unshift(current.item);
  }

  resume(): void {
    if (!this.#paused || this.#closed) return;
    this.#paused = false;
    this.#advance();
  }

  /** Nothing is begun until {@link unhold}: the context is not admitted yet. */
  hold(): void {
    this.#held = true;
  }

  unhold(): void {
    this.#held = false;
    this.#advance();
  }

  close(): void {
    this.#closed = true;
    this.#items.length = 0;
    if (this.#current !== undefined) this.#options.pool.cancel(this.#current.job);
    this.#current = undefined;
    if (this.#stream !== undefined) this.#options.pool.dropStream(this.#stream);
  }

  #add(item: Item): void {
    this.#items.push(item);
    this.#advance();
  }

  #advance(): void {
    while (this.#current === undefined && !this.#paused && !this.#held && !this.#closed) {
      const item = this.#items.shift();
      if (item === undefined) return;
      if (item.kind === 'speak') this.#speak(item);
      else if (item.kind === 'flush_done') this.#acknowledge(item.flushId);
      else this.#drain(item);
    }
  }

  #speak(item: SpeakItem): void {
    const { pool, settings, playback, clock, observer } = this.#options;
    const { engine } = settings.speaker;
    const startedAt = clock.now();
    let skip = item.sentBytes;
    const work = { segment: item.segment, voice: settings.speaker, format: settings.format, ...(this.#stream && { stream: this.#stream }) };
    const job = pool.speak(work, playback.deadline, {
      audio: (bytes, samples) => {
        const fresh = bytes.subarray(Math.min(skip, bytes.byteLength));
        skip -= bytes.byteLength - fresh.byteLength;
        const wasSentBeforePause = bytes.byteLength > 0 && fresh.byteLength === 0;
        if (wasSentBeforePause) return;
        item.sentBytes += fresh.byteLength;
        this.#observeTiming(item, engine);
        playback.sent(bytes.byteLength === 0 ? samples : (samples * fresh.byteLength) / bytes.byteLength);
        this.#chunk(fresh, item.flushId);
      },
      end: (result) => {
        observer.segment(engine, result.samples / settings.format.sampleRate, (clock.now() - startedAt) / 1000);
        this.#current = undefined;
        this.#timestamps(item, result);
        this.#advance();
        if (this.isIdle) this.#options.idle();
      },
      failed: (error) => this.#fail(error),
    });
    this.#current = { item, job };
  }

  #observeTiming(item: SpeakItem, engine: string): void {
    const { playback, clock, observer } = this.#options;
    const now = clock.now();
    if (!playback.started) observer.firstAudio(engine, (now - item.queuedAt) / 1000);
    else if (item.queuedAt < playback.deadline && now > playback.deadline) observer.underrun(engine, (now - playback.deadline) / 1000);
  }

  #timestamps({ segment, mayContinue, flushId }: SpeakItem, result: SegmentResult): void {
    const { settings } = this.#options;
    const phonemes = settings.phonemeTimestamps ? this.#timeline.phonemes(result) : undefined;
    const words = this.#timeline.place(segment, result, mayContinue);
    if (settings.wordTimestamps && words !== undefined) this.#options.emit({ type: 'timestamps', timestamps: words, flushId });
    if (phonemes !== undefined) this.#options.emit({ type: 'phoneme_timestamps', timestamps: phonemes, flushId });
  }

  #heldWord(flushId: number): void {
    const held = this.#timeline.release();
    if (this.#options.settings.wordTimestamps && held !== undefined) this.#options.emit({ type: 'timestamps', timestamps: held, flushId });
  }

  #acknowledge(flushId: number): void {
    this.#heldWord(flushId);
    this.#options.emit({ type: 'flush_done', flushId });
  }

  #drain(item: Item & { kind: 'finish' }): void {
    this.#heldWord(item.flushId);
    this.#sendHeader(item.flushId);
    if (this.#stream === undefined) return this.#options.ended();
    const job = this.#options.pool.finish(this.#stream, this.#options.playback.deadline, {
      audio: (bytes) => this.#chunk(bytes, item.flushId),
      end: () => this.#options.ended(),
      failed: (error) => this.#fail(error),
    });
    this.#current = { item, job };
  }

  #sendHeader(flushId: number): void {
    const header = this.#header;
    this.#header = undefined;
    if (header !== undefined) this.#chunk(header, flushId);
  }

  #chunk(data: Uint8Array<ArrayBuffer>, flushId: number): void {
    if (data.byteLength === 0) return;
    this.#sendHeader(flushId);
    const now = this.#options.clock.now();
    const stepTimeMs = now - (this.#lastStepAt ?? now);
    this.#lastStepAt = now;
    this.#options.emit({ type: 'chunk', data, stepTimeMs, flushId });
  }

  #fail(cause: Error): void {
    this.#current = undefined;
    this.#options.failed(new ServiceError('engine_failed', 'The speech engine failed on this text; the request can be sent again.', { cause }));
  }
}
