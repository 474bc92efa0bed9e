/**
 * Moves the formants of recorded or synthetic speech and shapes its long-term spectrum, with its pitch and its times as they are:
 * in short frames, the envelope of the spectrum is taken by linear prediction (Makhoul, "Linear prediction: a tutorial review",
 * Proceedings of the IEEE, 1975), stretched, and put in place of the old one; the frames are joined by overlap and addition
 * (Griffin and Lim, IEEE Transactions on Acoustics, Speech, and Signal Processing, 1984).
 */
import { valueAtHertz } from './bands.ts';
import { FourierTransform } from './fourier.ts';
import { toInt16, type StreamFilter, type StreamResponse } from './stream-filter.ts';

const frameSeconds = 0.032;
/** Frames that cover a sample. */
const overlap = 4;
/** Poles for each kHz of the sample rate, and two more for the tilt. */
const polesPerKilohertz = 1;
/** Power added to that of the frame so that the envelope has no abyss: −45 dB. */
const floorShare = 3e-5;
/** The most that the new envelope may differ from the old one, as a factor of the amplitude: 24 dB. */
const maxFactor = 16;
/** Keeps the power of a predictor above zero. */
const leastPower = 1e-12;

export interface EnvelopeWarpOptions {
  /** Hz. */
  readonly sampleRate: number;
  /** Where a frequency of the output was in the input, Hz. */
  readonly source: (hertz: number) => number;
  /** dB, one for each band of a long-term spectrum. */
  readonly gains: readonly number[];
}

/** Looks at frames on their way through a filter. */
export interface FrameListener {
  /**
   * @param re of the spectrum of two frames as the real and the imaginary part, of which the first one is meant
   * @param envelope one over it, of each line up to the middle
   */
  add(re: Float64Array, im: Float64Array, envelope: Float64Array): void;
}

/** What is to be done with a signal; for any number of signals. */
export class EnvelopeWarp implements StreamResponse {
  readonly transform: FourierTransform;
  readonly order: number;
  readonly window: Float64Array;
  /** For each line up to the middle: the line it takes its envelope from, with a fraction, and its gain. */
  readonly sources: Float64Array;
  readonly factors: Float64Array;

  constructor({ sampleRate, source, gains }: EnvelopeWarpOptions) {
    const size = 2 ** Math.round(Math.log2(frameSeconds * sampleRate));
    const half = size / 2;
    this.transform = new FourierTransform(size);
    this.order = Math.round((polesPerKilohertz * sampleRate) / 1000) + 2;
    this.window = Float64Array.from({ length: size }, (_, n) => Math.sin((Math.PI * (n + 0.5)) / size));
    const hertzOf = (line: number): number => (line * sampleRate) / size;
    this.sources = Float64Array.from({ length: half + 1 }, (_, line) =>
      Math.min(half, Math.max(0, (source(hertzOf(line)) * size) / sampleRate)),
    );
    this.factors = Float64Array.from(
      { length: half + 1 },
      (_, line) => 10 ** (valueAtHertz(gains, hertzOf(line)) / 20),
    );
  }

  filter(): StreamFilter {
    const filter = this.unlimited();
    return { write: (samples) => limited(filter.write(samples)), end: () => limited(filter.end()) };
  }

  /** A filter of samples of any scale, which neither rounds nor limits them. @param heard takes every second frame */
  unlimited(heard?: FrameListener): EnvelopeWarpFilter {
    return new EnvelopeWarpFilter(this, heard);
  }

  /** By how much the amplitude of a line is changed in a frame. @param envelope one over it, of each line */
  ratioAt(envelope: Float64Array, line: number): number {
    const place = this.sources[line]!;
    const low = place | 0;
    const high = low < envelope.length - 1 ? low + 1 : low;
    const source = envelope[low]! + (place - low) * (envelope[high]! - envelope[low]!);
    const ratio = Math.sqrt(envelope[line]! / source);
    return ratio > maxFactor ? maxFactor : ratio < 1 / maxFactor ? 1 / maxFactor : ratio;
  }
}

