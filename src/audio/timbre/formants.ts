/**
 * Formants of short frames by linear prediction: the frame at twice the ceiling, pre-emphasized, in a Gaussian window, its
 * predictor by Burg's method (Childers, Modern Spectrum Analysis, 1978; the method of the program Praat), and the formants
 * from the roots of the predictor (Markel and Gray, Linear Prediction of Speech, 1976).
 */
import { RecentlyUsed } from '../../collections/recently-used.ts';
import { interpolationKernel, tapsPerStep, type InterpolationKernel } from './interpolation-kernel.ts';

/** A resonance in Hz. */
export interface Resonance {
  readonly frequency: number;
  readonly bandwidth: number;
}

/** Of the Gaussian window, whose effective length is half of it. */
const windowSeconds = 0.05;
/** Pre-emphasis of 6 dB an octave from here on. */
const emphasisHertz = 50;
/** Zero crossings of the resampling kernel on each side, and positions between two samples for which it is kept. */
const kernel = { crossings: 12, phases: 256 } as const;
/** Roots nearer to 0 Hz or to the ceiling than this are no formants. */
const marginHertz = 60;
const rootIterations = 80;

/**
 * The frequency below which five formants lie (docs of Praat: 5 kHz for men, 5.5 kHz for women), by the speaker's pitch, Hz.
 */
export function formantCeiling(medianPitch: number): number {
  return 5000 + 500 * Math.min(1, Math.max(0, (medianPitch - 120) / 80));
}

/** Finds the resonances of frames of a signal; for one signal rate and ceiling. */
export class FormantFinder {
  readonly #rate: number;
  readonly #kernel: InterpolationKernel;
  /** Samples from the middle of a frame back to the first one that it depends on. */
  readonly #before: number;
  readonly #window: Float64Array;
  readonly #frame: Float64Array;
  readonly #held: BurgMemory;
  readonly #order: number;
  readonly #emphasis: number;

