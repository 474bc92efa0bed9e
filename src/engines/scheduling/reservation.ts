import { ServiceError } from '../../errors/service-error.ts';
import type { EngineId } from '../adapter.ts';
import type { Admission } from './admission.ts';
import type { SpeechDemand } from './admitted-demands.ts';

/**
 * Room for one stream of speech, taken once and used by contexts one after the other: a call takes one when it begins and is never
 * refused in a later turn. It lasts until it is released and holds nothing outside this process.
 */
export class Reservation {
  readonly engine: EngineId;
  readonly #requireEngine: () => void;
  readonly #admission: Admission;
  /** What the stream's context will want; undefined between two contexts. */
  #context: SpeechDemand | undefined;
  #isReleased = false;

  /**
   * Counts as one stream that goes on without an end, also while nothing is spoken in it.
   * @param admit         takes the stream in; throws where there is no room
   * @param requireEngine throws where the engine is not there any more
   */
  constructor(engine: EngineId, admit: (demand: SpeechDemand) => Admission, requireEngine: () => void) {
    this.engine = engine;
    this.#requireEngine = requireEngine;
    // It asks as a context does that has sent nothing; later, a pause between two contexts is one of a player that waits for text.
    let idleEndsAt = -Infinity;
    this.#admission = admit({
      engine,
      audioEndsAt: () => this.#context?.audioEndsAt() ?? idleEndsAt,
      remainingCharacters: () => Infinity,
      isPaused: () => false,
    });
    idleEndsAt = 0;
  }

  /**
   * Lets a context of this engine speak; it is not measured again. Its release makes room for the next one.
   * @throws {ServiceError} `concurrency_limited` while another context speaks in it, `unavailable` after {@link Reservation.release}
   * @throws {TaskError} `unavailable` when the engine is not there any more
   */
  admit(context: SpeechDemand): Admission {
    this.#requireEngine();
    if (this.#isReleased) throw new ServiceError('unavailable', 'The reservation for this speech has ended.');
    if (this.#context !== undefined) {
      throw new ServiceError('concurrency_limited', 'A reservation carries one context at a time.');
    }
    this.#context = context;
    return {
      release: () => {
        if (this.#context !== context) return;
        this.#context = undefined;
        if (this.#isReleased) this.#admission.release();
      },
    };
  }

  /** Gives the room back, behind the context that speaks in it. */
  release(): void {
    this.#isReleased = true;
    if (this.#context === undefined) this.#admission.release();
  }
}
