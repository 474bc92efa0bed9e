/** What eSpeak can do. */
import type { EngineCapabilities } from '../adapter.ts';
import { languages } from './voices.ts';

export const capabilities: EngineCapabilities = {
  id: 'espeak',
  sampleRate: 22050,
  languages,
  wordMarks: true,
  phonemeMarks: true,
  streaming: true,
  interruptible: true,
  cloning: 'profile',
  // eSpeak itself speaks clause by clause, so a clause alone sounds as it does inside its sentence.
  segmentation: { maxCodePoints: 300, firstClauseWords: 4 },
};
