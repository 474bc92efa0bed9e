/** A thread that decodes and measures one clip and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { decodeInThread } from '../decoding/thread.ts';
import type { DecodedClip } from './clip.ts';
import { decodeAndMeasure } from './measured-clip.ts';

export interface ClipTask {
  readonly bytes: Uint8Array;
  readonly maxSeconds: number;
}

const { bytes, maxSeconds } = workerData as ClipTask;
await decodeInThread<DecodedClip>(parentPort!, async (send) => {
  const clip = await decodeAndMeasure(bytes, maxSeconds);
  send(clip, [clip.samples.buffer]);
});
