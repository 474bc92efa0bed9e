import type { Readable } from 'node:stream';

/** Content on its way into a store: counts it, and tells whether the content or the store failed. */
export class CountedContent implements AsyncIterable<Uint8Array> {
  readonly #content: Readable | Uint8Array;
  bytes = 0;
  #failure: unknown;

  constructor(content: Readable | Uint8Array) {
    this.#content = content;
  }

  /** Where the content ended early, its error; else the store's, which otherwise only reports the broken upload. */
  causeOf(storeError: unknown): unknown {
    return this.#failure ?? storeError;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const chunks = this.#content instanceof Uint8Array ? [this.#content] : (this.#content as AsyncIterable<Uint8Array>);
    // A store that gives up throws its own error into the place where it was given the last chunk.
    let isWithStore = false;
    try {
      for await (const chunk of chunks) {
        this.bytes += chunk.byteLength;
        isWithStore = true;
        yield chunk;
        isWithStore = false;
      }
    } catch (error) {
      if (!isWithStore) this.#failure = error;
      throw error;
    }
  }
}
