/**
 * From a speaker's profile to how eSpeak sounds like them: a variant with their pitch, rate and formants, and gains that give it
 * their long-term spectrum (docs/rules.md#clone-voice). A closed form over constants that were measured by analysis of eSpeak's
 * own speech, so that making a clone needs no synthesis.
 */
import { bandCount } from '../../audio/timbre/bands.ts';
import type { Timbre } from '../../audio/timbre/timbre.ts';
import { within } from '../../audio/within.ts';
import type { EngineVoice, SpeakerProfile } from '../adapter.ts';
import { slopeAt, spectralGains, warpedSpectrum, type SpokenTimbre } from '../../audio/timbre/spectral-gains.ts';
import type { VoiceFile } from './language-files.ts';
import { withFormants, withPitch, withSpeed } from './profile.ts';
import {
  commonPitch,
  formantFitRows,
  loudnessFitRow,
  pitchRows,
  plainRows,
  spectrumFitRows,
  variantRows,
} from './timbre-constants.ts';

/** How a clone is spoken. */
export interface FittedVoice {
  /** Text of a variant file. */
  readonly variant: string;
  /** Gain of each band in dB on what eSpeak gives; undefined for a profile that tells of the pitch alone. */
  readonly gains?: readonly number[];
}

export interface FitOptions {
  /** Key of the language file in `voiceFiles`. */
  readonly name: string;
  readonly file: VoiceFile;
  /** Name and text of the variant that it is made from. */
  readonly variant: string | undefined;
  readonly original: string;
}

/** Of where the plain voice has its formants, in percent: beyond it vowels are mistaken for others. */
const formantRange = { min: 70, max: 150 } as const;
/** Of eSpeak's usual speed, in percent: a slower one is understood worse. */
const speedRange = { min: 100, max: 112 } as const;
/**
 * What the fit, which was made with random gains, misses with those of real speakers: logarithms for F1–F4, from the mean errors of
 * clones of sixteen speakers.
 */
const formantBias = [0.045, -0.055, 0, 0] as const;
/** Of a variant file; those above the fourth move with the third and fourth. */
const formantCount = 8;

interface TimbreChange {
  /** LU. */
  readonly loudness: number;
  /** Factors. */
  readonly formants: readonly number[];
  /** Differences in dB. */
  readonly spectrum: readonly number[];
}

/** The same profile and options give the same voice. */
export function fitVoice(profile: SpeakerProfile, { name, file, variant, original }: FitOptions): FittedVoice {
  const { timbre, medianPitch } = profile;
  const row = plainRows[name];
  if (timbre === undefined || row === undefined) return { variant: withPitch(original, profile, file.language) };
  const [pitch, syllableRate, loudness, ...levels] = numbersOf(row);
  const changes = [changeOf(variantRows[variant ?? '']), pitchChange(medianPitch)];
  // The fit of the formants to the pitch is a part of theirs.
  const formants = levels.slice(0, 4).map((formant, index) => formant * changes[0]!.formants[index]!);
  const spectrum = levels
    .slice(4)
    .map((level, band) => level + changes.reduce((sum, each) => sum + each.spectrum[band]!, 0));
  const spoken = { formants, spectrum, loudness: changes.reduce((sum, each) => sum + each.loudness, loudness!) };
  const { percent, gains } = fitTimbre(spoken, timbre, medianPitch);
  const pitched = withPitch(original, { ...profile, medianPitch: medianPitch / pitch! }, file.language);
  return { variant: withSpeed(withFormants(pitched, percent), speedOf(timbre, syllableRate!)), gains };
}

/** Percent of eSpeak's usual speed. */
function speedOf(timbre: Timbre, syllableRate: number): number {
  return within((100 * timbre.syllableRate) / syllableRate, speedRange);
}

/** Syllables in a second at rate 1, by what the plain variant speaks; undefined for a language file that was not measured. */
export function spokenSyllableRate({ name, profile }: EngineVoice): number | undefined {
  const row = plainRows[name];
  if (row === undefined) return undefined;
  const plain = numbersOf(row)[1]!;
  const timbre = profile?.timbre;
  return timbre === undefined ? plain : (plain * speedOf(timbre, plain)) / 100;
}

