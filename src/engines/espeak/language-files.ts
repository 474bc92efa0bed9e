import { writtenVariants } from './variants.ts';

/**
 * eSpeak's language files under the names that voices use, and how well each language is spoken.
 *
 * Most languages are spoken intelligibly by a formant voice. Not so well:
 * - `ja`: eSpeak reads kana only, not all of them, and would name each kanji "Chinese letter"; `japanese.ts` reads the text by a
 *   morphological dictionary and gives its sounds. No pitch accent.
 * - `th`: eSpeak reads the letters one by one; `thai.ts` finds the syllables and their tones, which eSpeak speaks as those of Shan.
 * - `he`: points are read by `hebrew.ts`; texts are mostly written without them, and of words that it does not know eSpeak speaks the
 *   bare consonants: hardly intelligible.
 * - `ar`, `ur`: short vowels are read where they are written, which is seldom; else eSpeak guesses or leaves them out.
 * - `tl`: no eSpeak voice; letter-to-sound rules of our own on the Indonesian one (`tagalog.ts`).
 */
export interface VoiceFile {
  /** ISO 639-1 code of the language. */
  readonly language: string;
  /** Path in eSpeak's `lang` folder. */
  readonly file: string;
  /** Phoneme table of the file. */
  readonly phonemes: string;
}

function file(language: string, path: string, phonemes: string = language): VoiceFile {
  return { language, file: path, phonemes };
}

/** By voice name. The first name of a language is its default. */
export const voiceFiles: Readonly<Record<string, VoiceFile>> = {
  'en-us': file('en', 'gmw/en-US', 'en-us'),
  'en-gb': file('en', 'gmw/en', 'en'),
  'en-gb-x-rp': file('en', 'gmw/en-GB-x-rp', 'en-rp'),
  'en-gb-scotland': file('en', 'gmw/en-GB-scotland', 'en-sc'),
  'en-gb-x-gbclan': file('en', 'gmw/en-GB-x-gbclan', 'en-n'),
  'en-gb-x-gbcwmd': file('en', 'gmw/en-GB-x-gbcwmd', 'en-wm'),
  'en-029': file('en', 'gmw/en-029', 'en-wi'),
  'en-us-nyc': file('en', 'gmw/en-US-nyc', 'en-us-nyc'),
  fr: file('fr', 'roa/fr'),
  'fr-be': file('fr', 'roa/fr-BE', 'fr'),
  'fr-ch': file('fr', 'roa/fr-CH', 'fr'),
  de: file('de', 'gmw/de'),
  es: file('es', 'roa/es'),
  'es-419': file('es', 'roa/es-419', 'es-la'),
  pt: file('pt', 'roa/pt', 'pt-pt'),
  'pt-br': file('pt', 'roa/pt-BR', 'pt'),
  cmn: file('zh', 'sit/cmn', 'cmn'),
  yue: file('zh', 'sit/yue', 'yue'),
  hak: file('zh', 'sit/hak', 'hak'),
  ja: file('ja', 'jpx/ja'),
  hi: file('hi', 'inc/hi'),
  it: file('it', 'roa/it'),
  ko: file('ko', 'ko'),
  nl: file('nl', 'gmw/nl'),
  pl: file('pl', 'zlw/pl'),
  ru: file('ru', 'zle/ru'),
  'ru-lv': file('ru', 'zle/ru-LV', 'ru-lv'),
  sv: file('sv', 'gmq/sv'),
  tr: file('tr', 'trk/tr'),
  tl: file('tl', 'poz/id', 'id'),
  bg: file('bg', 'zls/bg'),
  ro: file('ro', 'roa/ro'),
  ar: file('ar', 'sem/ar'),
  cs: file('cs', 'zlw/cs'),
  el: file('el', 'grk/el'),
  fi: file('fi', 'urj/fi'),
  hr: file('hr', 'zls/hr'),
  ms: file('ms', 'poz/ms', 'id'),
  sk: file('sk', 'zlw/sk'),
  da: file('da', 'gmq/da'),
  ta: file('ta', 'dra/ta'),
  uk: file('uk', 'zle/uk'),
  hu: file('hu', 'urj/hu'),
  nb: file('no', 'gmq/nb', 'no'),
  vi: file('vi', 'aav/vi'),
  'vi-vn-x-central': file('vi', 'aav/vi-VN-x-central', 'vi-hue'),
  'vi-vn-x-south': file('vi', 'aav/vi-VN-x-south', 'vi-sgn'),
  bn: file('bn', 'inc/bn'),
  th: file('th', 'tai/th'),
  he: file('he', 'sem/he'),
  ka: file('ka', 'ccs/ka'),
  id: file('id', 'poz/id'),
  te: file('te', 'dra/te'),
  gu: file('gu', 'inc/gu'),
  kn: file('kn', 'dra/kn'),
  ml: file('ml', 'dra/ml'),
  mr: file('mr', 'inc/mr'),
  pa: file('pa', 'inc/pa'),
  or: file('or', 'inc/or'),
  ur: file('ur', 'inc/ur'),
};

/**
 * Voice variants by the gender they sound like. Those of {@link writtenVariants} are our own; `m1`…`m8` and `f1`…`f5` are plain, the
 * others have more character.
 */
export const variants = {
  masculine: [
    ...Object.keys(writtenVariants),
    ...['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'adam', 'benjamin', 'edward', 'max', 'paul', 'david'],
  ],
  feminine: ['f1', 'f2', 'f3', 'f4', 'f5', 'Annie', 'linda', 'steph', 'belinda', 'Andrea', 'aunty', 'grandma'],
} as const;

/** ISO 639-1 code → name of the default voice. */
export const defaultVoices: ReadonlyMap<string, string> = new Map(
  Object.entries(voiceFiles)
    .reverse()
    .map(([name, { language }]) => [language, name]),
);

/** The language codes spoken, in the order of {@link voiceFiles}. */
export const languages: readonly string[] = [...new Set(Object.values(voiceFiles).map(({ language }) => language))];

/**
 * The name of the language file for a text, a key of {@link voiceFiles}. The language of the text wins: an English voice asked to
 * speak German does so with the German rules and its own variant and pitch.
 * @throws {Error} when the voice or the language is unknown
 */
export function voiceFileNameFor(name: string, language: string): string {
  const own = Object.hasOwn(voiceFiles, name) ? voiceFiles[name] : undefined;
  if (!own) throw new Error(`eSpeak has no voice ${name}`);
  if (own.language === language) return name;
  const other = defaultVoices.get(language);
  if (other === undefined) throw new Error(`eSpeak does not speak ${language}`);
  return other;
}

/** The language file of {@link voiceFileNameFor}. */
export function voiceFileFor(name: string, language: string): VoiceFile {
  return voiceFiles[voiceFileNameFor(name, language)]!;
}
