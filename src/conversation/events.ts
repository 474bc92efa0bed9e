/** What a conversation tells the other end of its line, and what it leaves behind. */
import type { ClientCall } from './tools.ts';
import type { ReplyFigures } from './reply.ts';
import type { ToolRun } from './reply-text.ts';
import type { Variables } from './variables.ts';

export type Role = 'user' | 'assistant';

/** Why a conversation has ended. */
export type EndReason =
  'agent_hangup' | 'client_hangup' | 'client_disconnected' | 'api_cancelled' | 'max_duration' | 'inactivity' | 'error';

/** One turn, when it is over. Times in seconds since the conversation was ready. */
export interface EndedTurn {
  /** One counter from 1 for both roles. */
  readonly turn: number;
  readonly role: Role;
  /** Of the agent: what was heard. */
  readonly text: string;
  readonly interrupted: boolean;
  readonly startTime: number;
  readonly endTime: number;
  /** Of the caller: when its end looked likely for the first time. */
  readonly eagerEndTime: number | undefined;
  readonly tools: readonly ToolRun[];
  readonly figures: TurnFigures;
}

/** Milliseconds. */
export interface TurnFigures extends ReplyFigures {
  /** Of the agent: from the end of the caller's last sound to when its turn was over. */
  readonly patienceMs?: number;
  /** Of the caller, where it was heard: from the end of the last sound to its text. */
  readonly textMs?: number;
}

/** What is left of a turn. */
export type TruncatedTurn = Pick<EndedTurn, 'turn' | 'text' | 'interrupted' | 'endTime'>;

/** What a conversation tells, in order; `ended` is the last. */
export type ConversationEvent =
  | { readonly type: 'ready' }
  | { readonly type: 'turn_started'; readonly turn: number; readonly role: Role; readonly startTime: number }
  /** More of what the agent says, to be appended as it is. */
  | { readonly type: 'text'; readonly turn: number; readonly text: string }
  /** What has been heard of the caller's turn so far; it may change. */
  | { readonly type: 'heard'; readonly turn: number; readonly text: string }
  | ({ readonly type: 'turn_ended' } & EndedTurn)
  /** Less was heard of a turn of the agent than its `turn_ended` told: see `Conversation.truncate`. */
  | ({ readonly type: 'turn_truncated' } & TruncatedTurn)
  | { readonly type: 'client_call'; readonly call: ClientCall }
  /** Once, as the last. `message` is for operators. */
  | {
      readonly type: 'ended';
      readonly reason: EndReason;
      readonly message: string | undefined;
      readonly variables: Variables;
    };
