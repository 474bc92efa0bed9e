/** One request to an upstream, and its answer as samples while they come. */
import { request as httpRequest, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Clock } from '../../timing/clock.ts';
import { BodyError, PcmBody } from './pcm-body.ts';

export interface ExchangeLimits {
  /** Until the connection stands, TLS included. Default 2,000 ms. */
  readonly connectMs?: number;
  /** From the segment's first request, attempts and connections included, to its first audio. Default 8,000 ms. */
  readonly firstByteMs?: number;
  /** Longest time in which less than a quarter of a second of audio comes. Default 5,000 ms. */
  readonly silenceMs?: number;
}

export interface ExchangeOptions {
  readonly url: string;
  /** Undefined: a connection of its own. */
  readonly agent: Agent | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Hz that are expected. */
  readonly sampleRate: number;
  readonly limits: Required<ExchangeLimits>;
  /** Clock time in ms by which the first audio has to be there. */
  readonly firstByteBy: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onAudio: (samples: Int16Array<ArrayBuffer>) => void;
}

export interface FailureDetails {
  /** Trying again at once may help. */
  readonly mayRetry?: boolean;
  /** The server works: it does not like this request. */
  readonly isRefusal?: boolean;
  /** For so long the server does not want to be asked. */
  readonly pauseMs?: number | undefined;
}

/** Why a request gave no audio, or not all. The message goes on a sentence that begins with the upstream's name. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly details: FailureDetails;

  constructor(message: string, details: FailureDetails = {}) {
    super(message);
    this.details = details;
  }
}

/** Less audio than this in the time of the silence limit is silence: whoever listens has run out of it long before. */
const leastAudioSeconds = 0.25;
/** Of the body of an error so much is read, and waited for. */
const maxErrorBytes = 4096;
const errorBodyMs = 500;

/**
 * Resolves when all audio was given, and also, without a word, when the signal is aborted.
 * @throws {ExchangeError} when the server does not answer, or with something else
 * @throws what `onAudio` throws
 */
export function exchange(options: ExchangeOptions): Promise<void> {
  return new Promise((resolve, reject) => new Exchange(options, resolve, reject).begin());
}

class Exchange {
  readonly #options: ExchangeOptions;
  readonly #resolve: () => void;
  readonly #reject: (error: unknown) => void;
  readonly #stopTimers = new Map<'connect' | 'firstByte' | 'silence' | 'error', () => void>();
  readonly #abort = (): void => this.#end();
  #request: ClientRequest | undefined;
  #isOver = false;
  #samples = 0;
  /** Samples since the silence timer was set. */
  #sinceTimer = 0;

  constructor(options: ExchangeOptions, resolve: () => void, reject: (error: unknown) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  begin(): void {
    const { url, agent, headers, body, limits, firstByteBy, clock, signal } = this.#options;
    if (signal.aborted) return this.#end();
    signal.addEventListener('abort', this.#abort, { once: true });
    const { connectMs } = limits;
    this.#after('connect', connectMs, () => new ExchangeError(`took no connection within ${connectMs} ms`));
    this.#after('firstByte', firstByteBy - clock.now(), () => this.#lateError());
    const open = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = open(url, {
      method: 'POST',
      agent: agent ?? false,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    this.#request = request;
    request.on('socket', (socket) => this.#watchConnection(request, socket));
    request.on('error', (error) => this.#fail(connectionError(error, request.reusedSocket)));
    request.on('response', (answer) => this.#guard(() => this.#answer(answer)));
    // As a text it goes out in one piece with the headers.
    request.end(body);
  }

  #lateError(): ExchangeError {
    const { firstByteMs } = this.#options.limits;
    return new ExchangeError(`gave no audio within ${firstByteMs} ms`);
  }

  #watchConnection(request: ClientRequest, socket: Socket): void {
    const stop = (): void => this.#stop('connect');
    if (request.reusedSocket) return stop();
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', stop);
  }

  #answer(answer: IncomingMessage): void {
    this.#stop('connect');
    answer.on('error', () => this.#fail(this.#cutError(answer)));
    const { statusCode: status = 0 } = answer;
    if (status !== 200) return this.#readError(answer, status);
    const encoding = answer.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') throw new ExchangeError(`answered with compressed audio (${encoding})`);
    const body = new PcmBody(answer.headers['content-type'] ?? '', this.#options.sampleRate);
    answer.on('data', (chunk: Buffer) => this.#guard(() => this.#give(body.push(chunk))));
    answer.on('end', () =>
      this.#guard(() => {
        this.#give(body.end());
        if (this.#samples === 0) throw new ExchangeError('answered with no audio at all');
        this.#end();
      }),
    );
  }

  #cutError({ statusCode = 0 }: IncomingMessage): ExchangeError {
    if (statusCode !== 200) return statusError(statusCode, '', {});
    const { sampleRate } = this.#options;
    return new ExchangeError(`ended its answer early, after ${(this.#samples / sampleRate).toFixed(2)} s of audio`);
  }

  #give(samples: Int16Array<ArrayBuffer>): void {
    if (this.#isOver || samples.length === 0) return;
    const { sampleRate, limits, onAudio } = this.#options;
    const isFirst = this.#samples === 0;
    this.#samples += samples.length;
    this.#sinceTimer += samples.length;
    if (isFirst) this.#stop('firstByte');
    if (isFirst || this.#sinceTimer >= leastAudioSeconds * sampleRate) {
      this.#sinceTimer = 0;
      const { silenceMs } = limits;
      this.#after('silence', silenceMs, () => new ExchangeError(`fell silent for ${silenceMs} ms inside its audio`));
    }
    onAudio(samples);
  }

  /** What the server says of its error is told with it. */
  #readError(answer: IncomingMessage, status: number): void {
    let body = '';
    const fail = (): void => this.#fail(statusError(status, withoutEcho(body, this.#options.body), answer.headers));
    answer.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
      if (body.length >= maxErrorBytes) fail();
    });
    answer.on('end', fail);
    this.#stop('firstByte');
    this.#after('error', errorBodyMs, () => statusError(status, withoutEcho(body, this.#options.body), answer.headers));
  }

  /** There is no caller above an event of a socket. */
  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      const told = error instanceof BodyError ? new ExchangeError(`answered with ${error.message}`) : error;
      this.#fail(told);
    }
  }

