/** Moves the pitch of a recording to that of a voice. */
import type { SpeechMeasures } from '../clip/measures.ts';
import { shiftPitch } from '../psola/pitch-shifter.ts';
import { PitchTrack } from '../psola/pitch-track.ts';
import type { Timbre } from '../timbre/timbre.ts';
import { within } from '../within.ts';

/** Hz, of what comes out. */
export const changedRate = 24_000;

/** What the voice is to be, as it was measured. */
export interface TargetVoice {
  /** Hz. */
  readonly medianPitch: number;
  /** From the 10th to the 90th percentile, as a share of the median. */
  readonly pitchSpread: number;
  /** Undefined: formants and spectrum stay. */
  readonly timbre?: Timbre | undefined;
}

/** How far the melody is widened or narrowed. */
const spreadRange = { min: 0.6, max: 1.7 } as const;

/**
 * With the target's median and its spread, along the melody of the recording.
 * @param samples at {@link changedRate}, of a recording with these measures, which has a pitch
 * @returns pieces in their order, together as long as the samples
 */
export function shifted(
  samples: Float32Array,
  { pitch }: SpeechMeasures,
  { medianPitch, pitchSpread }: TargetVoice,
): Generator<Float32Array, void, void> {
  const { median, low, high } = pitch!;
  const spread = within(pitchSpread / Math.max(0.05, (high - low) / median), spreadRange);
  const semitones = 12 * Math.log2(medianPitch / median);
  const track = new PitchTrack(samples, changedRate, median);
  return shiftPitch(
    samples,
    changedRate,
    track,
    (seconds) => semitones + (spread - 1) * 12 * Math.log2(track.pitchAt(seconds) / median),
  );
}
