/** What a supervised process and its owner send each other. Everything in it is data that structured clone takes, also binary data. */

/** What the messages between one kind of process and its owner carry; a kind is one type that extends this. */
export interface ProcessTypes {
  /** Given once, to load. */
  readonly config: unknown;
  /** Answered once, when it has loaded. */
  readonly info: unknown;
  /** Begins a task. */
  readonly request: unknown;
  /** More of a task's request, which comes while it runs; never for tasks that have all of it at once. */
  readonly input: unknown;
  /** One piece of a task's result, of which there may be any number. */
  readonly part: unknown;
  /** Large data that several tasks refer to by its id and that is sent once. */
  readonly attachment: unknown;
}

export type ToChild<T extends ProcessTypes> =
  | { readonly kind: 'load'; readonly config: T['config'] }
  /** Kept until {@link maxAttachments} others have been used after it. */
  | { readonly kind: 'attachment'; readonly id: string; readonly data: T['attachment'] }
  | { readonly kind: 'run'; readonly task: number; readonly request: T['request']; readonly attachment?: string }
  /** `over`: it was the last one, and there may be none in it. */
  | { readonly kind: 'input'; readonly task: number; readonly inputs: readonly T['input'][]; readonly over: boolean }
  /** A task that waits is forgotten; one that runs gives nothing more, and ends as soon as it can. */
  | { readonly kind: 'cancel'; readonly task: number };

export type FromChild<T extends ProcessTypes> =
  | { readonly kind: 'loaded'; readonly info: T['info']; readonly memoryBytes: number }
  /** It does not load. */
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'started'; readonly task: number }
  /** It waits for more input, and has worked off this many. */
  | { readonly kind: 'waiting'; readonly task: number; readonly inputs: number }
  | { readonly kind: 'part'; readonly task: number; readonly part: T['part'] }
  /** It was forgotten before it ran. */
  | { readonly kind: 'cancelled'; readonly task: number }
  | { readonly kind: 'done'; readonly task: number; readonly ms: number; readonly memoryBytes: number }
  | { readonly kind: 'failed'; readonly task: number; readonly reason: string };

/** The attachments used last that a process keeps. Its owner knows which: both see the same tasks in the same order. */
export const maxAttachments = 50;
