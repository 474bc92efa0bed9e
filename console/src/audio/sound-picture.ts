/** What the pictures of a sound are drawn from: how loud it is over its time, and how its power is spread over frequencies. */
import { PowerSpectrum } from '../../../src/audio/timbre/fft.ts';
import { highestHertz, hertzOnMelAxis, positionOnMelAxis } from './mel-axis.ts';

export interface Spectrogram {
  readonly columns: number;
  readonly rows: number;
  /** Row by row from the highest frequency of the axis; 0 for what is {@link rangeDb} and more below the loudest, 255 for that. */
  readonly levels: Uint8ClampedArray<ArrayBuffer>;
}

export interface SoundPicture {
  readonly seconds: number;
  /** Loudest sample of each of {@link peakCount} stretches, 0 to 1. */
  readonly peaks: Float32Array<ArrayBuffer>;
  readonly spectrogram: Spectrogram;
}

/** What is drawn as nothing. */
export const rangeDb = 70;
export const peakCount = 1000;
const rows = 160;
const mostColumns = 1000;
const columnSeconds = 0.01;
/** Long enough to tell the harmonics of a deep voice apart. */
const windowSeconds = 0.04;
/** In a column of a long sound so many moments are looked at. */
const momentsPerColumn = 4;

/**
 * @param channels of one length, at least one; they are heard together
 * @param sampleRate Hz
 */
export function pictureOf(channels: readonly Float32Array[], sampleRate: number): SoundPicture {
  const samples = channels.length === 1 ? channels[0]! : mixOf(channels);
  return {
    seconds: samples.length / sampleRate,
    peaks: peaksOf(samples),
    spectrogram: spectrogramOf(samples, sampleRate),
  };
}

function mixOf(channels: readonly Float32Array[]): Float32Array {
  return Float32Array.from(
    { length: channels[0]!.length },
    (_, index) => channels.reduce((sum, channel) => sum + channel[index]!, 0) / channels.length,
  );
}

function peaksOf(samples: Float32Array): Float32Array<ArrayBuffer> {
  const step = samples.length / peakCount;
  return Float32Array.from({ length: peakCount }, (_, peak) => {
    const from = Math.floor(peak * step);
    let most = 0;
    for (
      let index = from;
      index < Math.max(from + 1, Math.floor((peak + 1) * step)) && index < samples.length;
      index++
    ) {
      most = Math.max(most, Math.abs(samples[index]!));
    }
    return most;
  });
}

function spectrogramOf(samples: Float32Array, sampleRate: number): Spectrogram {
  const seconds = samples.length / sampleRate;
  const columns = Math.min(mostColumns, Math.max(1, Math.round(seconds / columnSeconds)));
  const moments = Math.min(momentsPerColumn, Math.max(1, Math.round(seconds / columns / columnSeconds)));
  const bands = bandsOf(sampleRate);
  const levels = new Float32Array(rows * columns);
  const spectra = new Spectra(samples, sampleRate);
  let loudest = -Infinity;
  for (let column = 0; column < columns; column++) {
    for (let moment = 0; moment < moments; moment++) {
      const power = spectra.at(((column + (moment + 0.5) / moments) * samples.length) / columns);
      for (let row = 0; row < rows; row++) {
        const at = row * columns + column;
        levels[at] = Math.max(levels[at]!, powerIn(power, bands[row]!));
      }
    }
  }
  for (let at = 0; at < levels.length; at++) {
    levels[at] = 10 * Math.log10(levels[at]! + 1e-12);
    loudest = Math.max(loudest, levels[at]!);
  }
  // Of digital silence nothing is louder than the rest.
  const floor = Math.max(loudest - rangeDb, silenceDb);
  return { columns, rows, levels: Uint8ClampedArray.from(levels, (level) => (255 * (level - floor)) / rangeDb) };
}

/** More than what rounding to 16 bits leaves in a bin. */
const silenceDb = -110;

/** From and to which bin of the transform a row reaches; a narrow row lies between two bins. */
interface Band {
  readonly from: number;
  readonly to: number;
}

function bandsOf(sampleRate: number): readonly Band[] {
  const hertzPerBin = sampleRate / sizeAt(sampleRate);
  return Array.from({ length: rows }, (_, row) => ({
    from: hertzOnMelAxis(1 - (row + 1) / rows) / hertzPerBin,
    to: hertzOnMelAxis(1 - row / rows) / hertzPerBin,
  }));
}

/** The loudest bin of a wide row; of a narrow one, what the line between two bins has in its middle. */
function powerIn(power: Float64Array, { from, to }: Band): number {
  const [first, last] = [Math.ceil(from), Math.floor(to)];
  if (first > power.length - 1) return 0;
  if (last <= first) {
    const middle = Math.min(power.length - 1, (from + to) / 2);
    const below = Math.floor(middle);
    const share = middle - below;
    return power[below]! * (1 - share) + (power[below + 1] ?? 0) * share;
  }
  let most = 0;
  for (let bin = first; bin <= last && bin < power.length; bin++) most = Math.max(most, power[bin]!);
  return most;
}

/** Twice the window at least, so that the bins lie closer than what they resolve. */
function sizeAt(sampleRate: number): number {
  return 2 ** Math.ceil(Math.log2(2 * windowSeconds * sampleRate));
}

/** Power spectra of moments of a sound, under a Hann window. */
class Spectra {
  readonly #samples: Float32Array;
  readonly #window: Float64Array;
  readonly #spectrum: PowerSpectrum;
  readonly #frame: Float64Array;
  readonly #power: Float64Array;

  constructor(samples: Float32Array, sampleRate: number) {
    const length = Math.round(windowSeconds * sampleRate);
    const size = sizeAt(sampleRate);
    this.#samples = samples;
    // Of a tone at full scale the power is about 1.
    this.#window = Float64Array.from(
      { length },
      (_, index) => (2 * (1 - Math.cos((2 * Math.PI * (index + 0.5)) / length))) / length,
    );
    this.#spectrum = new PowerSpectrum(size);
    this.#frame = new Float64Array(size);
    this.#power = new Float64Array(size / 2 + 1);
  }

  /** @param middle in samples */
  at(middle: number): Float64Array {
    const begin = Math.round(middle - this.#window.length / 2);
    this.#frame.fill(0);
    for (let index = 0; index < this.#window.length; index++) {
      this.#frame[index] = (this.#samples[begin + index] ?? 0) * this.#window[index]!;
    }
    this.#spectrum.transform(this.#frame, this.#power);
    return this.#power;
  }
}

/** The row of a spectrogram that shows a frequency. */
export function rowOf(hertz: number): number {
  return Math.min(rows - 1, Math.floor((1 - positionOnMelAxis(Math.min(hertz, highestHertz))) * rows));
}
