/** A voice of flite, with its own values that prosody multiplies. All speak 16000 Hz. */
export interface FliteVoice {
  /** Mean fundamental frequency in Hz (`f0_mean` of the voice's data). */
  readonly meanHz: number;
  /** Standard deviation of the fundamental frequency in Hz (`f0_stddev`). */
  readonly deviationHz: number;
  /**
   * Factor on its deviation at range 1: by themselves the voices have half of the spread that people read with. With more than this awb
   * and kal16 are understood worse.
   */
  readonly range: number;
  /** Factor on all durations at rate 1. */
  readonly stretch: number;
  /**
   * How its pitch is set: by flite's features `int_f0_target_mean` and `int_f0_target_stddev`, or, where the voice has a
   * pitch model of its own that does not read them (`spamf0`), on the predicted pitch contour.
   */
  readonly pitchBy: 'features' | 'contour';
  /** What can be changed of its pitch before it speaks: the contour that it predicts, or the targets that recorded sounds are brought to. */
  readonly melody: 'contour' | 'targets';
}

/** The package also holds `kal` (8000 Hz) and `awb_time` (knows the words of a talking clock only): left out. */
export const fliteVoices = {
  slt: { meanHz: 172, deviationHz: 27, range: 1.6, stretch: 1, pitchBy: 'features', melody: 'contour' },
  rms: { meanHz: 98, deviationHz: 24, range: 1.5, stretch: 1, pitchBy: 'contour', melody: 'contour' },
  awb: { meanHz: 132, deviationHz: 25, range: 1.15, stretch: 1, pitchBy: 'features', melody: 'contour' },
  kal16: { meanHz: 95, deviationHz: 11, range: 1, stretch: 1.1, pitchBy: 'features', melody: 'targets' },
} as const satisfies Record<string, FliteVoice>;

export type FliteVoiceName = keyof typeof fliteVoices;

export function isFliteVoice(name: string): name is FliteVoiceName {
  return Object.hasOwn(fliteVoices, name);
}
