/**
 * A thread of its own for one untrusted file: it is ended when it takes too long, and what it breaks is itself only
 * (docs/rules.md#clip-decoding).
 */
import { once } from 'node:events';
import { Worker, type MessagePort, type Transferable } from 'node:worker_threads';
import { DecodingError, type DecodingFault } from './decoding.ts';

/** JavaScript's own heap in a decoding thread; audio lies outside of it and is bounded by the cap of samples. */
const resourceLimits = { maxOldGenerationSizeMb: 256 };

type ThreadMessage<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'refused'; readonly fault: DecodingFault; readonly message: string };

/** Where the thread's work puts its values. */
export type Send<T> = (value: T, transfer?: readonly Transferable[]) => void;

/** The side of the caller. */
export class DecodingThread<T> {
  readonly #worker: Worker;
  readonly #abandoned = new AbortController();
  readonly #waiting: ThreadMessage<T>[] = [];

  /** @param module runs {@link decodeInThread}; `task` is its `workerData` */
  constructor(module: URL, task: unknown) {
    this.#worker = new Worker(module, { workerData: task, resourceLimits });
    this.#worker.on('message', (message: ThreadMessage<T>) => {
      this.#waiting.push(message);
      this.#worker.emit('answer');
    });
    // A decoder that traps or runs out of memory ends its thread and nothing else.
    const ended = () => {
      this.#waiting.push({ kind: 'refused', ...damaged });
      this.#worker.emit('answer');
    };
    this.#worker.once('error', ended).once('exit', ended);
  }

  /**
   * The next value of the thread.
   * @param withinMs how long it may take, the start of the thread included
   * @throws {DecodingError}
   */
  async next(withinMs: number): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    try {
      if (this.#waiting.length === 0) {
        const late = new Promise<never>((_, reject) => {
          const message = `The clip was not decoded within ${withinMs} ms, the limit`;
          timer = setTimeout(() => reject(new DecodingError('too_slow', message)), withinMs);
        });
        await Promise.race([once(this.#worker, 'answer', { signal: this.#abandoned.signal }), late]);
      }
    } finally {
      clearTimeout(timer);
    }
    const message = this.#waiting.shift()!;
    if (message.kind === 'refused') throw new DecodingError(message.fault, message.message);
    return message.value;
  }

  async close(): Promise<void> {
    this.#abandoned.abort();
    await this.#worker.terminate();
  }
}

const damaged = { fault: 'damaged', message: 'The clip cannot be decoded: it is damaged' } as const;

/** The side of the thread: does the work and sends what it gives, or why it failed. */
export async function decodeInThread<T>(
  port: MessagePort,
  work: (send: Send<T>) => Promise<void> | void,
): Promise<void> {
  // The decoders print a line for each bad packet: a hostile file would fill the server's log.
  for (const print of ['log', 'info', 'warn', 'error'] as const) console[print] = () => undefined;
  const send = (message: ThreadMessage<T>, transfer: readonly Transferable[] = []) =>
    port.postMessage(message, transfer);
  try {
    await work((value, transfer) => send({ kind: 'value', value }, transfer));
  } catch (error) {
    const { fault, message } = error instanceof DecodingError ? error : damaged;
    send({ kind: 'refused', fault, message });
  }
}
