/** The voices that flite brings to the catalogue, and how it speaks a voice of the interface. */
import type { BuiltInVoice, EngineVoice, VoiceTarget } from '../adapter.ts';
import { capabilities } from './capabilities.ts';
import type { FliteVoiceName } from './speakers.ts';

/** Of the voices that clones are made on. */
const recordedAccent = 'general-american';

type Row = Pick<BuiltInVoice, 'name' | 'gender' | 'label' | 'accent'> & { readonly speaker: FliteVoiceName };

const rows: readonly Row[] = [
  { speaker: 'slt', name: 'Sadie', gender: 'feminine', label: 'American English', accent: 'general-american' },
  { speaker: 'rms', name: 'Russell', gender: 'masculine', label: 'American English', accent: 'general-american' },
  { speaker: 'awb', name: 'Alasdair', gender: 'masculine', label: 'Scottish English', accent: 'british' },
  { speaker: 'kal16', name: 'Kyle', gender: 'masculine', label: 'American English', accent: 'general-american' },
];

/** Default ones first. */
export const voices: readonly BuiltInVoice[] = rows.map(({ speaker, ...row }) => ({
  ...row,
  key: `flite/${speaker}`,
  language: 'en',
  character: 'built from recordings of a speaker',
  speaker: voiceOf(speaker),
}));

/**
 * A recorded voice has the one accent it was recorded with: it stays as it is, whichever accent is asked. A clone without a base is made on the
 * voice of its gender, where the accent is that one.
 */
export function cast({ language, accent, gender, base, profile }: VoiceTarget): EngineVoice | undefined {
  if (!capabilities.languages.includes(language)) return undefined;
  const own = base ?? voiceOf(gender === 'feminine' ? 'slt' : 'rms');
  if (profile === undefined) return own;
  return base === undefined && accent !== recordedAccent ? undefined : { ...own, profile };
}

function voiceOf(name: FliteVoiceName): EngineVoice {
  return { engine: 'flite', name };
}
