/** One kind of error, declared once: the wire form, the documentation page and the client's behaviour follow from it. */
export interface ErrorEntry {
  /** HTTP status, also the `status_code` of WebSocket and SSE error events. */
  readonly status: number;
  /** Short name for people; the first half of the plain-text form of old versions. */
  readonly title: string;
  /** Whether sending the same request again can succeed. */
  readonly retryable: boolean;
  /** When it happens and what to do, for the documentation page. */
  readonly description: string;
}

const entry = (status: number, title: string, description: string, retryable = false): ErrorEntry => ({ status, title, retryable, description });

export const errorRegistry = {
  invalid_request: entry(400, 'Invalid request', 'A field is missing, has the wrong type or is out of range. The message names each field and what it allows.'),
  invalid_json: entry(400, 'Invalid JSON', 'The body or the WebSocket message is not JSON.'),
  missing_version: entry(400, 'Missing version', 'Every request carries the header `Service-Version` (or `Cartesia-Version`), a date. On a WebSocket the query parameter `cartesia_version` serves too.'),
  unknown_version: entry(400, 'Unknown version', 'The version is not one of the dates this server speaks; the message lists them.'),
  model_not_found: entry(400, 'Invalid model', 'No engine family has this `model_id`.'),
  unsupported_language: entry(400, 'Unsupported language', 'The language is known, but no loaded engine speaks it.'),
  unsupported_format: entry(400, 'Unsupported output format', 'The container, encoding, sample rate and bit rate do not go together; the message lists what does.'),
  context_closed: entry(400, 'Context closed', 'Text was sent after `continue: false` while the context was still speaking. The running speech is not disturbed.'),
  unauthorized: entry(401, 'Unauthorized', 'No credential was sent, or it is not one this server knows, or it has expired.'),
  forbidden: entry(403, 'Forbidden', 'The credential is good but of the wrong kind for this route: API keys, admin keys and access tokens are disjoint.'),
  not_found: entry(404, 'Not found', 'No such route or object. An object of another organization looks the same.'),
  voice_not_found: entry(404, 'Voice not found', 'No voice with this id. `GET /voices` lists the voices you can use.'),
  method_not_allowed: entry(405, 'Method not allowed', 'The route exists, but not with this method; the `allow` header lists the methods.'),
  body_too_large: entry(413, 'Body too large', 'The body is larger than this route takes.'),
  file_too_large: entry(413, 'File too large', 'The upload is larger than this route takes.'),
  unsupported_media_type: entry(415, 'Unsupported media type', 'The body is not of a type this route reads; JSON routes read `application/json`.'),
  concurrency_limited: entry(429, 'Too many contexts', 'The organization already has its maximum of parallel contexts. Try again when one has finished.', true),
  rate_limited: entry(429, 'Too many requests', 'Requests or messages came faster than the limit. Try again after the time in `retry-after`.', true),
  internal_error: entry(500, 'Unexpected error', 'A fault of the server. The `request_id` finds it in the log.', true),
  engine_failed: entry(500, 'Engine failed', 'The speech engine failed on this text, or its worker died or hung and was replaced, which also ends other streams that this worker had begun.', true),
  not_implemented: entry(501, 'Not implemented', 'The interface has this operation, this server does not yet.'),
  unavailable: entry(503, 'Unavailable', 'The server is starting, draining or out of capacity. Try again after the time in `retry-after`.', true),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorRegistry;
