/** The true peak of ITU-R BS.1770-4, annex 2: that of the signal between its samples. */
import { bessel } from './resampler/filter-bank.ts';
import { toFloats, type Samples } from './resampler.ts';

/** Points at which the signal is known for one sample: four, as BS.1770-4 (annex 2) asks of rates below 96 kHz. */
const oversampling = 4;
/** Samples on either side that a point between two samples is made of. */
const halfTaps = 24;
/** Samples that are looked over at once for whether the signal between them can be the highest. */
const blockLength = 64;
/** Shape of the Kaiser window: 63 dB beside the main lobe. */
const beta = 6;

/** The highest point of the signal between its samples, in dBTP: 0 is the full scale; −Infinity for silence. */
export function truePeakOf(samples: Samples): number {
  const values = toFloats(samples);
  const padded = new Float32Array(values.length + 2 * halfTaps);
  padded.set(values, halfTaps - 1);
  const phases = interpolators(oversampling, halfTaps);
  /** Between samples that are no higher than this, the signal is no higher than so many times as much. */
  const share = Math.max(...phases.map(magnitude));
  let peak = 0;
  for (let start = 0; start < values.length; start += blockLength) {
    const end = Math.min(start + blockLength, values.length);
    peak = Math.max(peak, highestOf(padded, start + halfTaps - 1, end + halfTaps - 1));
    if (highestOf(padded, start, end + 2 * halfTaps - 1) * share <= peak) continue;
    for (let index = start; index < end; index++) {
      for (const phase of phases) peak = Math.max(peak, Math.abs(filtered(padded, index, phase)));
    }
  }
  return 20 * Math.log10(peak);
}

/** The highest sample of a stretch without its sign; `to` is not in it. */
export function highestOf(values: Float32Array, from: number, to: number): number {
  let highest = 0;
  for (let index = from; index < to; index++) {
    const value = Math.abs(values[index]!);
    if (value > highest) highest = value;
  }
  return highest;
}

/** By how much a filter raises the highest sample at most. */
export function magnitude(taps: Float64Array): number {
  return taps.reduce((sum, tap) => sum + Math.abs(tap), 0);
}

function filtered(padded: Float32Array, first: number, phase: Float64Array): number {
  let sum = 0;
  for (let tap = 0; tap < phase.length; tap++) sum += phase[tap]! * padded[first + tap]!;
  return sum;
}

/**
 * Filters that give the points between a sample and the next: windowed sinc (Kaiser), each scaled to keep a constant.
 * @param parts  into how many parts the way to the next sample is divided
 * @param length samples on either side; the filter begins `length − 1` samples before the first one
 */
export function interpolators(parts: number, length: number): Float64Array[] {
  return Array.from({ length: parts - 1 }, (_, part) => {
    const place = (part + 1) / parts;
    const taps = Float64Array.from({ length: 2 * length }, (_tap, tap) => {
      const distance = tap - (length - 1) - place;
      const angle = Math.PI * distance;
      return (Math.sin(angle) / angle) * bessel(beta * Math.sqrt(Math.max(0, 1 - (distance / length) ** 2)));
    });
    const sum = taps.reduce((total, tap) => total + tap, 0);
    return taps.map((tap) => tap / sum);
  });
}
