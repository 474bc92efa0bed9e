/** What the speech routes work with; `src/server/app.ts` puts it together. */
import type { Scheduler } from '../../engines/scheduling/scheduler.ts';
import type { ConnectionLimits } from '../../http/index.ts';
import type { SpeechMetrics } from './metrics.ts';
import type { UsageCounter } from '../../usage/meter.ts';
import type { SavedSpeechOptions } from './saving.ts';
import type { SpeechRequestReader } from './speech-request.ts';

/** What the speech routes need: engines, voices, the meter, where audio is kept, limits. */
export interface SpeechRouteOptions {
  readonly scheduler: Scheduler;
  readonly reader: SpeechRequestReader;
  readonly metrics: SpeechMetrics;
  /** Counts what is spoken. */
  readonly usage: UsageCounter;
  /** Where audio is kept as files. */
  readonly saving: SavedSpeechOptions;
  readonly limits: SpeechRouteLimits;
  /** The address clients reach the server at; without it the one each request was sent to. */
  readonly publicUrl?: string | undefined;
}

export interface SpeechRouteLimits extends ConnectionLimits {
  /** Characters of an HTTP transcript and of a context. Default 100,000. */
  readonly maxCharacters: number;
  /** Names of one text that have a voice. Default 16. */
  readonly maxSpeakers?: number | undefined;
  /** A context ends so long after its last audio was sent or has been played. Default 1,000 ms. */
  readonly contextExpiryMs: number;
  /** Contexts of one socket. Default 50. */
  readonly maxContextsPerSocket: number;
}
