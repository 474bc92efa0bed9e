/** Answers over a server of OpenAI's shape: `POST {url}/chat/completions`, one stream for each answer. */
import { readText, type HttpAnswer } from '../../outbound/answer.ts';
import { CircuitBreaker, type CircuitBreakerOptions, type Pass } from '../../outbound/circuit-breaker.ts';
import type { HttpClient } from '../../outbound/http-client.ts';
import { HttpError } from '../../outbound/http-error.ts';
import { systemClock, type Clock } from '../../timing/clock.ts';
import { arrivalTimer } from '../../timing/deadline.ts';
import {
  LanguageModelError,
  type LanguageModel,
  type LanguageModelEvent,
  type LanguageModelFailure,
  type LanguageModelRequest,
} from '../adapter.ts';
import { AnswerReader } from './answer.ts';
import { eventData, LineTooLongError } from './event-stream.ts';
import { connectionFailure, failureIn, ModelFailure, saidIn, statusFailure } from './failure.ts';
import { requestBody, type Refused } from './request.ts';
import type { OpenAiModelSetting } from './settings.ts';

export interface OpenAiModelLimits extends CircuitBreakerOptions {
  /** From the request to the first piece of text or of a call; thoughts are none. Default 8,000 ms. */
  readonly firstTokenMs?: number;
  /** Between two pieces, while they are waited for. Default 5,000 ms. */
  readonly silenceMs?: number;
}

/** How long the usage, or the end of the body, may come behind the end of the answer. */
const graceMs = 1000;
const maxErrorBytes = 65_536;

/** Parameters by what a server says that it refuses them. */
const refusals: readonly (readonly [parameter: keyof Refused, said: RegExp])[] = [
  ['usage', /stream_options|include_usage/u],
  ['maxTokens', /max_completion_tokens/u],
  ['temperature', /temperature/u],
];

export class OpenAiModel implements LanguageModel {
  readonly #setting: OpenAiModelSetting;
  readonly #firstTokenMs: number;
  readonly #silenceMs: number;
  readonly #clock: Clock;
  readonly #http: HttpClient;
  readonly #breaker: CircuitBreaker;
  /** Of the answers that have not ended. */
  readonly #running = new Set<Deadline>();
  #isClosed = false;
  #refused: Refused = { usage: false, maxTokens: false, temperature: false };

  /** @param http of all models: a connection that one of them has left is there for the next */
  constructor(
    setting: OpenAiModelSetting,
    http: HttpClient,
    limits: OpenAiModelLimits = {},
    clock: Clock = systemClock,
  ) {
    const { firstTokenMs = 8000, silenceMs = 5000, ...breaker } = limits;
    this.#setting = setting;
    this.#http = http;
    this.#firstTokenMs = firstTokenMs;
    this.#silenceMs = silenceMs;
    this.#clock = clock;
    this.#breaker = new CircuitBreaker(breaker, clock);
  }

  async *generate(request: LanguageModelRequest, signal: AbortSignal): AsyncGenerator<LanguageModelEvent> {
    signal.throwIfAborted();
    if (this.#isClosed) throw this.#closedError();
    const pass = this.#breaker.enter();
    if ('refusal' in pass) throw this.#error('unavailable', `has failed before: ${pass.refusal}`);
    const deadline = new Deadline(this.#clock, signal);
    this.#running.add(deadline);
    try {
      yield* this.#events(request, signal, deadline, pass);
      pass.done();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFailure)) throw error;
      const { kind, message, retryAfterMs, isRequests } = error;
      if (isRequests) pass.done();
      else pass.failed(retryAfterMs);
      throw this.#error(kind, message, retryAfterMs);
    } finally {
      deadline.leave();
      // From here on the end of the body may come, behind the close of the model too.
      this.#running.delete(deadline);
      pass.left();
    }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    for (const deadline of this.#running) deadline.end(this.#closedError());
    return Promise.resolve();
  }

  #closedError(): LanguageModelError {
    return this.#error('unreachable', 'was closed');
  }

