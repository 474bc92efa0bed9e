/** Cuts samples that come in pieces of any length into blocks of one length. */
export class BlockCutter {
  readonly #give: (block: Float32Array<ArrayBuffer>) => void;
  #block = new Float32Array(0);
  #held = 0;

  /** @param give takes each block, which is its own */
  constructor(give: (block: Float32Array<ArrayBuffer>) => void) {
    this.#give = give;
  }

  /** @param length of the blocks in samples; the same in every call */
  write(samples: Float32Array, length: number): void {
    if (this.#block.length === 0) this.#block = new Float32Array(length);
    for (let at = 0; at < samples.length;) {
      const part = samples.subarray(at, at + length - this.#held);
      this.#block.set(part, this.#held);
      this.#held += part.length;
      at += part.length;
      if (this.#held === length) this.end();
    }
  }

  /** Gives what is left, a shorter block; nothing where there is none. */
  end(): void {
    if (this.#held === 0) return;
    this.#give(this.#block.slice(0, this.#held));
    this.#held = 0;
  }
}
