/** Errors from before there is a request: bytes that are not HTTP, and handshakes that are not WebSocket. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError } from '../errors/service-error.ts';
import { errorBody } from './errors.ts';
import { errorHeaders } from './http-error.ts';
import { requestIdHeaders } from './requests.ts';

/**
 * Writes a whole response with the error and ends the connection, also where the client does not end its side: no timer of Node
 * watches a connection that has left HTTP.
 */
export function writeRawError(socket: Duplex, error: ServiceError, requestId: string = randomUUID()): void {
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
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => void socket.destroy());
  else socket.destroy();
}

/** For Fastify's `clientErrorHandler` and the event `clientError`: answers what is no HTTP, ends connections that broke. */
export function onClientError({ code = '' }: Error & { readonly code?: string }, socket: Duplex): void {
  // A failed TLS handshake comes here as well: an answer could not be read.
  if (/^(HPE_|ERR_HTTP_)/.test(code)) writeRawError(socket, clientProblem(code));
  else socket.destroy();
}

function clientProblem(code: string): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ServiceError('invalid_request', 'The headers are larger than this server takes.', { status: 431 });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ServiceError('invalid_request', 'The request did not arrive in time.', { status: 408 });
  }
  return new ServiceError('invalid_request', 'The request is not valid HTTP/1.1.');
}
