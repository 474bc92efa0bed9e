/** Turns of a conversation as pages show them: of one that goes on, and of one that is over. */
import type { Schemas, ToolRun } from '@sonorant/client';

export type Call = Schemas['AgentCall'];
export type StoredTurn = NonNullable<Call['transcript']>[number];

/** A tool that ran in a turn. */
export type ShownTool = Pick<ToolRun, 'name' | 'arguments' | 'result' | 'variableUpdates'>;

export interface ShownTurn {
  readonly role: StoredTurn['role'];
  /** Of the agent: what was heard of it, once the turn is over. */
  readonly text: string;
  /** What the agent has written behind that and the caller has not heard. */
  readonly unheard: string;
  readonly isOpen: boolean;
  readonly wasInterrupted: boolean;
  /** Seconds since the call began. */
  readonly start: number;
  /** Undefined while it is open. */
  readonly end: number | undefined;
  readonly tools: readonly ShownTool[];
  /** All that was measured, by name; undefined as long as it is not known. */
  readonly figures: Readonly<Record<string, number>> | undefined;
}

export function shownTurn(turn: StoredTurn): ShownTurn {
  return {
    role: turn.role,
    text: turn.text,
    unheard: '',
    isOpen: false,
    wasInterrupted: turn.was_interrupted,
    start: turn.start_timestamp,
    end: turn.end_timestamp,
    tools: turn.tool_calls.map(({ name, arguments: given, result, dynamic_variable_updates: updates = {} }) => ({
      ...{ name, arguments: given, result, variableUpdates: updates },
    })),
    figures: turn.figures,
  };
}

/** Times of stored turns are the same numbers that were told while they were spoken, as JSON writes them. */
const sameTime = 0.0005;

/** Whether both are the same turn. */
export function isStored({ role, start }: ShownTurn, stored: StoredTurn): boolean {
  return stored.role === role && Math.abs(stored.start_timestamp - start) < sameTime;
}

/** Minutes and seconds with tenths: `1:07.3`. */
export function formatOffset(seconds: number): string {
  const tenths = Math.floor(seconds * 10 + 1e-6);
  return `${Math.floor(tenths / 600)}:${String(Math.floor((tenths % 600) / 10)).padStart(2, '0')}.${tenths % 10}`;
}
