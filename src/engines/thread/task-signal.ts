/**
 * The cancel signal of a task: an AbortSignal whose `aborted` also looks at memory shared with the main thread, so that a
 * synchronous synthesizer sees a cancel that no message could bring while it owns its thread.
 */
export class TaskSignal {
  readonly #controller = new AbortController();
  readonly #flags: Int32Array;
  readonly #slot: number;
  /** Stays when the slot, and with it the flag, is another task's: what is left of this one must not go on. */
  #isRaised = false;

  /**
   * @param flags one Int32 for each slot, 1 = cancelled
   * @param slot  index of the task's flag
   */
  constructor(flags: Int32Array, slot: number) {
    this.#flags = flags;
    this.#slot = slot;
    const { signal } = this.#controller;
    Object.defineProperty(signal, 'aborted', { get: () => this.isRaised });
    const throwIfAborted = (): void => {
      if (this.isRaised) throw signal.reason ?? new DOMException('This operation was aborted', 'AbortError');
    };
    Object.defineProperty(signal, 'throwIfAborted', { value: throwIfAborted });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isRaised(): boolean {
    this.#isRaised ||= Atomics.load(this.#flags, this.#slot) !== 0;
    return this.#isRaised;
  }

  /** Fires the event for a synthesizer that waits; the flag has been raised by the main thread. */
  abort(): void {
    this.#isRaised = true;
    this.#controller.abort();
  }
}
