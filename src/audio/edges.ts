/** Speech without the silence around it, as every engine gives it. */
import { createEnding, type SpeechEnding } from './ending.ts';
import { createOnset } from './onset.ts';
import { joinIntegers } from './samples.ts';

/** Both ends of one segment's speech. */
export interface SpeechEdges extends SpeechEnding {
  /** Samples that were left out at the start. */
  readonly skipped: number;
}

/** LUFS of a voice whose level is not known: what lies as far below it as silence does is hardly sound. */
const quietest = -30;

/**
 * @param sampleRate Hz
 * @param level      loudness of the voice in LUFS; of the quietest one when absent
 * @param endDepth   so far below it, in dB, sound has died away at the end. Default: as far as silence lies at the start
 */
export function createEdges(sampleRate: number, level = quietest, endDepth?: number): SpeechEdges {
  const onset = createOnset(sampleRate, level);
  const ending = createEnding(sampleRate, level, endDepth);
  return {
    write: (samples) => ending.write(onset.write(samples)),
    end(seconds) {
      const first = ending.write(onset.end());
      return joinIntegers([first, ending.end(seconds)]);
    },
    get skipped() {
      return onset.skipped;
    },
  };
}
