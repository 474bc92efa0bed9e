/** The shape in which a conversation tells of itself: a call that begins, its turns, its audio, its end. */

/** Why a call ended. */
export const endReasons = [
  'agent_hangup',
  'client_hangup',
  'api_cancelled',
  'max_duration',
  'inactivity',
  'client_disconnected',
  'dial_busy',
  'dial_failed',
  'dial_no_answer',
  'error',
] as const;
export type EndReason = (typeof endReasons)[number];

export type Variables = Readonly<Record<string, string | number | boolean>>;

/** A call that begins now. Second 0 of its turns and of its recording is when it is ready for audio: what it needs is loaded first. */
export interface NewCall {
  readonly organizationId: string;
  /** The API key that opened it, or that made the token; null where there is none. */
  readonly keyId: string | null;
  readonly agentId: string;
  readonly agentVersionId: string;
  readonly agentName: string;
  readonly channel: 'websocket' | 'phone';
  /** Of the recording, in Hz: what {@link OpenCall.heardCaller} and {@link OpenCall.playedAgent} are given. */
  readonly sampleRate: number;
  /** Those whose names begin with `secret__` are left out. */
  readonly dynamicVariables: Variables;
  /** What the line brought with it. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether to record it, where the server records calls at all. Default true. */
  readonly record?: boolean | undefined;
  /** The request that opened it, for the webhook; an id of its own when absent. */
  readonly requestId?: string | undefined;
}

export interface CallToolCall {
  readonly id?: string | undefined;
  readonly name: string;
  readonly arguments: unknown;
  readonly result?: string | undefined;
  readonly dynamicVariableUpdates?: Variables | undefined;
}

/** A turn that has ended. */
export interface CallTurn {
  /** One counter for all roles, from 1; a number that was written already is passed over. */
  readonly number: number;
  readonly role: 'user' | 'assistant' | 'system';
  readonly text: string;
  /** Seconds since the call was ready for audio. */
  readonly startTime: number;
  readonly endTime: number;
  readonly interrupted: boolean;
  readonly toolCalls?: readonly CallToolCall[] | undefined;
  /** What was measured, by name and in the unit of the name; `stt_ttfb` and `tts_ttfb` in seconds. */
  readonly figures?: Readonly<Record<string, number>> | undefined;
}

export interface CallEnding {
  readonly status: 'completed' | 'failed';
  readonly reason: EndReason;
  /** What went wrong, for the owner of the agent; without contents of the conversation. */
  readonly errorMessage?: string | undefined;
}

/** Why {@link OpenCall.ending} was aborted. */
export type EndingCause = 'api_cancelled' | 'lease_lost';

/** A call under way, held by this process. */
export interface OpenCall {
  /** `ac_…` */
  readonly id: string;
  /**
   * Aborted when the call is to end, with an {@link EndingCause} as its reason: it was cancelled over the API of any server of the
   * database, at most two seconds before; or this process was taken for dead, and the call counts as failed already. Then, too,
   * {@link end} is to be called.
   */
  readonly ending: AbortSignal;
  /** Writes a turn, with its webhook `call_turn`; in the order of the calls. Never throws. */
  readonly turn: (turn: CallTurn) => void;
  /**
   * Samples of the recording's left channel. Kept in memory until the disk has them, at most a few MB of them; what is given later
   * for the same samples replaces them. Never throws.
   * @param at place of the first one, in samples since the call was ready for audio
   */
  readonly heardCaller: (at: number, pcm: Int16Array) => void;
  /** The same for the right channel: only what was really played. */
  readonly playedAgent: (at: number, pcm: Int16Array) => void;
  /**
   * Ends the call, once: a later call gives the same promise. Resolves when turns, recording and end are stored, or were given up
   * after half a minute; the call then ends as failed when its lease runs out. Never rejects.
   */
  readonly end: (ending: CallEnding) => Promise<void>;
}
