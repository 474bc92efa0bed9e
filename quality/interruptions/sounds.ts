/** What is heard of a caller's side besides words, at 16 kHz within ±1: the noises of a room and of a body. */
import { callerRate } from '../../bench/load/callers.ts';
import { seededRandom } from '../../test/support/random.ts';

type Shape = (seconds: number, random: () => number) => number;

function sound(seconds: number, shape: Shape): Float32Array {
  const random = seededRandom(7);
  return Float32Array.from({ length: Math.round(seconds * callerRate) }, (_, index) =>
    shape(index / callerRate, random),
  );
}

/** Two bursts of noise that die away, 0.35 s apart, without pitch. */
export function cough(): Float32Array {
  let before = 0;
  return sound(0.7, (time, random) => {
    const inBurst = time % 0.35;
    before = 0.5 * before + (random() - 0.5);
    return 0.8 * before * Math.min(1, inBurst / 0.005) * Math.exp(-inBurst / 0.06);
  });
}

/** Five bursts a second: breath, then a vowel with a falling pitch. */
export function laughter(): Float32Array {
  let phase = 0;
  return sound(1.4, (time, random) => {
    const inBurst = time % 0.2;
    const isVoiced = inBurst > 0.06 && inBurst < 0.15;
    phase += (260 - 40 * time) / callerRate;
    const voiced = [1, 2, 3, 4].reduce((sum, part) => sum + Math.sin(2 * Math.PI * part * phase) / part, 0);
    return isVoiced ? 0.2 * voiced : 0.1 * (random() - 0.5);
  });
}

/** Seven keys a second, two clicks each: of the key and of its return. */
export function keyClicks(): Float32Array {
  return sound(3, (time, random) => {
    const inKey = time % 0.143;
    const since = inKey < 0.08 ? inKey : inKey - 0.08;
    return (inKey < 0.08 ? 0.6 : 0.3) * Math.exp(-since / 0.0015) * (2 * random() - 1);
  });
}

/** Of the mains: 50 Hz and three harmonics. */
export function hum(): Float32Array {
  return sound(3, (time) =>
    [1, 2, 3, 4].reduce((sum, part) => sum + (0.15 / part) * Math.sin(2 * Math.PI * 50 * part * time), 0),
  );
}

/** A door, a chair: noise that is there at once and stays for a while. */
export function bang(): Float32Array {
  return sound(0.4, (time, random) => 0.7 * (random() - 0.5) * Math.exp(-time / 0.15));
}

export function scaled(samples: Float32Array, decibels: number): Float32Array {
  return samples.map((sample) => sample * 10 ** (decibels / 20));
}
