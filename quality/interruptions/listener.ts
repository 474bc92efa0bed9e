/** The other end of a conversation's line in simulated time: plays what it gets in real time, and remembers what it played. */
import type { Line } from '../../src/conversation/line.ts';
import { RealTimePosition } from '../../src/conversation/line.ts';
import type { TestClock } from '../../src/timing/testing.ts';

/** Hz of both sides. */
export const lineRate = 16_000;
/** As far ahead as a socket is given audio at speaking pace. */
const leadMs = 200;

/** Audio that was played without a gap or a clear in it. */
export interface Stretch {
  /** Clock time in ms of its first sample. */
  readonly startsAt: number;
  readonly samples: number[];
}

export class Listener implements Line {
  readonly sampleRate = lineRate;
  readonly leadMs = leadMs;
  readonly hasEcho = false;
  readonly stretches: Stretch[] = [];
  /** Clock times in ms. */
  readonly clears: number[] = [];
  /** All that was played since the clock began, with the silence between. */
  readonly #track: number[] = [];
  #queue: Int16Array[] = [];
  #open: Stretch | undefined;
  readonly #clock: TestClock;
  readonly #position: RealTimePosition;

  constructor(clock: TestClock) {
    this.#clock = clock;
    this.#position = new RealTimePosition(lineRate, clock);
  }

  write(samples: Int16Array): void {
    this.play();
    this.#position.write(samples.length);
    this.#queue.push(samples);
  }

  clear(): void {
    this.play();
    this.#position.clear();
    this.#queue = [];
    this.#open = undefined;
    this.clears.push(this.#clock.now());
  }

  played(): { readonly samples: number; readonly exact: boolean } {
    return { samples: this.#position.played, exact: false };
  }

  /** Whether something is being played. */
  get isPlaying(): boolean {
    return this.#queue.length > 0;
  }

  /** Plays up to now. */
  play(): void {
    const end = Math.round((this.#clock.now() * lineRate) / 1000);
    while (this.#track.length < end) {
      const wanted = end - this.#track.length;
      const [next] = this.#queue;
      if (next === undefined) {
        this.#open = undefined;
        for (let at = 0; at < wanted; at++) this.#track.push(0);
        return;
      }
      const part = next.subarray(0, wanted);
      if (this.#open === undefined) {
        this.#open = { startsAt: (1000 * this.#track.length) / lineRate, samples: [] };
        this.stretches.push(this.#open);
      }
      this.#track.push(...part);
      this.#open.samples.push(...part);
      if (part.length === next.length) this.#queue.shift();
      else this.#queue[0] = next.subarray(part.length);
    }
  }

  /** What was played before a clock time, for so many samples. */
  before(ms: number, count: number): readonly number[] {
    const end = Math.round((ms * lineRate) / 1000);
    return Array.from({ length: count }, (_, index) => this.#track[end - count + index] ?? 0);
  }
}
