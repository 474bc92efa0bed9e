/**
 * Coefficients of the resampler's low-pass filter, one row for each position of an output sample between two input
 * samples. A windowed sinc: the ideal low-pass, cut to a finite length by a Kaiser window (J. F. Kaiser, 1974; the length
 * and the shape β follow from the wanted attenuation as in Oppenheim and Schafer, Discrete-Time Signal Processing, 7.5.3).
 */

/** Length of the filter to each side, in zero crossings of the sinc at the lower of the two rates. */
const zeroCrossings = 48;
/** Wanted attenuation of the stop band in dB. */
const attenuation = 94;
/**
 * Middle of the filter's slope as a part of the lower Nyquist frequency. With the two numbers above the slope is 0.125
 * wide, so what lies at or above the Nyquist frequency is fully attenuated and nothing folds back.
 */
const cutoff = 0.935;

export interface FilterShape {
  /** Output samples per `decimation` input samples, in lowest terms. Also the number of rows. */
  readonly phases: number;
  readonly decimation: number;
  /** Taps to each side of an output sample; a row has twice as many. */
  readonly halfLength: number;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** @param step the row length is a multiple of it (even) */
export function filterShape(inputRate: number, outputRate: number, step: number): FilterShape {
  const divisor = greatestCommonDivisor(inputRate, outputRate);
  const length = 2 * zeroCrossings * Math.max(1, inputRate / outputRate);
  return {
    phases: outputRate / divisor,
    decimation: inputRate / divisor,
    halfLength: (Math.ceil(length / step) * step) / 2,
  };
}

/** Modified Bessel function of the first kind, order zero, by its power series. */
export function bessel(x: number): number {
  const quarter = (x * x) / 4;
  let sum = 1;
  for (let term = quarter, k = 2; term > sum * 1e-12; k++) {
    sum += term;
    term *= quarter / (k * k);
  }
  return sum;
}

/**
 * Fills `rows` (phases × 2·halfLength) so that row p, multiplied with the input samples i − halfLength + 1 … i + halfLength,
 * gives the output at the input position i + p / phases. Each row sums to 1: a constant stays the same constant.
 */
export function fillFilterBank(rows: Float32Array, { phases, decimation, halfLength }: FilterShape): void {
  const beta = 0.1102 * (attenuation - 8.7);
  const bandwidth = cutoff * Math.min(1, phases / decimation);
  const row = new Float64Array(2 * halfLength);
  for (let phase = 0; phase < phases; phase++) {
    let sum = 0;
    for (let tap = 0; tap < row.length; tap++) {
      const distance = tap - halfLength + 1 - phase / phases;
      const place = distance / halfLength;
      const angle = Math.PI * bandwidth * distance;
      const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
      row[tap] = sinc * bessel(beta * Math.sqrt(Math.max(0, 1 - place * place)));
      sum += row[tap]!;
    }
    for (let tap = 0; tap < row.length; tap++) rows[phase * row.length + tap] = row[tap]! / sum;
  }
}
