/** The tables of usage, kept answers and the request log; what holds for all of them stands in `../schema.ts`. */
import type { Selectable } from 'kysely';

/** Characters spoken, summed by UTC day and what they are grouped by. */
export interface UsageTable {
  readonly organization_id: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly capability: string;
  readonly model_id: string;
  readonly voice_id: string;
  readonly api_key_id: string;
  credits: number;
}

/** What an {@link ActivityTable} or a {@link FirstAudioTable} sums up: one hour or day of one combination of the other columns. */
interface ActivityKey {
  readonly organization_id: string;
  /** A day has rows of its own beside those of its hours, which are kept for a shorter time. */
  readonly unit: 'hour' | 'day';
  /** In UTC: `YYYY-MM-DDTHH` or `YYYY-MM-DD`. */
  readonly period: string;
  readonly capability: string;
  /** Empty where there is none, as for a request that was refused before its voice was known. */
  readonly voice_id: string;
  readonly api_key_id: string;
}

/** Requests, their errors, and what was made. */
export interface ActivityTable extends ActivityKey {
  requests: number;
  /** Of the requests, those with an error of 400 to 499. */
  refused: number;
  /** Of the requests, those with an error of 500 and more. */
  failed: number;
  audio_ms: number;
  /** Code points of transcripts. */
  characters: number;
}

/** How many utterances had their first audio after so long, a histogram by buckets ({@link firstAudioBucket}). */
export interface FirstAudioTable extends ActivityKey {
  readonly bucket: number;
  count: number;
}

/** Which parts of the meter's journals are in {@link UsageTable} already. */
export interface UsageJournalTable {
  readonly id: string;
  /** Bytes of the journal that have been counted. */
  counted: number;
}

/** An answer kept for repeated requests with the same `Idempotency-Key`. */
export interface IdempotencyKeyTable {
  readonly organization_id: string;
  /** SHA-256 of the key in hex. */
  readonly key: string;
  /** SHA-256 of method, address and body in hex. */
  readonly request: string;
  /** Null while the first request is running. */
  status: number | null;
  /** JSON of the answer's headers that are replayed. */
  headers: string | null;
  /** Sealed, since an answer may contain a secret that is shown only once. */
  body: string | null;
  readonly created_at: string;
  /** Until when a running request holds the key, then until when the answer is kept. */
  expires_at: string;
}

/** How a request came and was answered; `websocket` for a connection and for each context on it. */
export type RequestTransport = 'http' | 'sse' | 'websocket';

/** One of the last requests of an organization: never its text, its query or an address. */
export interface RequestLogTable {
  readonly id: string;
  readonly organization_id: string;
  /** When it came, or when its context began. */
  readonly created_at: string;
  /** What its response was headed with; the connection's for a context. */
  readonly request_id: string;
  readonly method: string;
  /** The pattern of the route: `/voices/{id}`. */
  readonly route: string;
  readonly transport: RequestTransport;
  readonly status: number;
  readonly duration_ms: number;
  /** Of the key, or of the one that made the token. */
  readonly key_id: string;
  readonly error_code: string | null;
  /** The client's name for a context; null where the entry is not of one. */
  readonly context_id: string | null;
  /** 1 where the client left or cancelled before the end. */
  readonly aborted: number;
  /** Of the console, which made the request; null for a program, and for entries of earlier versions. */
  readonly session_id: string | null;
}

export interface UsageSchema {
  readonly usage: UsageTable;
  readonly usage_activity: ActivityTable;
  readonly usage_first_audio: FirstAudioTable;
  readonly usage_journals: UsageJournalTable;
  readonly idempotency_keys: IdempotencyKeyTable;
  readonly request_log: RequestLogTable;
}

/** An entry of the request log as stored. */
export type RequestLogRow = Selectable<RequestLogTable>;
