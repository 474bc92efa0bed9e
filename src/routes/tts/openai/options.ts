import type { EngineSource } from '../../../engines/adapter.ts';
import type { VoiceLibrary } from '../../../voices/library.ts';
import type { SpeechRouteOptions } from '../options.ts';

/** What the routes in OpenAI's shape need beside what all speech routes do. */
export interface OpenAiRouteOptions extends SpeechRouteOptions {
  readonly voices: VoiceLibrary;
  /** The engines of this server. */
  readonly source: EngineSource;
  /** Lists of voices and models are given without a credential too. */
  readonly publicVoices: boolean;
}