  /**
   * @param sampleRate of the signal, Hz
   * @param ceiling Hz; where the signal holds less, that is taken, with fewer formants
   */
  constructor(sampleRate: number, ceiling: number) {
    const limit = Math.min(ceiling, sampleRate / 2);
    this.#rate = 2 * limit;
    const step = sampleRate / this.#rate;
    this.#order = 2 * Math.round((5 * limit) / ceiling);
    const reach = Math.ceil(kernel.crossings * step);
    const length = Math.round(windowSeconds * this.#rate);
    const taps = Math.ceil((2 * reach) / tapsPerStep) * tapsPerStep;
    // From the sample in its middle on, every frame has its values at the same places between the samples.
    const start = -(length / 2 + 1) * step;
    const offset = start - Math.floor(start);
    this.#before = reach - 1 - Math.floor(start);
    this.#kernel = interpolationKernel({
      table: tables.getOrInsertComputed(String(step), () => sincTable(step, reach, taps)),
      taps,
      inputs: Math.ceil((length + 1) * step) + 2 * reach + 1,
      places: Array.from({ length: length + 1 }, (_, n) => {
        const at = offset + n * step;
        return { first: Math.floor(at), row: Math.floor((at % 1) * kernel.phases) };
      }),
    });
    this.#frame = new Float64Array(length);
    this.#held = { forward: new Float64Array(length), backward: new Float64Array(length) };
    const edge = Math.exp(-12);
    this.#window = Float64Array.from({ length }, (_, n) => {
      const place = (n + 0.5) / length - 0.5;
      return (Math.exp(-48 * place * place) - edge) / (1 - edge);
    });
    this.#emphasis = Math.exp((-2 * Math.PI * emphasisHertz) / this.#rate);
  }

  /** Those of the frame that has its middle at a sample, by frequency. What lies outside of the signal is 0. */
  resonancesAt(samples: Float32Array, middle: number): Resonance[] {
    const frame = this.#frame;
    const between = this.#between(samples, middle - this.#before);
    for (let n = 0; n < frame.length; n++) {
      frame[n] = (between[n + 1]! - this.#emphasis * between[n]!) * this.#window[n]!;
    }
    const predictor = burg(frame, this.#order, this.#held);
    if (predictor === undefined) return [];
    return rootsOf(predictor)
      .flatMap(([re, im]) => (im > 0 ? [this.#resonanceOf(re, im)] : []))
      .filter(({ frequency }) => frequency > marginHertz && frequency < this.#rate / 2 - marginHertz)
      .sort((a, b) => a.frequency - b.frequency);
  }

  #resonanceOf(re: number, im: number): Resonance {
    return {
      frequency: (Math.atan2(im, re) * this.#rate) / (2 * Math.PI),
      // A root outside of the circle stands for its reflection: both have the same spectrum.
      bandwidth: (Math.abs(Math.log(Math.hypot(re, im))) * this.#rate) / Math.PI,
    };
  }

  /** The signal at the rate of the frame, without what lies above the ceiling. @param first sample that it depends on */
  #between(samples: Float32Array, first: number): Float32Array {
    const { input, output, run } = this.#kernel;
    const [from, end] = [Math.max(0, first), Math.min(samples.length, first + input.length)];
    if (from > first || end < first + input.length) input.fill(0);
    if (from < end) input.set(samples.subarray(from, end), from - first);
    run();
    return output;
  }
}

/** Tables that were made last: one voice after the other is measured at the same rates. */
const tables = new RecentlyUsed<Float32Array>(4);

/** For each phase a windowed sinc that cuts off at the lower rate's half. */
function sincTable(step: number, reach: number, taps: number): Float32Array {
  const cut = 1 / Math.max(1, step);
  const values = new Float32Array(kernel.phases * taps);
  for (let phase = 0; phase < kernel.phases; phase++) {
    for (let n = 0; n < 2 * reach; n++) {
      const distance = n - reach + 1 - phase / kernel.phases;
      const angle = Math.PI * distance * cut;
      const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
      const window = Math.abs(distance) >= reach ? 0 : 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
      values[phase * taps + n] = cut * sinc * window;
    }
  }
  return values;
}

/** What is left of a frame: each as long as it. */
interface BurgMemory {
  readonly forward: Float64Array;
  readonly backward: Float64Array;
}

/**
 * The coefficients a₁…aₘ of 1 + Σ aᵢ z⁻ⁱ that leaves the least of the frame forwards and backwards.
 * @param frame longer than the order
 * @returns undefined for a silent frame
 */
function burg(frame: Float64Array, order: number, { forward, backward }: BurgMemory): Float64Array | undefined {
  forward.set(frame);
  backward.set(frame);
  const coefficients = new Float64Array(order);
  const last = new Float64Array(order);
  let product = 0;
  let energy = 0;
  for (let n = 1; n < frame.length; n++) {
    product += forward[n]! * backward[n - 1]!;
    energy += forward[n]! * forward[n]! + backward[n - 1]! * backward[n - 1]!;
  }
  for (let m = 0; m < order; m++) {
    if (energy <= 1e-18) return m === 0 ? undefined : coefficients;
    const reflection = (-2 * product) / energy;
    last.set(coefficients);
    coefficients[m] = reflection;
    for (let i = 0; i < m; i++) coefficients[i] = last[i]! + reflection * last[m - 1 - i]!;
    product = 0;
    energy = 0;
    // What is left stands where it was; with it the sums of the next order, for which the first one counts no more.
    let before = backward[m]! + reflection * forward[m + 1]!;
    let back = backward[m + 1]!;
    backward[m + 1] = before;
    for (let n = m + 2; n < frame.length; n++) {
      const ahead = forward[n]!;
      const left = ahead + reflection * back;
      const turned = back + reflection * ahead;
      back = backward[n]!;
      forward[n] = left;
      backward[n] = turned;
      product += left * before;
      energy += left * left + before * before;
      before = turned;
    }
  }
  return coefficients;
}

/** The roots of zᵐ + Σ aᵢ zᵐ⁻ⁱ, all at once (Durand 1960, Kerner 1966). */
function rootsOf(coefficients: Float64Array): (readonly [re: number, im: number])[] {
  const order = coefficients.length;
  const re = Float64Array.from({ length: order }, (_, k) => 0.9 * Math.cos((2 * Math.PI * (k + 0.3)) / order));
  const im = Float64Array.from({ length: order }, (_, k) => 0.9 * Math.sin((2 * Math.PI * (k + 0.3)) / order));
  for (let iteration = 0; iteration < rootIterations; iteration++) {
    let change = 0;
    for (let k = 0; k < order; k++) change = Math.max(change, improveRoot(coefficients, re, im, k));
    if (change < 1e-6) break;
  }
  return Array.from(re, (value, k) => [value, im[k]!] as const);
}

/** Pairs of numbers are not put into arrays: this runs millions of times for a clip. @returns how far the root moved */
function improveRoot(coefficients: Float64Array, re: Float64Array, im: Float64Array, k: number): number {
  const rootRe = re[k]!;
  const rootIm = im[k]!;
  let valueRe = 1;
  let valueIm = 0;
  let productRe = 1;
  let productIm = 0;
  for (let i = 0; i < coefficients.length; i++) {
    const shiftedRe = valueRe * rootRe - valueIm * rootIm + coefficients[i]!;
    valueIm = valueRe * rootIm + valueIm * rootRe;
    valueRe = shiftedRe;
    if (i === k) continue;
    const apartRe = rootRe - re[i]!;
    const apartIm = rootIm - im[i]!;
    const turnedRe = productRe * apartRe - productIm * apartIm;
    productIm = productRe * apartIm + productIm * apartRe;
    productRe = turnedRe;
  }
  const size = productRe * productRe + productIm * productIm || 1e-300;
  const stepRe = (valueRe * productRe + valueIm * productIm) / size;
  const stepIm = (valueIm * productRe - valueRe * productIm) / size;
  re[k]! -= stepRe;
  im[k]! -= stepIm;
  return Math.abs(stepRe) + Math.abs(stepIm);
}
