/**
 * The tables as Kysely types. The schema is neutral between SQL dialects: text, integer and real only, ids are text,
 * times are ISO 8601 text in UTC with milliseconds (so text order is time order), objects are JSON text, booleans 0 and 1.
 * `search` columns hold the folded text of what a list's `q` looks in ({@link folded}).
 */
import type { Generated, Selectable } from 'kysely';

/** An organization is a tenant: every other row belongs to exactly one. */
export interface OrganizationTable {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

/** An account of a person. Its role is in {@link MemberTable}, so that an account outlives its memberships. */
export interface UserTable {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly image_url: string | null;
  readonly created_at: string;
}

/** The password of an account; an account without a row has none. */
export interface PasswordTable {
  readonly user_id: string;
  /** With its parameters and salt: see `password-hash.ts`. */
  hash: string;
  /** When the password was set. */
  changed_at: string;
}

/** A link that sets a new password, at most one for each account. It ends with its use. */
export interface PasswordResetTable {
  readonly user_id: string;
  /** Whose admin made it; null for the operator of the server. */
  readonly organization_id: string | null;
  /** SHA-256 of the token in its address, in hex. */
  readonly token_hash: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/** An admin opens everything of the organization in the console, a member all but its people, keys and webhooks. */
export type UserRole = 'admin' | 'member';

export interface MemberTable {
  readonly organization_id: string;
  readonly user_id: string;
  role: UserRole;
  /** Folded name and email. */
  readonly search: string;
  /** When the user joined. */
  readonly created_at: string;
}

/** API keys open everything but the organization; admin keys open the organization only. The two never overlap. */
export type KeyKind = 'api' | 'admin';

export interface ApiKeyTable {
  readonly id: string;
  readonly organization_id: string;
  readonly kind: KeyKind;
  readonly description: string;
  /** SHA-256 of the key in hex. The key itself is not stored. */
  readonly hash: string;
  /** `setting` for a key an operator gave in the environment, which the next given one replaces. */
  origin: 'created' | 'setting';
  /** Account that created it; null where it is not known. */
  readonly created_by: string | null;
  search: string;
  readonly created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  /** Null for a key of an earlier version, which had a description only. */
  name: Generated<string | null>;
  /** JSON of the families of routes that it opens; null for all of them. */
  scopes: Generated<string | null>;
  /** When its name, scopes or end were changed; null where they never were. */
  changed_at: Generated<string | null>;
}

export type InviteStatus = 'pending' | 'accepted' | 'revoked';

/** An invitation. One that is pending past `expires_at` counts as expired; its status is not updated. */
export interface InviteTable {
  readonly id: string;
  readonly organization_id: string;
  readonly email: string;
  readonly role: UserRole;
  status: InviteStatus;
  /** SHA-256 of the token in the address that accepts it, in hex. */
  readonly token_hash: string;
  readonly created_at: string;
  readonly expires_at: string;
  accepted_at: string | null;
  user_id: string | null;
}

/** `public`: every organization may use it; `private`: its owner only. */
export type Access = 'private' | 'public';

/** A voice made here: cloned, localized or fine-tuned. Built-in voices are code, not rows. */
export interface VoiceTable {
  readonly id: string;
  readonly organization_id: string;
  name: string;
  tagline: string;
  description: string;
  gender: string | null;
  readonly language: string;
  /** JSON of `VoiceAccent[]`, the native one first. */
  accents: string;
  access: Access;
  status: 'active' | 'archived';
  /** JSON of the `EngineVoice` that speaks it. */
  speaker: string;
  readonly base_voice_id: string | null;
  /** Blob of the clip it was made from. */
  readonly clip: string | null;
  /** What the clip says, where the owner gave it. */
  readonly clip_transcript: string | null;
  readonly fine_tune_id: string | null;
  /** Folded name, description and id. */
  search: string;
  readonly created_at: string;
  updated_at: string;
}

export interface FileTable {
  readonly id: string;
  readonly organization_id: string;
  readonly filename: string;
  readonly purpose: string;
  /** Bytes. */
  readonly size: number;
  readonly blob: string;
  /** Folded file name. */
  readonly search: string;
  readonly created_at: string;
}

export interface DatasetTable {
  readonly id: string;
  readonly organization_id: string;
  name: string;
  description: string;
  readonly created_at: string;
  /** When it was deleted: a job is removing its files. */
  deleted_at: string | null;
}

export interface DatasetFileTable {
  readonly id: string;
  readonly organization_id: string;
  readonly dataset_id: string;
  readonly filename: string;
  readonly size: number;
  readonly blob: string;
  readonly created_at: string;
}

/** States of a fine-tune, in this order; the last two are its ends. */
export type FineTuneStatus = 'created' | 'training' | 'completed' | 'failed';

export interface FineTuneTable {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly description: string;
  readonly language: string;
  readonly accent: string | null;
  readonly model_id: string;
  readonly dataset_id: string;
  status: FineTuneStatus;
  /** 0–1. */
  progress: number;
  /** JSON of `{ code, message }[]`. */
  user_errors: string;
  readonly created_at: string;
  updated_at: string;
}

export interface PronunciationDictTable {
  readonly id: string;
  readonly organization_id: string;
  name: string;
  description: string;
  /** JSON of the items. */
  items: string;
  access: Access;
  pinned: number;
  readonly created_at: string;
  updated_at: string;
}

export interface AgentTable {
  readonly id: string;
  readonly organization_id: string;
  name: string;
  description: string | null;
  webhook_id: string | null;
  /** The published version. */
  version_id: string;
  /** Folded name and description. */
  search: string;
  readonly created_at: string;
  updated_at: string;
}

/** Never changed once written. */
export interface AgentVersionTable {
  readonly id: string;
  readonly organization_id: string;
  readonly agent_id: string;
  /** 1 for the first one, without gaps. */
  readonly number: number;
  readonly description: string | null;
  /** JSON of the complete configuration. */
  readonly config: string;
  readonly created_by: string | null;
  readonly created_at: string;
}

export interface AgentToolTable {
  readonly id: string;
  readonly organization_id: string;
  readonly type: 'webhook' | 'client';
  name: string;
  /** JSON of the whole tool; its secrets are sealed. */
  definition: string;
  readonly created_at: string;
  updated_at: string;
}

export interface WebhookTable {
  readonly id: string;
  readonly organization_id: string;
  url: string;
  /** Sealed. */
  secret: string;
  display_name: string | null;
  /** 1 where deliveries also carry the secret in clear, for receivers that know nothing else. */
  clear_secret: number;
  /** Set when the receiver answered 410. */
  disabled_at: string | null;
  /** JSON of the names of events it gets; null for those that webhooks got before they could name them. */
  events: Generated<string | null>;
  /** Attempts that have failed since the last that did not. */
  failures: Generated<number>;
  /** When the first of these was. */
  failing_since: Generated<string | null>;
  /** Until when the receiver asked for rest. */
  not_before: Generated<string | null>;
  /** Set when it had failed for too long: its deliveries wait until it is resumed. */
  paused_at: Generated<string | null>;
  readonly created_at: string;
  updated_at: string;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

export interface WebhookDeliveryTable {
  /** Also the `webhook-id` of every try. */
  readonly id: string;
  readonly organization_id: string;
  readonly webhook_id: string;
  readonly type: string;
  /** The exact JSON text that is signed and sent. */
  readonly body: string;
  status: DeliveryStatus;
  attempts: number;
  /** HTTP status of the last answer. */
  response_status: number | null;
  error: string | null;
  last_attempt_at: string | null;
  next_attempt_at: string | null;
  /** What the event concerns, such as `voice:…`: events of one object are sent one after the other. */
  readonly object: Generated<string | null>;
  /** Its place among the deliveries of its object; the database gives it. */
  readonly position: Generated<number>;
  /** 1 while it has no job, since an earlier delivery of its object has not ended. */
  held: Generated<number>;
  readonly created_at: string;
}

export type JobStatus = 'pending' | 'running' | 'done' | 'failed';

/** Work that outlives the process. A running job whose lease has run out can be claimed by any process. */
export interface JobTable {
  readonly id: string;
  readonly kind: string;
  /** JSON. */
  readonly payload: string;
  /** What it uses that may be slow: the webhook of a delivery. Jobs of one lane are limited together. */
  readonly lane: Generated<string>;
  status: JobStatus;
  attempts: number;
  run_at: string;
  lease_owner: string | null;
  lease_until: string | null;
  error: string | null;
  readonly created_at: string;
  updated_at: string;
}

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
}

/** How a session of the console began: with an API key or admin key, a member's password, or the link that the start printed. */
export type SignIn = 'key' | 'password' | 'link';

/** A session of the console. It holds while `ended_at` is null, `expires_at` is ahead and what it began with still holds. */
export interface SessionTable {
  readonly id: string;
  readonly organization_id: string;
  /** SHA-256 of the text in the cookie, in hex. */
  readonly hash: string;
  readonly how: SignIn;
  /** The account that signed in with its password. */
  readonly user_id: string | null;
  /** The key that signed in. */
  readonly key_id: string | null;
  /** When the password that signed in was set; the session is over once the account has another one. */
  readonly password_at: string | null;
  /** Of the client, at the sign-in. */
  readonly address: string;
  readonly user_agent: string;
  readonly created_at: string;
  /** To within a minute. */
  last_used_at: string;
  /** The end whatever happens; one that is not used ends earlier. */
  readonly expires_at: string;
  ended_at: string | null;
}

/** Values of the installation itself, by name. */
export interface SettingTable {
  /** Name of it. */
  readonly id: string;
  readonly value: string;
}

export interface Schema {
  readonly settings: SettingTable;
  readonly organizations: OrganizationTable;
  readonly users: UserTable;
  readonly members: MemberTable;
  readonly passwords: PasswordTable;
  readonly password_resets: PasswordResetTable;
  readonly api_keys: ApiKeyTable;
  readonly invites: InviteTable;
  readonly voices: VoiceTable;
  readonly files: FileTable;
  readonly datasets: DatasetTable;
  readonly dataset_files: DatasetFileTable;
  readonly fine_tunes: FineTuneTable;
  readonly pronunciation_dicts: PronunciationDictTable;
  readonly agents: AgentTable;
  readonly agent_versions: AgentVersionTable;
  readonly agent_tools: AgentToolTable;
  readonly webhooks: WebhookTable;
  readonly webhook_deliveries: WebhookDeliveryTable;
  readonly jobs: JobTable;
  readonly usage: UsageTable;
  readonly usage_journals: UsageJournalTable;
  readonly idempotency_keys: IdempotencyKeyTable;
  readonly request_log: RequestLogTable;
  readonly sessions: SessionTable;
}

export type Organization = Selectable<OrganizationTable>;
export type Account = Selectable<UserTable>;
/** A password as stored. */
export type Password = Selectable<PasswordTable>;
/** A key as stored: its hash, never the key itself. */
export type ApiKey = Selectable<ApiKeyTable>;
/** An invitation as stored. */
export type Invite = Selectable<InviteTable>;
/** A made voice as stored; `accents` and `speaker` are JSON text. */
export type VoiceRow = Selectable<VoiceTable>;
/** A file as stored; `blob` is the key of its object. */
export type FileRow = Selectable<FileTable>;
/** A dataset as stored, without its files. */
export type Dataset = Selectable<DatasetTable>;
/** A clip of a dataset as stored; `blob` is the key of its object. */
export type DatasetFile = Selectable<DatasetFileTable>;
/** A fine-tune as stored; `fineTuneErrors` reads its `user_errors`. */
export type FineTuneRow = Selectable<FineTuneTable>;
/** A dictionary as stored; `pronunciationItems` reads its `items`. */
export type PronunciationDictRow = Selectable<PronunciationDictTable>;
/** An agent as stored, without its configuration. */
export type AgentRow = Selectable<AgentTable>;
/** A version of an agent as stored; `config` is JSON text. */
export type AgentVersionRow = Selectable<AgentVersionTable>;
/** A tool as stored; `definition` is JSON text in which secrets are sealed. */
export type AgentToolRow = Selectable<AgentToolTable>;
/** A webhook as stored; `secret` is sealed. */
export type WebhookRow = Selectable<WebhookTable>;
/** A delivery as stored: one event for one webhook. */
export type WebhookDelivery = Selectable<WebhookDeliveryTable>;
/** A job as stored; `payload` is JSON text. */
export type Job = Selectable<JobTable>;

/** A session as stored: the hash of its cookie, never the text. */
export type Session = Selectable<SessionTable>;

/** An entry of the request log as stored. */
export type RequestLogRow = Selectable<RequestLogTable>;

/** A user of an organization: the account and the membership in one. `created_at` is when it joined. */
export interface User {
  readonly id: string;
  readonly organization_id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly role: UserRole;
  readonly image_url: string | null;
  readonly created_at: string;
}
