/** A context as a readable stream: what the reader does not take pauses the context, who leaves ends it. */
import { Readable } from 'node:stream';
import { ServiceError } from '../../errors/service-error.ts';
import type { SpeechContext } from '../../speech/context.ts';
import type { SpeechEvent } from '../../speech/events.ts';

/** Gives the bytes an event has on this transport; undefined for none. */
export type EventEncoder = (event: SpeechEvent) => Uint8Array | string | undefined;

export interface EventStreamOptions {
  /** Makes the context with the given listener. */
  readonly open: (listener: (event: SpeechEvent) => void) => SpeechContext;
  /** The transport's form of an event. */
  readonly encode: EventEncoder;
  /** An error after the start is written as an event (SSE) instead of breaking the connection off. */
  readonly errorsAreEvents: boolean;
  /** Bytes waiting for the client: above half of it nothing new begins, above it its engine work stops. Default 1 MiB. */
  readonly creditBytes: number;
  /** A client that reads nothing for so long is cut off. Default 30,000 ms. */
  readonly stallMs: number;
  /** Hears of faults after the start, which no HTTP answer tells any more. */
  readonly onFault: (error: ServiceError) => void;
}

export class EventStream extends Readable {
  readonly #options: EventStreamOptions;
  readonly #context: SpeechContext;
  /** Settles with the first event: an error before any audio is still an ordinary HTTP answer. */
  readonly started: Promise<void>;
  #start!: (error?: ServiceError) => void;
  #stall: NodeJS.Timeout | undefined;

  constructor(options: EventStreamOptions) {
    // Reading on begins far below where writing stops, so that a segment is not taken up anew for every chunk.
    super({ highWaterMark: options.creditBytes / 4 });
    this.#options = options;
    this.started = new Promise((resolve, reject) => {
      this.#start = (error) => (error === undefined ? resolve() : reject(error));
    });
    // Who asked may have been answered by an exception before he waited for this.
    this.started.catch(() => undefined);
    let isFirst = true;
    this.#context = options.open((event) => {
      if (isFirst && event.type === 'error') return this.#start(event.error);
      isFirst = false;
      this.#start();
      this.#hear(event);
    });
  }

  /** The whole text of the request; the context ends by itself. */
  speak(transcript: string): void {
    this.#context.push({ transcript, continue: false, flush: false });
  }

  override _read(): void {
    clearTimeout(this.#stall);
    this.#stall = undefined;
    this.#context.resume();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearTimeout(this.#stall);
    this.#context.abandon();
    this.#start(new ServiceError('unavailable', 'The client left before the first audio.'));
    callback(error);
  }

  #hear(event: SpeechEvent): void {
    const { errorsAreEvents, encode, onFault } = this.#options;
    if (event.type === 'error' && event.error.status >= 500) onFault(event.error);
    // A clean end would pass a cut-off utterance for a whole one.
    if (event.type === 'error' && !errorsAreEvents) return void this.destroy(event.error);
    const bytes = encode(event);
    if (bytes !== undefined) this.push(bytes);
    if (event.type === 'done' || event.type === 'error') this.push(null);
    else this.#checkCredit();
  }

  #checkCredit(): void {
    const { creditBytes, stallMs } = this.#options;
    if (this.readableLength <= creditBytes / 2) return;
    this.#stall ??= setTimeout(() => this.destroy(new Error('the client reads nothing')), stallMs);
    if (this.readableLength > creditBytes) this.#context.suspend();
    else this.#context.pause();
  }
}
