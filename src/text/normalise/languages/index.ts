/** What each language adds to the common rules; a language without an entry is read by those alone. */
import type { LanguageRules } from '../rule.ts';

export const languageRules: Readonly<Record<string, LanguageRules>> = {};
