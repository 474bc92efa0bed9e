/** What published models do not say about their speakers and languages, as data. */
import type { VoiceGender } from '../adapter.ts';

/** Genders of well-known Piper voices, by the name of their data set. */
const piperGenders: Readonly<Record<VoiceGender, readonly string[]>> = {
  feminine: [
    'alba',
    'amy',
    'cori',
    'daniela',
    'eva_k',
    'gosia',
    'hfc_female',
    'huayan',
    'irina',
    'jenny_dioco',
    'kathleen',
    'kerstin',
    'kristin',
    'lada',
    'lessac',
    'lisa',
    'ljspeech',
    'nathalie',
    'paola',
    'priyamvada',
    'ramona',
    'siwis',
    'southern_english_female',
  ],
  masculine: [
    'alan',
    'bryce',
    'cadu',
    'carlfm',
    'danny',
    'darkman',
    'davefx',
    'denis',
    'dmitri',
    'faber',
    'fahrettin',
    'gilles',
    'harri',
    'hfc_male',
    'jirka',
    'joe',
    'john',
    'kareem',
    'karlsson',
    'kusal',
    'mihai',
    'norman',
    'northern_english_male',
    'pavoque',
    'pratham',
    'riccardo',
    'ronnie',
    'ruslan',
    'ryan',
    'sam',
    'thorsten',
    'thorsten_emotional',
    'tom',
  ],
  gender_neutral: [],
};

/** Gender of a Piper voice by the name of its data set; null when it is not known. */
export function piperGender(dataset: string): VoiceGender | null {
  for (const [gender, names] of Object.entries(piperGenders)) {
    if (names.includes(dataset)) return gender as VoiceGender;
  }
  return null;
}

/** Ids of the interface's accents, by locale. */
const accents: Readonly<Partial<Record<string, string>>> = {
  en_us: 'general-american',
  en_gb: 'british',
  es_es: 'castilian',
  es_mx: 'mexican',
  fr_fr: 'parisian',
  pt_br: 'brazilian-portuguese',
  pt_pt: 'european-portuguese',
};

/** The accent of a locale such as `en_US`; null when the interface has none for it. */
export function accentOf(locale: string): string | null {
  return accents[locale.toLowerCase().replace('-', '_')] ?? null;
}

/** The reference engine's name of a voice of eSpeak. */
const phonemeVoices: Readonly<Partial<Record<string, string>>> = {
  en: 'en-gb',
  'en-gb-x-rp': 'en-gb-x-rp',
  'en-gb-x-gbclan': 'en-gb-x-gbclan',
  'en-gb-x-gbcwmd': 'en-gb-x-gbcwmd',
  'es-es': 'es',
  'fr-fr': 'fr',
  'pt-pt': 'pt',
  no: 'nb',
  zh: 'cmn',
  'cmn-latn-pinyin': 'cmn',
};

/** @param voice as Piper's configuration has it: `en-us` */
export function phonemeVoice(voice: string): string {
  const name = voice.toLowerCase();
  return phonemeVoices[name] ?? name;
}

interface KokoroVariety {
  readonly language: string;
  readonly locale: string;
  /** Voice of the phonemes; absent where they do not come from eSpeak. */
  readonly phonemes?: string;
}

/** By the first letter of a speaker of Kokoro. */
const kokoroVarieties: Readonly<Partial<Record<string, KokoroVariety>>> = {
  a: { language: 'en', locale: 'en_us', phonemes: 'en-us' },
  b: { language: 'en', locale: 'en_gb', phonemes: 'en-gb' },
  e: { language: 'es', locale: 'es_es', phonemes: 'es' },
  f: { language: 'fr', locale: 'fr_fr', phonemes: 'fr' },
  h: { language: 'hi', locale: 'hi_in', phonemes: 'hi' },
  i: { language: 'it', locale: 'it_it', phonemes: 'it' },
  j: { language: 'ja', locale: 'ja_jp' },
  p: { language: 'pt', locale: 'pt_br', phonemes: 'pt-br' },
  z: { language: 'zh', locale: 'zh_cn' },
};

export interface KokoroSpeaker {
  readonly language: string;
  readonly accent: string | null;
  readonly gender: VoiceGender | null;
  readonly phonemes: string | undefined;
}

/** What the name of a Kokoro speaker tells: `bf_emma` is British and feminine. Undefined for a name of another form. */
export function kokoroSpeaker(name: string): KokoroSpeaker | undefined {
  const [, variety = '', gender] = /^([a-z])([fm])(?:_|$)/u.exec(name) ?? [];
  const found = kokoroVarieties[variety];
  if (found === undefined) return undefined;
  return {
    language: found.language,
    accent: accentOf(found.locale),
    gender: gender === 'f' ? 'feminine' : 'masculine',
    phonemes: found.phonemes,
  };
}
