import type { EngineVoice } from '../engines/adapter.ts';
import { languageNames, languages, type Language } from './languages.ts';
import { accentsOf, findAccent, mainLocaleOf } from './locales.ts';
import { espeakAccents, espeakLanguage, mainVariant } from './speakers.ts';
import { uuidV5 } from './uuid.ts';
import type { Gender, Voice, VoiceAccent } from './voice.ts';

/** Never change it, nor a voice's key: ids follow from both, and callers store ids. */
const namespace = '5e2f0a4c-7d1b-4c39-9a86-3f1de0b7c254';

/** One constant date: built-in voices have no history. */
const createdAt = '2025-01-01T00:00:00.000000Z';

type SpokenGender = Exclude<Gender, 'gender_neutral'>;

/** First names of the feminine and the masculine eSpeak voice in the main accent of each language. */
const names: Readonly<Record<Language, readonly [feminine: string, masculine: string]>> = {
  en: ['Nora', 'Owen'],
  fr: ['Élodie', 'Julien'],
  de: ['Anke', 'Lukas'],
  es: ['Lucía', 'Diego'],
  pt: ['Beatriz', 'Rafael'],
  zh: ['Mei', 'Wei'],
  ja: ['Sakura', 'Haruto'],
  hi: ['Ananya', 'Arjun'],
  it: ['Giulia', 'Marco'],
  ko: ['Seo-yeon', 'Min-jun'],
  nl: ['Sanne', 'Daan'],
  pl: ['Zofia', 'Jakub'],
  ru: ['Anastasia', 'Dmitri'],
  sv: ['Astrid', 'Erik'],
  tr: ['Elif', 'Emre'],
  tl: ['Ligaya', 'Bayani'],
  bg: ['Desislava', 'Georgi'],
  ro: ['Ioana', 'Andrei'],
  ar: ['Layla', 'Omar'],
  cs: ['Tereza', 'Tomáš'],
  el: ['Eleni', 'Nikos'],
  fi: ['Aino', 'Mikko'],
  hr: ['Ivana', 'Luka'],
  ms: ['Aisyah', 'Hafiz'],
  sk: ['Zuzana', 'Matej'],
  da: ['Freja', 'Magnus'],
  ta: ['Kavitha', 'Senthil'],
  uk: ['Oksana', 'Taras'],
  hu: ['Zsófia', 'Bence'],
  no: ['Ingrid', 'Sindre'],
  vi: ['Linh', 'Minh'],
  bn: ['Mitali', 'Sourav'],
  th: ['Malee', 'Somchai'],
  he: ['Noa', 'Eitan'],
  ka: ['Nino', 'Giorgi'],
  id: ['Dewi', 'Budi'],
  te: ['Lakshmi', 'Venkat'],
  gu: ['Hetal', 'Jignesh'],
  kn: ['Kavya', 'Girish'],
  ml: ['Anjali', 'Unni'],
  mr: ['Sayali', 'Tushar'],
  pa: ['Simran', 'Harjit'],
  or: ['Itishree', 'Biswajit'],
  ur: ['Zainab', 'Faisal'],
};

/** An eSpeak variety beside the main one of its language: two more voices. */
interface Variety {
  readonly language: Language;
  /** eSpeak's name of it. */
  readonly name: string;
  readonly label: string;
  /** The accent it belongs to, if any. */
  readonly accent?: string;
  readonly names: readonly [feminine: string, masculine: string];
  readonly variants: readonly [feminine: string, masculine: string];
}

const varieties: readonly Variety[] = [
  {
    language: 'en',
    name: 'en-us-nyc',
    label: 'New York English',
    accent: 'new-york',
    names: ['Gianna', 'Vincent'],
    variants: ['f4', 'm1'],
  },
  {
    language: 'en',
    name: 'en-gb',
    label: 'British English',
    accent: 'british',
    names: ['Charlotte', 'Henry'],
    variants: ['f2', 'm7'],
  },
  {
    language: 'en',
    name: 'en-gb-x-rp',
    label: 'British English (RP)',
    accent: 'british',
    names: ['Imogen', 'Rupert'],
    variants: ['f3', 'm6'],
  },
  {
    language: 'en',
    name: 'en-gb-scotland',
    label: 'Scottish English',
    accent: 'british',
    names: ['Isla', 'Angus'],
    variants: ['f1', 'm1'],
  },
  {
    language: 'en',
    name: 'en-gb-x-gbclan',
    label: 'Lancaster English',
    accent: 'british',
    names: ['Hattie', 'Stanley'],
    variants: ['f4', 'm4'],
  },
  {
    language: 'en',
    name: 'en-gb-x-gbcwmd',
    label: 'West Midlands English',
    accent: 'british',
    names: ['Poppy', 'Ronnie'],
    variants: ['f5', 'm2'],
  },
  { language: 'en', name: 'en-029', label: 'Caribbean English', names: ['Shanice', 'Winston'], variants: ['f1', 'm5'] },
  {
    language: 'fr',
    name: 'fr-be',
    label: 'Belgian French',
    accent: 'belgian-french',
    names: ['Manon', 'Thibault'],
    variants: ['f3', 'm6'],
  },
  {
    language: 'es',
    name: 'es-419',
    label: 'Latin American Spanish',
    accent: 'mexican',
    names: ['Ximena', 'Mateo'],
    variants: ['f3', 'm6'],
  },
  {
    language: 'pt',
    name: 'pt',
    label: 'European Portuguese',
    accent: 'european-portuguese',
    names: ['Inês', 'Duarte'],
    variants: ['f3', 'm6'],
  },
  {
    language: 'vi',
    name: 'vi-vn-x-central',
    label: 'Central Vietnamese',
    accent: 'central-vietnamese',
    names: ['Hương', 'Khoa'],
    variants: ['f3', 'm6'],
  },
];

