/**
 * What is loaded once for a thread, by the first who needs it. A load that fails is forgotten: it may have lacked memory or a file
 * descriptor, which the next one has.
 */
export class SharedLoad<T> {
  readonly #load: () => Promise<T>;
  #loaded: Promise<T> | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  get(): Promise<T> {
    if (this.#loaded === undefined) {
      this.#loaded = this.#load();
      this.#loaded.catch(() => this.forget());
    }
    return this.#loaded;
  }

  /** The next one loads anew. */
  forget(): void {
    this.#loaded = undefined;
  }
}
