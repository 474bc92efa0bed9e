/** What each language adds to the common rules; a language without an entry is read by those alone. */
import type { LanguageRules } from '../rule.ts';
import { ar } from './ar.ts';
import { german } from './de.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { hi } from './hi.ts';
import { hungarian } from './hu.ts';
import { italian } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { portuguese } from './pt.ts';
import { russian } from './ru.ts';
import { swedish } from './sv.ts';
import { vi } from './vi.ts';
import { zh } from './zh.ts';

export const languageRules: Readonly<Record<string, LanguageRules>> = {
  ar,
  de: german,
  es: spanish,
  fr: french,
  hi,
  hu: hungarian,
  it: italian,
  ja,
  ko,
  pt: portuguese,
  ru: russian,
  sv: swedish,
  vi,
  zh,
};