  #after(name: 'connect' | 'firstByte' | 'silence' | 'error', ms: number, error: () => ExchangeError): void {
    this.#stop(name);
    this.#stopTimers.set(
      name,
      this.#options.clock.after(Math.max(0, ms), () => this.#fail(error())),
    );
  }

  #stop(name: 'connect' | 'firstByte' | 'silence' | 'error'): void {
    this.#stopTimers.get(name)?.();
    this.#stopTimers.delete(name);
  }

  #fail(error: unknown): void {
    this.#end(error);
  }

  /** The connection of an answer that was read to its end stays for the next request; any other is closed. */
  #end(error?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const stop of this.#stopTimers.values()) stop();
    this.#options.signal.removeEventListener('abort', this.#abort);
    const isWhole = error === undefined && !this.#options.signal.aborted;
    if (!isWhole) this.#request?.destroy();
    if (error === undefined) this.#resolve();
    else this.#reject(error);
  }
}

function connectionError(error: Error, wasReused: boolean): ExchangeError {
  const { code = error.message } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return new ExchangeError('refuses the connection', { mayRetry: true });
  if (code === 'ENOTFOUND') return new ExchangeError('has a host name that leads nowhere (ENOTFOUND)');
  const why = wasReused ? 'closed the connection' : `cannot be reached: ${code}`;
  return new ExchangeError(why, { mayRetry: true });
}

/** What the operator has to mend, by status. */
const hints: Readonly<Record<number, string>> = {
  400: 'look at its "model" and "voices"',
  401: 'its "key" is missing or not valid',
  403: 'its "key" is not allowed to do this',
  404: 'it has no /audio/speech below its "url", or no such model or voice',
  405: 'it has no /audio/speech below its "url"',
};

/** Some servers repeat the request in their errors; the text is none of the log's business. */
function withoutEcho(said: string, request: string): string {
  const { input } = JSON.parse(request) as { readonly input: string };
  const start = input.trim().slice(0, 16);
  return start !== '' && (said.includes(start) || said.includes(JSON.stringify(start).slice(1, -1))) ? '' : said;
}

function statusError(status: number, body: string, headers: IncomingMessage['headers']): ExchangeError {
  if (status >= 300 && status < 400) {
    const to = headers.location === undefined ? 'another address' : headers.location.slice(0, 200);
    return new ExchangeError(`redirects to ${to}, which is not followed: set the address that answers as its "url"`);
  }
  const said = body
    .slice(0, 300)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  const hint = hints[status];
  const message = [`answered ${status}`, hint, said].filter((part) => part !== undefined && part !== '').join(': ');
  const pauseMs = retryAfterMs(headers['retry-after']);
  if (status >= 500) return new ExchangeError(message, { mayRetry: pauseMs === undefined, pauseMs });
  return new ExchangeError(message, { isRefusal: [400, 413, 422, 429].includes(status), pauseMs });
}

/** Longest pause that a server may ask for: a wrong clock would silence it for years. */
const maxPauseMs = 60_000;

function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/u.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return ms > 0 ? Math.min(ms, maxPauseMs) : undefined;
}