  /** The time in which the events are not read does not count. */
  async *#events(
    request: LanguageModelRequest,
    signal: AbortSignal,
    deadline: Deadline,
    pass: Pass,
  ): AsyncGenerator<LanguageModelEvent> {
    const reader = new AnswerReader(idsOf(request));
    deadline.start(this.#firstTokenMs, () => firstTokenFailure(this.#firstTokenMs, reader.hasThought));
    const answer = await this.#send(request, deadline.signal);
    const pieces = eventData(answer.body);
    let isWhole = false;
    try {
      while (!isWhole) {
        const { done, data } = await nextData(pieces, reader);
        signal.throwIfAborted();
        for (const text of data) {
          const piece = pieceOf(text);
          isWhole = piece === undefined;
          if (piece === undefined) break;
          const { text: said, isPart } = reader.read(piece);
          if (reader.isFull) {
            yield* reader.rest();
            return;
          }
          if (isPart) pass.answered();
          if (said !== '') {
            deadline.stop();
            yield { type: 'text', text: said };
            signal.throwIfAborted();
          }
          if (reader.isOver) deadline.start(Math.min(graceMs, this.#silenceMs), () => new Error('the end is late'));
          else if (isPart) deadline.start(this.#silenceMs, () => silenceFailure(this.#silenceMs));
        }
        if (done && !isWhole) {
          if (!reader.isOver) throw cutFailure(reader.hasBegun);
          isWhole = true;
        }
      }
      deadline.stop();
      yield* reader.rest();
    } finally {
      if (isWhole) void this.#readOut(pieces, answer);
      else answer.destroy();
    }
  }

  /** @throws {ModelFailure} when the server does not begin to answer */
  async #send(request: LanguageModelRequest, signal: AbortSignal): Promise<HttpAnswer> {
    const { url, model, key } = this.#setting;
    for (;;) {
      const refused = this.#refused;
      const answer = await sent(
        this.#http.send(
          {
            url: `${url}/chat/completions`,
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              accept: 'text/event-stream',
              'user-agent': 'sonorant',
              ...(key !== undefined && { authorization: `Bearer ${key}` }),
            },
            body: JSON.stringify(requestBody(model, request, refused)),
          },
          signal,
        ),
        false,
      );
      if (answer.status === 200) return answer;
      const body = parsed(await sent(readText(answer, maxErrorBytes), true));
      const said = saidIn(body);
      const parameter = [400, 422].includes(answer.status)
        ? refusals.find(([name, pattern]) => !refused[name] && pattern.test(said))?.[0]
        : undefined;
      if (parameter === undefined) {
        throw statusFailure(answer.status, this.#redacted(said).slice(0, 300), answer.header('retry-after'));
      }
      this.#refused = { ...this.#refused, [parameter]: true };
    }
  }

  /** A body that is read to its end leaves its connection to the next request, which is then answered sooner. */
  async #readOut(pieces: AsyncIterator<unknown>, answer: HttpAnswer): Promise<void> {
    const stop = this.#clock.after(graceMs, () => answer.destroy());
    try {
      while ((await pieces.next()).done !== true);
    } catch {
      // It is gone, and no request waits for it.
    } finally {
      stop();
    }
  }

  /** Names the model. The server may repeat its key in what it says. */
  #error(kind: LanguageModelFailure, message: string, retryAfterMs?: number): LanguageModelError {
    const { id } = this.#setting;
    // Without a cause: a log writes those as well.
    return new LanguageModelError(kind, this.#redacted(`the model ${id} ${message}`), { retryAfterMs });
  }

  #redacted(text: string): string {
    const { key } = this.#setting;
    return key === undefined ? text : text.replaceAll(key, '…');
  }
}

/** Aborts its signal when the time has passed that was set last, at once, or with the signal of the caller until that is left. */
class Deadline {
  readonly #clock: Clock;
  readonly #caller: AbortSignal;
  readonly #controller = new AbortController();
  readonly #abort = (): void => this.#controller.abort(this.#caller.reason);
  #stop: (() => void) | undefined;

  /** @param caller not aborted yet */
  constructor(clock: Clock, caller: AbortSignal) {
    this.#clock = clock;
    this.#caller = caller;
    // Cheaper than `AbortSignal.any`, which also leaves its signals to the garbage collector.
    caller.addEventListener('abort', this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  start(ms: number, failure: () => Error): void {
    this.stop();
    this.#stop = arrivalTimer(this.#clock).after(ms, () => this.end(failure()));
  }

  end(failure: Error): void {
    this.#controller.abort(failure);
  }

  stop(): void {
    this.#stop?.();
  }

  leave(): void {
    this.stop();
    this.#caller.removeEventListener('abort', this.#abort);
  }
}

/** The data of the events that come next. */
async function nextData(
  pieces: AsyncIterator<readonly string[]>,
  reader: AnswerReader,
): Promise<{ readonly done: boolean; readonly data: readonly string[] }> {
  try {
    const next = await pieces.next();
    return next.done === true ? { done: true, data: [] } : { done: false, data: next.value };
  } catch (error) {
    // Nothing is missing but the usage.
    if (reader.isOver) return { done: true, data: [] };
    if (error instanceof HttpError) throw connectionFailure(error, true);
    if (error instanceof LineTooLongError) throw new ModelFailure('broken', 'sends lines that do not end');
    throw error;
  }
}

/**
 * One piece of the answer; undefined for the mark of its end.
 * @throws {ModelFailure}
 */
function pieceOf(data: string): unknown {
  const text = data.trim();
  if (text === '') return {};
  if (text === '[DONE]') return undefined;
  const piece = parsed(text);
  if (piece === undefined) throw new ModelFailure('broken', 'sent an event that is not JSON');
  const failure = failureIn(piece);
  if (failure !== undefined) throw failure;
  return piece;
}

async function sent<T>(answer: Promise<T>, hasAnswered: boolean): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof HttpError ? connectionFailure(error, hasAnswered) : error;
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

function cutFailure(hasBegun: boolean): ModelFailure {
  const what = hasBegun ? 'ended in the middle of its answer' : 'answered with nothing: no event of a stream';
  return new ModelFailure('broken', what);
}

function firstTokenFailure(ms: number, hasThought: boolean): ModelFailure {
  const hint = hasThought ? '; it was thinking: choose a model that does not, or switch it off' : '';
  return new ModelFailure('first_token_timeout', `gave no answer within ${ms} ms${hint}`);
}

function silenceFailure(ms: number): ModelFailure {
  return new ModelFailure('silence', `went silent for ${ms} ms in the middle of its answer`);
}

/** Of the calls of the conversation so far. */
function idsOf({ messages }: LanguageModelRequest): string[] {
  return messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : [],
  );
}
