/** Waiting that ends with an `AbortSignal`, with a time limit, or before another attempt. */
import { ConnectionError, SonorantError } from './errors.ts';

/** Signals throw what they were aborted with, which may be anything; an error is what callers expect. */
export function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof Error) return reason;
  return new DOMException(typeof reason === 'string' ? reason : 'The signal was aborted.', 'AbortError');
}

/**
 * What comes first: the promise, or the end of the signal. The listener is taken off again, so that a signal that lives as long as
 * the program does not keep all it was ever given to.
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(reasonOf(signal));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** @param fail called when the time is over */
export function withLimit<T>(promise: Promise<T>, ms: number, fail: () => Error): Promise<T> {
  if (!Number.isFinite(ms)) return promise;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(fail()), ms);
    void promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slept = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return untilAborted(slept, signal).finally(() => clearTimeout(timer));
}

const retryableStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
const retryableCodes: ReadonlySet<string> = new Set(['idempotency_in_progress', 'engine_failed']);
/** A server that asks for a longer pause than this is left to the caller, who sees how long it is. */
const longestPauseMs = 30_000;
const firstPauseMs = 250;

/** Whether the server can answer otherwise when it is asked again. */
function isRetryable(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof SonorantError && (retryableStatuses.has(error.status) || retryableCodes.has(error.code));
}

/**
 * How long to wait before another attempt: as long as the server asks for, else longer each time.
 * @param attempt how many have failed, from 1
 * @returns milliseconds; undefined when there is to be none
 */
export function pauseBefore(attempt: number, retries: number, error: unknown): number | undefined {
  if (attempt > retries || !isRetryable(error)) return undefined;
  const asked = error instanceof SonorantError ? error.retryAfterSeconds : undefined;
  if (asked !== undefined) return asked * 1000 > longestPauseMs ? undefined : asked * 1000;
  // Half of it by chance: clients that were refused together do not come back together.
  return Math.min(8000, firstPauseMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}
