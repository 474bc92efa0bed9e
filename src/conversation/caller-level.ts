/** How loud the caller speaks, and whether a sound is so much quieter that it is of another person in the room. */
import { levelOf } from '../audio/vad/frame-energy.ts';

export interface CallerLevelOptions {
  /** Hz. */
  readonly sampleRate: number;
  /** A sound whose loudest frame is so many dB below that of the caller's turns is another person's. Default 15. */
  readonly marginDb?: number;
}

const frameMs = 20;
/** A sound is noticed so long behind its beginning at most. */
const noticeMs = 240;
/** The level is the median of so many turns: a caller who has moved away is known after two. */
const turns = 3;

export class CallerLevel {
  readonly #marginDb: number;
  readonly #frame: Int16Array;
  #filled = 0;
  /** Of the last frames. */
  readonly #recent: number[] = [];
  #loudest = -Infinity;
  /** Loudest frames of the caller's last turns. */
  readonly #turns: number[] = [];

  constructor({ sampleRate, marginDb = 15 }: CallerLevelOptions) {
    this.#marginDb = marginDb;
    this.#frame = new Int16Array(Math.round((frameMs / 1000) * sampleRate));
  }

  /** Whether the sound that began last is too quiet for the caller; false while that has not spoken. */
  get isFaint(): boolean {
    const level = [...this.#turns].sort((a, b) => a - b)[this.#turns.length >> 1];
    return level !== undefined && this.#loudest < level - this.#marginDb;
  }

  /** What came from the caller's side. */
  write(samples: Int16Array): void {
    for (let at = 0; at < samples.length;) {
      const part = samples.subarray(at, at + this.#frame.length - this.#filled);
      this.#frame.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === this.#frame.length) this.#take(levelOf(this.#frame));
    }
  }

  /** A sound began, some time ago. */
  soundBegan(): void {
    this.#loudest = Math.max(...this.#recent);
  }

  /** The last sound was the end of a turn of the caller. */
  turnEnded(): void {
    this.#turns.push(this.#loudest);
    if (this.#turns.length > turns) this.#turns.shift();
  }

  #take(level: number): void {
    this.#filled = 0;
    this.#loudest = Math.max(this.#loudest, level);
    this.#recent.push(level);
    if (this.#recent.length > noticeMs / frameMs) this.#recent.shift();
  }
}
