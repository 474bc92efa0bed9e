import type { KnownLoudness } from '../../audio/leveller.ts';
import type { EngineVoice } from '../adapter.ts';

/** How loud the voices that nobody has measured were when this thread last heard them; the latest ones are kept. */
export class VoiceLoudness {
  readonly #limit: number;
  readonly #known = new Map<string, KnownLoudness>();

  /** @param limit voices that are kept. Default 1000 */
  constructor(limit = 1000) {
    this.#limit = limit;
  }

  of(voice: EngineVoice): KnownLoudness | undefined {
    return this.#known.get(keyOf(voice));
  }

  learn(voice: EngineVoice, known: KnownLoudness | undefined): void {
    if (known === undefined) return;
    const key = keyOf(voice);
    this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#known.size > this.#limit) this.#known.delete(this.#known.keys().next().value!);
  }
}

function keyOf({ engine, name, variant, clip }: EngineVoice): string {
  return JSON.stringify([engine, name, variant, clip?.id]);
}
