/** A thread that decodes one clip, tells what was measured in it, gives its changed audio piece by piece, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { decodeAndMeasure } from '../clip/measured-clip.ts';
import type { SpeechMeasures } from '../clip/measures.ts';
import type { AudioFileFormat } from '../decoding/decoding.ts';
import { decodeInThread } from '../decoding/thread.ts';
import { resampledLength } from '../resampler.ts';
import { changedRate, changeVoice, type TargetVoice } from './change.ts';

export interface ChangeTask {
  readonly bytes: Uint8Array;
  readonly maxSeconds: number;
  readonly target: TargetVoice;
}

/** First what was measured, then the audio, then its end. */
export type ChangeMessage =
  | {
      readonly kind: 'clip';
      readonly format: AudioFileFormat;
      readonly measures: SpeechMeasures;
      readonly samples: number;
    }
  | { readonly kind: 'audio'; readonly samples: Int16Array<ArrayBuffer> }
  | { readonly kind: 'end' };

/** Samples that are sent at once: 0.1 s. */
const pieceLength = changedRate / 10;

const { bytes, maxSeconds, target } = workerData as ChangeTask;
await decodeInThread<ChangeMessage>(parentPort!, async (send) => {
  const { format, measures, samples, sampleRate } = await decodeAndMeasure(bytes, maxSeconds);
  const changedLength = resampledLength(samples.length, sampleRate, changedRate);
  send({ kind: 'clip', format, measures, samples: changedLength });
  if (measures.pitch === undefined) return;
  let piece = new Int16Array(pieceLength);
  let length = 0;
  for (const made of changeVoice({ samples, sampleRate, measures }, target)) {
    for (let from = 0; from < made.length;) {
      const part = made.subarray(from, from + pieceLength - length);
      piece.set(part, length);
      length += part.length;
      from += part.length;
      if (length < pieceLength) continue;
      send({ kind: 'audio', samples: piece }, [piece.buffer]);
      piece = new Int16Array(pieceLength);
      length = 0;
    }
  }
  if (length > 0) send({ kind: 'audio', samples: piece.slice(0, length) });
  send({ kind: 'end' });
});
