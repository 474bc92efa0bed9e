/** A map of bounded size that forgets the least recently used entry. */
export class RecentlyUsed<V> {
  readonly #limit: number;
  /** The least recently used first. */
  readonly #entries = new Map<string, V>();

  /** @param limit entries that are kept, at least 1 */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts as a use. */
  get(key: string): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** The value of the key, made and kept where there is none. */
  getOrInsertComputed(key: string, make: () => V): V {
    const value = this.#entries.get(key) ?? make();
    this.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value!);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
