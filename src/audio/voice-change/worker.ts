/**
 * In a thread: opens one clip, tells what was measured in it, waits for the voice, and gives the changed audio piece by piece, as fast as it is
 * read.
 */
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { SpeechMeasures } from '../clip/measures.ts';
import { openClip } from '../decoding/clip-samples.ts';
import type { AudioFileFormat } from '../decoding/decoding.ts';
import { resampledLength } from '../resampler.ts';
import type { Last, Send } from '../threads/protocol.ts';
import { changedRate, changeVoice, measureClip, type TargetVoice } from './change.ts';

export interface ChangeTask {
  readonly bytes: Uint8Array;
  readonly maxSeconds: number;
  /** Gives one {@link TargetVoice}, when it is known. */
  readonly targetPort: MessagePort;
  /** One number: how many pieces the reader has taken. */
  readonly taken: Int32Array<SharedArrayBuffer>;
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
/** Pieces that may wait for the reader: ten seconds of audio. */
const ahead = 100;

export async function work(
  { bytes, maxSeconds, targetPort, taken }: ChangeTask,
  send: Send<ChangeMessage>,
): Promise<Last<ChangeMessage>> {
  const clip = await openClip(bytes, maxSeconds);
  const spoken = measureClip(clip);
  const { format, length, sampleRate } = clip;
  const samples = resampledLength(length, sampleRate, changedRate);
  send({ kind: 'clip', format, measures: spoken.measures, samples });
  if (spoken.measures.pitch === undefined) return { value: { kind: 'end' } };
  const [target] = (await once(targetPort, 'message')) as [TargetVoice];
  let sent = 0;
  for (const piece of inPieces(changeVoice(spoken, target))) {
    for (let count = Atomics.load(taken, 0); sent - count > ahead; count = Atomics.load(taken, 0)) {
      Atomics.wait(taken, 0, count);
    }
    send({ kind: 'audio', samples: piece }, [piece.buffer]);
    sent++;
  }
  return { value: { kind: 'end' } };
}

/** The same samples in pieces of one length, but for the last one. */
function* inPieces(given: Iterable<Int16Array>): Generator<Int16Array<ArrayBuffer>, void, void> {
  let piece = new Int16Array(pieceLength);
  let length = 0;
  for (const made of given) {
    for (let from = 0; from < made.length;) {
      const part = made.subarray(from, from + pieceLength - length);
      piece.set(part, length);
      length += part.length;
      from += part.length;
      if (length < pieceLength) continue;
      yield piece;
      piece = new Int16Array(pieceLength);
      length = 0;
    }
  }
  if (length > 0) yield piece.slice(0, length);
}
