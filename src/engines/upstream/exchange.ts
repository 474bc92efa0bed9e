/** One request to an upstream, and its answer as samples while they come. */
import type { HttpAnswer } from '../../outbound/answer.ts';
import type { HttpClient } from '../../outbound/http-client.ts';
import { HttpError } from '../../outbound/http-error.ts';
import { boundedRetryAfterMs } from '../../outbound/retry-after.ts';
import type { Clock } from '../../timing/clock.ts';
import { arrivalTimer } from '../../timing/deadline.ts';
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
  /** With the limit of {@link ExchangeLimits.connectMs}. */
  readonly http: HttpClient;
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

/** Less audio than this in the time of the silence limit is silence: a listener has run out of it long before. */
const leastAudioSeconds = 0.25;
/** Of the body of an error so much is read, and waited for. */
const maxErrorBytes = 4096;
const errorBodyMs = 500;

/**
 * Resolves when all audio was given, and also, without a word, when the signal is aborted.
 * @throws {ExchangeError} when the server does not answer, or with something else
 * @throws what `onAudio` throws
 */
export async function exchange(options: ExchangeOptions): Promise<void> {
  if (!options.signal.aborted) await new Exchange(options).run();
}

class Exchange {
  readonly #options: ExchangeOptions;
  /** Aborted with an {@link ExchangeError} by the time limit that has passed. */
  readonly #late = new AbortController();
  #stopTimer: (() => void) | undefined;
  #isAnswered = false;
  #samples = 0;
  /** Samples since the silence timer was set. */
  #sinceTimer = 0;

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { http, url, headers, body, limits, firstByteBy, clock, signal } = this.#options;
    this.#limit(firstByteBy - clock.now(), `gave no audio within ${limits.firstByteMs} ms`);
    try {
      const either = AbortSignal.any([signal, this.#late.signal]);
      await this.#read(await http.send({ url, method: 'POST', headers, body }, either));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof BodyError) throw new ExchangeError(`answered with ${error.message}`);
      throw error instanceof HttpError ? this.#errorOf(error) : error;
    } finally {
      this.#stopTimer?.();
    }
  }

  /** The connection of an answer that is read to its end stays for the next request; any other is closed. */
  async #read(answer: HttpAnswer): Promise<void> {
    this.#isAnswered = true;
    if (answer.status !== 200) throw await this.#statusError(answer);
    const encoding = answer.header('content-encoding') ?? 'identity';
    if (encoding !== 'identity') {
      answer.destroy();
      throw new ExchangeError(`answered with compressed audio (${encoding})`);
    }
    const body = new PcmBody(answer.header('content-type') ?? '', this.#options.sampleRate);
    for await (const chunk of answer.body) this.#give(body.push(chunk));
    this.#give(body.end());
    if (this.#samples === 0) throw new ExchangeError('answered with no audio at all');
  }

  #give(samples: Int16Array<ArrayBuffer>): void {
    if (samples.length === 0) return;
    const { sampleRate, limits, onAudio } = this.#options;
    const isFirst = this.#samples === 0;
    this.#samples += samples.length;
    this.#sinceTimer += samples.length;
    if (isFirst || this.#sinceTimer >= leastAudioSeconds * sampleRate) {
      this.#sinceTimer = 0;
      this.#limit(limits.silenceMs, `fell silent for ${limits.silenceMs} ms inside its audio`);
    }
    onAudio(samples);
  }

  /** What the server says of its error is told with it. */
  async #statusError(answer: HttpAnswer): Promise<ExchangeError> {
    const { clock, signal, body } = this.#options;
    this.#stopTimer?.();
    this.#stopTimer = clock.after(errorBodyMs, () => answer.destroy());
    let said = '';
    try {
      for await (const chunk of answer.body) {
        said += chunk.toString('utf8');
        if (said.length >= maxErrorBytes) break;
      }
    } catch {
      // What has come says enough.
      signal.throwIfAborted();
    }
    return statusError(answer, withoutEcho(said, body));
  }

  /** In place of the limit before. */
  #limit(ms: number, problem: string): void {
    this.#stopTimer?.();
    const timer = arrivalTimer(this.#options.clock);
    this.#stopTimer = timer.after(Math.max(0, ms), () => this.#late.abort(new ExchangeError(problem)));
  }

  #errorOf({ kind, code, message }: HttpError): ExchangeError {
    const { limits, sampleRate } = this.#options;
    if (this.#isAnswered) {
      return new ExchangeError(`ended its answer early, after ${(this.#samples / sampleRate).toFixed(2)} s of audio`);
    }
    if (kind === 'connect_timeout') return new ExchangeError(`took no connection within ${limits.connectMs} ms`);
    if (code === 'ECONNREFUSED') return new ExchangeError('refuses the connection', { mayRetry: true });
    if (code === 'ENOTFOUND') return new ExchangeError('has a host name that leads nowhere (ENOTFOUND)');
    const why = code === 'ECONNRESET' ? 'closed the connection' : `cannot be reached: ${code ?? message}`;
    return new ExchangeError(why, { mayRetry: true });
  }
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

function statusError(answer: HttpAnswer, body: string): ExchangeError {
  const { status } = answer;
  if (status >= 300 && status < 400) {
    const to = answer.header('location')?.slice(0, 200) ?? 'another address';
    return new ExchangeError(`redirects to ${to}, which is not followed: set the address that answers as its "url"`);
  }
  const said = body
    .slice(0, 300)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  const hint = hints[status];
  const message = [`answered ${status}`, hint, said].filter((part) => part !== undefined && part !== '').join(': ');
  const pauseMs = boundedRetryAfterMs(answer.header('retry-after'));
  if (status >= 500) return new ExchangeError(message, { mayRetry: pauseMs === undefined, pauseMs });
  return new ExchangeError(message, { isRefusal: [400, 413, 422, 429].includes(status), pauseMs });
}
