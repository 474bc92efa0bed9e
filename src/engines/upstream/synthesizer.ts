/**
 * Speaks over a server of OpenAI's shape: `POST {url}/audio/speech`, its PCM given on as it comes. It gives no marks
 * (`aligned`).
 */
import { CircuitBreaker, type CircuitBreakerOptions, type Pass } from '../../outbound/circuit-breaker.ts';
import { HttpClient } from '../../outbound/http-client.ts';
import { systemClock, type Clock } from '../../timing/clock.ts';
import { createEdges } from '../../audio/edges.ts';
import { ownPauseBehind } from '../../text/line-breaks.ts';
import type { Segment } from '../../text/types.ts';
import { EngineUnavailableError, type EngineVoice, type SpeechSink, type Synthesizer } from '../adapter.ts';
import { exchange, ExchangeError, type ExchangeLimits } from './exchange.ts';
import { textOf } from './text.ts';

/** The limits of every upstream. */
export interface UpstreamLimits extends ExchangeLimits, CircuitBreakerOptions {}

/** Plain data: it crosses threads. */
export interface UpstreamSynthesizerOptions {
  readonly id: string;
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
  readonly sampleRate: number;
  readonly concurrency: number;
  /** Names of the voices it has; any other fails. Empty: not known, and the server decides. */
  readonly voices: readonly string[];
  readonly limits?: UpstreamLimits | undefined;
}

/** @param options {@link UpstreamSynthesizerOptions} */
export function load(options?: unknown): Promise<Synthesizer> {
  return Promise.resolve(new UpstreamSynthesizer(options as UpstreamSynthesizerOptions));
}

/** A refused connection and a failure of the server are tried again so often. */
const retries = 1;

export class UpstreamSynthesizer implements Synthesizer {
  readonly #options: UpstreamSynthesizerOptions;
  readonly #limits: Required<ExchangeLimits>;
  readonly #voices: ReadonlySet<string>;
  readonly #http: HttpClient;
  /** The kept connections may all be dead at once: the second attempt has a new one. */
  readonly #retryHttp: HttpClient;
  readonly #breaker: CircuitBreaker;
  readonly #clock: Clock;

  constructor(options: UpstreamSynthesizerOptions, clock: Clock = systemClock) {
    const { connectMs = 2000, firstByteMs = 8000, silenceMs = 5000, ...breaker } = options.limits ?? {};
    this.#options = options;
    this.#limits = { connectMs, firstByteMs, silenceMs };
    this.#voices = new Set(options.voices);
    this.#clock = clock;
    this.#breaker = new CircuitBreaker(breaker, clock);
    this.#http = new HttpClient({ reach: 'any', connectMs, clock });
    this.#retryHttp = new HttpClient({ reach: 'any', connectMs, clock, idleMs: 0 });
  }

  warmUp(): void {
    HttpClient.warmUp();
  }

  async speak(segment: Segment, voice: EngineVoice, sink: SpeechSink, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { id } = this.#options;
    if (this.#voices.size > 0 && !this.#voices.has(voice.name)) {
      throw new Error(`the upstream ${id} has no voice ${voice.name}`);
    }
    const input = textOf(segment);
    if (input === '') return;
    const pass = this.#breaker.enter();
    if ('refusal' in pass) throw new EngineUnavailableError(`the upstream ${id} has failed before: ${pass.refusal}`);
    const edges = createEdges(this.#options.sampleRate);
    const give = (samples: Int16Array): void => {
      if (samples.length > 0) sink.audio(samples);
    };
    try {
      await this.#request(this.#body(input, segment, voice), (samples) => give(edges.write(samples)), signal, pass);
      give(edges.end(ownPauseBehind(segment.tokens.at(-1)?.text ?? '') / segment.prosody.rate));
    } finally {
      // Of what has failed or was done it has been told.
      pass.left();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#http.close(), this.#retryHttp.close()]);
  }

  #body(input: string, { prosody: { rate } }: Segment, { name: voice }: EngineVoice): string {
    const { model } = this.#options;
    // Not every server knows the field; that of a speed of 1 says nothing.
    return JSON.stringify({ model, input, voice, response_format: 'pcm', ...(rate !== 1 && { speed: rate }) });
  }

  async #request(body: string, onAudio: (samples: Int16Array) => void, signal: AbortSignal, pass: Pass): Promise<void> {
    const { url, sampleRate } = this.#options;
    const firstByteBy = this.#clock.now() + this.#limits.firstByteMs;
    const given = { any: false };
    for (let attempt = 0; ; attempt++) {
      try {
        await exchange({
          url: `${url}/audio/speech`,
          http: attempt === 0 ? this.#http : this.#retryHttp,
          headers: this.#headers(),
          body,
          sampleRate,
          limits: this.#limits,
          firstByteBy,
          clock: this.#clock,
          signal,
          onAudio: (samples) => {
            if (!given.any) pass.answered();
            given.any = true;
            onAudio(samples);
          },
        });
        if (!signal.aborted) pass.done();
        return;
      } catch (error) {
        if (!(error instanceof ExchangeError)) throw error;
        const { mayRetry = false, isRefusal = false, pauseMs } = error.details;
        if (mayRetry && !given.any && attempt < retries) continue;
        if (isRefusal && pauseMs === undefined) pass.done();
        else pass.failed(pauseMs);
        throw this.#errorOf(error, given.any);
      }
    }
  }

  #headers(): Record<string, string> {
    const { key } = this.#options;
    return {
      'content-type': 'application/json',
      accept: 'audio/pcm, application/octet-stream, audio/*',
      'accept-encoding': 'identity',
      'user-agent': 'sonorant',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
  }

  /** Names the upstream. A server may repeat the key in what it says. */
  #errorOf(error: ExchangeError, hasGiven: boolean): Error {
    const { id, key } = this.#options;
    const message = `the upstream ${id} ${error.message}`;
    const redacted = key === undefined ? message : message.replaceAll(key, '…');
    return hasGiven ? new Error(redacted) : new EngineUnavailableError(redacted);
  }
}
