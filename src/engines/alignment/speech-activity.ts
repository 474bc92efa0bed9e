/** Where there is speech in a signal, and where it pauses. */
import type { BandFrames } from './bands.ts';
import type { Span } from './words.ts';

/** Silence for so many frames is a pause; shorter ones are closures of plosives. */
const shortestPause = 20;
/** Speech for fewer frames between two silences is a click. */
const shortestSpeech = 3;
/** dB below the loudest frame at which silence begins: as far as that where the signal is clean, and never nearer. */
const silenceDepth = { clean: 40, noisy: 20 } as const;
/** dB of a sound that 16 bits do not hold. */
const softestSpeech = -30;
/** dB that silence lies at most above the quietest frames. */
const silenceSpread = 6;

/** Steps in which levels are counted for {@link quantiles}, in dB, and the lowest and highest that are told apart. */
const levelStep = 0.5;
const levelRange = { low: -90, high: 110 } as const;
const levelCounts = new Int32Array((levelRange.high - levelRange.low) / levelStep + 1);

/**
 * Levels below which these shares of them lie, to within half a dB: counted, not sorted, since this is done for each band.
 * @param levels dB, at least one
 * @param shares ascending, 0 to below 1
 */
export function quantiles(levels: Float32Array, shares: readonly number[]): number[] {
  levelCounts.fill(0);
  for (const level of levels) {
    const within = Math.max(levelRange.low, Math.min(levelRange.high, level));
    levelCounts[Math.round((within - levelRange.low) / levelStep)]!++;
  }
  let [bin, below] = [0, levelCounts[0]!];
  return shares.map((share) => {
    while (below <= share * levels.length) below += levelCounts[++bin]!;
    return levelRange.low + bin * levelStep;
  });
}

/** Stretches of frames with speech, in order, at least a pause apart; none where there is no speech. */
export function speechSpans(frames: BandFrames): Span[] {
  const loudness = loudnessOf(frames);
  const loudest = loudness.reduce((most, level) => Math.max(most, level), -Infinity);
  if (!(loudest > softestSpeech)) return [];
  const [quietest = loudest] = quantiles(loudness, [0.05]);
  const threshold = Math.min(
    loudest - silenceDepth.noisy,
    Math.max(loudest - silenceDepth.clean, quietest + silenceSpread),
  );
  const spans: { start: number; end: number }[] = [];
  for (const [start, end] of runsAbove(loudness, threshold)) {
    if (end - start < shortestSpeech) continue;
    const last = spans.at(-1);
    if (last !== undefined && start - last.end < shortestPause) last.end = end;
    else spans.push({ start, end });
  }
  return spans;
}

/** Level of each frame in dB, averaged with its neighbours so that noise does not flicker. */
function loudnessOf({ count, power }: BandFrames): Float32Array {
  const at = (frame: number): number => power[Math.max(0, Math.min(count - 1, frame))]!;
  return Float32Array.from(
    { length: count },
    (_, frame) => 10 * Math.log10((at(frame - 1) + at(frame) + at(frame + 1)) / 3 + 1e-9),
  );
}

function* runsAbove(values: Float32Array, threshold: number): Generator<readonly [start: number, end: number]> {
  for (let start = 0; start < values.length; start++) {
    if (values[start]! < threshold) continue;
    let end = start + 1;
    while (end < values.length && values[end]! >= threshold) end++;
    yield [start, end];
    start = end;
  }
}
