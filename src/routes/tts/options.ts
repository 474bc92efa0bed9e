/** What the speech routes work with; `src/server/app.ts` puts it together. */
import type { EnginePool } from '../../engines/pool.ts';
import type { SpeechResolver } from '../../speech/request.ts';
import type { ConnectionLimits } from './connection.ts';
import type { Connections } from './connections.ts';
import type { ObserverOptions } from './observer.ts';
import type { SavedSpeechOptions } from './saving.ts';

export interface SpeechRouteOptions {
  readonly pool: EnginePool;
  readonly resolver: SpeechResolver;
  readonly connections: Connections;
  readonly meter: ObserverOptions['meter'];
  /** Where audio is kept as files. */
  readonly saving: SavedSpeechOptions;
  readonly limits: SpeechRouteLimits;
  /** The address clients reach the server at; without it the one each request was sent to. */
  readonly publicUrl?: string | undefined;
}

export interface SpeechRouteLimits extends ConnectionLimits {
  /** Characters of an HTTP transcript and of a context. Default 100,000. */
  readonly maxCharacters: number;
  /** A context ends so long after its last audio was sent or has been played. Default 1,000 ms. */
  readonly contextExpiryMs: number;
  /** Contexts of one socket. Default 50. */
  readonly maxContextsPerSocket: number;
}
