/** What a conversation with an agent tells, and how it stands on the wire. */
import { fromBase64, samplesOf, type RawFormat } from './audio.ts';
import { errorOfEvent, type SonorantError } from './errors.ts';

/** Who speaks: the user of the agent, or the agent. */
export type ConversationRole = 'user' | 'assistant';

/** A tool that ran in a turn. */
export interface ToolRun {
  readonly id: string | undefined;
  readonly name: string;
  /** Parsed, where the model has written JSON. */
  readonly arguments: unknown;
  /** Undefined where none has come. */
  readonly result: string | undefined;
  /** Variables of the conversation that the result has changed. */
  readonly variableUpdates: Readonly<Record<string, string | number | boolean>>;
}

/** A tool that the agent wants this program to run. */
export interface ClientToolCall {
  readonly id: string;
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether the agent waits for {@link reply} or {@link fail}. */
  readonly expectsResponse: boolean;
  /**
   * Gives the result, once; a later call does nothing.
   * @param result a text, or what becomes JSON; of more than 4,096 bytes the agent is told only that it is too large
   */
  readonly reply: (result?: unknown) => void;
  /** Tells the agent that the tool has failed, once. @param message what the agent is told, at most 4,096 bytes */
  readonly fail: (message: string) => void;
}

/** A turn begins. Turns of both sides are counted together from 1; times are in seconds since the conversation was ready. */
export interface TurnStartedEvent {
  readonly type: 'turn_started';
  readonly turn: number;
  readonly role: ConversationRole;
  /** Of the user: the first sound. */
  readonly startTime: number;
}

/** A turn is over. */
export interface TurnEndedEvent {
  readonly type: 'turn_ended';
  readonly turn: number;
  readonly role: ConversationRole;
  /** Of the agent: what was heard of it. */
  readonly text: string;
  /** The user has cut the agent short. */
  readonly interrupted: boolean;
  /** Seconds since the conversation was ready, as {@link endTime}. */
  readonly startTime: number;
  readonly endTime: number;
  /** Of the user: when the end looked likely for the first time. */
  readonly eagerEndTime: number | undefined;
  readonly tools: readonly ToolRun[];
}

/** A piece of the agent's voice. */
export interface ConversationAudioEvent {
  readonly type: 'audio';
  /** In the format of the conversation, whole samples. */
  readonly bytes: Uint8Array;
  /** Mono, from -1 to 1. */
  readonly samples: Float32Array<ArrayBuffer>;
}

/** Why a conversation has ended, as the call's `end_reason` says; `unknown` where a newer server knows more reasons. */
export type ConversationEndReason =
  | 'agent_hangup'
  /** {@link Conversation.close} was called, or the loop was left. */
  | 'client_hangup'
  | 'api_cancelled'
  | 'max_duration'
  | 'inactivity'
  | 'unknown';

/** In order; `end` is the last. What breaks a conversation off is thrown in place of it. */
export type ConversationEvent =
  | TurnStartedEvent
  /** More of what the agent says, to be appended as it is. */
  | { readonly type: 'text'; readonly turn: number; readonly text: string }
  /** What was heard of the user's turn so far; it may change. */
  | { readonly type: 'heard'; readonly turn: number; readonly text: string }
  | TurnEndedEvent
  | ConversationAudioEvent
  /** The user has begun to speak: what came and was not played yet is not to be played. */
  | { readonly type: 'clear' }
  /** The agent presses a key of the telephone: 0–9, * or #. */
  | { readonly type: 'digit'; readonly digit: string }
  | { readonly type: 'tool_call'; readonly call: ClientToolCall }
  /** The server did not understand a message; the conversation goes on. */
  | { readonly type: 'error'; readonly error: SonorantError }
  | { readonly type: 'end'; readonly reason: ConversationEndReason };

