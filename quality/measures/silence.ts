/** Where a signal of speech is silent. */

/** A stretch in seconds from the first sample. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/** Milliseconds of one look, and from one look to the next. */
const windowMs = 5;
const stepMs = 1;
/** What lies so far below the level of the speech is silence, in dB: below it are the noise of recorded voices and their decay. */
const depthDb = 25;

/**
 * The silences, those at either end among them: stretches whose level stays 25 dB below that of the speech.
 * @param sampleRate Hz
 * @param least seconds; shorter ones, which a plosive has too, are left out
 */
export function silencesOf(samples: Int16Array, sampleRate: number, least = 0.05): TimeSpan[] {
  const stepSeconds = stepMs / 1000;
  const levels = levelsOf(samples, sampleRate);
  const threshold = speechLevel(levels) / 10 ** (depthDb / 10);
  const found: TimeSpan[] = [];
  let start: number | undefined;
  for (let index = 0; index <= levels.length; index++) {
    const isSilent = index < levels.length && levels[index]! < threshold;
    if (isSilent) start ??= index === 0 ? 0 : index * stepSeconds;
    else if (start !== undefined) {
      // The windows of a silence reach from the start of the first to the end of the last.
      const end = index === levels.length ? samples.length / sampleRate : (index - 1) * stepSeconds + windowMs / 1000;
      found.push({ start, end: Math.min(end, samples.length / sampleRate) });
      start = undefined;
    }
  }
  return found.filter(({ start: from, end }) => end - from >= least);
}

/** Seconds of silence before the first sound; all of them where there is none. */
export function leadingSilence(samples: Int16Array, sampleRate: number): number {
  const [first] = silencesOf(samples, sampleRate, 0);
  return first?.start === 0 ? first.end : 0;
}

/** Seconds of the silences between sounds, in order. */
export function gapsOf(samples: Int16Array, sampleRate: number, least?: number): number[] {
  const end = samples.length / sampleRate;
  return silencesOf(samples, sampleRate, least)
    .filter((each) => each.start > 0 && each.end < end)
    .map((each) => each.end - each.start);
}

/** Level of a signal in dB of full scale: its root mean square, silence and all. */
export function levelOf(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return 10 * Math.log10(sum / samples.length / 32_768 ** 2);
}

/** Mean squares of the windows that lie within the signal, one for each step. */
function levelsOf(samples: Int16Array, sampleRate: number): Float64Array {
  const sums = new Float64Array(samples.length + 1);
  for (let index = 0; index < samples.length; index++) sums[index + 1] = sums[index]! + samples[index]! ** 2;
  const width = Math.round((windowMs / 1000) * sampleRate);
  const count = Math.max(0, Math.floor(((samples.length - width) * 1000) / (stepMs * sampleRate)) + 1);
  return Float64Array.from({ length: count }, (_, index) => {
    const from = Math.round((index * stepMs * sampleRate) / 1000);
    const to = Math.min(samples.length, from + width);
    return (sums[to]! - sums[from]!) / (to - from);
  });
}

/** Mean square of the windows that are speech: those less than 20 dB below the loudest. */
function speechLevel(levels: Float64Array): number {
  const loudest = levels.reduce((max, level) => Math.max(max, level), 0);
  const loud = levels.filter((level) => level > 0 && level >= loudest / 100);
  return loud.reduce((sum, level) => sum + level, 0) / Math.max(1, loud.length);
}
