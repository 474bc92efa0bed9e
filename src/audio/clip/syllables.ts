/**
 * How fast a speaker is, by counting syllable nuclei: peaks of the level that stand out and are voiced (de Jong and Wempe,
 * "Praat script to detect syllable nuclei and measure speech rate automatically", Behavior Research Methods 41, 2009).
 */
import type { PitchFinder } from './pitch.ts';

const hopSeconds = 0.01;
/** Levels are those of windows of this length. */
const windowSeconds = 0.06;
/** Of a long recording the beginning is counted. */
const maxSeconds = 60;
/** A peak lies at most so far below the loudest, and so far above the lowest level since the last peak and up to the next. */
const rangeDb = 25;
const dipDb = 2;

/**
 * Syllables in a second of speech, pauses not counted; 0 without any.
 * @param finder of the same rate
 */
export function syllableRate(samples: Float32Array, sampleRate: number, finder: PitchFinder): number {
  const hop = Math.max(1, Math.round(hopSeconds * sampleRate));
  const levels = levelsOf(samples.subarray(0, maxSeconds * sampleRate), hop, Math.round(windowSeconds * sampleRate));
  const sorted = Float64Array.from(levels).sort();
  const threshold = (sorted[Math.floor(0.99 * sorted.length)] ?? 0) - rangeDb;
  const speaking = levels.filter((level) => level > threshold).length * (hop / sampleRate);
  const nuclei = peaksOf(levels, threshold).filter(
    (peak) => finder.pitchAt(samples, Math.max(0, Math.round(peak * hop - finder.frameLength / 2))) !== undefined,
  );
  return speaking === 0 ? 0 : nuclei.length / speaking;
}

/** Of windows with their middle at each hop. */
function levelsOf(samples: Float32Array, hop: number, width: number): number[] {
  const sums = new Float64Array(samples.length + 1);
  for (let index = 0; index < samples.length; index++) sums[index + 1] = sums[index]! + samples[index]! ** 2;
  return Array.from({ length: Math.floor(samples.length / hop) }, (_, frame) => {
    const from = Math.max(0, frame * hop - (width >> 1));
    const to = Math.min(samples.length, frame * hop + (width >> 1));
    return 10 * Math.log10(Math.max(1e-12, (sums[to]! - sums[from]!) / Math.max(1, to - from)));
  });
}

/** Highest places between two dips that are deep enough. */
function peaksOf(levels: readonly number[], threshold: number): number[] {
  const peaks: number[] = [];
  let [low, peak] = [Infinity, -1];
  for (const [index, level] of levels.entries()) {
    if (peak === -1) {
      low = Math.min(low, level);
      if (level > Math.max(threshold, low + dipDb)) peak = index;
    } else if (level > levels[peak]!) {
      peak = index;
    } else if (level < levels[peak]! - dipDb) {
      peaks.push(peak);
      [low, peak] = [level, -1];
    }
  }
  return peak === -1 ? peaks : [...peaks, peak];
}
