import { createBlocks, type Blocks } from '../blocks.ts';

/** Cuts samples that come in pieces of any length into blocks of one length. */
export class BlockCutter {
  readonly #give: (block: Float32Array<ArrayBuffer>) => void;
  #blocks: Blocks<Float32Array> | undefined;

  /** @param give takes each block, which is its own */
  constructor(give: (block: Float32Array<ArrayBuffer>) => void) {
    this.#give = give;
  }

  /** @param length of the blocks in samples; the same in every call */
  write(samples: Float32Array, length: number): void {
    this.#blocks ??= createBlocks<Float32Array>(new Float32Array(length));
    this.#blocks.write(samples, (block) => this.#give(block.slice()));
  }

  /** Gives what is left, a shorter block; nothing where there is none. Nothing is written behind it. */
  end(): void {
    const rest = this.#blocks?.rest();
    if (rest !== undefined && rest.length > 0) this.#give(rest.slice());
  }
}
