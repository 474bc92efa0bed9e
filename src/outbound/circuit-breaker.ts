/** Keeps requests from a server that fails: after some failures in a row none goes out for a while, then one, to see. */
import type { Clock } from '../timing/clock.ts';

/** When requests are kept from a server, and for how long. */
export interface CircuitBreakerOptions {
  /** Failures in a row that close the way. Default 3. */
  readonly breakerFailures?: number;
  /** How long it stays closed. Default 10,000 ms. */
  readonly breakerPauseMs?: number;
}

/** A request on its way. Each is told of once: what comes later changes nothing. */
export interface Pass {
  /** The server has begun to answer as it should. */
  answered(): void;
  /** The request is over, and nothing was wrong with the server. */
  done(): void;
  /** @param pauseMs for which the server does not want to be asked */
  failed(pauseMs?: number): void;
  /** It was given up, which says nothing of what would have come. */
  left(): void;
}

/** One for each server. Told how requests ended, it says whether the next one may go out. */
export class CircuitBreaker {
  readonly #failuresToOpen: number;
  readonly #pauseMs: number;
  readonly #clock: Clock;
  #failures = 0;
  /** Clock time in ms; undefined while requests may go out. */
  #closedUntil: number | undefined;
  /** The request that goes out to see. */
  #trial: Pass | undefined;

  constructor({ breakerFailures = 3, breakerPauseMs = 10_000 }: CircuitBreakerOptions, clock: Clock) {
    this.#failuresToOpen = breakerFailures;
    this.#pauseMs = breakerPauseMs;
    this.#clock = clock;
  }

  /** @returns why no request may go out now, or the pass of one */
  enter(): Pass | { readonly refusal: string } {
    const pass = this.#pass();
    if (this.#closedUntil === undefined) return pass;
    const restMs = this.#closedUntil - this.#clock.now();
    if (restMs > 0) return { refusal: `it is not asked again for ${Math.ceil(restMs / 1000)} s` };
    if (this.#trial !== undefined) return { refusal: 'it is being tried with another request' };
    return (this.#trial = pass);
  }

  #pass(): Pass {
    let isOver = false;
    let hasAnswered = false;
    const end = (settle: () => void) => (): void => {
      if (isOver) return;
      isOver = true;
      settle();
    };
    const pass: Pass = {
      answered: () => {
        if (isOver) return;
        hasAnswered = true;
        this.#open();
      },
      done: end(() => {
        this.#failures = 0;
        this.#open();
      }),
      left: end(() => {
        if (hasAnswered) this.#failures = 0;
        if (this.#trial === pass) this.#trial = undefined;
      }),
      failed: (pauseMs) => end(() => this.#fail(pass, pauseMs))(),
    };
    return pass;
  }

  #open(): void {
    this.#closedUntil = undefined;
    this.#trial = undefined;
  }

  #fail(pass: Pass, pauseMs = 0): void {
    this.#failures++;
    const isTrial = this.#trial === pass;
    const isClosing = this.#failures >= this.#failuresToOpen || isTrial || pauseMs > 0;
    if (isTrial) this.#trial = undefined;
    if (!isClosing) return;
    const own = this.#failures >= this.#failuresToOpen ? this.#pauseMs : 0;
    this.#closedUntil = Math.max(this.#closedUntil ?? 0, this.#clock.now() + Math.max(own, pauseMs));
  }
}
