/** Opens a WebSocket: the runtimes' own, or the package `ws`. */
import { ConnectionError, SonorantError } from './errors.ts';
import type { Http } from './http.ts';
import { reasonOf } from './waiting.ts';

/** The part of the events of a WebSocket that is read. */
export interface SocketEvent {
  readonly type: string;
  readonly data?: unknown;
  readonly code?: number;
  readonly reason?: string;
  /** Of the package `ws`: why a WebSocket was not opened, with a code where the server was not reached. */
  readonly error?: unknown;
}

/** The part of a WebSocket that is used. */
export interface WebSocketLike {
  readonly readyState: number;
  send(data: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: SocketEvent) => void): void;
  /** Of the package `ws`: reads no more until it is resumed. */
  pause?(): void;
  resume?(): void;
}

/** The class `WebSocket` of the runtime, or that of the package `ws`. */
export type WebSocketClass = new (url: string, options?: never) => WebSocketLike;

export interface OpenOptions {
  readonly WebSocket: WebSocketClass;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Browsers set no headers on a WebSocket; the other runtimes do, where the credential is kept out of the address. */
function takesHeaders(): boolean {
  return 'process' in globalThis && !('document' in globalThis);
}

/** @throws {ConnectionError | SonorantError} as why the handshake failed */
export async function openWebSocket(http: Http, options: OpenOptions): Promise<WebSocketLike> {
  const { signal, timeoutMs } = options;
  const credential = await http.credential();
  const inHeaders = takesHeaders();
  const query = {
    ...(!inHeaders && { cartesia_version: http.version }),
    ...(credential !== undefined && !inHeaders && { [credential.kind]: credential.text }),
  };
  const url = http.url('/tts/websocket', { query }).replace(/^http/, 'ws');
  // Without the query, which may carry the credential.
  const address = url.replace(/\?.*/, '');
  const headers = {
    'service-version': http.version,
    ...(credential !== undefined && { authorization: `Bearer ${credential.text}` }),
  };
  if (signal?.aborted === true) throw reasonOf(signal);
  const socket = new options.WebSocket(url, ...(inHeaders ? [{ headers } as never] : []));
  const failure = await new Promise<Error | undefined>((resolve) => {
    const late = Number.isFinite(timeoutMs)
      ? setTimeout(() => end(new ConnectionError(`${address}: not open within ${timeoutMs} ms`)), timeoutMs)
      : undefined;
    const abort = (): void => end(signal && reasonOf(signal));
    const end = (error: Error | undefined): void => {
      clearTimeout(late);
      signal?.removeEventListener('abort', abort);
      resolve(error);
    };
    signal?.addEventListener('abort', abort, { once: true });
    socket.addEventListener('open', () => end(undefined));
    socket.addEventListener('error', ({ error: cause }) => {
      const isAway = cause instanceof Error && 'code' in cause;
      end(isAway ? new ConnectionError(`${address}: ${cause.message}`, { cause }) : new RefusedHandshake());
    });
    socket.addEventListener('close', () => end(new RefusedHandshake()));
  });
  if (failure === undefined) return socket;
  socket.close();
  throw failure instanceof RefusedHandshake ? await whyRefused(http, address, signal) : failure;
}

class RefusedHandshake extends Error {}

/**
 * A browser does not tell what a handshake was answered with, so a request with the same credential asks again: it speaks
 * nothing, since its body is empty.
 */
async function whyRefused(http: Http, address: string, signal: AbortSignal | undefined): Promise<Error> {
  try {
    await http.send('POST', '/tts/bytes', { body: {}, retries: 0, signal });
  } catch (error) {
    const isReason = error instanceof SonorantError && ![400, 404, 405].includes(error.status);
    if (isReason || error instanceof ConnectionError || signal?.aborted === true) return error as Error;
  }
  const hint = takesHeaders() ? '' : '; a page of another origin needs SONORANT_CORS_ORIGINS to name it';
  return new ConnectionError(`${address}: the server, or a proxy in front of it, did not open the WebSocket${hint}.`);
}
