import type { EngineSource } from '../../engines/adapter.ts';
import type { Blobs } from '../../store/blobs/index.ts';
import type { VoiceLibrary } from '../../voices/library.ts';
import type { VoiceService } from '../../voices/voice-service.ts';

/** What the voice routes work with; `src/server/app.ts` puts it together. */
export interface VoiceRouteOptions {
  readonly voices: VoiceLibrary;
  readonly service: VoiceService;
  readonly blobs: Blobs;
  /** The engines of this server. */
  readonly source: EngineSource;
  readonly limits: {
    /** Largest clip in bytes. */
    readonly maxClipBytes: number;
  };
  /** The address clients reach the server at; without it the one each request was sent to. */
  readonly publicUrl?: string | undefined;
}