/** What eSpeak does not do well, said to whoever picks the voice. */
const caveats: Partial<Readonly<Record<Language, string>>> = {
  ar: 'Short vowels, which the script leaves out, are guessed.',
  he: 'Vowels, which the script leaves out, are guessed.',
  ja: 'Kana are read; of kanji only common words.',
  th: 'Letters are read without tones, hard to understand.',
  tl: 'Tagalog rules on Indonesian sounds.',
  ur: 'Short vowels, which the script leaves out, are guessed.',
};

/** English voices built from recordings, the default speakers of English. */
const recorded = [
  { name: 'slt', person: 'Sadie', gender: 'feminine', label: 'American English', accent: 'general-american' },
  { name: 'rms', person: 'Russell', gender: 'masculine', label: 'American English', accent: 'general-american' },
  { name: 'awb', person: 'Alasdair', gender: 'masculine', label: 'Scottish English', accent: 'british' },
  { name: 'kal16', person: 'Kyle', gender: 'masculine', label: 'American English', accent: 'general-american' },
] as const;

/** What a table row says; the rest of a voice follows. */
interface Entry {
  /** Name of the voice inside the namespace. */
  readonly key: string;
  readonly person: string;
  readonly gender: SpokenGender;
  readonly language: Language;
  readonly label: string;
  readonly character: string;
  readonly caveat?: string | undefined;
  readonly accents: readonly string[];
  readonly speaker: EngineVoice;
}

function voiceAccent(id: string, index: number): VoiceAccent {
  return { accent: id, locale: findAccent(id)!.locale, isNative: index === 0 };
}

function makeVoice(entry: Entry): Voice {
  return {
    id: uuidV5(namespace, entry.key),
    name: entry.person,
    tagline: entry.label,
    description: [`A ${entry.gender} voice speaking ${entry.label}: ${entry.character}.`, entry.caveat]
      .filter(Boolean)
      .join(' '),
    gender: entry.gender,
    language: entry.language,
    accents: entry.accents.map(voiceAccent),
    ownerId: null,
    access: 'public',
    status: 'active',
    createdAt,
    speaker: entry.speaker,
  };
}

function mainVariety(language: Language): Variety {
  const accent = mainLocaleOf(language).accents[0]!.id;
  return {
    language,
    name: espeakLanguage(language, accent),
    label:
      language === 'en' ? 'American English' : language === 'pt' ? 'Brazilian Portuguese' : languageNames[language],
    accent,
    names: names[language],
    variants: [mainVariant('feminine'), mainVariant('masculine')],
  };
}

/** An eSpeak voice can take every accent of its language that eSpeak has rules for; its own comes first. */
function accentsFrom(variety: Variety): string[] {
  if (variety.accent === undefined) return [];
  const others = accentsOf(variety.language)
    .map((accent) => accent.id)
    .filter((id) => id in espeakAccents && id !== variety.accent);
  return [variety.accent, ...others];
}

function espeakVoices(variety: Variety): Voice[] {
  return (['feminine', 'masculine'] as const).map((gender, index) =>
    makeVoice({
      key: `espeak/${variety.name}/${gender}`,
      person: variety.names[index]!,
      gender,
      language: variety.language,
      label: variety.label,
      character: 'clear at any speed and very fast, audibly synthetic',
      caveat: caveats[variety.language],
      accents: accentsFrom(variety),
      speaker: { engine: 'espeak', name: variety.name, variant: variety.variants[index]! },
    }),
  );
}

const fliteVoices: readonly Voice[] = recorded.map(({ name, person, gender, label, accent }) =>
  makeVoice({
    key: `flite/${name}`,
    person,
    gender,
    language: 'en',
    label,
    character: 'built from recordings of a speaker',
    accents: [accent],
    speaker: { engine: 'flite', name },
  }),
);

/** All built-in voices: the default ones of English first, then those of the other languages. */
export const builtInVoices: readonly Voice[] = [
  ...fliteVoices,
  ...languages
    .flatMap((language) => [mainVariety(language), ...varieties.filter((variety) => variety.language === language)])
    .flatMap(espeakVoices),
];

function fliteId(name: string): string {
  return uuidV5(namespace, `flite/${name}`);
}

/** Voice ids of other services that quick-start code carries, and the built-in voice that answers for each. */
export const voiceAliases: ReadonlyMap<string, string> = new Map([
  ['a0e99841-438c-4a64-b679-ae501e7d6091', fliteId('rms')],
  ['f786b574-daa5-4673-aa0c-cbe3e8534c02', fliteId('slt')],
  ['db6b0ed5-d5d3-463d-ae85-518a07d3c2b4', fliteId('slt')],
  ['e07c00bc-4134-4eae-9ea4-1a55fb45746b', fliteId('slt')],
  ['6ccbfb76-1fc6-48f7-b71d-91ac6298247b', fliteId('slt')],
]);

const voicesById = new Map(builtInVoices.map((voice) => [voice.id, voice]));

/** The built-in voice with this id or alias. An alias answers under the id that was asked, so that callers find it again. */
export function findBuiltInVoice(id: string): Voice | undefined {
  const voice = voicesById.get(voiceAliases.get(id) ?? id);
  return voice === undefined ? undefined : { ...voice, id };
}
