/** Length of what is looked at, seconds. */
const frameSeconds = 0.02;

/**
 * The sample in the middle of the quietest moment between two samples: a recording that is cut there is cut in no voiced sound, if that can be
 * helped. `to` where there is no room for one.
 */
export function quietPlace(samples: Float32Array, sampleRate: number, from: number, to: number): number {
  const half = Math.round((frameSeconds * sampleRate) / 2);
  let best = { at: to, power: Infinity };
  for (let at = from + half; at + half <= to; at += half) {
    let power = 0;
    for (let index = at - half; index < at + half; index++) power += samples[index]! * samples[index]!;
    if (power < best.power) best = { at, power };
  }
  return best.at;
}
