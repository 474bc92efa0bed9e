/** The tables of calls and their turns; what holds for all of them stands in `../schema.ts`. */
import type { Selectable } from 'kysely';

export type CallStatus = 'created' | 'started' | 'completed' | 'failed';

export interface CallTable {
  readonly id: string;
  readonly organization_id: string;
  /** Of an agent that may be gone; no key of another table, so that its calls stay readable. */
  readonly agent_id: string;
  readonly agent_version_id: string;
  readonly agent_name: string;
  readonly api_key_id: string | null;
  readonly channel: 'websocket' | 'phone';
  status: CallStatus;
  started_at: string | null;
  ended_at: string | null;
  /** From start to end. */
  seconds: number | null;
  end_reason: string | null;
  error_message: string | null;
  /** JSON, without secrets; so are the next two. */
  dynamic_variables: string | null;
  parameters: string | null;
  headers: string | null;
  summary: string | null;
  /** Of the recording, in Hz. */
  readonly sample_rate: number;
  /** 1 where a recording was to be made. */
  readonly recorded: number;
  /** Key of the object. */
  recording: string | null;
  recording_bytes: number | null;
  /** The process that carries the call; null once it has ended. */
  lease_owner: string | null;
  lease_until: string | null;
  cancel_requested_at: string | null;
  /** When its contents were removed. */
  redacted_at: string | null;
  /** When its summary was made, or was found to be impossible. */
  analysed_at: string | null;
  readonly created_at: string;
}

/** Never changed once written. */
export interface CallTurnTable {
  readonly call_id: string;
  readonly organization_id: string;
  /** One counter for all roles, from 1. */
  readonly number: number;
  readonly role: 'user' | 'assistant' | 'system';
  readonly text: string;
  /** Seconds since the call was ready. */
  readonly start_time: number;
  readonly end_time: number;
  readonly interrupted: number;
  /** JSON of a list. */
  readonly tool_calls: string | null;
  /** JSON: measured times by name. */
  readonly figures: string | null;
}

/** What is asked of each call of the agents it is attached to. */
export interface MetricTable {
  readonly id: string;
  readonly organization_id: string;
  /** Unique in the organization. */
  readonly name: string;
  readonly display_name: string | null;
  readonly prompt: string;
  readonly created_at: string;
}

/** Which calls a metric is asked of: those of the agent that end while the row is there. */
export interface AgentMetricTable {
  readonly organization_id: string;
  readonly agent_id: string;
  readonly metric_id: string;
  readonly created_at: string;
}

/** What a metric found in a call: once for both. The metric and the agent may be gone. */
export interface MetricResultTable {
  readonly id: string;
  readonly organization_id: string;
  readonly metric_id: string;
  /** As they were then. */
  readonly metric_name: string;
  readonly metric_display_name: string | null;
  readonly agent_id: string;
  readonly agent_version_id: string;
  readonly call_id: string;
  readonly status: 'completed' | 'failed';
  /** Why the result is what it is, or why there is none. */
  readonly summary: string | null;
  readonly result: string | null;
  /** JSON that {@link result} is; null where it is none. */
  readonly json_result: string | null;
  readonly value: number | null;
  /** Model that was asked; null where none was. */
  readonly model_id: string | null;
  /** Id of the job. */
  readonly run_id: string;
  readonly created_at: string;
}

/** How often the metrics of an organization have asked language models on one UTC day. */
export interface MetricQuestionTable {
  readonly organization_id: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  asked: number;
}

export interface CallsSchema {
  readonly calls: CallTable;
  readonly call_turns: CallTurnTable;
  readonly metrics: MetricTable;
  readonly agent_metrics: AgentMetricTable;
  readonly metric_results: MetricResultTable;
  readonly metric_questions: MetricQuestionTable;
}

/** A call as stored. */
export type CallRow = Selectable<CallTable>;
/** A turn of a call as stored; `tool_calls` and `figures` are JSON text. */
export type CallTurnRow = Selectable<CallTurnTable>;
/** A metric as stored. */
export type MetricRow = Selectable<MetricTable>;
/** A result as stored; `json_result` is JSON text. */
export type MetricResultRow = Selectable<MetricResultTable>;
