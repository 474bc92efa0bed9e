/** An object that is written while it is made. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Blobs } from '../store/blobs/index.ts';

/** Takes bytes no faster than the store does. */
export class ObjectSink {
  readonly key: string;
  readonly #blobs: Blobs;
  readonly #stream = new PassThrough();
  readonly #put: Promise<number>;

  constructor(blobs: Blobs, key: string) {
    this.key = key;
    this.#blobs = blobs;
    this.#stream.on('error', () => undefined);
    this.#put = blobs.put(key, this.#stream);
    this.#put.catch(() => undefined);
  }

  /** @throws what the store throws, at once */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#stream.write(bytes)) return;
    const drained = new AbortController();
    try {
      await Promise.race([once(this.#stream, 'drain', { signal: drained.signal }), this.#put]);
    } finally {
      drained.abort();
    }
  }

  async end(): Promise<void> {
    this.#stream.end();
    await this.#put;
  }

  /** Nothing is left of it. */
  async discard(): Promise<void> {
    this.#stream.destroy(new Error('the chapter was not spoken to its end'));
    await this.#put.catch(() => undefined);
    await this.#blobs.delete(this.key).catch(() => undefined);
  }
}
