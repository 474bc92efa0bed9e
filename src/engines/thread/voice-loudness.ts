import type { KnownLoudness } from '../../audio/leveller.ts';
import { RecentlyUsed } from '../../collections/recently-used.ts';
import type { EngineVoice } from '../adapter.ts';

/** How loud voices of unknown loudness were when this thread last spoke them; those used last are kept. */
export class VoiceLoudness {
  readonly #known: RecentlyUsed<KnownLoudness>;

  /** @param limit voices that are kept. Default 1000 */
  constructor(limit = 1000) {
    this.#known = new RecentlyUsed(limit);
  }

  of(voice: EngineVoice): KnownLoudness | undefined {
    return this.#known.get(keyOf(voice));
  }

  learn(voice: EngineVoice, known: KnownLoudness | undefined): void {
    if (known !== undefined) this.#known.set(keyOf(voice), known);
  }
}

function keyOf({ engine, name, variant, clip }: EngineVoice): string {
  return JSON.stringify([engine, name, variant, clip?.id]);
}
