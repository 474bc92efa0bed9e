/** The voices that eSpeak brings to the catalogue, and how it speaks a voice of the interface. */
import type { BuiltInVoice, EngineVoice, VoiceGender, VoiceTarget } from '../adapter.ts';
import { defaultVoices, voiceFiles } from './language-files.ts';

/** Two voices of a language file, one of each gender. */
interface Variety {
  /** A key of {@link voiceFiles}. */
  readonly file: string;
  readonly names: readonly [feminine: string, masculine: string];
  readonly label?: string;
  /** The accent that the file speaks with, as {@link BuiltInVoice.accent}. */
  readonly accent?: string | null;
  /** The default ones when absent. */
  readonly variants?: readonly [feminine: string, masculine: string];
}

const varieties: readonly Variety[] = [
  { file: 'en-us', names: ['Nora', 'Owen'], label: 'American English', accent: 'general-american' },
  {
    file: 'en-us-nyc',
    names: ['Gianna', 'Vincent'],
    label: 'New York English',
    accent: 'new-york',
    variants: ['f2', 'masculine2'],
  },
  { file: 'en-gb', names: ['Charlotte', 'Henry'], label: 'British English', accent: 'british' },
  {
    file: 'en-gb-x-rp',
    names: ['Imogen', 'Rupert'],
    label: 'British English (RP)',
    accent: 'british',
    variants: ['f2', 'm6'],
  },
  {
    file: 'en-gb-scotland',
    names: ['Isla', 'Angus'],
    label: 'Scottish English',
    accent: 'british',
    variants: ['f2', 'masculine2'],
  },
  {
    file: 'en-gb-x-gbclan',
    names: ['Hattie', 'Stanley'],
    label: 'Lancaster English',
    accent: 'british',
    variants: ['f2', 'm6'],
  },
  {
    file: 'en-gb-x-gbcwmd',
    names: ['Poppy', 'Ronnie'],
    label: 'West Midlands English',
    accent: 'british',
    variants: ['f2', 'masculine2'],
  },
  { file: 'en-029', names: ['Shanice', 'Winston'], label: 'Caribbean English', accent: null, variants: ['f2', 'm6'] },
  { file: 'fr', names: ['Élodie', 'Julien'], accent: 'parisian' },
  {
    file: 'fr-be',
    names: ['Manon', 'Thibault'],
    label: 'Belgian French',
    accent: 'belgian-french',
    variants: ['f2', 'm6'],
  },
  { file: 'de', names: ['Anke', 'Lukas'] },
  { file: 'es', names: ['Lucía', 'Diego'], accent: 'castilian' },
  {
    file: 'es-419',
    names: ['Ximena', 'Mateo'],
    label: 'Latin American Spanish',
    accent: 'mexican',
    variants: ['f2', 'm6'],
  },
  { file: 'pt-br', names: ['Beatriz', 'Rafael'], label: 'Brazilian Portuguese', accent: 'brazilian-portuguese' },
  {
    file: 'pt',
    names: ['Inês', 'Duarte'],
    label: 'European Portuguese',
    accent: 'european-portuguese',
    variants: ['f2', 'm6'],
  },
  { file: 'cmn', names: ['Mei', 'Wei'] },
  { file: 'ja', names: ['Sakura', 'Haruto'] },
  { file: 'hi', names: ['Ananya', 'Arjun'] },
  { file: 'it', names: ['Giulia', 'Marco'] },
  { file: 'ko', names: ['Seo-yeon', 'Min-jun'] },
  { file: 'nl', names: ['Sanne', 'Daan'] },
  { file: 'pl', names: ['Zofia', 'Jakub'] },
  { file: 'ru', names: ['Anastasia', 'Dmitri'] },
  { file: 'sv', names: ['Astrid', 'Erik'] },
  { file: 'tr', names: ['Elif', 'Emre'] },
  { file: 'tl', names: ['Ligaya', 'Bayani'] },
  { file: 'bg', names: ['Desislava', 'Georgi'] },
  { file: 'ro', names: ['Ioana', 'Andrei'] },
  { file: 'ar', names: ['Layla', 'Omar'] },
  { file: 'cs', names: ['Tereza', 'Tomáš'] },
  { file: 'el', names: ['Eleni', 'Nikos'] },
  { file: 'fi', names: ['Aino', 'Mikko'] },
  { file: 'hr', names: ['Ivana', 'Luka'] },
  { file: 'ms', names: ['Aisyah', 'Hafiz'] },
  { file: 'sk', names: ['Zuzana', 'Matej'] },
  { file: 'da', names: ['Freja', 'Magnus'] },
  { file: 'ta', names: ['Kavitha', 'Senthil'] },
  { file: 'uk', names: ['Oksana', 'Taras'] },
  { file: 'hu', names: ['Zsófia', 'Bence'] },
  { file: 'nb', names: ['Ingrid', 'Sindre'] },
  { file: 'vi-vn-x-south', names: ['Linh', 'Minh'], accent: 'southern-vietnamese' },
  {
    file: 'vi-vn-x-central',
    names: ['Hương', 'Khoa'],
    label: 'Central Vietnamese',
    accent: 'central-vietnamese',
    variants: ['f2', 'masculine2'],
  },
  { file: 'bn', names: ['Mitali', 'Sourav'] },
  { file: 'th', names: ['Malee', 'Somchai'] },
  { file: 'he', names: ['Noa', 'Eitan'] },
  { file: 'ka', names: ['Nino', 'Giorgi'] },
  { file: 'id', names: ['Dewi', 'Budi'] },
  { file: 'te', names: ['Lakshmi', 'Venkat'] },
  { file: 'gu', names: ['Hetal', 'Jignesh'] },
  { file: 'kn', names: ['Kavya', 'Girish'] },
  { file: 'ml', names: ['Anjali', 'Unni'] },
  { file: 'mr', names: ['Sayali', 'Tushar'] },
  { file: 'pa', names: ['Simran', 'Harjit'] },
  { file: 'or', names: ['Itishree', 'Biswajit'] },
  { file: 'ur', names: ['Zainab', 'Faisal'] },
];

