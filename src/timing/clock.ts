/** Time as the parts see it that wait or measure: the system's, or one that a test drives by hand. */
export interface Clock {
  /** Milliseconds, monotonic, from any origin. */
  now(): number;
  /**
   * Calls back once.
   * @param ms from now, 0–2,147,483,647
   * @returns takes it back; does nothing once it has been called
   */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
