/** HTTP as clients speak it: single requests with their outcome, and requests that are repeated by the usual rules. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { version } from '../../support/server.ts';
import type { Journal } from './journal.ts';

/** An answer that is there as a whole. */
export interface Answer {
  readonly status: number;
  /** The node that answered; empty where the balancer did. */
  readonly node: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** There is no whole answer: whether the request was carried out is not known. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Of an answer that had begun. */
  readonly node: string | undefined;

  constructor(cause: unknown, node?: string) {
    const { message, cause: inner } = cause as Error;
    super(inner instanceof Error ? `${message}: ${inner.message}` : message, { cause });
    this.node = node;
  }
}

/** The body as JSON. */
export function jsonOf({ body }: Answer): unknown {
  return JSON.parse(body.toString());
}

export interface Call {
  readonly method?: string;
  /** An object goes as JSON, a form as multipart. */
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default 60,000. */
  readonly timeoutMs?: number;
}

/** Repeats of the official clients of this family of interfaces, beside the first try. */
const usualRetries = 2;

export class Http {
  readonly url: string;
  readonly #key: string;
  readonly #journal: Journal;

  constructor(url: string, key: string, journal: Journal) {
    this.url = url;
    this.#key = key;
    this.#journal = journal;
  }

  /** @throws {NoAnswer} */
  async once(path: string, { method = 'GET', body, headers = {}, timeoutMs = 60_000 }: Call = {}): Promise<Answer> {
    const json = body !== undefined && !(body instanceof FormData);
    const beganAt = Date.now();
    let node: string | undefined;
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: {
          'service-version': version,
          authorization: `Bearer ${this.#key}`,
          ...(json && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: json ? JSON.stringify(body) : body }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      node = response.headers.get('x-served-by') ?? '';
      const answer = {
        status: response.status,
        node,
        headers: response.headers,
        body: Buffer.from(await response.arrayBuffer()),
      };
      if (answer.status === 500) this.#journal.fault(`${method} ${path}`, beganAt, shown(answer), node);
      return answer;
    } catch (error) {
      throw new NoAnswer(error, node);
    }
  }

  /**
   * Repeats after 408, 409, 429, 5xx and broken connections, as long as `Retry-After` says or for half a second, doubled each
   * time, up to 8 s; at most twice. What makes something carries one `Idempotency-Key` for all tries.
   * @throws {NoAnswer} when the last try had no answer
   */
  async ask(path: string, call: Call = {}): Promise<Answer> {
    const headers = {
      ...(call.method === 'POST' && { 'idempotency-key': randomUUID() }),
      ...call.headers,
    };
    for (let retry = 0; ; retry++) {
      const outcome = await this.once(path, { ...call, headers }).catch((error: unknown) => error as NoAnswer);
      const isRefused =
        outcome instanceof NoAnswer || [408, 409, 429].includes(outcome.status) || outcome.status >= 500;
      const isFinal = !(outcome instanceof NoAnswer) && outcome.headers.get('x-should-retry') === 'false';
      if (!isRefused || isFinal || retry === usualRetries) {
        if (outcome instanceof NoAnswer) throw outcome;
        return outcome;
      }
      this.#journal.repeated(outcome instanceof NoAnswer ? 'no answer' : `${outcome.status}`);
      const wanted = outcome instanceof NoAnswer ? NaN : Number(outcome.headers.get('retry-after') ?? NaN);
      await sleep(wanted > 0 && wanted <= 60 ? wanted * 1000 : Math.min(8000, 500 * 2 ** retry));
    }
  }
}

/** The beginning of an answer, for a message. */
export function shown({ status, body }: Answer): string {
  return `${status} ${body.toString('utf8', 0, 300)}`;
}
