/** Why a request got no answer, or not the whole of one. */

/** `timeout`: the total time of a request; `redirect`: it leads nowhere, or where it may not. */
export type HttpFailure =
  | 'https_required'
  | 'address_refused'
  | 'name_not_found'
  | 'connect_timeout'
  | 'headers_timeout'
  | 'body_timeout'
  | 'timeout'
  | 'connection_failed'
  | 'redirect';

export interface HttpErrorDetails {
  /** Of the request that failed: behind a redirect not the one that was asked for. */
  readonly url: string;
  /** Of the system or of TLS, such as `ECONNREFUSED`, `CERT_HAS_EXPIRED`; `EPROTO`: the answer is not of HTTP. */
  readonly code?: string | undefined;
  /** The refused addresses are of local networks, which are reached where {@link Reach} is `private`. */
  readonly isPrivate?: boolean;
}

/** The message goes on a sentence that begins with the address, which it does not repeat. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly kind: HttpFailure;
  readonly url: string;
  readonly code: string | undefined;
  readonly isPrivate: boolean;

  constructor(kind: HttpFailure, message: string, { url, code, isPrivate = false }: HttpErrorDetails) {
    super(message);
    this.kind = kind;
    this.url = url;
    this.code = code;
    this.isPrivate = isPrivate;
  }
}

/** Codes of undici for what the system and Node name otherwise. */
const codes: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'ECONNRESET',
  UND_ERR_HEADERS_OVERFLOW: 'HPE_HEADER_OVERFLOW',
};

const messages: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'no server of that name is found',
  EAI_AGAIN: 'no server of that name is found',
};

/** An error of a connection as one of this room. */
export function asHttpError(error: Error, url: string): HttpError {
  if (error instanceof HttpError) return error;
  const { code: given } = error as { readonly code?: unknown };
  const name = error.name === 'HTTPParserError' ? 'EPROTO' : given;
  const code = typeof name === 'string' ? (codes[name] ?? name) : undefined;
  const message = messages[code ?? ''] ?? (error.message || (code ?? 'the connection failed'));
  const isName = code === 'ENOTFOUND' || code === 'EAI_AGAIN';
  return new HttpError(isName ? 'name_not_found' : 'connection_failed', message, { url, code });
}
