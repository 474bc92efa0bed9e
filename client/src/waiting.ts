/** Waiting that ends with an `AbortSignal`, with a time limit, or before another attempt. */
import { ConnectionError, SonorantError } from './errors.ts';

/** Signals throw what they were aborted with, which may be anything; an error is what callers expect. */
export function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof Error) return reason;
  return new DOMException(typeof reason === 'string' ? reason : 'The signal was aborted.', 'AbortError');
}

/**
 * Calls back once, with why the signal has ended; at once where it has.
 * @returns takes the listener off again: a signal that lives as long as the program keeps all that it was given
 */
export function onAbort(signal: AbortSignal | undefined, callback: (reason: Error) => void): () => void {
  if (signal === undefined) return () => undefined;
  const abort = (): void => callback(reasonOf(signal));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}

/** What comes first: the promise, or the end of the signal. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const release = onAbort(signal, reject);
    void promise.then(resolve, reject).finally(release);
  });
}

/** Longer ones are over at once in every runtime. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Calls back when the time is over.
 * @param ms more than 2^31 - 1, as `Infinity`, is no limit
 * @returns ends it before
 */
export function afterMs(ms: number, callback: () => void): () => void {
  if (ms > longestTimerMs) return () => undefined;
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

/** @param ms as of {@link afterMs} @param fail called when the time is over */
export function withLimit<T>(promise: Promise<T>, ms: number, fail: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = afterMs(ms, () => reject(fail()));
    void promise.then(resolve, reject).finally(end);
  });
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let end = (): void => undefined;
  const slept = new Promise<void>((resolve) => (end = afterMs(ms, resolve)));
  return untilAborted(slept, signal).finally(end);
}

const retryableStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
const retryableCodes: ReadonlySet<string> = new Set(['idempotency_in_progress', 'engine_failed']);
/** A server that asks for a longer pause than this is left to the caller, who sees how long it is. */
const longestPauseMs = 30_000;
const firstPauseMs = 250;

/** Whether the server can answer otherwise when it is asked again. */
function isRetryable(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof SonorantError) || !error.mayRetry) return false;
  return retryableStatuses.has(error.status) || retryableCodes.has(error.code);
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
