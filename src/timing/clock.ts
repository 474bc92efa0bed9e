/** The longest time that a timer takes, in ms. */
export const maxTimerMs = 2 ** 31 - 1;

/** The time of everything that waits or measures: the system's, or one that a test drives by hand. */
export interface Clock {
  /** Milliseconds, monotonic, from any origin. */
  now(): number;
  /**
   * Calls back once.
   * @param ms from now, 0 to {@link maxTimerMs}
   * @returns cancels the callback; does nothing once that has been called
   */
  after(ms: number, callback: () => void): () => void;
}

/** The monotonic clock of the process. Its timers keep the process alive. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
