import { respellArabic } from './arabic.ts';
import { respellHebrew } from './hebrew.ts';
import { readJapanese } from './japanese.ts';
import { respellTagalog } from './tagalog.ts';
import { respellThai } from './thai.ts';
import type { Reading, Respell } from '../utterance.ts';

/** Languages whose spelling eSpeak cannot read by itself. */
export const respellers: Readonly<Record<string, Respell>> = {
  ar: wordByWord(respellArabic),
  he: wordByWord(respellHebrew),
  ja: readJapanese,
  th: wordByWord(respellThai),
  tl: wordByWord(respellTagalog),
};

function wordByWord(read: (word: string) => Reading): Respell {
  return (words) => words.map(({ text }) => (text === '' ? [] : [read(text)]));
}
