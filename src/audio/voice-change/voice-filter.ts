/** What is done with a recording behind its pitch: formants are moved, and bands of its spectrum made louder or quieter. */
import { EnvelopeWarp } from '../timbre/envelope-warp.ts';
import { FrameSpectra } from '../timbre/frame-spectra.ts';
import { spectralGains, unwarped, warpedSpectrum } from '../timbre/spectral-gains.ts';
import type { Timbre } from '../timbre/timbre.ts';
import { within } from '../within.ts';

/** Formants and bands, as they are measured. */
export type Envelope = Pick<Timbre, 'formants' | 'spectrum'>;

/** How far formants are moved: what is left of a vowel beyond it is another one. */
const formantRange = { min: 0.75, max: 1.35 } as const;
/** A band is corrected by at most so many dB. */
const correctionRange = { min: -8, max: 8 } as const;
/** A band so far below the whole holds noise and no speech, dB: it is not raised to a voice. */
const emptyDb = -38;

interface FilterShape {
  /** Hz. */
  readonly sampleRate: number;
  /** Where formants are, and where they are to be, Hz. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** dB of each band. */
  readonly gains: readonly number[];
}

export class VoiceFilter {
  readonly #shape: FilterShape;
  readonly #warp: EnvelopeWarp;

  private constructor(shape: FilterShape) {
    const { sampleRate, from, to, gains } = shape;
    this.#shape = shape;
    this.#warp = new EnvelopeWarp({ sampleRate, source: (hertz) => unwarped(hertz, from, to), gains });
  }

  /**
   * From what was measured in the recording with its pitch moved.
   * @param loudness LUFS
   */
  static from(sampleRate: number, shifted: Envelope, loudness: number, wanted: Envelope): VoiceFilter {
    const from = shifted.formants;
    const to = from.map((formant, index) => {
      // Without an F4 it moves with F3.
      const asked = wanted.formants[index] ?? (formant * wanted.formants.at(-1)!) / from[wanted.formants.length - 1]!;
      return formant * within(asked / formant, formantRange);
    });
    // A band that one of the two has not is left as it is.
    const levels = shifted.spectrum.map((level, band) => level ?? wanted.spectrum[band] ?? 0);
    const asked = wanted.spectrum.map((level, band) => (isEmpty(shifted.spectrum[band]) ? null : level));
    const gains = spectralGains({ spectrum: warpedSpectrum(levels, from, to), loudness }, asked);
    return new VoiceFilter({ sampleRate, from, to, gains });
  }

  /** What comes nearer, by what was measured behind it. */
  corrected(heard: Envelope, wanted: Envelope): VoiceFilter {
    const { sampleRate, from, to, gains } = this.#shape;
    const nearer = to.map((formant, index) => {
      const [is, asked] = [heard.formants[index], wanted.formants[index]];
      if (is === undefined || asked === undefined) return formant;
      return from[index]! * within((formant * asked) / is / from[index]!, formantRange);
    });
    return new VoiceFilter({
      sampleRate,
      from,
      to: isAscending(nearer) ? nearer : to,
      gains: gains.map((gain, band) => {
        const [is, asked] = [heard.spectrum[band] ?? null, wanted.spectrum[band] ?? null];
        return is === null || asked === null || isEmpty(is) ? gain : gain + within(asked - is, correctionRange);
      }),
    });
  }

  /** Takes what {@link louderThan} is told by. */
  spectra(): FrameSpectra {
    return new FrameSpectra(this.#warp, this.#shape.sampleRate);
  }

  /** LU by which what was heard is louder behind this filter than behind another one. */
  louderThan(other: VoiceFilter, heard: FrameSpectra): number {
    return heard.louderBehind(this.#warp, other.#warp);
  }

  /**
   * The pieces behind the filter, as many samples as before; peaks may lie beyond full scale, which is ±1.
   * @param heard takes the spectra of what goes into it
   */
  *filtered(pieces: Iterable<Float32Array>, heard?: FrameSpectra): Generator<Float32Array, void, void> {
    const filter = this.#warp.unlimited(heard);
    for (const piece of pieces) yield new Float32Array(filter.write(piece));
    yield new Float32Array(filter.end());
  }
}

function isEmpty(level: number | null | undefined): boolean {
  return level === null || level === undefined || level < emptyDb;
}

export function isAscending(formants: readonly number[]): boolean {
  return formants.every((formant, index) => index === 0 || formant > formants[index - 1]!);
}