/** What the voices of a language do not do well. */
const caveats: Readonly<Partial<Record<string, string>>> = {
  ar: 'Short vowels are read where they are written, else guessed.',
  he: 'Points are read; vowels that are not written are guessed.',
  ja: 'The pitch accent is not spoken.',
  th: 'Tones are flatter and long vowels shorter than they should be.',
  tl: 'Tagalog rules on Indonesian sounds.',
  ur: 'Short vowels, which the script leaves out, are guessed.',
};

/** The language files of the accents that eSpeak has rules for. */
const accentFiles: Readonly<Partial<Record<string, string>>> = {
  'general-american': 'en-us',
  'new-york': 'en-us-nyc',
  british: 'en-gb',
  castilian: 'es',
  mexican: 'es-419',
  parisian: 'fr',
  'belgian-french': 'fr-be',
  'brazilian-portuguese': 'pt-br',
  'european-portuguese': 'pt',
  'southern-vietnamese': 'vi-vn-x-south',
  'central-vietnamese': 'vi-vn-x-central',
};

/** The language files of accents that sound nearer to one of those than to the default file of their language. */
const nearestFiles: Readonly<Partial<Record<string, string>>> = {
  'arabic-english': 'en-gb',
  australian: 'en-gb',
  'indian-english': 'en-gb',
  irish: 'en-gb',
  'new-zealand': 'en-gb',
  singaporean: 'en-gb',
  'south-african': 'en-gb',
  camba: 'es-419',
  chilean: 'es-419',
  colombian: 'es-419',
  peruvian: 'es-419',
};

/** In the order of the languages of the interface, the default ones of each first. */
export const voices: readonly BuiltInVoice[] = varieties.flatMap(voicesOf);

/** A voice keeps its variant and pitch and takes the language file nearest to the accent; a clone's pitch is its profile's. */
export function cast({ language, accent, gender, base, profile }: VoiceTarget): EngineVoice | undefined {
  const name = accentFiles[accent] ?? nearestFiles[accent] ?? defaultVoices.get(language);
  if (name === undefined) return undefined;
  if (profile === undefined && base !== undefined) return { ...base, name };
  const variant = base === undefined ? defaultVariant(gender) : base.variant;
  return {
    engine: 'espeak',
    name,
    ...(variant !== undefined && { variant }),
    ...(profile !== undefined && { profile }),
  };
}

/** About 200 and 105 Hz in English: of each gender the one that is understood best, at no more than the cost of the plain voice. */
function defaultVariant(gender: VoiceGender | null): string {
  return gender === 'feminine' ? 'f5' : 'masculine1';
}

function voicesOf({ file, names, label, accent, variants }: Variety): BuiltInVoice[] {
  const { language } = voiceFiles[file]!;
  return (['feminine', 'masculine'] as const).map((gender, index) => ({
    key: `espeak/${file}/${gender}`,
    name: names[index]!,
    gender,
    language,
    label,
    character: 'clear at any speed and very fast, audibly synthetic',
    caveat: caveats[language],
    accent,
    otherAccents: accent === null ? [] : accentsOf(language),
    speaker: { engine: 'espeak', name: file, variant: variants?.[index] ?? defaultVariant(gender) },
  }));
}

/** The accents of a language that eSpeak has rules for. */
function accentsOf(language: string): string[] {
  return Object.keys(accentFiles).filter((accent) => voiceFiles[accentFiles[accent]!]!.language === language);
}
