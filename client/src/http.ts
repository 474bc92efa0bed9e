/** One HTTP request: address, credential, version, time limit, attempts, errors. */
import { idempotentPaths } from './api.ts';
import { ConnectionError, errorOf } from './errors.ts';
import { pauseBefore, reasonOf, sleep } from './waiting.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A value of a query; a list becomes one parameter for each of its members. */
export type QueryValue = string | number | boolean | null | undefined | readonly (string | number | boolean)[];

/** A field of a form; a file keeps its name. */
export type FormValue = string | number | boolean | Blob | null | undefined | readonly (string | Blob)[];

export interface RequestOptions {
  /** Ends the request; it then fails with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds until the answer begins. Default: those of the client. */
  readonly timeoutMs?: number | undefined;
  /** More attempts after a failed one. Default: those of the client. */
  readonly retries?: number | undefined;
  /** Makes a `POST` happen once, however often it is sent. Made up where the route takes one. */
  readonly idempotencyKey?: string | undefined;
}

export interface RequestContent {
  /** For the names in braces of the path. */
  readonly path?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, QueryValue>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as `multipart/form-data`. */
  readonly form?: Readonly<Record<string, FormValue>> | undefined;
}

export interface HttpOptions {
  readonly baseUrl: string;
  readonly version: string;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly retries: number;
  /** Undefined where a cookie is the credential. */
  readonly credential: () => Promise<Credential | undefined>;
}

export interface Credential {
  readonly text: string;
  readonly kind: 'api_key' | 'access_token';
}

/** Puts ids into the names in braces. */
function fillPath(path: string, values: Readonly<Record<string, string | number>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === '') throw new TypeError(`${path} needs path.${name}`);
    return encodeURIComponent(value);
  });
}

function queryOf(query: Readonly<Record<string, QueryValue>> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

function formOf(form: Readonly<Record<string, FormValue>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) {
    for (const one of [value].flat()) {
      if (one === undefined || one === null) continue;
      // A Blob without a name would be sent as "blob"; a File keeps its own.
      data.append(name, one instanceof Blob ? one : String(one));
    }
  }
  return data;
}

export class Http {
  readonly #options: HttpOptions;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  get timeoutMs(): number {
    return this.#options.timeoutMs;
  }

  get retries(): number {
    return this.#options.retries;
  }

  get version(): string {
    return this.#options.version;
  }

  credential(): Promise<Credential | undefined> {
    return this.#options.credential();
  }

  /** @param path below the base address, with or without names in braces */
  url(path: string, content: Pick<RequestContent, 'path' | 'query'> = {}): string {
    return this.#options.baseUrl + fillPath(path, content.path) + queryOf(content.query);
  }

  /**
   * @returns an answer below 400; its body has not been read
   * @throws {SonorantError} an answer of 400 or more
   * @throws {ConnectionError} no answer
   */
  async send(method: Method, path: string, options: RequestOptions & RequestContent = {}): Promise<Response> {
    const { retries = this.#options.retries, signal } = options;
    const key = options.idempotencyKey ?? (method === 'POST' ? newKey(path) : undefined);
    const isRepeatable = method !== 'POST' || key !== undefined;
    const url = this.url(path, options);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(method, url, { ...options, idempotencyKey: key });
      } catch (error) {
        // A request that may have been taken is sent again only where that does nothing twice.
        const wasRefused = !(error instanceof ConnectionError);
        const pause = wasRefused || isRepeatable ? pauseBefore(attempt, retries, error) : undefined;
        if (pause === undefined) throw error;
        await sleep(pause, signal);
      }
    }
  }

  async #attempt(method: Method, url: string, options: RequestOptions & RequestContent): Promise<Response> {
    const { timeoutMs = this.#options.timeoutMs, signal } = options;
    const init = await this.#init(method, options);
    const limit = new AbortController();
    const late = new ConnectionError(`${method} ${url}: no answer within ${timeoutMs} ms`);
    const timer = Number.isFinite(timeoutMs) ? setTimeout(() => limit.abort(late), timeoutMs) : undefined;
    try {
      // The signal of the caller ends the body too, which is read after this.
      const either = signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]);
      const response = await this.#options.fetch(url, { ...init, signal: either });
      if (response.status >= 400) throw await errorOf(response);
      return response;
    } catch (error) {
      if (signal?.aborted === true) throw reasonOf(signal);
      if (limit.signal.aborted) throw late;
      if (!(error instanceof TypeError)) throw error;
      throw new ConnectionError(`${method} ${url}: the server was not reached: ${causeOf(error)}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  async #init(
    method: Method,
    { body, form, headers, idempotencyKey }: RequestOptions & RequestContent,
  ): Promise<RequestInit> {
    const credential = await this.#options.credential();
    return {
      method,
      headers: {
        'service-version': this.#options.version,
        ...(credential !== undefined && { authorization: `Bearer ${credential.text}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: formOf(form) }),
    };
  }
}

/** A key where the route takes one. Without a secure context browsers have no `randomUUID`. */
function newKey(path: string): string | undefined {
  return idempotentPaths.includes(path) ? randomId() : undefined;
}

/** 128 random bits in hexadecimal digits. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What `fetch` hides in the cause of its error: a name that is not known, a port that nothing listens at. */
function causeOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
