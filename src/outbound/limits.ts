/** Time limits of an answer. */
import type { Dispatcher } from 'undici';
import type { Clock } from '../timing/clock.ts';
import { arrivalTimer } from '../timing/deadline.ts';
import { asHttpError, HttpError, type HttpFailure } from './http-error.ts';

export interface AnswerLimits {
  /** From the sent request until the headers of the answer have come. Default: no limit. */
  readonly headersMs?: number | undefined;
  /**
   * Longest time without a byte of the body while one is waited for. A reader that did not take what had come may make it up to
   * twice as long. Default: no limit.
   */
  readonly silenceMs?: number | undefined;
}

type Controller = Dispatcher.DispatchController;
type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** Every error that a reader gets from here is an {@link HttpError}, or what it aborted with itself. */
export class LimitedAnswer implements Dispatcher.DispatchHandler {
  readonly #reader: Dispatcher.DispatchHandler;
  readonly #url: string;
  readonly #limits: AnswerLimits;
  readonly #clock: Clock;
  #wasPaused = false;
  #stop: (() => void) | undefined;

  constructor(reader: Dispatcher.DispatchHandler, url: string, limits: AnswerLimits, clock: Clock) {
    this.#reader = reader;
    this.#url = url;
    this.#limits = limits;
    this.#clock = clock;
  }

  onRequestStart(controller: Controller, context: unknown): void {
    this.#wait(controller, 'headers_timeout', 'no answer within', this.#limits.headersMs);
    this.#reader.onRequestStart?.(controller, context);
  }

  onResponseStart(controller: Controller, status: number, headers: Headers, text?: string): void {
    if (status >= 200) this.#waitForBody(controller);
    this.#reader.onResponseStart?.(controller, status, headers, text);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#waitForBody(controller);
    this.#reader.onResponseData?.(controller, chunk);
    this.#wasPaused = controller.paused;
  }

  onResponseEnd(controller: Controller, trailers: Headers): void {
    this.#stop?.();
    // undici has the connection back a turn of the event loop later: a reader that asks again at once then finds it free.
    queueMicrotask(() => setImmediate(() => this.#reader.onResponseEnd?.(controller, trailers)));
  }

  onResponseError(controller: Controller, error: Error): void {
    this.#stop?.();
    this.#reader.onResponseError?.(controller, asHttpError(error, this.#url));
  }

  #waitForBody(controller: Controller): void {
    this.#wait(controller, 'body_timeout', 'nothing came for', this.#limits.silenceMs);
  }

  #wait(controller: Controller, kind: HttpFailure, problem: string, ms: number | undefined): void {
    this.#stop?.();
    if (ms === undefined) return;
    this.#stop = arrivalTimer(this.#clock).after(ms, () => {
      if (this.#wasPaused) {
        this.#wasPaused = controller.paused;
        this.#wait(controller, kind, problem, ms);
      } else controller.abort(new HttpError(kind, `${problem} ${ms / 1000} s`, { url: this.#url }));
    });
  }
}
