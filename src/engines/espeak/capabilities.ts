/** What eSpeak can do. */
import type { Capabilities } from '../adapter.ts';
import { languages } from './language-files.ts';

export const capabilities: Capabilities = {
  languages,
  sampleRate: 22050,
  marks: 'exact',
  phonemes: true,
  reference: true,
  deterministic: true,
  cloning: 'profile',
  prosody: { rate: true, pitch: true, emotion: false },
  concurrency: 1,
  // eSpeak itself speaks clause by clause, so a clause alone sounds as it does inside its sentence.
  segmentation: { maxCodePoints: 300, firstClauseWords: 4 },
};
