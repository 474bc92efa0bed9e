/** Tones of the caller: those that follow each other are one input, which ends with # or with a pause. */
import type { Clock } from '../timing/clock.ts';
import { arrivalTimer } from '../timing/deadline.ts';

/** A pause after a tone ends what is typed on a telephone. */
const pauseMs = 1500;
/** So many end it too. */
const maxDigits = 64;

export class DigitInput {
  readonly #clock: Clock;
  readonly #onEnd: (digits: string) => void;
  #digits = '';
  #stopTimer: () => void = () => undefined;

  /** @param onEnd is given the digits without the #; `''` where there are none */
  constructor(clock: Clock, onEnd: (digits: string) => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  /** Whether some have come and the input has not ended. */
  get isOpen(): boolean {
    return this.#digits !== '';
  }

  /** @param digit 0–9, * or # */
  add(digit: string): void {
    this.stop();
    if (digit !== '#') this.#digits += digit;
    if (digit === '#' || this.#digits.length >= maxDigits) this.#end();
    else this.#stopTimer = arrivalTimer(this.#clock).after(pauseMs, () => this.#end());
  }

  /** Nothing is told any more. */
  stop(): void {
    this.#stopTimer();
  }

  #end(): void {
    const digits = this.#digits;
    this.#digits = '';
    this.#onEnd(digits);
  }
}
