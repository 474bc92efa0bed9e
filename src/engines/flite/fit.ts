/**
 * From a speaker's profile to how a voice of flite sounds like them (docs/rules.md#clone-voice): flite speaks with their pitch,
 * spread and rate, and what it gives gets their formants and their long-term spectrum. A closed form over measured constants.
 */
import { EnvelopeWarp } from '../../audio/timbre/envelope-warp.ts';
import type { Timbre } from '../../audio/timbre/timbre.ts';
import type { StreamResponse } from '../../audio/timbre/stream-filter.ts';
import { within } from '../../audio/within.ts';
import type { EngineVoice, SpeakerProfile } from '../adapter.ts';
import { spectralGains, unwarped, warpedSpectrum, type SpokenTimbre } from '../../audio/timbre/spectral-gains.ts';
import { capabilities } from './capabilities.ts';
import { isFliteVoice, type FliteVoiceName } from './speakers.ts';
import { fliteTimbreRows } from './timbre-constants.ts';

/** How a clone is spoken: factors on what flite does by itself, and what is done with what it gives. */
export interface FittedFlite {
  readonly pitch: number;
  readonly range: number;
  readonly rate: number;
  readonly response?: StreamResponse;
}

/** How a voice sounds at one pitch. */
interface Step extends SpokenTimbre {
  readonly multiplier: number;
  readonly medianPitch: number;
  readonly pitchSpread: number;
  readonly syllableRate: number;
}

/** Beyond it the voices break. */
const pitchRange = { min: 0.7, max: 2 } as const;
/** On the spread of flite's pitch: a wider one moves the median too. */
const spreadRange = { min: 0.7, max: 1.2 } as const;
/** A slower voice is understood worse, as on eSpeak. */
const rateRange = { min: 1, max: 1.15 } as const;
/** How far formants are moved: what is left of a vowel beyond it is another one. */
const formantRange = { min: 0.75, max: 1.35 } as const;

/**
 * How much of the way to the speaker's formants is gone, in octaves: the rest makes a clone no more like them, and costs words (docs/decisions/0060-words-of-clones.md).
 */
const formantShare = 0.5;

/** The same profile gives the same voice. */
export function fitFlite(name: FliteVoiceName, { medianPitch, pitchSpread, timbre }: SpeakerProfile): FittedFlite {
  const steps = fliteTimbreRows[name]!.map(stepOf);
  const spoken = stepAt(steps, medianPitch);
  const pitch = within(spoken.multiplier, pitchRange);
  const range = within(pitchSpread / spoken.pitchSpread, spreadRange);
  if (timbre === undefined) return { pitch, range, rate: 1 };
  const to = spoken.formants.map((formant, index) => {
    // Without an F4 it moves with F3.
    const wanted = timbre.formants[index] ?? (formant * timbre.formants.at(-1)!) / spoken.formants[index - 1]!;
    return formant * within(wanted / formant, formantRange) ** formantShare;
  });
  const moved = { ...spoken, spectrum: warpedSpectrum(spoken.spectrum, spoken.formants, to) };
  return {
    pitch,
    range,
    rate: rateFor(timbre, spoken),
    response: new EnvelopeWarp({
      sampleRate: capabilities.sampleRate,
      source: (hertz) => unwarped(hertz, spoken.formants, to),
      gains: spectralGains(moved, timbre.spectrum),
    }),
  };
}

function rateFor(timbre: Timbre, { syllableRate }: Step): number {
  return within(timbre.syllableRate / syllableRate, rateRange);
}

/** Syllables in a second at rate 1; undefined for a voice that is not one of flite's. */
export function spokenSyllableRate({ name, profile }: EngineVoice): number | undefined {
  if (!isFliteVoice(name)) return undefined;
  const steps = fliteTimbreRows[name]!.map(stepOf);
  if (profile?.timbre === undefined) return steps.find(({ multiplier }) => multiplier === 1)!.syllableRate;
  const spoken = stepAt(steps, profile.medianPitch);
  return spoken.syllableRate * rateFor(profile.timbre, spoken);
}

function stepOf(row: string): Step {
  const [multiplier, medianPitch, pitchSpread, syllableRate, loudness, ...levels] = row.split(' ').map(Number);
  return {
    multiplier: multiplier!,
    medianPitch: medianPitch!,
    pitchSpread: pitchSpread!,
    syllableRate: syllableRate!,
    loudness: loudness!,
    formants: levels.slice(0, 4),
    spectrum: levels.slice(4),
  };
}

/** Between two measured pitches in a straight line over octaves; beyond them the nearest, its multiplier in proportion. */
function stepAt(steps: readonly Step[], medianPitch: number): Step {
  const above = steps.findIndex((step) => step.medianPitch >= medianPitch);
  if (above <= 0) {
    const nearest = steps.at(above)!;
    return { ...nearest, multiplier: (nearest.multiplier * medianPitch) / nearest.medianPitch };
  }
  const [low, high] = [steps[above - 1]!, steps[above]!];
  const share = Math.log(medianPitch / low.medianPitch) / Math.log(high.medianPitch / low.medianPitch);
  const between = (a: number, b: number): number => a * (1 - share) + b * share;
  return {
    multiplier: low.multiplier * (high.multiplier / low.multiplier) ** share,
    medianPitch,
    pitchSpread: between(low.pitchSpread, high.pitchSpread),
    syllableRate: between(low.syllableRate, high.syllableRate),
    loudness: between(low.loudness, high.loudness),
    formants: low.formants.map((formant, index) => between(formant, high.formants[index]!)),
    spectrum: low.spectrum.map((level, band) => between(level, high.spectrum[band]!)),
  };
}
