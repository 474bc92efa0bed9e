/** Hears over a server of OpenAI's shape: `POST {url}/audio/transcriptions`, one request for each utterance. */
import { encodeSamples } from '../../audio/pcm.ts';
import { wavHeader } from '../../audio/wav/header.ts';
import { CircuitBreaker, type CircuitBreakerOptions } from '../../outbound/circuit-breaker.ts';
import { readText } from '../../outbound/answer.ts';
import { HttpClient, type HttpRequest } from '../../outbound/http-client.ts';
import { HttpError } from '../../outbound/http-error.ts';
import { boundedRetryAfterMs } from '../../outbound/retry-after.ts';
import { systemClock, type Clock } from '../../timing/clock.ts';
import { arrivalTimer } from '../../timing/deadline.ts';
import { Semaphore } from '../../collections/semaphore.ts';
import {
  recognizerRate,
  RecognizerError,
  type Recognized,
  type Recognizer,
  type Utterance,
  type UtteranceOptions,
} from '../adapter.ts';
import { WholeUtterance } from '../whole-utterance.ts';
import type { UpstreamRecognizerSetting } from './settings.ts';
import { readTranscription } from './transcription.ts';

export interface UpstreamRecognizerLimits extends CircuitBreakerOptions {
  /** Until the connection stands. Default 2,000 ms. */
  readonly connectMs?: number;
  /** For the whole answer, besides the length of the speech. Default 10,000 ms. */
  readonly timeoutMs?: number;
}

/** Of an answer so much is read: an hour of words with their times. */
const maxAnswerBytes = 8_000_000;

/** Why one request gave nothing. */
class RequestError extends Error {
  /** The server works: it does not like this request. */
  readonly isRefusal: boolean;
  /** Trying again at once may help. */
  readonly mayRetry: boolean;
  readonly pauseMs: number | undefined;

  constructor(
    message: string,
    {
      isRefusal = false,
      mayRetry = false,
      pauseMs,
    }: { isRefusal?: boolean; mayRetry?: boolean; pauseMs?: number | undefined } = {},
  ) {
    super(message);
    this.isRefusal = isRefusal;
    this.mayRetry = mayRetry;
    this.pauseMs = pauseMs;
  }
}

export class UpstreamRecognizer implements Recognizer {
  readonly #setting: UpstreamRecognizerSetting;
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  readonly #http: HttpClient;
  /** The kept connections may all be dead at once: the second attempt has a new one. */
  readonly #retryHttp: HttpClient;
  readonly #breaker: CircuitBreaker;
  readonly #requests: Semaphore;

  constructor(setting: UpstreamRecognizerSetting, limits: UpstreamRecognizerLimits = {}, clock: Clock = systemClock) {
    const { connectMs = 2000, timeoutMs = 10_000, ...breaker } = limits;
    this.#setting = setting;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
    this.#http = new HttpClient({ reach: 'any', connectMs, clock });
    this.#retryHttp = new HttpClient({ reach: 'any', connectMs, clock, idleMs: 0 });
    this.#breaker = new CircuitBreaker(breaker, clock);
    this.#requests = new Semaphore({ atOnce: setting.concurrency });
  }

  load(): Promise<void> {
    return Promise.resolve();
  }

  begin(options: UtteranceOptions): Utterance {
    return new WholeUtterance(options, (samples, signal) =>
      this.#requests.use(() => this.#recognize(samples, options, signal), signal),
    );
  }

