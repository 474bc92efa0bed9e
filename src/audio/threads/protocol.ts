/** What the pool and its threads say to one another, and what a module exports that is to be run in one. */
import type { Transferable } from 'node:worker_threads';
import type { DecodingFault } from '../decoding/decoding.ts';

/** Puts a value before the last one of a task. @param transfer what is handed over rather than copied */
export type Send<T> = (value: T, transfer?: readonly Transferable[]) => void;

/** The last value of a task. */
export interface Last<T> {
  readonly value: T;
  readonly transfer?: readonly Transferable[];
}

/**
 * The function that a module exports as `work`. What it throws is told to the caller: a {@link DecodingError} as it is, after which the
 * thread goes on to the next task, anything else as a damaged clip, after which it is ended.
 */
export type Work<Task, T> = (task: Task, send: Send<T>) => Promise<Last<T>> | Last<T>;

/** To a thread, one at a time. */
export interface TaskMessage {
  /** Address of the module. */
  readonly module: string;
  readonly task: unknown;
}

/** From a thread. */
export type ThreadMessage<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'last'; readonly value: T; readonly heldBytes: number }
  | { readonly kind: 'refused'; readonly fault: DecodingFault; readonly message: string; readonly heldBytes: number };
