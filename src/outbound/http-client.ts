/** HTTP requests of this server to others: every request but those to the blob store goes out here. */
import { createRequire } from 'node:module';
import { unescape } from 'node:querystring';
import type * as Undici from 'undici';
import { systemClock, type Clock } from '../timing/clock.ts';
import { arrivalTimer } from '../timing/deadline.ts';
import { AnswerReader, type HttpAnswer } from './answer.ts';
import { Connector, type Reach, type Resolve } from './connector.ts';
import { HttpError } from './http-error.ts';
import { LimitedAnswer, type AnswerLimits } from './limits.ts';

export interface HttpClientOptions extends AnswerLimits {
  readonly reach: Reach;
  /** Until a connection stands, name server and TLS included. Default: as long as the system tries. */
  readonly connectMs?: number | undefined;
  /** From the call of {@link HttpClient.send} to the end of the body, redirects included. Default: no limit. */
  readonly totalMs?: number | undefined;
  /**
   * How long a connection stays for the next request to its origin; shorter where the server says when it closes it. What lies between may
   * drop it unseen, most of it after four to six minutes. 0: each request has a connection of its own. Default 600,000 ms.
   */
  readonly idleMs?: number;
  /** The proxy of the environment is used where `NODE_USE_ENV_PROXY` is 1, as Node does it; for `any` reach only. */
  readonly useEnvProxy?: boolean;
  /** Default: the system's resolver. */
  readonly resolve?: Resolve | undefined;
  readonly clock?: Clock | undefined;
}

/** One request. */
export interface HttpRequest {
  /** http or https. A user and password in it are sent as Basic credentials. */
  readonly url: string;
  /** Default GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Redirects that are followed; of a GET only. Default 0: a redirect is an answer like any other. */
  readonly maxRedirects?: number;
  /** A redirect to another scheme, host or port is refused with an {@link HttpError}. Default false. */
  readonly staysAtOrigin?: boolean;
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const credentials: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);
const defaultIdleMs = 600_000;

const require = createRequire(import.meta.url);
/** Read with the first request: a start that makes none takes a tenth of a second less. */
function undici(): typeof Undici {
  return require('undici') as typeof Undici;
}

/** Keeps a pool of connections for each origin; those that are idle keep no process alive. */
export class HttpClient {
  readonly #options: HttpClientOptions;
  readonly #clock: Clock;
  readonly #connector: Connector;
  #opened: Undici.Dispatcher | undefined;
  #isClosed = false;

  constructor(options: HttpClientOptions) {
    const { reach, connectMs, resolve, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#connector = new Connector({ reach, connectMs, clock, resolve });
  }

  /** Does what the first request of this thread would wait for otherwise. */
  static warmUp(): void {
    undici();
  }

  get #pools(): Undici.Dispatcher {
    return (this.#opened ??= this.#open());
  }

  #open(): Undici.Dispatcher {
    const { reach, idleMs = defaultIdleMs, useEnvProxy = false } = this.#options;
    const options = {
      connect: this.#connector.connect,
      pipelining: idleMs === 0 ? 0 : 1,
      keepAliveTimeout: Math.max(1, idleMs),
      keepAliveMaxTimeout: Math.max(1, idleMs),
      // The limits of this room go by a clock that tests can drive.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    const isProxied = useEnvProxy && reach === 'any' && process.env.NODE_USE_ENV_PROXY === '1';
    const { Agent, EnvHttpProxyAgent } = undici();
    const pools = isProxied ? new EnvHttpProxyAgent({ ...options, proxyTunnel: false }) : new Agent(options);
    if (this.#isClosed) void pools.destroy();
    return pools;
  }

  /**
   * Resolves with the headers of the answer, whatever its status.
   * @throws {HttpError}
   * @throws the reason of the signal when that is aborted, which also ends the body
   */
  async send(request: HttpRequest, signal?: AbortSignal): Promise<HttpAnswer> {
    signal?.throwIfAborted();
    // Before anything waits for an answer: opening them may fail.
    void this.#pools;
    const { maxRedirects = 0, method = 'GET', staysAtOrigin = false } = request;
    const limit = this.#totalLimit(request.url);
    let url = httpUrl(request.url);
    let { headers = {} } = request;
    for (let hops = 0; ; hops++) {
      const answer = await this.#exchange(
        url,
        { ...request, method, headers },
        new AnswerReader(url.href, signal, limit),
      );
      if (maxRedirects === 0 || method !== 'GET' || !redirects.has(answer.status)) return answer;
      answer.destroy();
      if (hops === maxRedirects) {
        throw new HttpError('redirect', `redirects more than ${maxRedirects} times`, { url: request.url });
      }
      const next = redirected(url, answer.header('location'));
      if (staysAtOrigin && next.origin !== url.origin) {
        throw new HttpError('redirect', `redirects to ${next.origin}, which is another server`, { url: url.href });
      }
      if (next.origin !== url.origin) {
        headers = Object.fromEntries(Object.entries(headers).filter(([name]) => !credentials.has(name)));
      }
      url = next;
    }
  }

  /** Ends all requests and closes all connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#connector.close();
    await this.#opened?.destroy();
  }

  #totalLimit(url: string): ((end: (error: Error) => void) => () => void) | undefined {
    const { totalMs } = this.#options;
    if (totalMs === undefined) return undefined;
    const endsAt = this.#clock.now() + totalMs;
    return (end) =>
      arrivalTimer(this.#clock).after(Math.max(0, endsAt - this.#clock.now()), () =>
        end(new HttpError('timeout', `no answer within ${totalMs / 1000} s`, { url })),
      );
  }

  #exchange(url: URL, { method = 'GET', headers, body }: HttpRequest, reader: AnswerReader): Promise<HttpAnswer> {
    const { origin } = url;
    const authorization = basicCredentials(url);
    const path = `${url.pathname}${url.search}`;
    this.#pools.dispatch(
      {
        origin,
        path,
        method,
        headers: { ...(authorization !== undefined && { authorization }), ...headers },
        body: body ?? null,
      },
      new LimitedAnswer(reader, `${origin}${path}`, this.#options, this.#clock),
    );
    return reader.answer;
  }
}

/** The header `authorization` for the user and password of an address; undefined where it has none. */
export function basicCredentials({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  // A "%" that begins no escape stands for itself.
  const pair = `${unescape(username)}:${unescape(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new HttpError('redirect', 'is not an http or https address', { url: text });
  }
  return url;
}

function redirected(from: URL, location: string | undefined): URL {
  const { href: url } = from;
  if (location === undefined || !URL.canParse(location, url)) {
    throw new HttpError('redirect', 'redirects to nowhere', { url });
  }
  const to = httpUrl(new URL(location, url).href);
  // What came encrypted so far would go on in the open, where it can be read and changed on the way.
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw new HttpError('redirect', `redirects from https to ${to.href}, which is not encrypted`, { url });
  }
  return to;
}
