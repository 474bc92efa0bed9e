/** How the bench asks for speech: one English voice of each engine. */
import { builtInVoices } from '../src/voices/catalogue.ts';
import { voiceFileFor } from '../src/engines/espeak/voices.ts';

export const engines = ['espeak', 'flite'] as const;
export type Engine = (typeof engines)[number];

/** Names of the voices in the engines' own terms. */
const speakers = { espeak: { name: 'en-us', variant: 'f2' }, flite: { name: 'slt', variant: undefined } } as const;

/** Hz of the engines' own samples. */
export const engineRates = { espeak: 22_050, flite: 16_000 } as const satisfies Record<Engine, number>;
/** Hz of the streams that are read in real time. */
export const streamRate = 24_000;

export const labels = { espeak: 'eSpeak', flite: 'flite' } as const satisfies Record<Engine, string>;

/** What the bare engines load. */
export const bareVoices = {
  espeak: `${voiceFileFor(speakers.espeak.name, 'en').file}+${speakers.espeak.variant}`,
  flite: speakers.flite.name,
} as const satisfies Record<Engine, string>;

export const apiKey = 'bench-key';
export const headers = { authorization: `Bearer ${apiKey}`, 'cartesia-version': '2026-03-01' } as const;

export interface SpeechFields {
  readonly model_id: string;
  readonly voice: { readonly mode: 'id'; readonly id: string };
  readonly language: string;
  readonly output_format: { readonly container: 'raw'; readonly encoding: 'pcm_s16le'; readonly sample_rate: number };
}

/** The part of a request that is the same for every transcript. */
export function speechFields(engine: Engine, sampleRate: number): SpeechFields {
  const { name, variant } = speakers[engine];
  const voice = builtInVoices.find(({ speaker }) => speaker.engine === engine && speaker.name === name && speaker.variant === variant);
  if (voice === undefined) throw new Error(`no built-in voice speaks with ${engine} ${name}`);
  return { model_id: engine, voice: { mode: 'id', id: voice.id }, language: 'en', output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: sampleRate } };
}
