/** Opens a WebSocket: the runtimes' own, or the package `ws`. */
import { ConnectionError, SonorantError } from './errors.ts';
import type { Credential, Http, QueryValue, RequestContent } from './http.ts';
import { afterMs, onAbort, pauseBefore, reasonOf, sleep, untilAborted, withLimit } from './waiting.ts';

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
  /** Bytes that wait to be sent. */
  readonly bufferedAmount?: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: SocketEvent) => void): void;
  /** Of the package `ws`: reads no more until it is resumed. */
  pause?(): void;
  resume?(): void;
}

/** The class `WebSocket` of the runtime, or that of the package `ws`. */
export type WebSocketClass = new (url: string, options?: never) => WebSocketLike;

export interface OpenSocketListeners {
  readonly message: (data: unknown) => void;
  /** Whichever side has ended it; the code is 1006 where it was lost. */
  readonly close: (code: number, reason: string) => void;
}

/**
 * A WebSocket that was opened. What it tells before it is listened to waits: the package `ws` tells of messages that came in one packet
 * with the answer to the handshake before a promise that waits for the opening goes on.
 */
export class OpenSocket {
  readonly #socket: WebSocketLike;
  readonly #early: SocketEvent[] = [];
  #take: (event: SocketEvent) => void = (event) => void this.#early.push(event);

  /** @param socket that is being opened */
  constructor(socket: WebSocketLike) {
    this.#socket = socket;
    for (const type of ['message', 'close'] as const) socket.addEventListener(type, (event) => this.#take(event));
  }

  /** Whether it takes messages. */
  get isOpen(): boolean {
    return this.#socket.readyState === openState;
  }

  /** Bytes that wait to be sent. */
  get bufferedAmount(): number {
    return this.#socket.bufferedAmount ?? 0;
  }

  /** Whether {@link pause} has an effect. */
  get canPause(): boolean {
    return typeof this.#socket.pause === 'function' && typeof this.#socket.resume === 'function';
  }

  /** Tells of messages and of the end, also of those that have come. Once. */
  listen({ message, close }: OpenSocketListeners): void {
    this.#take = ({ type, data, code = 1006, reason = '' }) => {
      if (type === 'message') message(data);
      else close(code, reason);
    };
    for (const event of this.#early.splice(0)) this.#take(event);
  }

  send(data: string | Uint8Array<ArrayBuffer>): void {
    this.#socket.send(data);
  }

  close(code: number): void {
    this.#socket.close(code);
  }

  /** Reads no more until it is resumed. */
  pause(): void {
    this.#socket.pause?.();
  }

  resume(): void {
    this.#socket.resume?.();
  }
}

/** A route that takes WebSockets. */
export interface SocketRoute {
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>> | undefined;
  /**
   * What is asked where the handshake failed, since a browser does not tell what it was answered with: a request that is refused for
   * the same reasons and does nothing otherwise.
   */
  readonly probe: { readonly path: string; /** Default `POST`. */ readonly method?: 'GET' } & Pick<
    RequestContent,
    'body' | 'form'
  >;
  /** Codes of answers of 400 and 404 that are a reason. Default: none, since they are about the request that asks. */
  readonly reasons?: readonly string[];
}

export const speechRoute: SocketRoute = { path: '/tts/websocket', probe: { path: '/tts/bytes', body: {} } };

/** `readyState` of a WebSocket that takes messages. */
const openState = 1;

export interface OpenOptions {
  readonly WebSocket: WebSocketClass;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Default: that of the client. */
  readonly credential?: Credential | undefined;
}

/**
 * Tries again where the server can answer otherwise then.
 * @throws {ConnectionError | SonorantError} as why the last handshake failed
 */
export async function openPatiently(
  http: Http,
  route: SocketRoute,
  { retries, ...options }: OpenOptions & { readonly retries: number },
): Promise<OpenSocket> {
  const { signal } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await openWebSocket(http, route, options);
    } catch (error) {
      const pause = signal?.aborted === true ? undefined : pauseBefore(attempt, retries, error);
      if (pause === undefined) throw error;
      await sleep(pause, signal);
    }
  }
}

/** Browsers set no headers on a WebSocket; the other runtimes do, where the credential is kept out of the address. */
function takesHeaders(): boolean {
  return 'process' in globalThis && !('document' in globalThis);
}

