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
  // 80 to 450 words a minute, where 175 is 1.
  rates: { min: 0.46, max: 2.57 },
  // It turns to the rules and sounds of their language; the letters of other scripts it names.
  foreignWords: {
    en: { notIn: ['ja', 'he'] },
    el: { notIn: ['en', 'hr', 'vi'] },
    hi: { notIn: [] },
    bn: { notIn: [] },
    ta: { notIn: [] },
    gu: { notIn: [] },
    pa: { notIn: [] },
    kn: { notIn: [] },
    ml: { notIn: [] },
    ka: { notIn: [] },
    ko: { notIn: [] },
  },
  concurrency: 1,
  // eSpeak itself speaks clause by clause, so a clause alone sounds as it does inside its sentence.
  segmentation: { maxCodePoints: 300, firstClauseWords: 4, volumeWithin: true },
};
