import { errorRegistry, type ErrorCode } from './registry.ts';

/** What one error has beside its code and message. */
export interface ServiceErrorOptions {
  /** Replaces the registry's status, where one code has another status by place or version. */
  readonly status?: number;
  /** Whole seconds after which the same request can succeed. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** An error that is shown to the client. Anything else that is thrown becomes `internal_error` with a constant text. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  /** Undefined where the error does not know a time. */
  readonly retryAfterSeconds: number | undefined;

  /**
   * @param code    an entry of the registry; gives status, title and whether a retry can help
   * @param message what was wrong, naming the field and the allowed values; shown to the caller
   */
  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    const entry = errorRegistry[code];
    this.code = code;
    this.status = options.status ?? entry.status;
    this.title = entry.title;
    this.retryable = entry.retryable;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** The same error in other words, without what only one transport has. */
  withMessage(message: string): ServiceError {
    const { code, status, retryAfterSeconds, cause } = this;
    return new ServiceError(code, message, {
      status,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(cause !== undefined && { cause }),
    });
  }
}

/**
 * A field of a request that is wrong, in the one form every such message has.
 * @param path    the field, as in `output_format.bit_rate`
 * @param problem what is wrong and what is allowed
 */
export function invalidField(path: string, problem: string): ServiceError {
  return new ServiceError('invalid_request', `✖ ${problem}\n  → at ${path}`);
}

/**
 * Converts anything thrown: what is no {@link ServiceError} becomes the `cause` of an `internal_error` without details.
 */
export function asServiceError(error: unknown): ServiceError {
  return error instanceof ServiceError
    ? error
    : new ServiceError('internal_error', 'Something went wrong in the server. The request id finds it in the log.', {
        cause: error,
      });
}
