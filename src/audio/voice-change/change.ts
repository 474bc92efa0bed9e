/**
 * The same words, times and melody in another voice: the pitch is moved to the median and the spread of the target’s, the formants towards
 * its vocal tract, the long-term spectrum and the loudness to its own. Nothing of the words is made anew, so the accent, the rate
 * and the breath of the speaker stay.
 */
import { measureSpeech, type SpeechMeasures } from '../clip/measures.ts';
import type { ClipSamples } from '../decoding/clip-samples.ts';
import { quietPlace } from '../psola/quiet-place.ts';
import { createResampler, toFloats } from '../resampler.ts';
import { joinFloats } from '../samples.ts';
import { excerptOf, type Excerpt } from './excerpt.ts';
import { fitVoice } from './fit.ts';
import { changedRate, shifted, type TargetVoice } from './shift.ts';

export { changedRate, type TargetVoice } from './shift.ts';

/** A recording with what was measured in an excerpt of it. */
export interface SpokenClip {
  readonly clip: ClipSamples;
  readonly excerpt: Excerpt;
  readonly measures: SpeechMeasures;
}

/** Moments of the excerpt that are measured; its rate stays as it is. */
const measured = { maxFrames: 500, maxVowels: 150, countsSyllables: false } as const;
/** Peaks of what goes into the filters, full scale being 1: room for what they add, and for peaks that the excerpt has not. */
const innerPeak = 0.5;
/**
 * What is changed at a time, seconds: it takes memory as long as it is worked on. The first piece is short, since the first audio waits for
 * it. A clip that is not longer is no part of another one.
 */
const windowSeconds = { first: 6, next: 15 } as const;
/** A window ends at the quietest place of this last share of it. */
const cutShare = 0.4;

export function measureClip(clip: ClipSamples): SpokenClip {
  const excerpt = excerptOf(clip);
  const { sampleRate, length } = clip;
  const found = measureSpeech(excerpt.samples, sampleRate, measured);
  const share = length / excerpt.samples.length;
  const measures: SpeechMeasures = {
    ...found,
    seconds: length / sampleRate,
    activeSeconds: found.activeSeconds * share,
    voicedSeconds: found.voicedSeconds * share,
  };
  return { clip, excerpt, measures };
}

/**
 * Pieces of the changed recording in their order, of {@link changedRate}, together as long as the recording; full scale is ±1, and single
 * peaks may lie beyond. What comes before the first one does not grow with the recording, nor does the memory.
 * @param spoken has a pitch
 */
export function* changeVoice(
  { clip, excerpt, measures }: SpokenClip,
  target: TargetVoice,
): Generator<Float32Array, void, void> {
  const factor = excerpt.peak === 0 ? 1 : innerPeak / excerpt.peak;
  const looked = [...resampled(excerptClip(clip, excerpt), factor)];
  const { filter, gain } = fitVoice({ excerpt: joinFloats(looked), restDb: excerpt.restDb, measures, target });
  // A short clip is its own excerpt.
  const pieces = excerpt.samples.length === clip.length ? looked : resampled(clip, factor);
  const moved = function* (): Generator<Float32Array, void, void> {
    for (const window of windowsOf(pieces)) yield* shifted(window, measures, target);
  };
  for (const piece of filter === undefined ? moved() : filter.filtered(moved())) {
    if (piece.length > 0) yield toFloats(piece, gain);
  }
}

function excerptClip({ sampleRate }: ClipSamples, { samples }: Excerpt): ReadSamples {
  return { sampleRate, length: samples.length, read: (from, to) => samples.subarray(from, to) };
}

type ReadSamples = Pick<ClipSamples, 'sampleRate' | 'length'> & {
  readonly read: (from: number, to: number) => Float32Array;
};

/** At the rate of the filters, a second at a time. @param gain linear */
function* resampled({ sampleRate, length, read }: ReadSamples, gain: number): Generator<Float32Array, void, void> {
  const resampler = createResampler({ inputRate: sampleRate, outputRate: changedRate, gain });
  for (let at = 0; at < length; at += sampleRate) yield resampler.write(read(at, Math.min(length, at + sampleRate)));
  yield resampler.end();
}

/** The same samples in parts, each of which begins and ends where it is quiet. */
function* windowsOf(pieces: Iterable<Float32Array>): Generator<Float32Array, void, void> {
  let held: Float32Array[] = [];
  let length = 0;
  let wanted = windowSeconds.first * changedRate;
  for (const piece of pieces) {
    held.push(piece);
    length += piece.length;
    if (length <= wanted) continue;
    const all = joinFloats(held);
    const cut = quietPlace(all, changedRate, Math.floor((1 - cutShare) * length), length);
    yield all.subarray(0, cut);
    held = [all.slice(cut)];
    length -= cut;
    wanted = windowSeconds.next * changedRate;
  }
  if (length > 0) yield joinFloats(held);
}
