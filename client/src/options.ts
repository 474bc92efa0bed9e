/** What most calls of a client take. */
export interface AttemptOptions {
  /** Ends it; it then fails with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** How long the server may take to answer, or be silent. Default: that of the client. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after a failed one, before anything was given. Default: those of the client. */
  readonly retries?: number | undefined;
}