/** @throws {ConnectionError | SonorantError} as why the handshake failed */
export async function openWebSocket(http: Http, route: SocketRoute, options: OpenOptions): Promise<OpenSocket> {
  const { signal, timeoutMs } = options;
  const late = (): Error => new ConnectionError(`There was no access token within ${timeoutMs} ms.`);
  const asked = options.credential ?? withLimit(http.credential(), timeoutMs, late);
  const credential = await untilAborted(Promise.resolve(asked), signal);
  const inHeaders = takesHeaders();
  const query = {
    ...route.query,
    ...(!inHeaders && { cartesia_version: http.version }),
    ...(credential !== undefined && !inHeaders && { [credential.kind]: credential.text }),
  };
  const url = http.url(route.path, { query }).replace(/^http/, 'ws');
  // Without the query, which may carry the credential.
  const address = url.replace(/\?.*/, '');
  const headers = {
    'service-version': http.version,
    ...(credential !== undefined && { authorization: `Bearer ${credential.text}` }),
  };
  if (signal?.aborted === true) throw reasonOf(signal);
  const socket = new options.WebSocket(url, ...(inHeaders ? [{ headers } as never] : []));
  const opened = new OpenSocket(socket);
  let release = (): void => undefined;
  const failure = await new Promise<Error | undefined>((resolve) => {
    const end = afterMs(timeoutMs, () => resolve(new ConnectionError(`${address}: not open within ${timeoutMs} ms`)));
    const forget = onAbort(signal, resolve);
    release = () => {
      end();
      forget();
    };
    socket.addEventListener('open', () => resolve(undefined));
    socket.addEventListener('error', ({ error: cause }) => {
      const isAway = cause instanceof Error && 'code' in cause;
      resolve(isAway ? new ConnectionError(`${address}: ${cause.message}`, { cause }) : new RefusedHandshake());
    });
    socket.addEventListener('close', () => resolve(new RefusedHandshake()));
  });
  release();
  if (failure === undefined) return opened;
  socket.close();
  throw failure instanceof RefusedHandshake ? await whyRefused(http, route, address, signal) : failure;
}

class RefusedHandshake extends Error {}

async function whyRefused(
  http: Http,
  { probe: { path, method, ...content }, reasons = [] }: SocketRoute,
  address: string,
  signal: AbortSignal | undefined,
): Promise<Error> {
  try {
    await http.send(method ?? 'POST', path, { ...content, retries: 0, signal });
  } catch (error) {
    const isReason =
      error instanceof SonorantError && (![400, 404, 405, 426].includes(error.status) || reasons.includes(error.code));
    if (isReason || error instanceof ConnectionError || signal?.aborted === true) return error as Error;
  }
  const hint = takesHeaders() ? '' : '; a page of another origin needs SONORANT_CORS_ORIGINS to name it';
  return new ConnectionError(`${address}: the server, or a proxy in front of it, did not open the WebSocket${hint}.`);
}

/** Bytes on their way to the server above which {@link roomIn} waits. */
const mostBuffered = 64 << 10;

export interface RoomOptions {
  /** The server may take nothing for so long. */
  readonly timeoutMs: number;
  readonly isOver: () => boolean;
  /** The server has taken nothing for too long; it should be over then. */
  readonly onStalled: (error: ConnectionError) => void;
}

/** Waits until a WebSocket has room: it takes everything at once and tells by a number only how much of it is still here. */
export async function roomIn(socket: OpenSocket, { timeoutMs, isOver, onStalled }: RoomOptions): Promise<void> {
  let [least, since] = [Infinity, performance.now()];
  for (;;) {
    const { bufferedAmount } = socket;
    if (bufferedAmount <= mostBuffered || isOver()) return;
    if (bufferedAmount < least) [least, since] = [bufferedAmount, performance.now()];
    else if (performance.now() - since > timeoutMs) onStalled(fallenSilent(timeoutMs));
    await sleep(20, undefined);
  }
}

/** The server has not answered, or taken what it was sent, in time. */
export function fallenSilent(ms: number): ConnectionError {
  return new ConnectionError(`The server has taken and sent nothing for ${ms} ms.`);
}
