/**
 * Pauses the agent while the caller may be speaking: at once for a sound, for what may become one sooner than that is sure, and until
 * it is known what it was.
 */
import type { Clock } from '../timing/clock.ts';

export interface SpeechPauseOptions {
  readonly clock: Clock;
  readonly pause: () => void;
  /** Goes on from the word it stopped at. */
  readonly resume: () => void;
}

/** A sound without a word holds the agent for so long at most, behind its end. */
const heldMs = 2000;
/** A candidate that is not sure by then is not waited for: speech is, within 250 ms of its first sound. */
const candidateMs = 300;
/** Behind one that was none, nothing is paused for a candidate for so long: noises do not silence the agent again and again. */
const candidateRestMs = 10_000;

export class SpeechPause {
  readonly #options: SpeechPauseOptions;
  #isHeld = false;
  /** What holds it may yet be no speech. */
  #isCandidate = false;
  #restsUntil = -Infinity;
  #stopTimer: () => void = () => undefined;

  constructor(options: SpeechPauseOptions) {
    this.#options = options;
  }

  /** The caller makes a sound. */
  hold(): void {
    this.#stopTimer();
    this.#isCandidate = false;
    this.#begin();
  }

  /** The caller may be about to. */
  holdForCandidate(): void {
    if (this.#isHeld || this.#options.clock.now() < this.#restsUntil) return;
    this.#isCandidate = true;
    this.#begin();
    this.#stopTimer = this.#options.clock.after(candidateMs, () => this.dropCandidate());
  }

  /** It was nothing. */
  dropCandidate(): void {
    if (!this.#isCandidate) return;
    this.#restsUntil = this.#options.clock.now() + candidateRestMs;
    this.release();
  }

  /** The sound is over: it goes on after a while, if nothing else holds it until then. */
  releaseLater(): void {
    if (this.#isCandidate) return this.dropCandidate();
    this.#stopTimer();
    if (this.#isHeld) this.#stopTimer = this.#options.clock.after(heldMs, () => this.release());
  }

  release(): void {
    if (this.#end()) this.#options.resume();
  }

  /** What was paused is over. */
  drop(): void {
    this.#end();
  }

  #begin(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#options.pause();
  }

  #end(): boolean {
    const wasHeld = this.#isHeld;
    this.#stopTimer();
    this.#isHeld = this.#isCandidate = false;
    return wasHeld;
  }
}
