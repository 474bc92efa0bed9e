/** In a thread: decodes and measures one clip. */
import type { Last } from '../threads/protocol.ts';
import type { DecodedClip } from './clip.ts';
import { decodeAndMeasure } from './measured-clip.ts';

export interface ClipTask {
  readonly bytes: Uint8Array;
  readonly maxSeconds: number;
}

export async function work({ bytes, maxSeconds }: ClipTask): Promise<Last<DecodedClip>> {
  const clip = await decodeAndMeasure(bytes, maxSeconds);
  return { value: clip, transfer: [clip.samples.buffer] };
}
