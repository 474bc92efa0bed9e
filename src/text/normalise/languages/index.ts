/** What each language adds to the common rules; a language without an entry is read by those alone. */
import type { LanguageRules } from '../rule.ts';
import { french } from './fr.ts';
import { german } from './de.ts';
import { italian } from './it.ts';
import { portuguese } from './pt.ts';
import { hungarian } from './hu.ts';
import { russian } from './ru.ts';
import { swedish } from './sv.ts';
import { spanish } from './es.ts';

export const languageRules: Readonly<Record<string, LanguageRules>> = {
  de: german,
  es: spanish,
  fr: french,
  hu: hungarian,
  it: italian,
  pt: portuguese,
  ru: russian,
  sv: swedish,
};