  async close(): Promise<void> {
    await Promise.all([this.#http.close(), this.#retryHttp.close()]);
  }

  async #recognize(samples: Int16Array, options: UtteranceOptions, signal: AbortSignal): Promise<Recognized> {
    const pass = this.#breaker.enter();
    if ('refusal' in pass) throw this.#error(`has failed before: ${pass.refusal}`);
    try {
      const heard = await this.#answer(samples, options, signal);
      pass.done();
      return heard;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RequestError)) throw error;
      if (error.isRefusal && error.pauseMs === undefined) pass.done();
      else pass.failed(error.pauseMs);
      throw this.#error(error.message, error.isRefusal && error.pauseMs === undefined ? 'failed' : 'unavailable');
    } finally {
      pass.left();
    }
  }

  /** A lost connection and a failure of the server are tried again once, within the same time. */
  async #answer(samples: Int16Array, options: UtteranceOptions, signal: AbortSignal): Promise<Recognized> {
    const length = samples.length / recognizerRate;
    const limitMs = this.#timeoutMs + 1000 * length;
    const late = new AbortController();
    const stop = arrivalTimer(this.#clock).after(limitMs, () =>
      late.abort(new RequestError(`gave no answer within ${Math.round(limitMs)} ms`)),
    );
    const { url } = this.#setting;
    const { body, headers } = await this.#form(samples, options);
    const either = AbortSignal.any([signal, late.signal]);
    const request = { url: `${url}/audio/transcriptions`, method: 'POST', headers, body } as const;
    try {
      return await this.#request(this.#http, request, length, either);
    } catch (error) {
      if (!(error instanceof RequestError) || !error.mayRetry || either.aborted) throw error;
      return await this.#request(this.#retryHttp, request, length, either);
    } finally {
      stop();
    }
  }

  async #request(http: HttpClient, request: HttpRequest, length: number, signal: AbortSignal): Promise<Recognized> {
    try {
      const answer = await http.send(request, signal);
      const text = await readText(answer, maxAnswerBytes);
      if (answer.status !== 200) {
        // Before it is cut, which could leave a part of the key.
        throw statusError(answer.status, this.#redacted(text ?? ''), answer.header('retry-after'));
      }
      if (text === undefined) throw new RequestError(`answered with more than ${maxAnswerBytes} bytes`);
      return parsed(text, length);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const mayRetry = error.kind !== 'connect_timeout' && error.code !== 'ENOTFOUND';
      throw new RequestError(reasonOf(error), { mayRetry });
    }
  }

  async #form(
    samples: Int16Array,
    { language, phrases = [], prompt, temperature }: UtteranceOptions,
  ): Promise<{ body: Uint8Array; headers: Record<string, string> }> {
    const { model, key } = this.#setting;
    const form = new FormData();
    form.set('file', new Blob([wavOf(samples)], { type: 'audio/wav' }), 'speech.wav');
    form.set('model', model);
    form.set('response_format', 'verbose_json');
    form.append('timestamp_granularities[]', 'word');
    form.append('timestamp_granularities[]', 'segment');
    if (language !== undefined) form.set('language', language);
    const hints = [prompt, phrases.join(', ')].filter((part) => part !== undefined && part !== '').join(' ');
    if (hints !== '') form.set('prompt', hints);
    if (temperature !== undefined) form.set('temperature', String(temperature));
    // Node writes the form.
    const written = new Response(form);
    return {
      body: new Uint8Array(await written.arrayBuffer()),
      headers: {
        'content-type': written.headers.get('content-type')!,
        accept: 'application/json',
        'user-agent': 'sonorant',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
    };
  }

  /** Names the server. It may repeat its key in what it says. */
  #error(message: string, kind: RecognizerError['kind'] = 'unavailable'): RecognizerError {
    // Without a cause: a log writes those as well.
    return new RecognizerError(kind, this.#redacted(`the recognizer ${this.#setting.id} ${message}`));
  }

  #redacted(text: string): string {
    const { key } = this.#setting;
    return key === undefined ? text : text.replaceAll(key, '…');
  }
}

/** A WAV file of samples at {@link recognizerRate}. */
function wavOf(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const encoding = 'pcm_s16le';
  const header = wavHeader({ encoding, sampleRate: recognizerRate }, samples.byteLength);
  return Uint8Array.from(Buffer.concat([header, encodeSamples(samples, encoding)]));
}

function parsed(text: string, length: number): Recognized {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new RequestError('answered with something else than JSON');
  }
  try {
    return readTranscription(json, length);
  } catch {
    throw new RequestError('answered with JSON that is no transcription: it has no "text"');
  }
}

/** What the operator has to mend, by status. */
const hints: Readonly<Record<number, string>> = {
  401: 'its "key" is missing or not valid',
  403: 'its "key" is not allowed to do this',
  404: 'it has no /audio/transcriptions below its "url", or no such model',
};

function statusError(status: number, body: string, retryAfter: string | undefined): RequestError {
  const said = body
    .slice(0, 300)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  const message = [`answered ${status}`, hints[status], said]
    .filter((part) => part !== undefined && part !== '')
    .join(': ');
  const pauseMs = boundedRetryAfterMs(retryAfter);
  return new RequestError(message, {
    isRefusal: [400, 413, 422].includes(status),
    mayRetry: status >= 500 && pauseMs === undefined,
    pauseMs,
  });
}

function reasonOf({ kind, code, message }: HttpError): string {
  if (kind === 'connect_timeout') return 'took no connection in time';
  if (code === 'ECONNREFUSED') return 'refuses the connection';
  if (code === 'ENOTFOUND') return 'has a host name that leads nowhere (ENOTFOUND)';
  return `cannot be reached: ${code ?? message}`;
}
