/** What a person can do for a better recording, from how loud its pieces are. */

export interface ClipAdvice {
  readonly isGood: boolean;
  readonly text: string;
}

/** Pieces that are looked at while one speaks: three seconds of fiftieths. */
export const lookedAt = 150;
const leastPieces = 50;
const clipped = 0.99;
const soft = 0.06;
/** Of full scale: what a quiet room stays below, -40 dB. */
const quiet = 0.01;
/** Speech is at least so many times as loud as the room, 18 dB. */
const leastRatio = 8;

/**
 * @param levels loudest sample of each short piece, 0 to 1
 * @returns undefined before there is enough to judge
 */
export function adviceOn(levels: ArrayLike<number>): ClipAdvice | undefined {
  if (levels.length < leastPieces) return undefined;
  const sorted = Array.from(levels).sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
  const [room, speech] = [at(0.1), at(0.9)];
  if (at(1) >= clipped) return bad('Too loud: what is loudest is cut off. Speak more softly, or farther away.');
  if (speech < soft) return bad('Too soft: come closer, or turn the microphone up.');
  if (room > quiet && speech / room < leastRatio) {
    return bad('The room is loud: close the window, switch off what hums, come closer.');
  }
  return { isGood: true, text: 'Level and room are good.' };
}

function bad(text: string): ClipAdvice {
  return { isGood: false, text };
}

/** @returns what the length asks for; undefined where it is right @param seconds of the part that is sent */
export function lengthAdvice(seconds: number): string | undefined {
  if (seconds < 3) return 'Three seconds are the least for a good clone; ten to twenty are better.';
  if (seconds > 60) return 'More than a minute tells nothing new: choose the best twenty seconds.';
  return undefined;
}
