/** The languages of the interface (ISO 639-1 codes, in its order) with their English names. */
export const languageNames = {
  en: 'English',
  fr: 'French',
  de: 'German',
  es: 'Spanish',
  pt: 'Portuguese',
  zh: 'Chinese',
  ja: 'Japanese',
  hi: 'Hindi',
  it: 'Italian',
  ko: 'Korean',
  nl: 'Dutch',
  pl: 'Polish',
  ru: 'Russian',
  sv: 'Swedish',
  tr: 'Turkish',
  tl: 'Tagalog',
  bg: 'Bulgarian',
  ro: 'Romanian',
  ar: 'Arabic',
  cs: 'Czech',
  el: 'Greek',
  fi: 'Finnish',
  hr: 'Croatian',
  ms: 'Malay',
  sk: 'Slovak',
  da: 'Danish',
  ta: 'Tamil',
  uk: 'Ukrainian',
  hu: 'Hungarian',
  no: 'Norwegian',
  vi: 'Vietnamese',
  bn: 'Bengali',
  th: 'Thai',
  he: 'Hebrew',
  ka: 'Georgian',
  id: 'Indonesian',
  te: 'Telugu',
  gu: 'Gujarati',
  kn: 'Kannada',
  ml: 'Malayalam',
  mr: 'Marathi',
  pa: 'Punjabi',
  or: 'Odia',
  ur: 'Urdu',
} as const satisfies Readonly<Record<string, string>>;

/** ISO 639-1 code of a language of the interface. */
export type Language = keyof typeof languageNames;

/** In the interface's order. */
export const languages = Object.keys(languageNames) as readonly Language[];

/** Whether the interface has a language of this code, which is in lower case. */
export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languageNames, code);
}
