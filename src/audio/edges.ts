/** Speech without the silence around it, as every engine gives it. */
import { createEnding, type SpeechEnding } from './ending.ts';
import { createOnset } from './onset.ts';

/** Both ends of one segment's speech. */
export interface SpeechEdges extends SpeechEnding {
  /** Samples that were left out at the start. */
  readonly skipped: number;
}

/**
 * @param sampleRate Hz
 * @param level      loudness of the voice in LUFS
 */
export function createEdges(sampleRate: number, level: number): SpeechEdges {
  const onset = createOnset(sampleRate, level);
  const ending = createEnding(sampleRate, level);
  return {
    write: (samples) => ending.write(onset.write(samples)),
    end(seconds) {
      const first = ending.write(onset.end());
      const rest = ending.end(seconds);
      if (first.length === 0) return rest;
      const all = new Int16Array(first.length + rest.length);
      all.set(first);
      all.set(rest, first.length);
      return all;
    },
    get skipped() {
      return onset.skipped;
    },
  };
}
