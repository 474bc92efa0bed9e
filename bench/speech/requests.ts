/** How the bench asks for speech: the voice of the quick start, spoken by each engine in turn. */

export const engines = ['espeak', 'flite'] as const;
export type Engine = (typeof engines)[number];
/** What a stream can be spoken by: an engine, one that costs nothing, in the server (`processes/server.ts`) or behind it (`processes/upstream.ts`), or the model of the bench (`bench-model.ts`). */
export type StreamEngine = Engine | 'fake' | 'upstream:bench' | 'neural:bench';
export const labels = {
  espeak: 'eSpeak',
  flite: 'flite',
  fake: 'An engine without cost',
  'upstream:bench': 'An upstream without cost',
  'neural:bench': 'a neural voice',
} as const satisfies Record<StreamEngine, string>;

/** Hz of the engines' own samples. */
export const engineRates = { espeak: 22_050, flite: 16_000 } as const satisfies Record<Engine, number>;
/** Seconds of a word of what costs nothing: as long as those of the other engines. */
export const wordSeconds = 0.35;
/** Hz of the streams that are read in real time. */
export const streamRate = 24_000;

/** The voice of the quick start. */
export const voiceId = 'a0e99841-438c-4a64-b679-ae501e7d6091';
/** One of the other gender. */
export const feminineVoiceId = 'f786b574-daa5-4673-aa0c-cbe3e8534c02';

export const apiKey = 'bench-key';
export const headers = { authorization: `Bearer ${apiKey}`, 'cartesia-version': '2026-03-01' } as const;

export interface SpeechFields {
  readonly model_id: StreamEngine;
  readonly voice: { readonly mode: 'id'; readonly id: string };
  readonly language: string;
  readonly output_format: { readonly container: 'raw'; readonly encoding: 'pcm_s16le'; readonly sample_rate: number };
}

/** The part of a request that is the same for every transcript. The model picks the engine. */
export function speechFields(engine: StreamEngine, sampleRate: number, id: string = voiceId): SpeechFields {
  return {
    model_id: engine,
    voice: { mode: 'id', id },
    language: 'en',
    output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: sampleRate },
  };
}
