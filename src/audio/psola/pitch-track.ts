/** The fundamental frequency of a recording over its time. */
import { lower } from '../clip/measures.ts';
import { PitchFinder } from '../clip/pitch.ts';

const hopSeconds = 0.01;
/** Everything that is looked for lies below 4 kHz. */
const analysisRate = 8000;
const pitchRange = { min: 60, max: 500 } as const;
/** What lies further from the median, in octaves, is an error of the finder: of one octave, where that brings it near. */
const reach = 0.85;

/** Gives the pitch at a time in seconds, in Hz: between voiced sounds on a line from one to the next. */
export type PitchContour = (seconds: number) => number;

/**
 * @param samples mono
 * @param median of the recording's pitch, Hz; what a recording without a voiced sound has everywhere
 */
export function pitchContour(samples: Float32Array, sampleRate: number, median: number): PitchContour {
  const factor = Math.max(1, Math.floor(sampleRate / analysisRate));
  const lowered = lower(samples, factor);
  const rate = sampleRate / factor;
  const finder = new PitchFinder(rate, pitchRange);
  const half = Math.floor(finder.frameLength / 2);
  const found: (number | undefined)[] = [];
  for (let index = 0; index * hopSeconds * rate < lowered.length; index++) {
    const at = Math.round(index * hopSeconds * rate) - half;
    const pitch = at < 0 ? undefined : finder.pitchAt(lowered, at);
    found.push(pitch === undefined ? undefined : nearMedian(pitch, median));
  }
  const known = joined(smoothed(found), median);
  return (seconds) => {
    const place = Math.min(known.length - 1, Math.max(0, seconds / hopSeconds));
    const before = Math.floor(place);
    const after = Math.min(known.length - 1, before + 1);
    return known[before]! * (known[after]! / known[before]!) ** (place - before);
  };
}

/** Undefined where it is no pitch of this voice. */
function nearMedian(pitch: number, median: number): number | undefined {
  return [pitch, pitch / 2, pitch * 2].find((one) => Math.abs(Math.log2(one / median)) < reach);
}

/** The median of each three neighbours: single errors go, and so does what stands alone. */
function smoothed(found: readonly (number | undefined)[]): (number | undefined)[] {
  return found.map((pitch, index) => {
    const around = [found[index - 1], pitch, found[index + 1]].filter((one) => one !== undefined);
    if (pitch === undefined || around.length < 2) return undefined;
    return around.toSorted((one, other) => one - other)[Math.floor((around.length - 1) / 2)];
  });
}

function joined(found: readonly (number | undefined)[], median: number): Float64Array {
  const known = Float64Array.from(found, (pitch) => pitch ?? NaN);
  let last = -1;
  for (let index = 0; index <= known.length; index++) {
    if (index < known.length && Number.isNaN(known[index])) continue;
    const [from, to] = [known[last] ?? known[index] ?? median, known[index] ?? known[last] ?? median];
    for (let between = last + 1; between < index; between++) {
      known[between] = from * (to / from) ** ((between - last) / (index - last));
    }
    last = index;
  }
  return known.length === 0 ? Float64Array.of(median) : known;
}
