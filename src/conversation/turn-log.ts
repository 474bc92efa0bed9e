/** The turns of a conversation: one counter for both roles, one start and one end for each. */
import type { ConversationEvent, EndedTurn, Role } from './events.ts';

/** A turn that has started and not ended. Times in seconds since the conversation was ready. */
export interface OpenTurn {
  readonly turn: number;
  readonly role: Role;
  readonly startTime: number;
  /** When its end looked likely for the first time. */
  eagerEndTime?: number;
}

/** How it ended. */
export type TurnEnd = Pick<EndedTurn, 'text' | 'endTime'> &
  Partial<Pick<EndedTurn, 'interrupted' | 'tools' | 'figures'>>;

export class TurnLog {
  readonly #emit: (event: ConversationEvent) => void;
  #turns = 0;

  constructor(emit: (event: ConversationEvent) => void) {
    this.#emit = emit;
  }

  begin(role: Role, startTime: number): OpenTurn {
    const turn: OpenTurn = { turn: ++this.#turns, role, startTime };
    this.#emit({ type: 'turn_started', turn: turn.turn, role, startTime });
    return turn;
  }

  end({ turn, role, startTime, eagerEndTime }: OpenTurn, { text, endTime, ...rest }: TurnEnd): void {
    const { interrupted = false, tools = [], figures = {} } = rest;
    this.#emit({
      type: 'turn_ended',
      ...{ turn, role, text, interrupted, startTime, eagerEndTime, tools, figures },
      endTime: Math.max(startTime, endTime),
    });
  }
}
