/** What has come and was not read yet. */

interface Waiting<T> {
  readonly resolve: (result: IteratorResult<T, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

/** Values in order, then an end or an error. One reader. */
export class EventQueue<T> {
  readonly #values: { readonly value: T; readonly size: number }[] = [];
  #end: { readonly error?: unknown } | undefined;
  #waiting: Waiting<T> | undefined;
  #size = 0;

  /** Of the values that wait. */
  get size(): number {
    return this.#size;
  }

  get isClosed(): boolean {
    return this.#end !== undefined;
  }

  push(value: T, size = 0): void {
    if (this.#end !== undefined) return;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) return waiting.resolve({ done: false, value });
    this.#values.push({ value, size });
    this.#size += size;
  }

  /** Nothing follows; what waits is still read. */
  close(): void {
    this.#finish({});
  }

  /** The reader gets the error when it has read what waits. */
  fail(error: unknown): void {
    this.#finish({ error });
  }

  /** What waits is not read any more. @param end with an `error`, that is what the reader gets */
  discard(end: { readonly error?: unknown } = {}): void {
    this.#values.length = 0;
    this.#size = 0;
    this.#finish(end);
  }

  next(): Promise<IteratorResult<T, undefined>> {
    const first = this.#values.shift();
    if (first !== undefined) {
      this.#size -= first.size;
      return Promise.resolve({ done: false, value: first.value });
    }
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.#end !== undefined) this.#settle(this.#end);
    });
  }

  #finish(end: { readonly error?: unknown }): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#settle(end);
  }

  #settle(end: { readonly error?: unknown }): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    this.#waiting = undefined;
    if (!('error' in end)) return waiting.resolve({ done: true, value: undefined });
    // An error is given once; after it the end.
    this.#end = {};
    waiting.reject(end.error);
  }
}
