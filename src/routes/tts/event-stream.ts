/** A context as a readable stream: what the reader does not take pauses the context, who leaves ends it. */
import { Readable } from 'node:stream';
import { ServiceError } from '../../errors/service-error.ts';
import type { SpeechContext } from '../../speech/context.ts';
import type { SpeechEvent } from '../../speech/events.ts';

/** Gives the bytes an event has on this transport; undefined for none. */
export type EventEncoder = (event: SpeechEvent) => Uint8Array | string | undefined;

export class EventStream extends Readable {
  readonly #context: SpeechContext;
  readonly #encode: EventEncoder;
  /** Settles with the first event: an error before any audio is still an ordinary HTTP answer. */
  readonly started: Promise<void>;
  #start!: (error?: ServiceError) => void;

  /**
   * @param open   makes the context with the given listener
   * @param encode the transport's form of an event
   * @param errorsAreEvents an error after the start is written as an event (SSE) instead of breaking the connection off
   */
  constructor(open: (listener: (event: SpeechEvent) => void) => SpeechContext, encode: EventEncoder, errorsAreEvents: boolean) {
    super({ highWaterMark: 256 * 1024 });
    this.#encode = encode;
    this.started = new Promise((resolve, reject) => {
      this.#start = (error) => (error === undefined ? resolve() : reject(error));
    });
    let isFirst = true;
    this.#context = open((event) => {
      if (isFirst && event.type === 'error') return this.#start(event.error);
      isFirst = false;
      this.#start();
      this.#hear(event, errorsAreEvents);
    });
  }

  /** The whole text of the request; the context ends by itself. */
  speak(transcript: string): void {
    this.#context.push({ transcript, continue: false, flush: false, maxBufferDelayMs: 0 });
  }

  override _read(): void {
    this.#context.resume();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#context.abandon();
    this.#start(new ServiceError('unavailable', 'The client left before the first audio.'));
    callback(error);
  }

  #hear(event: SpeechEvent, errorsAreEvents: boolean): void {
    // A clean end would pass a cut-off utterance for a whole one.
    if (event.type === 'error' && !errorsAreEvents) return void this.destroy(event.error);
    const bytes = this.#encode(event);
    if (bytes !== undefined && !this.push(bytes)) this.#context.pause();
    if (event.type === 'done' || event.type === 'error') this.push(null);
  }
}
