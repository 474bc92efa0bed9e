/** The one message into a decoding thread and the one answer. */
import type { ClipFault, DecodedClip } from './clip.ts';

export interface DecodeTask {
  readonly bytes: Uint8Array;
  readonly maxSeconds: number;
}

export type DecodeResult =
  | { readonly kind: 'decoded'; readonly clip: DecodedClip }
  | { readonly kind: 'refused'; readonly fault: ClipFault; readonly message: string };
