/** How loud one side of a conversation was in the last seconds. */

/** Seconds that are kept. */
export const shownSeconds = 12;
const barsPerSecond = 20;
const bars = shownSeconds * barsPerSecond;

export class Levels {
  readonly #bars = new Float32Array(bars);
  #last = -1;
  /** Nothing has come since the beginning, or since {@link clear}. */
  #isEmpty = true;

  /** @param level 0 to 1 @param at in ms, never before the one before */
  push(level: number, at = performance.now()): void {
    const bar = barAt(at);
    this.#pass(bar);
    this.#bars[bar % bars] = Math.max(this.#bars[bar % bars]!, level);
    this.#isEmpty = false;
  }

  clear(): void {
    this.#bars.fill(0);
    this.#isEmpty = true;
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Oldest first; what was not told is silence. */
  until(at = performance.now()): Float32Array {
    const bar = barAt(at);
    this.#pass(bar);
    return Float32Array.from({ length: bars }, (_, index) => this.#bars[(bar + 1 + index) % bars]!);
  }

  /** Silence in the bars that nothing was told of. */
  #pass(bar: number): void {
    if (this.#last < 0 || bar - this.#last >= bars) this.#bars.fill(0);
    else for (let passed = this.#last + 1; passed <= bar; passed++) this.#bars[passed % bars] = 0;
    this.#last = Math.max(this.#last, bar);
  }
}

function barAt(ms: number): number {
  return Math.floor((ms / 1000) * barsPerSecond);
}
