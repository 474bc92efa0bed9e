/** What a supervised process and its owner send each other. Everything in it is data that structured clone takes, also binary data. */

/** What the messages between one kind of process and its owner carry; a kind is one type that extends this. */
export interface ProcessTypes {
  /** Given once, to load. */
  readonly config: unknown;
  /** Answered once, when it has loaded. */
  readonly info: unknown;
  /** Begins a job. */
  readonly request: unknown;
  /** One piece of a job's result, of which there may be any number. */
  readonly part: unknown;
  /** Large data that several jobs refer to by its id and that is sent once. */
  readonly attachment: unknown;
}

export type ToChild<T extends ProcessTypes> =
  | { readonly kind: 'load'; readonly config: T['config'] }
  /** Kept until {@link maxAttachments} others have been used after it. */
  | { readonly kind: 'attachment'; readonly id: string; readonly data: T['attachment'] }
  | { readonly kind: 'run'; readonly job: number; readonly request: T['request']; readonly attachment?: string }
  /** A job that waits is forgotten; one that runs gives nothing more, and ends as soon as it can. */
  | { readonly kind: 'cancel'; readonly job: number };

export type FromChild<T extends ProcessTypes> =
  | { readonly kind: 'loaded'; readonly info: T['info']; readonly memoryBytes: number }
  /** It does not load. */
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'started'; readonly job: number }
  | { readonly kind: 'part'; readonly job: number; readonly part: T['part'] }
  | { readonly kind: 'done'; readonly job: number; readonly ms: number; readonly memoryBytes: number }
  | { readonly kind: 'failed'; readonly job: number; readonly reason: string };

/** The attachments used last that a process keeps. Its owner knows which: both see the same jobs in the same order. */
export const maxAttachments = 50;
