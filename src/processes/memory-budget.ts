/**
 * One limit for the memory of everything that is loaded when it is first used, whatever it is. What asks for memory when there is
 * no room waits until others have given theirs up: those that have nothing to do are unloaded, the least recently used one first.
 */
import { totalmem } from 'node:os';

/** Something that is loaded when it is needed and may be unloaded when it is not. */
export interface MemoryConsumer {
  /** About what it takes while it is loaded. Constant. */
  readonly memoryBytes: number;
  /** It is loaded or being loaded. False again when it has ended by itself. */
  readonly isOpen: boolean;
  /** Something waits for it to be loaded. */
  readonly isWanted: boolean;
  /** It is open and nothing runs in it, waits for it or counts on it. */
  readonly isUnused: boolean;
  /** Clock time in ms. */
  readonly lastUsedAt: number;
  /** Loads it: there is room. */
  open(): void;
  /** It will not be loaded. */
  refuse(reason: string): void;
  /** Resolves when its memory is free again. Only of one that is unused. */
  unload(): Promise<void>;
}

/**
 * What models may take by default: half of the machine's memory, or of the limit of the container that the process runs in, where
 * that is less. Whole bytes.
 */
export function defaultModelsMemory(): number {
  // 0 where no limit can be read, and about 2^64 where there is none.
  return Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2);
}

/** See the head of this file. A process makes one. */
export class MemoryBudget {
  /** Bytes that all consumers may take together. */
  readonly limitBytes: number;
  readonly #consumers = new Set<MemoryConsumer>();
  /** Without room, in the order of their asking. */
  readonly #waiting = new Set<MemoryConsumer>();
  /** What consumers take that are being ended. */
  #endingBytes = 0;

  /** @param limitBytes default: {@link defaultModelsMemory} */
  constructor(limitBytes = defaultModelsMemory()) {
    this.limitBytes = limitBytes;
  }

  /** Calls `open` of a consumer that is wanted as soon as there is memory for it, or `refuse` when there never will be. */
  request(consumer: MemoryConsumer): void {
    const { memoryBytes: needed } = consumer;
    if (consumer.isOpen || !consumer.isWanted) {
      this.#waiting.delete(consumer);
      return;
    }
    if (needed > this.limitBytes) {
      return consumer.refuse(`it needs ${megabytes(needed)} and models may take ${megabytes(this.limitBytes)}`);
    }
    const open = this.#open();
    const free = this.limitBytes - sumOf(open);
    if (free - this.#endingBytes >= needed) {
      this.#waiting.delete(consumer);
      this.#consumers.add(consumer);
      return consumer.open();
    }
    // One that waits keeps its place, however often it asks.
    this.#waiting.add(consumer);
    const unused = open.filter((each) => each.isUnused).sort((a, b) => a.lastUsedAt - b.lastUsedAt);
    if (free + sumOf(unused) < needed) return;
    let freed = 0;
    for (const each of unused) {
      if (free + freed >= needed) break;
      freed += each.memoryBytes;
      this.end(each, () => each.unload());
    }
  }

  /** Something may have changed: a consumer is unused or has ended, so those that wait may have room. */
  retry(): void {
    for (const consumer of [...this.#waiting]) this.request(consumer);
  }

  /**
   * Ends a consumer, now or for ever; what it takes is free when it has ended.
   * @param end after which it is not open any more; resolves when its memory is free
   */
  end(consumer: MemoryConsumer, end: () => Promise<void>): void {
    const bytes = consumer.isOpen ? consumer.memoryBytes : 0;
    this.#consumers.delete(consumer);
    const ended = (): void => {
      this.#endingBytes -= bytes;
      this.retry();
    };
    this.#endingBytes += bytes;
    end().then(ended, ended);
  }

  #open(): readonly MemoryConsumer[] {
    for (const each of this.#consumers) if (!each.isOpen) this.#consumers.delete(each);
    return [...this.#consumers];
  }
}

function sumOf(consumers: readonly MemoryConsumer[]): number {
  return consumers.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
