/** What a decoding thread is given and says once. */
import type { ClipFault, DecodedClip } from './clip.ts';

export interface DecodeTask {
  readonly bytes: Uint8Array;
  readonly maxSeconds: number;
}

export type DecodeResult =
  | { readonly kind: 'decoded'; readonly clip: DecodedClip }
  | { readonly kind: 'refused'; readonly fault: ClipFault; readonly message: string };