/** One signal. As many samples come out as go in, each at its time, however the signal is cut. */
export class EnvelopeWarpFilter {
  readonly #warp: EnvelopeWarp;
  readonly #heard: FrameListener | undefined;
  readonly #hop: number;
  /** Input from the start of the next frame on, and what the frames up to now have given from there on. */
  #input: Float64Array;
  #length: number;
  readonly #output: Float64Array;
  /** Samples taken and given. */
  #taken = 0;
  #given = 0;
  /** Samples made, those before the signal among them. */
  #passed = 0;
  readonly #first: Envelope;
  readonly #second: Envelope;
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  readonly #spectrumRe: Float64Array;
  readonly #spectrumIm: Float64Array;

  constructor(warp: EnvelopeWarp, heard: FrameListener | undefined) {
    const { size } = warp.transform;
    this.#warp = warp;
    this.#heard = heard;
    this.#hop = size / overlap;
    this.#input = new Float64Array(4 * size);
    // The first frame begins before the signal, so that the first sample lies in as many frames as any other.
    this.#length = size - this.#hop;
    this.#output = new Float64Array(size + this.#hop);
    this.#first = new Envelope(warp);
    this.#second = new Envelope(warp);
    [this.#re, this.#im] = [new Float64Array(size), new Float64Array(size)];
    [this.#spectrumRe, this.#spectrumIm] = [new Float64Array(size), new Float64Array(size)];
  }

  write(samples: Int16Array | Float32Array): Float64Array {
    this.#take(samples, samples.length);
    this.#taken += samples.length;
    return this.#make(Infinity);
  }

  end(): Float64Array {
    const rest = this.#taken - this.#given;
    const { size } = this.#warp.transform;
    this.#take(undefined, 2 * size);
    return this.#make(rest);
  }

  #take(samples: Int16Array | Float32Array | undefined, count: number): void {
    const length = this.#length + count;
    if (length > this.#input.length) {
      const larger = new Float64Array(2 * length);
      larger.set(this.#input.subarray(0, this.#length));
      this.#input = larger;
    }
    if (samples === undefined) this.#input.fill(0, this.#length, length);
    else this.#input.set(samples, this.#length);
    this.#length = length;
  }

  /** @param most samples to give */
  #make(most: number): Float64Array {
    const { size } = this.#warp.transform;
    const hop = this.#hop;
    const lead = size - hop;
    const pairs = Math.max(0, Math.floor((this.#length - size - hop) / (2 * hop)) + 1);
    const made = new Float64Array(pairs * 2 * hop);
    for (let pair = 0; pair < pairs; pair++) {
      this.#framePair(2 * pair * hop);
      made.set(this.#output.subarray(0, 2 * hop), 2 * pair * hop);
      this.#output.copyWithin(0, 2 * hop);
      this.#output.fill(0, this.#output.length - 2 * hop);
    }
    this.#input.copyWithin(0, pairs * 2 * hop, this.#length);
    this.#length -= pairs * 2 * hop;
    // What was made first lies before the signal.
    const skip = Math.min(made.length, Math.max(0, lead - this.#passed));
    this.#passed += made.length;
    const ready = made.subarray(skip, Math.min(made.length, skip + most));
    this.#given += ready.length;
    return ready;
  }

  /** Two frames at once, as the real and the imaginary part. */
  #framePair(from: number): void {
    const { transform, window, factors } = this.#warp;
    const { size } = transform;
    const hop = this.#hop;
    const [re, im, input, output] = [this.#spectrumRe, this.#spectrumIm, this.#input, this.#output];
    for (let n = 0; n < size; n++) {
      re[n] = input[from + n]! * window[n]!;
      im[n] = input[from + hop + n]! * window[n]!;
    }
    transform.transform(re, im);
    this.#findEnvelopes();
    this.#heard?.add(re, im, this.#first.powers);
    const [first, second] = [this.#first.ratios, this.#second.ratios];
    for (let line = 0; line <= size / 2; line++) {
      const mirror = (size - line) & (size - 1);
      // Each by itself: taking an array apart costs two objects for every line.
      const lineRe = re[line]!;
      const lineIm = im[line]!;
      const mirrorRe = re[mirror]!;
      const mirrorIm = im[mirror]!;
      // Halves of the sum and the difference of a line and its mirror: the spectra of the two frames.
      const sumRe = (lineRe + mirrorRe) / 2;
      const sumIm = (lineIm - mirrorIm) / 2;
      const differenceRe = (lineRe - mirrorRe) / 2;
      const differenceIm = (lineIm + mirrorIm) / 2;
      const a = (first[line]! * factors[line]!) / size;
      const b = (second[line]! * factors[line]!) / size;
      re[line] = a * sumRe + b * differenceRe;
      im[line] = a * sumIm + b * differenceIm;
      if (mirror === line) continue;
      re[mirror] = a * sumRe - b * differenceRe;
      im[mirror] = b * differenceIm - a * sumIm;
    }
    transform.transform(im, re);
    // The squares of the windows of all frames add up to half their number.
    for (let n = 0; n < size; n++) {
      const weight = window[n]! / (overlap / 2);
      output[n]! += re[n]! * weight;
      output[n + hop]! += im[n]! * weight;
    }
  }

  #findEnvelopes(): void {
    const { transform } = this.#warp;
    const { size } = transform;
    const [spectrumRe, spectrumIm, re, im] = [this.#spectrumRe, this.#spectrumIm, this.#re, this.#im];
    for (let line = 0; line <= size / 2; line++) {
      const mirror = (size - line) & (size - 1);
      const sumRe = spectrumRe[line]! + spectrumRe[mirror]!;
      const sumIm = spectrumIm[line]! + spectrumIm[mirror]!;
      const differenceRe = spectrumRe[line]! - spectrumRe[mirror]!;
      const differenceIm = spectrumIm[line]! - spectrumIm[mirror]!;
      const power = (sumRe * sumRe + differenceIm * differenceIm) / 4;
      const secondPower = (differenceRe * differenceRe + sumIm * sumIm) / 4;
      re[line] = power;
      im[line] = secondPower;
      re[mirror] = power;
      im[mirror] = secondPower;
    }
    // Of powers, which are real and even, the transform is the correlation.
    transform.transform(re, im);
    const [first, second] = [this.#first.predict(re), this.#second.predict(im)];
    re.fill(0);
    im.fill(0);
    re.set(first);
    im.set(second);
    transform.transform(re, im);
    const [firstPowers, secondPowers] = [this.#first.powers, this.#second.powers];
    for (let line = 0; line <= size / 2; line++) {
      const mirror = (size - line) & (size - 1);
      const a = re[line]! + re[mirror]!;
      const b = im[line]! - im[mirror]!;
      const c = re[line]! - re[mirror]!;
      const d = im[line]! + im[mirror]!;
      firstPowers[line] = a * a + b * b + leastPower;
      secondPowers[line] = c * c + d * d + leastPower;
    }
    this.#first.compare();
    this.#second.compare();
  }
}

function limited(samples: Float64Array): Int16Array {
  const integers = new Int16Array(samples.length);
  for (let n = 0; n < integers.length; n++) integers[n] = toInt16(samples[n]!);
  return integers;
}

/** The envelope of one frame. */
class Envelope {
  /** Of each line four times the power of the predictor, which the envelope is one over. */
  readonly powers: Float64Array;
  /** What each line is to be multiplied by for the stretched envelope. */
  readonly ratios: Float64Array;
  readonly #warp: EnvelopeWarp;
  readonly #predictor: Float64Array;
  readonly #last: Float64Array;

  constructor(warp: EnvelopeWarp) {
    const { sources, order } = warp;
    this.powers = new Float64Array(sources.length);
    this.ratios = new Float64Array(sources.length);
    this.#warp = warp;
    this.#predictor = new Float64Array(order + 1);
    this.#last = new Float64Array(order + 1);
  }

  /** 1, a₁…aₘ by the recursion of Levinson and Durbin. @param correlation of the frame */
  predict(correlation: Float64Array): Float64Array {
    const predictor = this.#predictor.fill(0);
    predictor[0] = 1;
    let error = correlation[0]! * (1 + floorShare);
    if (error <= 1e-9) return predictor;
    for (let m = 1; m < predictor.length; m++) {
      let sum = correlation[m]!;
      for (let i = 1; i < m; i++) sum += predictor[i]! * correlation[m - i]!;
      const reflection = -sum / error;
      this.#last.set(predictor);
      predictor[m] = reflection;
      for (let i = 1; i < m; i++) predictor[i] = this.#last[i]! + reflection * this.#last[m - i]!;
      error *= 1 - reflection * reflection;
      if (error <= 0) return predictor;
    }
    return predictor;
  }

  compare(): void {
    const [powers, ratios, warp] = [this.powers, this.ratios, this.#warp];
    for (let line = 0; line < ratios.length; line++) ratios[line] = warp.ratioAt(powers, line);
  }
}
