/** What each language adds to the common rules; a language without an entry is read by those alone. */
import type { LanguageRules } from '../rule.ts';
import { ar } from './ar.ts';
import { german } from './de.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { danish, dutch, finnish, norwegian } from './germanic-ordinals.ts';
import { hi } from './hi.ts';
import { hungarian } from './hu.ts';
import { italian } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { georgianRules, greekRules, romanianRules, turkish } from './other-ordinals.ts';
import { portuguese } from './pt.ts';
import { russian } from './ru.ts';
import { bulgarian, croatian, czech, polish, slovak, ukrainian } from './slavic-ordinals.ts';
import { swedish } from './sv.ts';
import { thai } from './th.ts';
import { filipino } from './tl.ts';
import { vi } from './vi.ts';
import { zh } from './zh.ts';

export const languageRules: Readonly<Record<string, LanguageRules>> = {
  ar,
  bg: bulgarian,
  cs: czech,
  da: danish,
  de: german,
  el: greekRules,
  es: spanish,
  fi: finnish,
  fr: french,
  hi,
  hr: croatian,
  hu: hungarian,
  it: italian,
  ja,
  ka: georgianRules,
  ko,
  nl: dutch,
  no: norwegian,
  pl: polish,
  pt: portuguese,
  ro: romanianRules,
  ru: russian,
  sk: slovak,
  sv: swedish,
  th: thai,
  tl: filipino,
  tr: turkish,
  uk: ukrainian,
  vi,
  zh,
};
