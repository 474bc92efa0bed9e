/** What the voices of the bench are called by what the server is held against. */
import { voiceFileFor } from '../../src/engines/espeak/language-files.ts';
import { enginesById } from '../../src/engines/registry.ts';
import { createCatalogue } from '../../src/voices/catalogue.ts';
import { speakerFor, speechTarget } from '../../src/voices/speakers.ts';
import { feminineVoiceId, voiceId, type Engine } from './requests.ts';

const catalogue = createCatalogue();

/**
 * What the server speaks those ids with, as the bare engine names it: what the server is held against speaks with the same voice. One
 * variant of eSpeak may cost a quarter more than another.
 */
export const speakers: Readonly<Record<Engine, { readonly own: string; readonly other: string }>> = {
  espeak: { own: speakerOf(voiceId, 'espeak'), other: speakerOf(feminineVoiceId, 'espeak') },
  flite: { own: speakerOf(voiceId, 'flite'), other: speakerOf(feminineVoiceId, 'flite') },
};

function speakerOf(id: string, engine: Engine): string {
  const voice = catalogue.find(id)!;
  const { name, variant = '' } = speakerFor(voice, speechTarget(voice, { language: 'en' }), enginesById([engine]));
  return engine === 'flite' ? name : `${voiceFileFor(name, 'en').file}+${variant}`;
}
