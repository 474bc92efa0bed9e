import type { Respell } from './utterance.ts';
import { respellArabic } from './arabic.ts';
import { respellJapanese } from './japanese.ts';
import { respellTagalog } from './tagalog.ts';
import { respellThai } from './thai.ts';

/** Languages whose spelling eSpeak cannot read by itself. */
export const respellers: Readonly<Record<string, Respell>> = {
  ar: respellArabic,
  ja: respellJapanese,
  th: respellThai,
  tl: respellTagalog,
};
