import type { Language } from './languages.ts';

/** "Good morning" or another greeting in each language. */
export const greetings: Readonly<Record<Language, string>> = {
  en: 'good morning',
  fr: 'bonjour',
  de: 'guten Morgen',
  es: 'buenos días',
  pt: 'bom dia',
  zh: '早上好',
  ja: 'こんにちは',
  hi: 'नमस्ते',
  it: 'buongiorno',
  ko: '안녕하세요',
  nl: 'goedemorgen',
  pl: 'dzień dobry',
  ru: 'доброе утро',
  sv: 'god morgon',
  tr: 'günaydın',
  tl: 'magandang umaga',
  bg: 'добро утро',
  ro: 'bună dimineața',
  ar: 'صباح الخير',
  cs: 'dobré ráno',
  el: 'καλημέρα',
  fi: 'hyvää huomenta',
  hr: 'dobro jutro',
  ms: 'selamat pagi',
  sk: 'dobré ráno',
  da: 'godmorgen',
  ta: 'வணக்கம்',
  uk: 'доброго ранку',
  hu: 'jó reggelt',
  no: 'god morgen',
  vi: 'xin chào',
  bn: 'সুপ্রভাত',
  th: 'สวัสดี',
  he: 'בוקר טוב',
  ka: 'გამარჯობა',
  id: 'selamat pagi',
  te: 'నమస్కారం',
  gu: 'સુપ્રભાત',
  kn: 'ನಮಸ್ಕಾರ',
  ml: 'നമസ്കാരം',
  mr: 'सुप्रभात',
  pa: 'ਸਤ ਸ੍ਰੀ ਅਕਾਲ',
  or: 'ସୁପ୍ରଭାତ',
  ur: 'صبح بخیر',
};

/** A few seconds of text in a language, for the preview of a voice: every engine reads digits in the language of the text. */
export function sampleText(language: Language): string {
  return `${greetings[language]}. 1, 2, 3, 4, 5.`;
}
