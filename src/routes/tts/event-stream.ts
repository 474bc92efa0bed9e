/** A context as a readable stream on its way into an HTTP response, with the outbound flow of that response. */
import { pipeline, type Transform } from 'node:stream';
import { ServiceError } from '../../errors/service-error.ts';
import { ResponseBody, type ResponseBodyOptions } from '../../http/index.ts';
import type { SpeechContext } from '../../speech/context.ts';
import type { Push } from '../../speech/context-options.ts';
import type { SpeechEvent } from '../../speech/events.ts';
import { outboundDefaults } from '../../timing/outbound-flow.ts';

/** Gives the bytes an event has on this transport; undefined for none. */
export type EventEncoder = (event: SpeechEvent) => Uint8Array | string | undefined;

export interface EventStreamOptions extends ResponseBodyOptions {
  /** Makes the context with the given listener. */
  readonly open: (
    listener: (event: SpeechEvent) => void,
  ) => Pick<SpeechContext, 'push' | 'pause' | 'suspend' | 'resume' | 'fail' | 'abandon'>;
  /** The transport's form of an event. */
  readonly encode: EventEncoder;
  /**
   * Makes the body of all the bytes and the seconds of audio in them, where it is to be held until its end; it is then one piece,
   * and the stream starts when the speech has ended. Default: bytes go out as they come.
   */
  readonly finish?: ((body: Buffer, seconds: number) => Uint8Array) | undefined;
  /** An error after the start is written as an event (SSE) instead of breaking the connection off. */
  readonly errorsAreEvents: boolean;
  /** Hears of faults after the start, which no HTTP answer tells any more. */
  readonly onFault: (error: ServiceError) => void;
  /** The response has ended, or its connection; called from the constructor where that was so before. */
  readonly onClose?: (stream: EventStream) => void;
}

export class EventStream extends ResponseBody {
  readonly #options: EventStreamOptions;
  readonly #context: ReturnType<EventStreamOptions['open']>;
  /** Settles with the first event, with the last where the body is held: an error before is still an ordinary HTTP answer. */
  readonly started: Promise<void>;
  readonly #held: Uint8Array[] = [];
  #seconds = 0;
  #length: number | undefined;
  /** Undefined once {@link started} has settled. */
  #start: ((error?: ServiceError) => void) | undefined;
  #transform: Transform | undefined;

  constructor(options: EventStreamOptions) {
    const source = {
      resume: () => this.#context.resume(),
      pause: () => this.#context.pause(),
      suspend: () => this.#context.suspend(),
    };
    // Reading on begins far below where writing stops, so that a segment is not taken up anew for every chunk.
    super(options, source, (options.limits.highWaterMark ?? outboundDefaults.highWaterMark) / 4);
    this.#options = options;
    this.started = new Promise((resolve, reject) => {
      this.#start = (error) => {
        this.#start = undefined;
        if (error === undefined) resolve();
        else reject(error);
      };
    });
    // The request may have been answered by an exception before anything waited for this.
    this.started.catch(() => undefined);
    let isFirst = true;
    this.#context = options.open((event) => {
      if (isFirst && event.type === 'error') return this.#start?.(event.error);
      if (options.finish === undefined || event.type === 'done') isFirst = false;
      if (!isFirst) this.#start?.();
      this.#hear(event);
    });
    this.follow(() => options.onClose?.(this));
  }

  /** Bytes of the body, once the stream has {@link started}, where it is held; undefined otherwise. */
  get length(): number | undefined {
    return this.#length;
  }

  /** Seconds of audio so far. */
  get seconds(): number {
    return this.#seconds;
  }

  /** The whole text of the request, which ends with the last of its pieces; the context ends by itself. */
  speak(pieces: readonly Push[]): void {
    this.#context.push(...pieces);
  }

  /** Puts a transform in front of the response; either end takes the other along. @returns what to send */
  through<T extends Transform>(transform: T): T {
    this.#transform = transform;
    // Each end has told its own fault.
    pipeline(this, transform, () => undefined);
    return transform;
  }

  override revoke(): void {
    this.report('credential_revoked');
    this.#context.fail(new ServiceError('unauthorized', 'The credential of this stream has expired or was revoked.'));
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#context.abandon();
    // An error takes its stack along, which is dear: it is made only where it is read.
    this.#start?.(new ServiceError('unavailable', 'The client left before the first audio.'));
    callback(error);
  }

  protected override waitingBytes(): number {
    const { writableLength = 0, readableLength = 0 } = this.#transform ?? {};
    return super.waitingBytes() + writableLength + readableLength;
  }

  #hear(event: SpeechEvent): void {
    const { errorsAreEvents, encode, finish, onFault } = this.#options;
    if (event.type === 'error' && event.error.status >= 500) onFault(event.error);
    // A clean end would pass a cut-off utterance for a whole one.
    if (event.type === 'error' && !errorsAreEvents) {
      this.report('speech_failed');
      return void this.destroy(event.error);
    }
    const bytes = encode(event);
    const seconds = event.type === 'chunk' ? event.seconds : 0;
    this.#seconds += seconds;
    const isLast = event.type === 'done' || event.type === 'error';
    if (finish === undefined) return this.#give(bytes, seconds, isLast);
    if (bytes !== undefined) this.#held.push(Buffer.from(bytes));
    if (!isLast) return;
    const body = finish(Buffer.concat(this.#held.splice(0)), this.#seconds);
    this.#length = body.length;
    this.#give(body, this.#seconds, true);
  }

  #give(bytes: Uint8Array | string | undefined, seconds: number, isLast: boolean): void {
    if (bytes !== undefined) this.push(bytes);
    if (isLast) this.push(null);
    if (bytes !== undefined) this.flow.sent(Buffer.byteLength(bytes), seconds);
  }
}
