/** Calls as the interface shows them, to clients and to webhooks. */
import type { CallRow, CallTurnRow, NewCallTurn } from '../store/index.ts';
import type { WireCall, WireTurn } from '../webhooks/call-events.ts';
import type { CallTurn, Variables } from './call.ts';

interface StoredToolCall {
  readonly id?: string;
  readonly name: string;
  readonly arguments: unknown;
  readonly result?: string;
  readonly dynamic_variable_updates?: Record<string, string | number | boolean>;
}

/** A turn as it is stored. */
export function turnRow(turn: CallTurn): NewCallTurn {
  const { number, role, text, startTime, endTime, interrupted, toolCalls = [], figures } = turn;
  const stored = toolCalls.map(({ dynamicVariableUpdates, ...call }) => ({
    ...call,
    dynamic_variable_updates: dynamicVariableUpdates,
  }));
  return {
    number,
    role,
    // PostgreSQL stores no NUL.
    text: text.toWellFormed().replaceAll('\0', ''),
    start_time: startTime,
    end_time: endTime,
    interrupted: Number(interrupted),
    tool_calls: stored.length === 0 ? null : JSON.stringify(stored),
    figures: figures === undefined ? null : JSON.stringify(figures),
  };
}

/** A turn as clients see it. */
export function wireTurn(row: CallTurnRow): WireTurn {
  const figures = (parsed(row.figures) ?? {}) as Record<string, number>;
  return {
    role: row.role,
    text: row.text,
    start_timestamp: row.start_time,
    end_timestamp: row.end_time,
    was_interrupted: row.interrupted === 1,
    tool_calls: (parsed(row.tool_calls) ?? []) as StoredToolCall[],
    stt_ttfb: figures.stt_ttfb ?? null,
    tts_ttfb: figures.tts_ttfb ?? null,
    figures,
  };
}

/** @param turns those of the call in order; its transcript is left out without them */
export function wireCall(row: CallRow, turns?: readonly CallTurnRow[]): WireCall {
  const parameters = parsed(row.parameters) as Record<string, string> | null;
  return {
    id: row.id,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    agent_version_id: row.agent_version_id,
    status: row.status,
    start_time: row.started_at,
    end_time: row.ended_at,
    end_reason: row.end_reason,
    error_message: row.error_message,
    redacted_at: row.redacted_at,
    summary: row.summary,
    dynamic_variables: parsed(row.dynamic_variables) as Record<string, string | number | boolean> | null,
    telephony_params: {
      connection_type: row.channel,
      direction: 'inbound',
      to: parameters?.to ?? null,
      from: parameters?.from ?? null,
      call_sid: null,
      parameters,
      headers: parsed(row.headers) as Record<string, string> | null,
    },
    telephony_account_type: null,
    ...(turns !== undefined && { transcript: turns.map(wireTurn) }),
  };
}

/** JSON of the variables that may be stored: all but the secrets. */
export function storedVariables(variables: Variables): string {
  return JSON.stringify(Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith('secret__'))));
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}
