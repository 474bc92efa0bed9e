/** What is heard of a signal, frame by frame: its level in bands of equal width on the mel scale. */
import { PowerSpectrum } from '../../audio/timbre/fft.ts';

/** Frames in a second; frame `k` has its middle at `k / framesPerSecond`. */
export const framesPerSecond = 100;
/** Bands of a frame. */
export const bandCount = 24;

const windowSeconds = 0.02;
const lowestHertz = 80;
const highestHertz = 7000;
/** Power of a signal that is nothing but zeros; the noise of 16 bits has about ten times as much. */
const silentPower = 1e-5;

/** dB for a natural logarithm of power. */
const decibels = 10 / Math.LN10;

/** Frames, oldest first. */
export interface BandFrames {
  readonly count: number;
  /** dB, `bandCount` for each frame. */
  readonly levels: Float32Array;
  /** Mean power of the bands of each frame. */
  readonly power: Float32Array;
}

/** The highest frequency at which signals of these rates can be compared, in Hz. */
export function commonLimit(...sampleRates: readonly number[]): number {
  return Math.min(highestHertz, 0.45 * Math.min(...sampleRates));
}

/** The mel scale and its inverse (O'Shaughnessy, Speech Communication, 1987: 2595·log10(1 + f / 700)). */
function melOf(hertz: number): number {
  return 2595 * Math.log10(1 + hertz / 700);
}

function hertzOf(mel: number): number {
  return 700 * (10 ** (mel / 2595) - 1);
}

/** A triangle over the lines of a spectrum. */
interface Filter {
  readonly from: number;
  readonly weights: Float64Array;
}

/** Triangles that reach from the middle of the band before to that of the band behind, each with weights of sum 1. */
function makeFilters(limitHertz: number, linesPerHertz: number, lines: number): Filter[] {
  const [low, high] = [melOf(lowestHertz), melOf(limitHertz)];
  const at = (edge: number): number => hertzOf(low + ((high - low) * edge) / (bandCount + 1)) * linesPerHertz;
  return Array.from({ length: bandCount }, (_, band) => {
    const [left, middle, right] = [at(band), at(band + 1), at(band + 2)];
    const from = Math.max(0, Math.min(Math.ceil(left), Math.round(middle)));
    const to = Math.min(lines - 1, Math.max(Math.floor(right), Math.round(middle)));
    const weights = Float64Array.from({ length: to - from + 1 }, (_, index) => {
      const line = from + index;
      return Math.max(0, line < middle ? (line - left) / (middle - left) : (right - line) / (right - middle));
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    // A band narrower than the distance of two lines may lie between them: then it is the nearest line.
    return { from, weights: sum > 0 ? weights.map((weight) => weight / sum) : weights.fill(0, 1).fill(1, 0, 1) };
  });
}

/** What turns a window of samples into the power of its bands; for one caller at a time. */
class BandAnalysis {
  /** Samples of the window. */
  readonly width: number;
  readonly #window: Float64Array;
  readonly #spectrum: PowerSpectrum;
  readonly #filters: readonly Filter[];
  readonly #frame: Float64Array;
  readonly #power: Float64Array;

  constructor(sampleRate: number, limitHertz: number) {
    const width = Math.round(sampleRate * windowSeconds);
    const size = 2 ** Math.ceil(Math.log2(width));
    this.width = width;
    // Hann, scaled so that the level does not follow from the rate.
    this.#window = Float64Array.from(
      { length: width },
      (_, i) => (0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / width)) / width,
    );
    this.#spectrum = new PowerSpectrum(size);
    this.#filters = makeFilters(limitHertz, size / sampleRate, size / 2 + 1);
    this.#frame = new Float64Array(size);
    this.#power = new Float64Array(size / 2 + 1);
  }

  /** Writes the power of each band of the window that begins at a sample. */
  analyse(samples: Float64Array, at: number, bands: Float64Array): void {
    const frame = this.#frame;
    const window = this.#window;
    const power = this.#power;
    for (let i = 0; i < window.length; i++) frame[i] = samples[at + i]! * window[i]!;
    this.#spectrum.transform(frame, power);
    for (let band = 0; band < bandCount; band++) {
      const { from, weights } = this.#filters[band]!;
      let sum = 0;
      for (let i = 0; i < weights.length; i++) sum += weights[i]! * power[from + i]!;
      bands[band] = sum;
    }
  }
}

