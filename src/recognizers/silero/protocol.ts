/** What the process of Silero and its owner send each other. */
import type { ProcessTypes } from '../../processes/protocol.ts';

export interface SileroProcess extends ProcessTypes {
  readonly config: { readonly model: string; readonly context: number };
  readonly info: undefined;
  /** Whole windows of a stream, in order; none: the stream has ended. */
  readonly request: { readonly stream: number; readonly samples: Int16Array };
  /** 1 for each window that is speech, else 0. */
  readonly part: Uint8Array;
  readonly input: never;
  readonly attachment: never;
}
