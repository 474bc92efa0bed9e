/** From the spectrum that an engine speaks with to the one that a speaker has. */
import { bandCount, bandEdges, bandMiddles, valueAtHertz, type BandLevels } from './bands.ts';

/** How an engine sounds before anything is changed: measured, see `quality/clone-constants.ts`. */
export interface SpokenTimbre {
  /** Medians of F1–F4 in Hz. */
  readonly formants: readonly number[];
  /** Long-term spectrum in dB, 0 for the power of all bands together. */
  readonly spectrum: readonly number[];
  /** LUFS. */
  readonly loudness: number;
}

/** What a voice that is fitted to a speaker sounds with, in LUFS. */
export const targetLoudness = -20;
/** Gains are kept within these around the gain that changes the loudness alone, in dB. */
const gainRange = { min: -30, max: 20 } as const;

/**
 * Gains in dB, one for each band, that give speech the speaker's long-term spectrum and the loudness of {@link targetLoudness}.
 * @param spoken as the engine speaks it, its formants moved already
 * @param wanted where it has no level, the gain of the band below it is kept
 */
export function spectralGains({ spectrum, loudness }: Omit<SpokenTimbre, 'formants'>, wanted: BandLevels): number[] {
  const known = wanted.map((level) => level !== null);
  const power = powerOf(spectrum.filter((_, band) => known[band]!));
  const differences: number[] = [];
  for (const [band, level] of wanted.entries()) {
    differences.push(level === null ? (differences.at(-1) ?? 0) : level - (spectrum[band]! - power));
  }
  const change = loudnessChange(spectrum, differences);
  const kept = differences.map((gain) => Math.min(gainRange.max, Math.max(gainRange.min, gain - change)));
  const shift = targetLoudness - loudness - loudnessChange(spectrum, kept);
  return kept.map((gain) => gain + shift);
}

/** dB by which gains rise over half an octave around a frequency. */
export function slopeAt(gains: readonly number[], hertz: number): number {
  return valueAtHertz(gains, hertz * 2 ** 0.25) - valueAtHertz(gains, hertz / 2 ** 0.25);
}

/** The spectrum after the formants have been moved from one place to another: its peaks keep their height. */
export function warpedSpectrum(
  spectrum: readonly number[],
  from: readonly number[],
  to: readonly number[],
): readonly number[] {
  const densities = spectrum.map((level, band) => level - widthDb(band));
  return densities.map((_, band) => valueAtHertz(densities, unwarped(bandMiddles[band]!, from, to)) + widthDb(band));
}

/** Where a frequency was before the formants were moved: as many octaves as the formants around it. */
export function unwarped(hertz: number, from: readonly number[], to: readonly number[]): number {
  const above = to.findIndex((formant) => formant >= hertz);
  if (above === 0) return (hertz * from[0]!) / to[0]!;
  if (above === -1) return (hertz * from.at(-1)!) / to.at(-1)!;
  const share = Math.log(hertz / to[above - 1]!) / Math.log(to[above]! / to[above - 1]!);
  return from[above - 1]! * (from[above]! / from[above - 1]!) ** share;
}

function widthDb(band: number): number {
  return 10 * Math.log10(bandEdges[band + 1]! - bandEdges[band]!);
}

/** LU by which gains make a sound with this spectrum louder. */
function loudnessChange(spectrum: readonly number[], gains: readonly number[]): number {
  const heard = spectrum.map((level, band) => level + weighting[band]!);
  return powerOf(heard.map((level, band) => level + gains[band]!)) - powerOf(heard);
}

/** dB of the sum of levels. */
export function powerOf(levels: readonly number[]): number {
  return 10 * Math.log10(levels.reduce((sum, level) => sum + 10 ** (level / 10), 0));
}

/** The K weighting of ITU-R BS.1770 in dB, by its two analogue prototypes: a shelf of 4 dB and a high-pass at 38 Hz. */
export function weightingAt(hertz: number): number {
  return shelf(hertz) + highPass(hertz);
}

const weighting: readonly number[] = Array.from({ length: bandCount }, (_, band) => weightingAt(bandMiddles[band]!));

function shelf(hertz: number): number {
  const [centre, q, gain] = [1681.97, 0.7072, 10 ** (3.99984 / 20)];
  const w = hertz / centre;
  const middle = gain ** 0.49966615;
  const top = (1 - gain * w * w) ** 2 + ((middle * w) / q) ** 2;
  const bottom = (1 - w * w) ** 2 + (w / q) ** 2;
  return 10 * Math.log10(top / bottom);
}

function highPass(hertz: number): number {
  const [centre, q] = [38.135, 0.50033];
  const w = hertz / centre;
  return 10 * Math.log10(w ** 4 / ((1 - w * w) ** 2 + (w / q) ** 2));
}
