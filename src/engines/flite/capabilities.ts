/** What flite can do. */
import type { Capabilities } from '../adapter.ts';

export const capabilities: Capabilities = {
  languages: ['en'],
  sampleRate: 16_000,
  marks: 'exact',
  phonemes: true,
  deterministic: true,
  cloning: 'profile',
  prosody: { rate: true, pitch: true, emotion: false },
  foreignWords: {},
  concurrency: 1,
  segmentation: { maxCodePoints: 140, firstClauseWords: 4, volumeWithin: true },
};
