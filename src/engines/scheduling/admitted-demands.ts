import type { EngineId } from '../adapter.ts';

/** What a context that was admitted, or asks to be, will want of its engine. */
export interface SpeechDemand {
  readonly engine: EngineId;
  /** Clock time in ms at which the audio it has sent runs out; `-Infinity` before any. */
  audioEndsAt(): number;
  /** Code points that are still to be spoken; `Infinity` while more text may come; 0 for good once its last segment has begun to be heard. */
  remainingCharacters(): number;
  /** What waits for its client is enough, so nothing of it is spoken for now. */
  isPaused(): boolean;
}

/** The demands that were admitted to one engine and have not been released. */
export class AdmittedDemands {
  readonly #all = new Set<SpeechDemand>();
  /**
   * Those that are not known to want nothing more. Audio is spoken faster than it is played, so most demands are only
   * waited for: an admission looks at these few, not at all.
   */
  readonly #unspoken = new Set<SpeechDemand>();

  /** @param demands to begin with. Default none */
  constructor(demands: Iterable<SpeechDemand> = []) {
    for (const demand of demands) this.add(demand);
  }

  get size(): number {
    return this.#all.size;
  }

  add(demand: SpeechDemand): void {
    this.#all.add(demand);
    this.#unspoken.add(demand);
  }

  delete(demand: SpeechDemand): void {
    this.#all.delete(demand);
    this.#unspoken.delete(demand);
  }

  /**
   * Those that want something of the threads.
   * @param now clock time in ms
   */
  *unspoken(now: number): Generator<SpeechDemand> {
    for (const demand of this.#unspoken) {
      if (demand.remainingCharacters() === 0) this.#unspoken.delete(demand);
      else if (isListenedTo(demand, now)) yield demand;
    }
  }

  /**
   * Whether there is one that a client reads.
   * @param now clock time in ms
   */
  hasListener(now: number): boolean {
    for (const demand of this.#all) if (isListenedTo(demand, now)) return true;
    return false;
  }
}

/** A client at the speed of playback is paused most of the time; it counts for nothing only when it has stopped reading. */
function isListenedTo(demand: SpeechDemand, now: number): boolean {
  return !demand.isPaused() || demand.audioEndsAt() > now;
}
