/** Errors from before there is a request: bytes that are not HTTP, and handshakes that are not WebSocket. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError } from '../../errors/service-error.ts';
import type { ConnectionEndReason, ConnectionEnds } from '../sockets/connection-ends.ts';
import { errorBody } from './errors.ts';
import { errorHeaders } from './http-error.ts';
import { requestIdHeaders } from './requests.ts';

/**
 * Writes a whole response with the error and ends the connection, also where the client does not end its side: no timer of Node
 * watches a connection that has left HTTP.
 */
export function writeRawError(socket: Duplex, error: ServiceError, requestId?: string): void {
  if (socket.writable) socket.end(rawError(error, requestId), () => void socket.destroy());
  else socket.destroy();
}

/** The bytes of a whole response with the error. */
export function rawError(error: ServiceError, requestId: string = randomUUID()): string {
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = {
    ...errorHeaders(error),
    ...Object.fromEntries(requestIdHeaders.map((name) => [name, requestId])),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** How long a connection that was told why it ends may take to close its own side. */
const lingerMs = 1000;

/** For the event `clientError`: answers what is no HTTP, ends connections that broke. */
export function onClientError(
  ends: ConnectionEnds,
  error: Error & { readonly code?: unknown; readonly rawPacket?: unknown },
  socket: Duplex,
): void {
  const code = typeof error.code === 'string' ? error.code : '';
  // Whatever else a connection breaks with is its client's doing, and the connection is over.
  if (/^(HPE_|ERR_HTTP_)/.test(code)) {
    if (isTlsHandshake(error.rawPacket)) ends.ofSocket(socket, 'tls_on_plain_port', { error: new Error(tlsHint) });
    const { request, response } = ends.runningOn(socket) ?? {};
    const [reason, problem] = clientProblem(code, response?.req.complete === false);
    ends.ofSocket(socket, reason, { error });
    // Behind the first bytes of an answer, this one would be taken for a part of it.
    if (response?.headersSent === true) return void socket.destroy();
    writeRawError(socket, problem, request?.id);
    // The client may go on sending, and never read.
    setTimeout(() => socket.destroy(), lingerMs).unref();
    return;
  }
  // An answer could not be read before the connection is encrypted.
  if (code === 'ERR_TLS_HANDSHAKE_TIMEOUT') ends.ofSocket(socket, 'tls_timeout', { error, transport: 'tls' });
  else if (/^ERR_(SSL|TLS)_/.test(code)) ends.ofSocket(socket, 'tls_failed', { error, transport: 'tls' });
  socket.destroy();
}

/** Some client libraries make every WebSocket address a `wss` one; what they say themselves is "wrong version number". */
const tlsHint =
  'the client speaks TLS to the port without it: its address begins with https or wss. Give it the plain one, or the server a certificate (SONORANT_TLS_PORT, SONORANT_TLS_CERT, SONORANT_TLS_KEY)';

/** Whether bytes begin as the record of a TLS handshake does (RFC 8446, 5.1). */
function isTlsHandshake(bytes: unknown): boolean {
  return Buffer.isBuffer(bytes) && bytes[0] === 0x16 && bytes[1] === 0x03;
}

function clientProblem(code: string, isBody: boolean): readonly [ConnectionEndReason, ServiceError] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = 'The headers are larger than this server takes.';
    return ['headers_too_large', new ServiceError('invalid_request', message, { status: 431 })];
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const problem = new ServiceError('invalid_request', 'The request did not arrive in time.', { status: 408 });
    return [isBody ? 'body_timeout' : 'headers_timeout', problem];
  }
  return ['malformed_request', new ServiceError('invalid_request', 'The request is not valid HTTP/1.1.')];
}
