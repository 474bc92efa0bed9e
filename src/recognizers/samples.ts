/** Samples that come in pieces and are read as a whole. */
export class SampleList {
  readonly #parts: Int16Array[] = [];
  #length = 0;

  /** Samples so far. */
  get length(): number {
    return this.#length;
  }

  /** @param samples given away */
  write(samples: Int16Array): void {
    this.#parts.push(samples);
    this.#length += samples.length;
  }

  /** All of them, in an array of its own. */
  join(): Int16Array<ArrayBuffer> {
    const all = new Int16Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}
