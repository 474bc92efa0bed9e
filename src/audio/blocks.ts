type Samples = Float32Array | Int16Array;

/** Cuts a stream of samples into blocks of one length, however it comes. */
export interface Blocks<T extends Samples> {
  /** @param take gets each block that has become full; its array is used again */
  write(samples: T, take: (block: T) => void): void;
  /** What is left, shorter than a block. */
  rest(): T;
}

/** @param block an array as long as a block, to be filled again and again */
export function createBlocks<T extends Samples>(block: T): Blocks<T> {
  let length = 0;
  return {
    write(samples, take) {
      for (let at = 0; at < samples.length;) {
        const part = samples.subarray(at, at + block.length - length);
        block.set(part, length);
        at += part.length;
        length += part.length;
        if (length < block.length) return;
        length = 0;
        take(block);
      }
    },
    rest: () => block.subarray(0, length) as T,
  };
}
