/** In a thread: reads what matters of a recording that is to be joined. */
import { openClip, type ClipSamples } from '../decoding/clip-samples.ts';
import { requireRate, type AudioFileFormat } from '../decoding/decoding.ts';
import { createResampler } from '../resampler.ts';
import { joinFloats } from '../samples.ts';
import type { Last } from '../threads/protocol.ts';
import { edgeOf, joinedRate, nearSeconds, type Edge, type Side } from './edges.ts';
import { rateOf } from './rate.ts';

/** What matters of a recording that is to be joined. */
export interface Neighbour {
  readonly format: AudioFileFormat;
  /** Hz, of the file. */
  readonly sampleRate: number;
  readonly seconds: number;
  readonly edge: Edge;
  /** Syllables in a second near the joint; undefined where none are heard. */
  readonly syllableRate: number | undefined;
  /** All of it at `joinedRate`, where it was asked for. */
  readonly samples: Float32Array<ArrayBuffer> | undefined;
}

export interface NeighbourTask {
  readonly bytes: Uint8Array;
  readonly maxSeconds: number;
  /** At which the joint is. */
  readonly side: Side;
  /** Whether all of it is wanted. */
  readonly whole: boolean;
}

/** More is read than is looked at, since the resampler begins and ends in silence. */
const marginSeconds = 1;

export async function work({ bytes, maxSeconds, side, whole }: NeighbourTask): Promise<Last<Neighbour>> {
  const clip = await openClip(bytes, maxSeconds);
  requireRate(clip.sampleRate, joinedRate);
  const { format, length, sampleRate } = clip;
  const count = (nearSeconds + marginSeconds) * sampleRate;
  // At a whole second, so that the samples that come out are those of the whole recording.
  const first = side === 'end' ? Math.max(0, Math.floor((length - count) / sampleRate) * sampleRate) : 0;
  const near = atJoinedRate(clip, first, side === 'end' ? length : Math.min(length, count));
  const edge = edgeOf(near, side);
  const samples = whole ? atJoinedRate(clip, 0, length) : undefined;
  const value: Neighbour = {
    format,
    sampleRate,
    seconds: length / sampleRate,
    edge,
    syllableRate: rateOf(near),
    samples,
  };
  return { value, transfer: samples === undefined ? [] : [samples.buffer] };
}

function atJoinedRate({ sampleRate, read }: ClipSamples, from: number, to: number): Float32Array<ArrayBuffer> {
  const resampler = createResampler({ inputRate: sampleRate, outputRate: joinedRate });
  const pieces: Float32Array[] = [];
  for (let at = from; at < to; at += sampleRate) pieces.push(resampler.write(read(at, Math.min(to, at + sampleRate))));
  return joinFloats([...pieces, resampler.end()]);
}
