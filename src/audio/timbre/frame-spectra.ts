/** Spectra of frames on their way through a warp: what another warp would make of them is told without the samples behind it. */
import type { EnvelopeWarp, FrameListener } from './envelope-warp.ts';
import { weightingAt } from './spectral-gains.ts';

interface Frame {
  /** Of each line up to the middle, weighted as the ear does. */
  readonly powers: Float64Array;
  /** One over the envelope. */
  readonly envelope: Float64Array;
}

/** Blocks so far below the mean of all count for nothing, as a share of its power: the gate of ITU-R BS.1770. */
const gate = 0.1;
const blockSeconds = 0.4;

export class FrameSpectra implements FrameListener {
  readonly #weights: Float64Array;
  readonly #framesPerBlock: number;
  #given = 0;
  readonly #frames: Frame[] = [];

  /** @param sampleRate Hz */
  constructor({ sources, transform }: EnvelopeWarp, sampleRate: number) {
    this.#weights = Float64Array.from(sources, (_, line) =>
      line === 0 ? 0 : 10 ** (weightingAt((line * sampleRate) / transform.size) / 10),
    );
    this.#framesPerBlock = Math.max(1, Math.round((blockSeconds * sampleRate) / transform.size));
  }

  /** Takes a frame, every second time: those lie so far apart that they do not overlap. */
  add(re: Float64Array, im: Float64Array, envelope: Float64Array): void {
    if (this.#given++ % 2 === 1) return;
    const weights = this.#weights;
    const powers = new Float64Array(weights.length);
    for (let line = 1; line < powers.length; line++) {
      const mirror = re.length - line;
      const sumRe = re[line]! + re[mirror]!;
      const sumIm = im[line]! - im[mirror]!;
      powers[line] = (sumRe * sumRe + sumIm * sumIm) * weights[line]!;
    }
    this.#frames.push({ powers, envelope: envelope.slice() });
  }

  /** LU by which the frames are louder behind one warp than behind another. */
  louderBehind(one: EnvelopeWarp, other: EnvelopeWarp): number {
    return 10 * Math.log10(this.#powerBehind(one) / this.#powerBehind(other));
  }

  #powerBehind(warp: EnvelopeWarp): number {
    const { factors } = warp;
    const found = Float64Array.from(this.#frames, ({ powers, envelope }) => {
      let sum = 0;
      for (let line = 1; line < powers.length; line++) {
        const gain = warp.ratioAt(envelope, line) * factors[line]!;
        sum += powers[line]! * gain * gain;
      }
      return sum;
    });
    const blocks = meansOf(found, this.#framesPerBlock);
    const least = gate * meanOf(blocks);
    return meanOf(blocks.filter((power) => power > least));
  }
}

/** The mean of each run of so many values; of all where there are fewer. */
function meansOf(values: Float64Array, count: number): Float64Array {
  return Float64Array.from({ length: Math.max(1, values.length - count + 1) }, (_, at) =>
    meanOf(values.subarray(at, at + count)),
  );
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
