/** The colour of a voice: the long-term average spectrum of its speech in bands of a third of an octave. */

/** Hz, the centres of the bands: from below the first formant of low voices to above the third. */
const centres = Array.from({ length: 16 }, (_, index) => 160 * 2 ** (index / 3));
/** Of a filter that is a third of an octave wide. */
const quality = 4.32;

/** dB of each band, of which the mean is 0: how loud the speech is does not count. */
export function longTermSpectrum(samples: Int16Array, sampleRate: number): number[] {
  const levels = centres.map((centre) => 10 * Math.log10(bandEnergy(samples, centre / sampleRate) + 1e-9));
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return levels.map((level) => level - mean);
}

/** Root of the mean squared difference of the bands, in dB. */
export function spectralDistance(a: readonly number[], b: readonly number[]): number {
  return Math.sqrt(a.reduce((sum, level, index) => sum + (level - b[index]!) ** 2, 0) / a.length);
}

/**
 * Mean square behind a band-pass of second order with a gain of 1 at its centre (R. Bristow-Johnson, Cookbook formulae for audio EQ
 * biquad filter coefficients).
 * @param centre as a share of the sample rate
 */
function bandEnergy(samples: Int16Array, centre: number): number {
  const angle = 2 * Math.PI * centre;
  const alpha = Math.sin(angle) / (2 * quality);
  const [gain, first, second] = [alpha, -2 * Math.cos(angle), 1 - alpha].map((value) => value / (1 + alpha));
  let [x1, x2, y1, y2, sum] = [0, 0, 0, 0, 0];
  for (const sample of samples) {
    const y = gain! * (sample - x2) - first! * y1 - second! * y2;
    [x2, x1, y2, y1] = [x1, sample, y1, y];
    sum += y * y;
  }
  return sum / samples.length;
}
