/** What was made of recent keys, the least recently used forgotten. */
export class Recent<T> {
  readonly #limit: number;
  readonly #kept = new Map<string, T>();

  /** @param limit values kept, at least 1 */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string, make: () => T): T {
    const value = this.#kept.get(key) ?? make();
    this.#kept.delete(key);
    this.#kept.set(key, value);
    if (this.#kept.size > this.#limit) this.#kept.delete(this.#kept.keys().next().value!);
    return value;
  }
}
