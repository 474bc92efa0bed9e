/** What each language adds to the common rules; a language without an entry is read by those alone. */
import type { LanguageRules } from '../rule.ts';
import { arabic } from './ar.ts';
import { german } from './de.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { danish, dutch, finnish, norwegian } from './germanic-ordinals.ts';
import { hindi } from './hi.ts';
import { hungarian } from './hu.ts';
import { italian } from './it.ts';
import { japanese } from './ja.ts';
import { korean } from './ko.ts';
import { georgian, greek, romanian, turkish } from './other-ordinals.ts';
import { portuguese } from './pt.ts';
import { russian } from './ru.ts';
import { bulgarian, croatian, czech, polish, slovak, ukrainian } from './slavic-ordinals.ts';
import { swedish } from './sv.ts';
import { thai } from './th.ts';
import { filipino } from './tl.ts';
import { vietnamese } from './vi.ts';
import { chinese } from './zh.ts';

/** By ISO 639-1 code; English has rules of its own. */
export const languageRules: Readonly<Record<string, LanguageRules>> = {
  ar: arabic,
  bg: bulgarian,
  cs: czech,
  da: danish,
  de: german,
  el: greek,
  es: spanish,
  fi: finnish,
  fr: french,
  hi: hindi,
  hr: croatian,
  hu: hungarian,
  it: italian,
  ja: japanese,
  ka: georgian,
  ko: korean,
  nl: dutch,
  no: norwegian,
  pl: polish,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sk: slovak,
  sv: swedish,
  th: thai,
  tl: filipino,
  tr: turkish,
  uk: ukrainian,
  vi: vietnamese,
  zh: chinese,
};
