/** Who reads a file next: one at a time in a process, and few wait. */
import { DocumentError } from './document.ts';

/** A large file takes a core and some hundred megabytes. */
const mostWaiting = 8;
/** Of one key: a caller with many files leaves places to the others. */
const mostWaitingOfKey = 2;

/** Who asks for a turn. */
export interface Asking {
  /** Callers of one key share two waiting places. Default: only those of all are counted. */
  readonly key?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly key: string | undefined;
  readonly begin: () => void;
}

/** See the head of this file. */
export class ReadingQueue {
  readonly #waiting: Waiting[] = [];
  #isTaken = false;
  #lastKey: string | undefined;

  /**
   * Runs the work when it is its turn. Turns go in the order of asking, but a key has no second one in a row while another waits.
   * @throws {DocumentError} `busy` when no place is free
   * @throws the reason of the signal when that is aborted while it waits; its place is free at once
   */
  async run<T>(work: () => Promise<T>, { key, signal }: Asking): Promise<T> {
    signal?.throwIfAborted();
    if (this.#isTaken) await this.#wait(key, signal);
    this.#isTaken = true;
    this.#lastKey = key;
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  async #wait(key: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    if (key !== undefined && this.#waiting.filter((each) => each.key === key).length >= mostWaitingOfKey) {
      throw new DocumentError(
        'busy',
        `${mostWaitingOfKey} documents of yours wait to be read, the limit; try again when they are`,
      );
    }
    if (this.#waiting.length >= mostWaiting) {
      throw new DocumentError('busy', 'Too many documents are being read; try again soon');
    }
    const turn = Promise.withResolvers<undefined>();
    const place: Waiting = { key, begin: () => turn.resolve(undefined) };
    this.#waiting.push(place);
    const leave = (): void => {
      const at = this.#waiting.indexOf(place);
      // Whose turn has come has left the queue already.
      if (at === -1) return;
      this.#waiting.splice(at, 1);
      turn.reject(signal!.reason as Error);
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      await turn.promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #pass(): void {
    const other = this.#waiting.findIndex(({ key }) => key === undefined || key !== this.#lastKey);
    const [next] = this.#waiting.splice(Math.max(0, other), 1);
    if (next === undefined) this.#isTaken = false;
    else next.begin();
  }
}
