/** What can go wrong between a program and a server. Cancelling by an `AbortSignal` throws the signal's own reason. */

/** What had come of an utterance when its connection was lost. */
export interface Heard {
  /** Of audio, as the format has them. */
  readonly bytes: number;
  /** Of audio; undefined for a format whose length its bytes do not tell. */
  readonly seconds: number | undefined;
  /** Whose times had come. */
  readonly words: number;
}

/** The body of a failed request, and an `error` event of a stream. */
export interface ErrorDetails {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId: string | undefined;
  readonly docUrl: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly ignoredFields: readonly string[];
  readonly mayRetry?: boolean | undefined;
  readonly heard?: Heard | undefined;
}

/** The server has refused the request, or its work on it has failed. */
export class SonorantError extends Error {
  override readonly name = 'SonorantError';
  /** HTTP status; also that of an error within a stream. */
  readonly status: number;
  /** What went wrong, as in the page `/docs/errors` of the server: `unauthorized`, `voice_not_found`. */
  readonly code: string;
  /** Finds the request in the server's log. */
  readonly requestId: string | undefined;
  /** Where the code is explained. */
  readonly docUrl: string | undefined;
  /** When the server wants to be asked again. */
  readonly retryAfterSeconds: number | undefined;
  /** Fields of the request that the server does not know. One of them is often a misspelt one that it misses. */
  readonly ignoredFields: readonly string[];
  /** False where the server says that the same request cannot succeed later. */
  readonly mayRetry: boolean;
  /** Of an utterance that had begun: what had come before. */
  readonly heard: Heard | undefined;

  constructor(details: ErrorDetails) {
    super(details.message);
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.docUrl = details.docUrl;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.ignoredFields = details.ignoredFields;
    this.mayRetry = details.mayRetry ?? true;
    this.heard = details.heard;
  }
}

export interface ConnectionErrorOptions extends ErrorOptions {
  readonly closeCode?: number | undefined;
  readonly heard?: Heard | undefined;
}

/** The server was not reached, did not answer in time, or its connection was lost. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** The code a WebSocket was closed with; 1006 when it was lost without one. */
  readonly closeCode: number | undefined;
  /** Of an utterance: what had come before. */
  readonly heard: Heard | undefined;

  constructor(message: string, { closeCode, heard, ...options }: ConnectionErrorOptions = {}) {
    super(message, options);
    this.closeCode = closeCode;
    this.heard = heard;
  }
}

interface ErrorFields {
  readonly error_code?: unknown;
  readonly message?: unknown;
  readonly request_id?: unknown;
  readonly doc_url?: unknown;
  readonly status_code?: unknown;
  /** Of routes in the shape of OpenAI. */
  readonly error?: { readonly message?: unknown; readonly code?: unknown; readonly type?: unknown };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfter(value: string | null): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? (Date.parse(value) - Date.now()) / 1000 : seconds;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** A header that lists names, which may be percent-encoded. */
export function namesOf(header: string | null): string[] {
  if (header === null) return [];
  return header
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => {
      try {
        return decodeURIComponent(name);
      } catch {
        return name;
      }
    });
}

function fieldsOf(body: string): ErrorFields {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // A proxy in front of the server has answered, or a version that knows plain text only.
  }
  return { message: body.length > 500 ? `${body.slice(0, 500)}…` : body };
}

/** @returns the error that a response of 400 or more stands for */
export async function errorOf(response: Response): Promise<SonorantError> {
  const { error, ...fields } = fieldsOf(await response.text().catch(() => ''));
  const message = text(fields.message) ?? text(error?.message) ?? '';
  return new SonorantError({
    status: response.status,
    code: text(fields.error_code) ?? text(error?.code) ?? text(error?.type) ?? `http_${response.status}`,
    message: message === '' ? `The server answers ${response.status} ${response.statusText}`.trim() : message,
    requestId: text(fields.request_id) ?? response.headers.get('x-request-id') ?? undefined,
    docUrl: text(fields.doc_url),
    retryAfterSeconds: retryAfter(response.headers.get('retry-after')),
    ignoredFields: namesOf(response.headers.get('sonorant-ignored-fields')),
    mayRetry: response.headers.get('x-should-retry') !== 'false',
  });
}

/** @returns the error that an `error` event of a stream stands for */
export function errorOfEvent(event: object, heard?: Heard): SonorantError {
  const fields: ErrorFields = event;
  return new SonorantError({
    status: typeof fields.status_code === 'number' ? fields.status_code : 500,
    code: text(fields.error_code) ?? 'internal_error',
    message: text(fields.message) ?? 'The server has failed.',
    requestId: text(fields.request_id),
    docUrl: text(fields.doc_url),
    retryAfterSeconds: undefined,
    ignoredFields: [],
    heard,
  });
}
