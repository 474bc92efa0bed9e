/** One kind of error, declared once: the wire form, the documentation page and the client's behaviour follow from it. */
export interface ErrorEntry {
  /** HTTP status, also the `status_code` of WebSocket and SSE error events. */
  readonly status: number;
  /** Short readable name; the first half of the plain-text form of old versions. */
  readonly title: string;
  /** Whether sending the same request again can succeed. */
  readonly retryable: boolean;
  /** When it happens and what to do, for the documentation page. */
  readonly description: string;
}

function entry(status: number, title: string, description: string, retryable = false): ErrorEntry {
  return { status, title, retryable, description };
}

/** Every error that a client can see, by its `error_code`. A code that was released is never renamed. */
export const errorRegistry = {
  invalid_request: entry(
    400,
    'Invalid request',
    'A field is missing, has the wrong type or is out of range. The message names each field and what it allows.',
  ),
  invalid_json: entry(400, 'Invalid JSON', 'The body or the WebSocket message is not JSON.'),
  missing_version: entry(
    400,
    'Missing version',
    'Every request carries the header `Service-Version` (or `Cartesia-Version`), a date. On a WebSocket the query parameter `cartesia_version` serves too.',
  ),
  unknown_version: entry(
    400,
    'Unknown version',
    'The version is not one of the dates this server speaks; the message lists them.',
  ),
  model_not_found: entry(400, 'Invalid model', 'No engine family has this `model_id`.'),
  recognizer_not_found: entry(400, 'Invalid model', 'No recognizer of this server has the name given as `model`.'),
  unsupported_language: entry(
    400,
    'Unsupported language',
    'The language is known, but no loaded engine speaks it, or no recognizer hears it.',
  ),
  unsupported_format: entry(
    400,
    'Unsupported output format',
    'The container, encoding, sample rate and bit rate do not go together; the message lists what does.',
  ),
  context_closed: entry(
    400,
    'Context closed',
    'Text was sent after `continue: false` while the context was still speaking. The running speech is not disturbed.',
  ),
  invite_accepted: entry(400, 'Invite accepted', 'An accepted invite cannot be cancelled; remove the user instead.'),
  invite_closed: entry(
    400,
    'Invite closed',
    'The invite was accepted, was cancelled or has expired: ask for a new one.',
  ),
  user_is_admin: entry(
    400,
    'User is an admin',
    'Only users who are no admins can be removed from the organization: give the user the role `member` first.',
  ),
  last_admin: entry(
    400,
    'Last admin',
    'The user is the only admin of the organization, which keeps one: make another user an admin first.',
  ),
  reset_closed: entry(
    400,
    'Reset link closed',
    'The link was used, was replaced by a newer one or has expired: ask for a new one.',
  ),
  unauthorized: entry(
    401,
    'Unauthorized',
    'No credential was sent, or it is not one this server knows, or it has expired.',
  ),
  quota_exceeded: entry(
    402,
    'Quota exceeded',
    'The key has used up its monthly budget. It speaks again with the next month (UTC), or with a larger budget.',
  ),
  forbidden: entry(
    403,
    'Forbidden',
    'The credential is good but does not open this route: it is of another kind (API keys, admin keys and access tokens are disjoint), or its scopes or grants are others. The message says what is needed.',
  ),
  not_found: entry(404, 'Not found', 'No such route or object. An object of another organization looks the same.'),
  user_not_found: entry(
    404,
    'User not found',
    'The organization has no user with this id. `GET /organizations/users` lists them.',
  ),
  invite_not_found: entry(
    404,
    'Invite not found',
    'The organization has no invite with this id, or no invite has this token. `GET /organizations/invites` lists them by status.',
  ),
  api_key_not_found: entry(
    404,
    'API key not found',
    'No key that works has this id. `GET /api-keys` lists the API keys, with `kind=admin` the admin keys.',
  ),
  voice_not_found: entry(404, 'Voice not found', 'No voice with this id. `GET /voices` lists the voices you can use.'),
  method_not_allowed: entry(
    405,
    'Method not allowed',
    'The route exists, but not with this method; the `allow` header lists the methods.',
  ),
  idempotency_in_progress: entry(
    409,
    'Request in progress',
    'A request with the same `Idempotency-Key` is running. Send it again after the time in `retry-after` to get its answer.',
    true,
  ),
  webhook_disabled: entry(
    409,
    'Webhook disabled',
    'The receiver of the webhook answered 410 Gone, after which it gets nothing. Update its `url` to enable it again.',
  ),
  book_busy: entry(409, 'Book busy', 'The book is being spoken. Cancel that first, or wait for its end.'),
  in_use: entry(
    409,
    'In use',
    'The object cannot be deleted while an agent uses it; the message says which. Take it out of their configurations first.',
  ),
  history_full: entry(
    409,
    'History full',
    'Takes with a star fill the history of the member in the console, and stay. Delete some, or take their stars away.',
  ),
  model_installed: entry(
    409,
    'Model installed',
    'The model is installed already. `DELETE /models/{name}` removes it; then it can be installed anew.',
  ),
  models_busy: entry(
    409,
    'Models busy',
    'A model is being installed or removed, by this server or by the command `sonorant models`, and no other one can be meanwhile. The message says which.',
    true,
  ),
  body_too_large: entry(413, 'Body too large', 'The body is larger than this route takes.'),
  file_too_large: entry(413, 'File too large', 'The upload is larger than this route takes.'),
  unsupported_media_type: entry(
    415,
    'Unsupported media type',
    'The body is not of a type this route reads; JSON routes read `application/json`.',
  ),
  range_not_satisfiable: entry(
    416,
    'Range not satisfiable',
    'The range of bytes begins behind the end of the file; `content-range` says how long it is.',
  ),
  idempotency_mismatch: entry(
    422,
    'Idempotency key reused',
    'The `Idempotency-Key` was used for another request within 24 hours: another address, another version, another body. Use a new key for each thing to be made.',
  ),
  concurrency_limited: entry(
    429,
    'Too many at once',
    'The organization already has its maximum of parallel contexts, calls, recognitions or WebSockets. Try again when one has finished.',
    true,
  ),
  rate_limited: entry(
    429,
    'Too many requests',
    'Requests or messages came faster than the limit. Try again after the time in `retry-after`.',
    true,
  ),
  internal_error: entry(500, 'Unexpected error', 'A fault of the server. The `request_id` finds it in the log.', true),
  engine_failed: entry(
    500,
    'Engine failed',
    'The speech engine failed on this text, or its worker died or hung and was replaced, which also ends other streams that this worker had begun.',
    true,
  ),
  recognizer_failed: entry(
    500,
    'Recognizer failed',
    'The recognizer failed on this audio, and so did those behind it.',
    true,
  ),
  not_implemented: entry(501, 'Not implemented', 'The interface has this operation, this server does not yet.'),
  recognizer_unavailable: entry(
    503,
    'No recognizer',
    'This server has nothing that turns speech into text, or none of it works now. The message says what an operator can do.',
    true,
  ),
  unavailable: entry(
    503,
    'Unavailable',
    'The server is starting, draining or out of capacity. Try again after the time in `retry-after`.',
    true,
  ),
} as const satisfies Record<string, ErrorEntry>;

/** A key of {@link errorRegistry}. */
export type ErrorCode = keyof typeof errorRegistry;
