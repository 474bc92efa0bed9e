/** The response headers of errors. */
import type { ErrorCode } from '../../errors/registry.ts';
import { ServiceError, type ServiceErrorOptions } from '../../errors/service-error.ts';

/** Where the error does not say when trying again makes sense. */
const defaultRetryAfterSeconds = 1;

/** An error that only HTTP knows: its response has headers that no other transport has a place for, such as `allow`. */
export class HttpError extends ServiceError {
  readonly headers: Readonly<Record<string, string>>;

  /** @param headers of the response, beside those of {@link errorHeaders}, which they replace; names in lower case */
  constructor(
    code: ErrorCode,
    message: string,
    headers: Readonly<Record<string, string>>,
    options?: ServiceErrorOptions,
  ) {
    super(code, message, options);
    this.headers = headers;
  }
}

/** The headers that an error demands, so that clients retry what can succeed and nothing else, and its own ones. */
export function errorHeaders(error: ServiceError): Readonly<Record<string, string>> {
  const { status, retryable } = error;
  const { retryAfterSeconds = status === 429 || status === 503 ? defaultRetryAfterSeconds : undefined } = error;
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  if (!retryable && (status === 409 || status >= 500)) headers['x-should-retry'] = 'false';
  return error instanceof HttpError ? { ...headers, ...error.headers } : headers;
}
