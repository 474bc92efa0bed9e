/** What one of several speakers says in a context (docs/rules.md#several-speakers). */
import type { SpeechSettings } from './settings.ts';

/** Who speaks from a message on. */
export interface SpeakerTurn {
  /** As the text names it; null for the voice of the request. */
  readonly speaker: string | null;
  /** In the format of the context. */
  readonly settings: SpeechSettings;
}
