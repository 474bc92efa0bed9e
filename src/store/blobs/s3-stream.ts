import { Readable } from 'node:stream';
import { withinTime } from '../../timing/deadline.ts';
import { storageUnavailable } from './errors.ts';

/** One answer with the bytes of an object. */
export interface S3Body {
  readonly body: Readable;
  /** Bytes it has. */
  readonly length: number;
}

export interface S3StreamOptions {
  /** Position in the object of the first byte of the answer. */
  readonly start: number;
  /** Asks for the bytes from a position on, both ends included; undefined when the object is gone. */
  readonly reopen: (start: number, end: number) => Promise<S3Body | undefined>;
  /** Time between two pieces after which the answer counts as broken. */
  readonly silenceMs: number;
  /** How often in a row the answer may break, and the rest be asked for, with less than {@link progress} between. */
  readonly resumptions: number;
}

/** Bytes of one answer: a store that breaks off later works, such as one that closes what a slow reader leaves idle. */
const progress = 256 * 1024;

/**
 * The bytes of an object. Where the connection breaks or falls silent, the rest is asked for anew: objects never change, so the
 * bytes are those of the first answer. A reader that takes its time is no silence.
 */
export class S3Stream extends Readable {
  readonly #options: S3StreamOptions;
  /** Position of the next byte and of the last one. */
  #at: number;
  readonly #end: number;
  #body: Readable;
  #pieces: AsyncIterator<Buffer>;
  #resumptions: number;
  /** Bytes of the present answer. */
  #answered = 0;

  constructor({ body, length }: S3Body, options: S3StreamOptions) {
    super();
    this.#options = options;
    this.#at = options.start;
    this.#end = options.start + length - 1;
    this.#resumptions = options.resumptions;
    this.#body = body;
    this.#pieces = piecesOf(body);
  }

  override _read(): void {
    void this.#readOn();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#body.destroy();
    callback(error);
  }

  async #readOn(): Promise<void> {
    for (;;) {
      try {
        const piece = await this.#next();
        if (this.destroyed) return;
        this.#at += piece?.length ?? 0;
        this.#answered += piece?.length ?? 0;
        if (this.#answered >= progress) this.#resumptions = this.#options.resumptions;
        this.push(piece);
        return;
      } catch (error) {
        this.#body.destroy();
        if (this.destroyed) return;
        // Behind the last byte there is no rest to ask for: what fails there is the check of the whole.
        if (this.#at > this.#end || !(await this.#reopened())) {
          this.destroy(storageUnavailable(error));
          return;
        }
      }
    }
  }

  /** Null at the end. */
  async #next(): Promise<Buffer | null> {
    const { silenceMs } = this.#options;
    const next = await withinTime(this.#pieces.next(), silenceMs, () => {
      throw new Error(`no byte of the object for ${silenceMs} ms`);
    });
    if (next.done !== true) return next.value;
    if (this.#at <= this.#end) throw new Error(`the object ended ${this.#end - this.#at + 1} bytes early`);
    return null;
  }

  async #reopened(): Promise<boolean> {
    while (this.#resumptions > 0) {
      this.#resumptions--;
      const rest = await this.#options.reopen(this.#at, this.#end).catch(() => undefined);
      if (rest?.length !== this.#end - this.#at + 1) {
        rest?.body.destroy();
        continue;
      }
      this.#body = rest.body;
      this.#answered = 0;
      this.#pieces = piecesOf(rest.body);
      if (this.destroyed) rest.body.destroy();
      return true;
    }
    return false;
  }
}

function piecesOf(body: Readable): AsyncIterator<Buffer> {
  // Between two reads nothing else listens for an error; the next read rejects with it.
  body.on('error', () => undefined);
  return (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
}
