/** What makes a voice that speaker's voice beside its pitch: resonances, spectrum, breath and rate. */
import { bandMiddles, LongTermSpectrum, type BandLevels, bandEdges } from './bands.ts';
import { FormantFinder, formantCeiling, type Resonance } from './formants.ts';

/** The timbre of a speaker, in units that no engine owns. Plain data. */
export interface Timbre {
  /** Medians of the formants F1, F2, F3 and F4 in Hz; without F4 where the recording holds nothing above 4 kHz. */
  readonly formants: readonly number[];
  /** Length of the vocal tract in cm, estimated from the upper formants. */
  readonly tractLength: number;
  /** Long-term average spectrum: the power of {@link bandCount} bands of 60 Hz to 8 kHz in dB, 0 for that of all together. */
  readonly spectrum: BandLevels;
  /** Slope of the long-term spectrum between 250 Hz and 5 kHz in dB per octave. */
  readonly tilt: number;
  /** Median ratio of harmonics to noise of the voiced sound in dB; the lower, the breathier or hoarser. */
  readonly harmonicity: number;
  /** Syllables in a second of speech, pauses not counted. */
  readonly syllableRate: number;
}

/** A moment of the recording. */
export interface TimbreFrame {
  /** Sample in its middle. */
  readonly middle: number;
  readonly levelDb: number;
  /** Of a voiced one: how much of its power is not periodic, 0–1. */
  readonly aperiodicity?: number | undefined;
}

export interface TimbreSource {
  /** Mono. */
  readonly samples: Float32Array;
  /** Hz. */
  readonly sampleRate: number;
  /** Those that are neither pause nor background, in order. */
  readonly active: readonly TimbreFrame[];
  /** Level of the loud ones in dB. */
  readonly levelDb: number;
  readonly medianPitch: number;
  readonly syllableRate: number;
  /** Of a long recording so many frames are looked at for the spectrum, spread over all of it. Default 1200. */
  readonly maxFrames?: number | undefined;
  /** And so many for the formants. Default 1200. */
  readonly maxVowels?: number | undefined;
}

const defaults = { maxFrames: 1200, maxVowels: 1200 } as const;
/** Formants are measured in frames at most so far below the loud ones: in vowels. */
const vowelRangeDb = 15;
/** A wider resonance is none of the mouth's. */
const maxBandwidth = 600;
/** Where the formants of an adult or a child lie, Hz. */
const formantRanges: readonly (readonly [low: number, high: number])[] = [
  [180, 1100],
  [550, 3200],
  [1400, 4300],
  [2400, 5400],
];
const [f3, f4] = [2, 3];
/** Speed of sound in the vocal tract, cm/s. */
const soundSpeed = 35_000;
const tiltRange = { low: 250, high: 5000 } as const;

/** @returns undefined when too little of it is a vowel to tell formants */
export function measureTimbre(source: TimbreSource): Timbre | undefined {
  const {
    samples,
    sampleRate,
    active,
    levelDb,
    maxFrames = defaults.maxFrames,
    maxVowels = defaults.maxVowels,
  } = source;
  const spectrum = new LongTermSpectrum(sampleRate);
  for (const { middle } of spread(active, maxFrames)) spectrum.add(samples, middle);
  const levels = spectrum.levels();
  const voiced = active.filter(({ aperiodicity }) => aperiodicity !== undefined);
  const vowels = spread(
    voiced.filter((frame) => frame.levelDb > levelDb - vowelRangeDb),
    maxVowels,
  );
  const formants = formantsOf(source, vowels);
  if (formants === undefined) return undefined;
  return {
    formants,
    tractLength: tractLengthOf(formants),
    spectrum: levels,
    tilt: tiltOf(levels),
    harmonicity: median(voiced.map(({ aperiodicity }) => decibelsOfHarmonics(aperiodicity!))),
    syllableRate: source.syllableRate,
  };
}

/** At most so many of them, equally far apart. */
function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)]!);
}

/** At least so many frames must tell of a formant. */
const minFormantFrames = 10;

function formantsOf(
  { samples, sampleRate, medianPitch }: TimbreSource,
  vowels: readonly TimbreFrame[],
): number[] | undefined {
  const finder = new FormantFinder(sampleRate, formantCeiling(medianPitch));
  const found: number[][] = formantRanges.map(() => []);
  for (const { middle } of vowels) {
    const formants = placed(finder.resonancesAt(samples, middle));
    for (const [index, formant] of formants.entries()) found[index]!.push(formant);
  }
  if (found[f3]!.length < minFormantFrames) return undefined;
  return found.filter((frequencies) => frequencies.length >= found[f3]!.length / 3).map(median);
}

/** The lowest resonances in order, up to the first that is out of its formant's range; none without three. */
function placed(resonances: readonly Resonance[]): number[] {
  const narrow = resonances.filter(({ bandwidth }) => bandwidth < maxBandwidth).map(({ frequency }) => frequency);
  const end = formantRanges.findIndex(([low, high], index) => !(narrow[index]! >= low && narrow[index]! <= high));
  const formants = narrow.slice(0, end === -1 ? formantRanges.length : end);
  return formants.length > f3 ? formants : [];
}

/**
 * Of a tube that is closed at one end, whose nth resonance is (2n − 1)·c / 4L. The upper formants tell it best, since the vowels
 * move them least (Lammert and Narayanan, "On short-time estimation of vocal tract length from formant frequencies", PLoS ONE, 2015).
 */
function tractLengthOf(formants: readonly number[]): number {
  const upper = formants[f4] === undefined ? [f3] : [f3, f4];
  const lengths = upper.map((index) => ((2 * index + 1) * soundSpeed) / (4 * formants[index]!));
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}

/** Of the power per Hz, by least squares over octaves. */
function tiltOf(levels: BandLevels): number {
  const points = levels.flatMap((level, band) => {
    const middle = bandMiddles[band]!;
    if (level === null || middle < tiltRange.low || middle > tiltRange.high) return [];
    return [{ octave: Math.log2(middle), density: level - 10 * Math.log10(bandEdges[band + 1]! - bandEdges[band]!) }];
  });
  const mean = (value: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + value(point), 0) / Math.max(1, points.length);
  const [octave, density] = [mean((point) => point.octave), mean((point) => point.density)];
  const spreadOfOctaves = mean((point) => (point.octave - octave) ** 2);
  return spreadOfOctaves === 0
    ? 0
    : mean((point) => (point.octave - octave) * (point.density - density)) / spreadOfOctaves;
}

/**
 * The aperiodicity of YIN is near to 1 − r of the normalized autocorrelation, from which the ratio follows (Boersma, Proceedings
 * of the Institute of Phonetic Sciences, Amsterdam, 1993).
 */
function decibelsOfHarmonics(aperiodicity: number): number {
  const noise = Math.min(0.99, Math.max(1e-4, aperiodicity));
  return 10 * Math.log10((1 - noise) / noise);
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
