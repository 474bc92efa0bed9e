/** The bands in which the long-term average spectrum of a voice is told, and that spectrum. */
import { RecentlyUsed } from '../../collections/recently-used.ts';
import { PowerSpectrum } from './fft.ts';

/** Bands of a spectrum. */
export const bandCount = 24;

const lowestHertz = 60;
const highestHertz = 8000;
/** Decoders and resamplers leave little above this share of the sample rate. */
const usableShare = 0.45;
const windowSeconds = 0.03;
/** Under this share of the whole power a band is taken as empty: −90 dB. */
const emptyShare = 1e-9;

/** The mel scale and its inverse (O'Shaughnessy, Speech Communication, 1987: 2595·log10(1 + f / 700)). */
export function melOf(hertz: number): number {
  return 2595 * Math.log10(1 + hertz / 700);
}

export function hertzOf(mel: number): number {
  return 700 * (10 ** (mel / 2595) - 1);
}

const [lowestMel, highestMel] = [melOf(lowestHertz), melOf(highestHertz)];

/** Borders of the bands in Hz, equally far apart on the mel scale: 60 Hz to 8 kHz; one more than bands. */
export const bandEdges: readonly number[] = Array.from({ length: bandCount + 1 }, (_, edge) =>
  hertzOf(lowestMel + ((highestMel - lowestMel) * edge) / bandCount),
);

/** Middle of each band in Hz. */
export const bandMiddles: readonly number[] = bandEdges
  .slice(1)
  .map((edge, band) => hertzOf((melOf(edge) + melOf(bandEdges[band]!)) / 2));

/**
 * A value for a frequency from those of bands: between their middles in a straight line over mel, beyond them as at the nearest.
 */
export function valueAtHertz(values: readonly number[], hertz: number): number {
  const above = bandMiddles.findIndex((middle) => middle >= hertz);
  if (above === 0) return values[0]!;
  if (above === -1) return values.at(-1)!;
  const [low, high] = [melOf(bandMiddles[above - 1]!), melOf(bandMiddles[above]!)];
  const share = (melOf(hertz) - low) / (high - low);
  return values[above - 1]! * (1 - share) + values[above]! * share;
}

/**
 * Power of each band in dB, 0 for that of all bands together; null above what the sample rate holds.
 * {@link bandCount} values.
 */
export type BandLevels = readonly (number | null)[];

/** Of the lengths that were used last. */
const windows = new RecentlyUsed<Float64Array>(8);

function hannWindow(size: number): Float64Array {
  return windows.getOrInsertComputed(String(size), () =>
    Float64Array.from({ length: size }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size)),
  );
}

/** The mean power of frames of a signal in the bands: the long-term average spectrum (Löfqvist, Journal of Phonetics, 1986). */
export class LongTermSpectrum {
  readonly #transform: PowerSpectrum;
  readonly #window: Float64Array;
  readonly #sum: Float64Array;
  readonly #sampleRate: number;

  /** @param sampleRate Hz, at least 1000 */
  constructor(sampleRate: number) {
    const size = Math.max(64, 2 ** Math.ceil(Math.log2(windowSeconds * sampleRate)));
    this.#sampleRate = sampleRate;
    this.#transform = new PowerSpectrum(Math.min(65_536, size));
    this.#window = hannWindow(size);
    this.#sum = new Float64Array(size / 2 + 1);
  }

  /** Takes the frame that has its middle at a sample; what lies outside of the signal is 0. */
  add(samples: Float32Array, middle: number): void {
    const window = this.#window;
    const start = middle - window.length / 2;
    if (start >= 0 && start + window.length <= samples.length) {
      this.#transform.addWindowed(samples, start, window, this.#sum);
      return;
    }
    const frame = new Float32Array(window.length);
    frame.set(samples.subarray(Math.max(0, start), Math.max(0, start + window.length)), Math.max(0, -start));
    this.#transform.addWindowed(frame, 0, window, this.#sum);
  }

  /** Of all frames taken. All null when they were silent. */
  levels(): (number | null)[] {
    const perLine = this.#sampleRate / this.#window.length;
    const limit = Math.min(usableShare * this.#sampleRate, highestHertz);
    const powers = bandEdges.slice(1).map((high, band) => {
      // A band that is wholly or mostly above the limit has no level.
      if (high > limit * 1.02) return null;
      return bandPower(this.#sum, bandEdges[band]! / perLine, high / perLine);
    });
    const whole = powers.reduce<number>((sum, power) => sum + (power ?? 0), 0);
    return powers.map((power) =>
      power === null || whole === 0 ? null : 10 * Math.log10(Math.max(emptyShare, power / whole)),
    );
  }
}

/** Power between two positions on the lines of a spectrum: line k stands for k − ½ to k + ½. */
function bandPower(lines: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let k = Math.max(0, Math.floor(from - 0.5)); k <= Math.min(lines.length - 1, Math.ceil(to + 0.5)); k++) {
    sum += lines[k]! * Math.max(0, Math.min(to, k + 0.5) - Math.max(from, k - 0.5));
  }
  return sum;
}
