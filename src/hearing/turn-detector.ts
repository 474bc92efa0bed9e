/** Turns of what a {@link Hearing} hears: passes its events to the turns, and has it end a piece of speech whose text a turn waits for. */
import type { TurnOptions } from '../turns/options.ts';
import { beginTurns, step, type TurnDecision, type TurnInput } from '../turns/turns.ts';
import type { Hearing, HearingEvent } from './hearing.ts';

/** See the head of this file. One stream. */
export class TurnDetector {
  readonly #onDecision: (decision: TurnDecision) => void;
  #state;
  #isOpen = false;
  /** The end of the turn waits for its text, and whether the piece of speech was cut for it. */
  #awaits: 'nothing' | 'cut' | 'text' = 'nothing';

  /** @throws {TurnOptionsError} */
  constructor(options: Partial<TurnOptions>, onDecision: (decision: TurnDecision) => void) {
    this.#state = beginTurns(options);
    this.#onDecision = onDecision;
  }

  /** Whether a turn has started and not ended. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The audio has come so far; an end that is due and lacks its text gets it. */
  pass(hearing: Hearing): void {
    this.step({ kind: 'time', at: hearing.seconds });
    if (this.#awaits !== 'cut') return;
    this.#awaits = 'text';
    // Not awaited: its final comes as an event, and audio goes on.
    hearing.finalize().catch(() => undefined);
  }

  /** @param at seconds of audio so far */
  heard(event: HearingEvent, at: number): void {
    if (event.kind === 'border') {
      this.step({ kind: event.border === 'start' ? 'sound_start' : 'sound_end', at, since: event.at });
    } else if (event.kind === 'partial') this.step({ kind: 'partial', at, text: event.text });
    else if (event.kind === 'final') {
      const { text, end: until, language } = event;
      this.step({ kind: 'final', at, until, text, language });
    }
  }

  /** Anything else that turns take. @throws {TurnOptionsError} of a `config` that is wrong */
  step(input: TurnInput): void {
    const { state, decisions, awaitsFinal } = step(this.#state, input);
    this.#state = state;
    if (input.kind === 'lost') this.#isOpen = false;
    if (!awaitsFinal) this.#awaits = 'nothing';
    else if (this.#awaits === 'nothing') this.#awaits = 'cut';
    for (const decision of decisions) {
      if (decision.kind === 'start') this.#isOpen = true;
      if (decision.kind === 'end') this.#isOpen = false;
      this.#onDecision(decision);
    }
  }
}
