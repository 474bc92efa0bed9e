/**
 * Gives the samples of a recording in place of speech, as `clip` of its voice has them. What is said in it is the segment's text, so
 * that the thread that runs it finds the times of the words as it does for every engine that knows none. No voice is cast onto it: it
 * speaks only for those who heard the recording.
 */
import { moduleUrl } from '../../processes/module-url.ts';
import type { Capabilities, EngineDescriptor } from '../adapter.ts';
import { referenceEngine } from '../registry.ts';

/** About what its thread takes, the reference engine included. */
const memoryBytes = 120e6;

const capabilities: Omit<Capabilities, 'sampleRate' | 'languages'> = {
  marks: 'aligned',
  phonemes: false,
  deterministic: true,
  cloning: 'none',
  prosody: { rate: true, pitch: true, emotion: false },
  concurrency: 1,
  segmentation: { maxCodePoints: Infinity, firstClauseWords: Infinity },
};

/** @param sampleRate Hz of the recordings */
export function recording(sampleRate: number): EngineDescriptor {
  const languages = referenceEngine()?.capabilities.languages ?? [];
  return {
    id: 'recording',
    capabilities: { ...capabilities, sampleRate, languages },
    voices: () => [],
    cast: () => undefined,
    placement: { threads: 1, memoryBytes },
    needsReference: true,
    module: { url: moduleUrl(import.meta.url, './synthesizer') },
  };
}