/** A message of the server; every member but `type` belongs to some types only. */
export interface ConversationMessage {
  readonly type: string;
  readonly call_id?: string;
  readonly agent_id?: string;
  readonly agent_version_id?: string;
  readonly turn?: number;
  readonly role?: ConversationRole;
  readonly text?: string;
  readonly interrupted?: boolean;
  readonly start_time?: number;
  readonly end_time?: number;
  readonly eager_end_timestamp?: number;
  readonly tool_calls?: readonly {
    readonly id?: string;
    readonly name: string;
    readonly arguments: unknown;
    readonly result?: string;
    readonly dynamic_variable_updates?: ToolRun['variableUpdates'];
  }[];
  readonly audio?: unknown;
  readonly digit?: string;
  readonly tool_call_id?: string;
  readonly tool_name?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly expects_response?: boolean;
  readonly code?: string;
  readonly message?: string;
  /** Of errors: whether the conversation is over. */
  readonly fatal?: boolean;
}

/** Of the result of a tool, in UTF-16 units: twice the bytes that it may have. */
const mostResult = 8192;

/** Sends the result of a tool. */
export type ToolReply = (id: string, result: string, isError: boolean) => void;

/** @returns undefined for what is not told, such as the messages of newer servers */
export function conversationEvent(
  message: ConversationMessage,
  format: RawFormat,
  reply: ToolReply,
): ConversationEvent | undefined {
  const { type, turn = 0, role = 'assistant', text = '', start_time: startTime = 0, audio, digit = '' } = message;
  switch (type) {
    case 'turn_started':
      return { type, turn, role, startTime };
    case 'turn_output_text_delta':
      return { type: 'text', turn, text };
    case 'turn_input_text':
      return { type: 'heard', turn, text };
    case 'turn_ended':
      return turnEnded(message);
    case 'audio_output':
      return typeof audio === 'string' ? audioEvent(fromBase64(audio), format) : undefined;
    case 'audio_output_clear':
      return { type: 'clear' };
    case 'dtmf_output':
      return { type: 'digit', digit };
    case 'client_tool_call':
      return { type: 'tool_call', call: toolCall(message, reply) };
    case 'error':
      return { type, error: conversationError(message) };
    default:
      return undefined;
  }
}

/** What an `error` message stands for. */
export function conversationError({ code, message, fatal }: ConversationMessage): SonorantError {
  const isServers = fatal === true && code === 'agent_failed';
  return errorOfEvent({ error_code: code, message, status_code: isServers ? 500 : 400 });
}

function audioEvent(bytes: Uint8Array, { encoding }: RawFormat): ConversationAudioEvent {
  return { type: 'audio', bytes, samples: samplesOf(bytes, encoding) };
}

function turnEnded(message: ConversationMessage): TurnEndedEvent {
  const { turn = 0, role = 'assistant', text = '', interrupted = false, tool_calls: calls = [] } = message;
  const { start_time: startTime = 0, end_time: endTime = 0, eager_end_timestamp: eagerEndTime } = message;
  const tools = calls.map(({ id, name, arguments: given, result, dynamic_variable_updates: variableUpdates = {} }) => ({
    ...{ id, name, arguments: parsed(given), result, variableUpdates },
  }));
  return { type: 'turn_ended', turn, role, text, interrupted, startTime, endTime, eagerEndTime, tools };
}

function toolCall(message: ConversationMessage, send: ToolReply): ClientToolCall {
  const { tool_call_id: id = '', tool_name: name = '', parameters = {}, expects_response = false } = message;
  let isAnswered = !expects_response;
  const answer = (result: string, isError: boolean): void => {
    if (isAnswered) return;
    isAnswered = true;
    // More than the server takes in a message would end the conversation; cut, it is still too large to be a result.
    send(id, result.slice(0, mostResult), isError);
  };
  return {
    ...{ id, name, parameters, expectsResponse: expects_response },
    reply: (result) => answer(textOf(result), false),
    fail: (problem) => answer(problem, true),
  };
}

function textOf(result: unknown): string {
  if (typeof result === 'string') return result;
  return result === undefined ? '' : JSON.stringify(result);
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
