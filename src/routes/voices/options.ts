import type { EngineId } from '../../engines/adapter.ts';
import type { EnginePool } from '../../engines/pool.ts';
import type { SpeechResolver } from '../../speech/request.ts';
import type { Blobs } from '../../store/blobs/index.ts';
import type { VoiceLibrary } from '../../voices/library.ts';
import type { VoiceService } from '../../voices/voice-service.ts';

/** What the voice routes work with; `src/server/app.ts` puts it together. */
export interface VoiceRouteOptions {
  readonly voices: VoiceLibrary;
  readonly studio: VoiceService;
  readonly blobs: Blobs;
  /** The engines of this server. */
  readonly engines: readonly { readonly id: EngineId; readonly languages: readonly string[] }[];
  /** Speaks the samples. */
  readonly pool: EnginePool;
  readonly resolver: SpeechResolver;
  readonly limits: VoiceRouteLimits;
  /** The address clients reach the server at; without it the one each request was sent to. */
  readonly publicUrl?: string | undefined;
}

export interface VoiceRouteLimits {
  /** Largest clip in bytes. Default 16 MiB. */
  readonly maxClipBytes: number;
  /** Audio waiting for a client that hears a sample. Default 1 MiB. */
  readonly creditBytes: number;
  /** A client that reads nothing for so long is cut off. Default 30,000 ms. */
  readonly stallMs: number;
}
