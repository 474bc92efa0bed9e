/** Speaks whole utterances against real engines, for tests. */
import type { EngineVoice } from '../engines/adapter.ts';
import type { EnginePool } from '../engines/pool.ts';
import { capabilitiesOf } from '../engines/registry.ts';
import { SpeechContext, type ContextOptions, type Push } from './context.ts';
import type { SpeechEvent } from './events.ts';
import type { SpeechSettings } from './settings.ts';

export const testVoices = {
  espeak: { engine: 'espeak', name: 'en-us' },
  flite: { engine: 'flite', name: 'slt' },
} as const satisfies Record<string, EngineVoice>;

export function testSettings(speaker: EngineVoice, changes: Partial<SpeechSettings> = {}): SpeechSettings {
  return {
    modelId: 'sonorant-1',
    voiceId: speaker.name,
    speaker,
    limits: capabilitiesOf(speaker.engine).segmentation,
    language: 'en',
    normalization: 'auto',
    format: { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 },
    wordTimestamps: true,
    phonemeTimestamps: false,
    normalizedTimestamps: false,
    ...changes,
  };
}

/** A context and everything it has said. */
export interface Recorded {
  readonly context: SpeechContext;
  readonly events: SpeechEvent[];
  /** Resolves with the terminal event. */
  readonly ended: Promise<SpeechEvent>;
  /** Resolves when an event fits, also a past one. */
  readonly heard: (fits: (event: SpeechEvent) => boolean) => Promise<SpeechEvent>;
}

export function record(pool: EnginePool, settings: SpeechSettings, options: Partial<ContextOptions> = {}): Recorded {
  const events: SpeechEvent[] = [];
  const waiting: { fits: (event: SpeechEvent) => boolean; resolve: (event: SpeechEvent) => void }[] = [];
  const heard = (fits: (event: SpeechEvent) => boolean): Promise<SpeechEvent> => {
    const past = events.find(fits);
    return past !== undefined ? Promise.resolve(past) : new Promise((resolve) => waiting.push({ fits, resolve }));
  };
  const listener = (event: SpeechEvent): void => {
    events.push(event);
    for (const one of [...waiting]) if (one.fits(event)) one.resolve(event);
  };
  const context = new SpeechContext({ pool, settings, generationConfig: {}, listener, ...options });
  return {
    context,
    events,
    heard,
    ended: heard((event) => event.type === 'done' || (event.type === 'error' && event.done)),
  };
}

/** A message with everything left out that a client may leave out. */
export function piece(transcript: string, changes: Partial<Push> = {}): Push {
  return { transcript, continue: true, flush: false, maxBufferDelayMs: 5000, ...changes };
}

/** One utterance sent in these pieces, the last one final. */
export async function utter(
  pool: EnginePool,
  settings: SpeechSettings,
  pieces: readonly string[],
  options: Partial<ContextOptions> = {},
): Promise<readonly SpeechEvent[]> {
  const { context, events, ended } = record(pool, settings, options);
  pieces.forEach((text, index) => context.push(piece(text, { continue: index < pieces.length - 1 })));
  await ended;
  return events;
}

export function pcmOf(events: readonly SpeechEvent[]): Buffer {
  return Buffer.concat(events.flatMap((event) => (event.type === 'chunk' ? [event.data] : [])));
}

export function wordsOf(events: readonly SpeechEvent[]): { word: string; start: number; end: number }[] {
  return events.flatMap((event) =>
    event.type === 'timestamps'
      ? event.timestamps.words.map((word, index) => ({
          word,
          start: event.timestamps.start[index]!,
          end: event.timestamps.end[index]!,
        }))
      : [],
  );
}