/** The formants first without the gains that follow from them, then with those. */
function fitTimbre(
  spoken: SpokenTimbre,
  timbre: Timbre,
  medianPitch: number,
): { readonly percent: readonly number[]; readonly gains: readonly number[] } {
  const octaves = Math.log2(medianPitch / commonPitch);
  // Without an F4 it moves with F3: both follow the length of the vocal tract.
  const highest = timbre.formants.length - 1;
  const wanted = spoken.formants.map(
    (formant, index) => timbre.formants[index] ?? (formant * timbre.formants[highest]!) / spoken.formants[highest]!,
  );
  let gains: readonly number[] = timbre.spectrum.map(() => 0);
  let percent: readonly number[] = [];
  for (let pass = 0; pass < 2; pass++) {
    const terms = formantFitTerms(wanted, spoken.formants, octaves, gains);
    const logs = formantFit.map((weights, index) =>
      within(product(weights, terms) + formantBias[index]!, {
        min: Math.log(formantRange.min / 100),
        max: Math.log(formantRange.max / 100),
      }),
    );
    percent = logs.map((log) => 100 * Math.exp(log));
    const moved = spoken.formants.map((formant, index) => (formant * percent[index]!) / 100);
    const levels = levelFitTerms(logs, octaves);
    const spectrum = warpedSpectrum(spoken.spectrum, spoken.formants, moved).map(
      (level, band) => level + product(spectrumFit[band]!, levels),
    );
    const loudness = spoken.loudness + product(loudnessFit, levels);
    gains = spectralGains({ spectrum, loudness }, timbre.spectrum);
  }
  const upper = (percent[2]! + percent[3]!) / 2;
  return { percent: [...percent, ...Array.from({ length: formantCount - percent.length }, () => upper)], gains };
}

/**
 * What the formants to ask for follow from: a constant, the logarithm of each wanted formant in units of the spoken one, the pitch
 * in octaves above the common one and its square, and how steep the gains are at each, since a resonance on a slope is measured
 * uphill of where it is.
 */
export function formantFitTerms(
  wanted: readonly number[],
  spoken: readonly number[],
  octaves: number,
  gains: readonly number[],
): number[] {
  const ratios = spoken.map((formant, index) => Math.log(wanted[index]! / formant));
  const slopes = wanted.map((formant) => (gains.length === 0 ? 0 : slopeAt(gains, formant)));
  return [1, ...ratios, octaves, octaves * octaves, ...slopes];
}

/**
 * What the levels follow from, beyond what moving the formants and the pitch changes: peaks that come near to each other add up,
 * and holes open between those that part. Squares would fit better, and fail for voices that are unlike all others.
 * @param logs of the formants asked for, in units of the plain variant's
 */
export function levelFitTerms(logs: readonly number[], octaves: number): number[] {
  return [1, ...logs, octaves];
}

const formantFit = Object.values(formantFitRows).map(numbersOf);
const loudnessFit = numbersOf(loudnessFitRow);
const spectrumFit = Object.values(spectrumFitRows).map(numbersOf);
const pitchChanges = changesByPitch(pitchRows);

/** @param rows by Hz */
export function changesByPitch(rows: Readonly<Record<number, string>>): ReadonlyMap<number, TimbreChange> {
  return new Map(Object.entries(rows).map(([pitch, row]) => [Number(pitch), changeOf(row)]));
}

/** Between two measured pitches in a straight line over octaves, beyond them as at the nearest. */
export function pitchChange(medianPitch: number, changes = pitchChanges): TimbreChange {
  const pitchSteps = [...changes.keys()];
  const above = pitchSteps.findIndex((step) => step >= medianPitch);
  if (above <= 0) return changes.get(pitchSteps.at(above)!)!;
  const [low, high] = [pitchSteps[above - 1]!, pitchSteps[above]!];
  const share = Math.log(medianPitch / low) / Math.log(high / low);
  const [before, after] = [changes.get(low)!, changes.get(high)!];
  return {
    loudness: before.loudness * (1 - share) + after.loudness * share,
    formants: before.formants,
    spectrum: before.spectrum.map((level, band) => level * (1 - share) + after.spectrum[band]! * share),
  };
}

/** Without a row: no change. */
function changeOf(row: string | undefined): TimbreChange {
  const [loudness = 0, ...others] = row === undefined ? [] : numbersOf(row);
  if (row === undefined) {
    return { loudness, formants: [1, 1, 1, 1], spectrum: Array.from({ length: bandCount }, () => 0) };
  }
  return { loudness, formants: others.slice(0, 4), spectrum: others.slice(4) };
}

function numbersOf(row: string): number[] {
  return row.split(' ').map(Number);
}

function product(weights: readonly number[], terms: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * terms[index]!, 0);
}
