/**
 * In a thread: opens one clip, tells what was measured in it, waits for the voice, and gives the changed audio piece by piece, as far as it is
 * let.
 */
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { SpeechMeasures } from '../clip/measures.ts';
import { openClip } from '../decoding/clip-samples.ts';
import { requireRate, type AudioFileFormat } from '../decoding/decoding.ts';
import { resampledLength } from '../resampler.ts';
import type { Last, Send } from '../threads/protocol.ts';
import { changedRate, changeVoice, measureClip, type TargetVoice } from './change.ts';

export interface ChangeTask {
  readonly bytes: Uint8Array;
  readonly maxSeconds: number;
  /** Gives one {@link TargetVoice}, when it is known. */
  readonly targetPort: MessagePort;
  /** One number: how many pieces, or the end behind them, may be computed. */
  readonly allowed: Int32Array<SharedArrayBuffer>;
}

/** First what was measured, then the audio, then its end. */
export type ChangeMessage =
  | {
      readonly kind: 'clip';
      readonly format: AudioFileFormat;
      readonly measures: SpeechMeasures;
      readonly samples: number;
    }
  | { readonly kind: 'audio'; readonly samples: Float32Array<ArrayBuffer> }
  | { readonly kind: 'end' };

/** Samples that are sent at once: 0.1 s. */
const pieceLength = changedRate / 10;

export async function work(task: ChangeTask, send: Send<ChangeMessage>): Promise<Last<ChangeMessage>> {
  try {
    return await change(task, send);
  } finally {
    // The upload of a long recording would lie there until the next collection, beside that of the one behind it.
    const { buffer } = task.bytes;
    if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(0);
  }
}

async function change(
  { bytes, maxSeconds, targetPort, allowed }: ChangeTask,
  send: Send<ChangeMessage>,
): Promise<Last<ChangeMessage>> {
  const clip = await openClip(bytes, maxSeconds);
  requireRate(clip.sampleRate, changedRate);
  const spoken = measureClip(clip);
  const { format, length, sampleRate } = clip;
  const samples = resampledLength(length, sampleRate, changedRate);
  send({ kind: 'clip', format, measures: spoken.measures, samples });
  if (spoken.measures.pitch === undefined) return { value: { kind: 'end' } };
  const [target] = (await once(targetPort, 'message')) as [TargetVoice];
  const pieces = inPieces(changeVoice(spoken, target));
  for (let sent = 0; ; sent++) {
    while (Atomics.load(allowed, 0) <= sent) Atomics.wait(allowed, 0, sent);
    const { done, value } = pieces.next();
    if (done === true) return { value: { kind: 'end' } };
    send({ kind: 'audio', samples: value }, [value.buffer]);
  }
}

/** The same samples in pieces of one length, but for the last one. */
function* inPieces(given: Iterable<Float32Array>): Generator<Float32Array<ArrayBuffer>, void, void> {
  let piece = new Float32Array(pieceLength);
  let length = 0;
  for (const made of given) {
    for (let from = 0; from < made.length;) {
      const part = made.subarray(from, from + pieceLength - length);
      piece.set(part, length);
      length += part.length;
      from += part.length;
      if (length < pieceLength) continue;
      yield piece;
      piece = new Float32Array(pieceLength);
      length = 0;
    }
  }
  if (length > 0) yield piece.slice(0, length);
}
