/** One request for a file: bounded in every wait, redirects followed by hand. */
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Clock } from '../timing/clock.ts';
import { ModelError } from '../engines/neural/model-error.ts';

export interface HttpLimits {
  /** For the connection, TLS included. Default 15,000 ms. */
  readonly connectMs: number;
  /** Without a byte, before the answer and within it. Default 30,000 ms. */
  readonly stallMs: number;
  /** Default 5. */
  readonly maxRedirects: number;
}

export const defaultHttpLimits: HttpLimits = { connectMs: 15_000, stallMs: 30_000, maxRedirects: 5 };

export interface GetOptions extends HttpLimits {
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** It may go well the next time: the connection was cut, or the server is busy. */
export class TransientError extends Error {
  override readonly name = 'TransientError';
  /** How long the server asks to be left alone, in ms; 0 when it does not say. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs = 0) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** An answer whose body is still to be read with {@link bytesOf}. */
export interface HttpAnswer {
  /** 200 or 206, or 416. */
  readonly status: number;
  readonly message: IncomingMessage;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const passing = new Set([408, 425, 429]);

/**
 * The answer to a GET, behind redirects.
 * @throws {TransientError} when another attempt may go well
 * @throws {ModelError} when none will
 * @throws the signal's reason when it is raised
 */
export async function get(address: string, options: GetOptions): Promise<HttpAnswer> {
  let url = httpAddress(address);
  for (let hops = 0; hops <= options.maxRedirects; hops++) {
    const message = await answerTo(url, options);
    const status = message.statusCode ?? 0;
    if (status === 200 || status === 206 || status === 416) return { status, message };
    message.destroy();
    if (!redirects.has(status)) throw refusal(url, message);
    url = redirected(url, message.headers.location);
  }
  throw new ModelError(`${address}: redirects more than ${options.maxRedirects} times`);
}

/**
 * An address that files may come from.
 * @throws {ModelError} for anything but http and https
 */
export function httpAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new ModelError(`${address}: is not an http or https address`);
  }
  return url;
}

function redirected(from: URL, location: string | undefined): URL {
  if (location === undefined || !URL.canParse(location, from.href)) {
    throw new ModelError(`${from.href}: redirects to nowhere`);
  }
  const to = httpAddress(new URL(location, from.href).href);
  // What came encrypted so far would go on in the open, where anyone on the way can change it.
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw new ModelError(`${from.href}: redirects from https to ${to.href}, which is not encrypted`);
  }
  return to;
}

function refusal(url: URL, { statusCode = 0, statusMessage = '', headers }: IncomingMessage): Error {
  const text = `${url.href}: the server answered ${`${statusCode} ${statusMessage}`.trim()}`;
  if (statusCode < 500 && !passing.has(statusCode)) return new ModelError(text);
  const seconds = Number(headers['retry-after']);
  return new TransientError(text, seconds > 0 ? seconds * 1000 : 0);
}

/** The head of one answer. */
function answerTo(url: URL, { headers, connectMs, stallMs, clock, signal }: GetOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      // Content encoding would make lengths and ranges those of something else.
      headers: { 'user-agent': 'sonorant', 'accept-encoding': 'identity', ...headers },
      signal,
    });
    const timer = waits(request, url, { connectMs, stallMs, clock });
    request.once('response', (message) => {
      timer.stop();
      resolve(message);
    });
    request.once('error', (error) => {
      timer.stop();
      reject(signal.aborted ? abortReason(signal) : asTransient(url, error));
    });
    request.end();
  });
}

/** First the limit of the connection, then that of the answer. */
function waits(
  request: ClientRequest,
  url: URL,
  { connectMs, stallMs, clock }: Pick<GetOptions, 'connectMs' | 'stallMs' | 'clock'>,
): { readonly stop: () => void } {
  const end = (problem: string) => () => request.destroy(new TransientError(`${url.href}: ${problem}`));
  let cancel = clock.after(connectMs, end(`no connection within ${connectMs / 1000} s`));
  const connected = (): void => {
    cancel();
    cancel = clock.after(stallMs, end(`no answer within ${stallMs / 1000} s`));
  };
  request.once('socket', (socket) => {
    if (!socket.connecting) connected();
    else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
  });
  return { stop: () => cancel() };
}

function asTransient(url: URL, error: Error): Error {
  if (error instanceof TransientError) return error;
  const { code } = error as NodeJS.ErrnoException;
  // Another attempt meets the same certificate.
  if (code?.startsWith('ERR_TLS') === true || code?.includes('CERT') === true) {
    return new ModelError(`${url.href}: ${error.message}`);
  }
  return new TransientError(`${url.href}: ${describe(error)}`);
}

function describe(error: NodeJS.ErrnoException): string {
  if (error.code === 'ECONNREFUSED') return 'connection refused';
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return 'no server of that name is found';
  if (error.code === 'ECONNRESET') return 'the connection was cut';
  return error.message || (error.code ?? 'the connection failed');
}

/**
 * The body as it arrives.
 * @throws {TransientError} when it is cut, or nothing comes for the limit
 */
export async function* bytesOf(
  { message }: HttpAnswer,
  url: string,
  { stallMs, clock, signal }: Pick<GetOptions, 'stallMs' | 'clock' | 'signal'>,
): AsyncGenerator<Buffer> {
  let cancel: () => void;
  const arm = (): void => {
    cancel = clock.after(stallMs, () =>
      message.destroy(new TransientError(`${url}: nothing came for ${stallMs / 1000} s`)),
    );
  };
  const abort = (): void => void message.destroy();
  signal.addEventListener('abort', abort, { once: true });
  arm();
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      cancel!();
      yield chunk;
      arm();
    }
  } catch (error) {
    throw signal.aborted ? abortReason(signal) : asTransient(new URL(url), error as Error);
  } finally {
    cancel!();
    signal.removeEventListener('abort', abort);
    message.destroy();
  }
}

/** A signal's reason is always an error here. */
export function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason));
}