/** Made once for each rate, of which there are few: making one takes as long as a tenth of a second of audio. */
const analyses = new Map<string, BandAnalysis>();

function analysisFor(sampleRate: number, limitHertz: number): BandAnalysis {
  const key = `${sampleRate}/${limitHertz}`;
  const made = analyses.get(key) ?? new BandAnalysis(sampleRate, limitHertz);
  analyses.set(key, made);
  return made;
}

/** Takes a signal piece by piece and gives its frames; how it is cut into pieces makes no difference. */
export class BandExtractor {
  readonly #sampleRate: number;
  readonly #analysis: BandAnalysis;
  readonly #bands = new Float64Array(bandCount);
  /** Samples from `#bufferStart` on that a frame may still need. */
  #buffer: Float64Array;
  #bufferStart: number;
  #bufferLength: number;
  #samples = 0;
  #levels = new Float32Array(bandCount * 1024);
  #powers = new Float32Array(1024);
  #count = 0;

  /**
   * @param sampleRate Hz of the signal, 8000–48000
   * @param limitHertz upper end of the highest band, below half the rate
   */
  constructor(sampleRate: number, limitHertz: number) {
    this.#sampleRate = sampleRate;
    this.#analysis = analysisFor(sampleRate, limitHertz);
    const { width } = this.#analysis;
    this.#buffer = new Float64Array(8 * width);
    // The signal begins with as much silence as the first window reaches before it.
    this.#bufferStart = -(width >> 1);
    this.#bufferLength = width >> 1;
  }

  /** Samples taken so far. */
  get samples(): number {
    return this.#samples;
  }

  write(samples: Int16Array): void {
    this.#samples += samples.length;
    const step = this.#buffer.length >> 1;
    for (let at = 0; at < samples.length; at += step) this.#take(samples.subarray(at, at + step));
  }

  /** The signal has ended: as many frames as begin within it. */
  end(): BandFrames {
    const count = Math.ceil((this.#samples * framesPerSecond) / this.#sampleRate);
    const silence = new Int16Array(this.#analysis.width);
    while (this.#count < count) this.#take(silence);
    return {
      count,
      levels: this.#levels.subarray(0, count * bandCount),
      power: this.#powers.subarray(0, count),
    };
  }

  #take(samples: Int16Array): void {
    const buffer = this.#buffer;
    buffer.set(samples, this.#bufferLength);
    this.#bufferLength += samples.length;
    const { width } = this.#analysis;
    let first = this.#firstSample();
    while (first + width <= this.#bufferStart + this.#bufferLength) {
      this.#addFrame(first - this.#bufferStart);
      first = this.#firstSample();
    }
    const used = Math.min(this.#bufferLength, first - this.#bufferStart);
    buffer.copyWithin(0, used, this.#bufferLength);
    this.#bufferStart += used;
    this.#bufferLength -= used;
  }

  /** Where the window of the next frame begins. */
  #firstSample(): number {
    return Math.round((this.#count * this.#sampleRate) / framesPerSecond) - (this.#analysis.width >> 1);
  }

  #addFrame(at: number): void {
    const bands = this.#bands;
    this.#analysis.analyse(this.#buffer, at, bands);
    if (this.#count === this.#powers.length) {
      this.#levels = doubled(this.#levels);
      this.#powers = doubled(this.#powers);
    }
    let to = this.#count * bandCount;
    let sum = 0;
    for (const power of bands) {
      sum += power;
      this.#levels[to++] = decibels * Math.log(power + silentPower);
    }
    this.#powers[this.#count++] = sum / bandCount;
  }
}

function doubled(values: Float32Array): Float32Array<ArrayBuffer> {
  const longer = new Float32Array(2 * values.length);
  longer.set(values);
  return longer;
}
