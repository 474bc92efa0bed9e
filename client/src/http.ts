/** One HTTP request: address, credential, version, time limit, attempts, errors. */
import { idempotentPaths } from './api.ts';
import { ConnectionError, errorOf, SonorantError } from './errors.ts';
import { patience } from './patience.ts';
import { afterMs, onAbort, pauseBefore, reasonOf, sleep, untilAborted } from './waiting.ts';

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
  /**
   * Milliseconds until the answer begins, and between two pieces of one in JSON; a form has a second more for each 16 KiB of its files.
   * More than 2^31 - 1, as `Infinity`, are no limit. Default: those of the client.
   */
  readonly timeoutMs?: number | undefined;
  /** More attempts after a failed one. Default: those of the client. */
  readonly retries?: number | undefined;
  /** Makes a `POST` happen once, however often it is sent, where the route takes one; made up there. */
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
  /** Default: that of the runtime. */
  readonly fetch: Fetch | undefined;
  readonly timeoutMs: number;
  readonly retries: number;
  /** Undefined where a cookie is the credential. */
  readonly credential: () => Promise<Credential | undefined>;
}

export interface Credential {
  readonly text: string;
  readonly kind: 'api_key' | 'access_token';
}

/**
 * Puts ids into the names in braces.
 * @throws {TypeError} for an id that is missing, or that would be another route: addresses have no segment `.` or `..`, however it is written
 */
export function fillPath(path: string, values: Readonly<Record<string, string | number>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === '') throw new TypeError(`${path} needs path.${name}`);
    if (value === '.' || value === '..') throw new TypeError(`${path}: path.${name} is no id: ${value}`);
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

export interface ParsedAnswer {
  readonly response: Response;
  readonly json: unknown;
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
  send(method: Method, path: string, options: RequestOptions & RequestContent = {}): Promise<Response> {
    return this.#attempts(method, path, options, (response) => Promise.resolve(response));
  }

  /**
   * As {@link send}, but a body in JSON is read and is part of the attempt: it comes in time and whole, or is asked for again.
   * @returns the answer with what its JSON stands for; undefined where it is no JSON
   */
  ask(method: Method, path: string, options: RequestOptions & RequestContent = {}): Promise<ParsedAnswer> {
    return this.#attempts(method, path, options, async (response) => {
      const type = response.headers.get('content-type') ?? '';
      const isJson = response.status !== 204 && response.status !== 205 && /^application\/(\w+\+)?json\b/i.test(type);
      return { response, json: isJson ? await jsonOf(response) : undefined };
    });
  }

  async #attempts<T>(
    method: Method,
    path: string,
    options: RequestOptions & RequestContent,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { retries = this.#options.retries, signal } = options;
    const takesKey = method === 'POST' && idempotentPaths.includes(path);
    const key = options.idempotencyKey ?? (takesKey ? randomId() : undefined);
    const isRepeatable = method !== 'POST' || harmlessPaths.has(path) || (key !== undefined && mayTakeKey(path));
    const url = this.url(path, options);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(method, url, { ...options, idempotencyKey: key }, read);
      } catch (error) {
        // A request that may have been taken is sent again only where that does nothing twice.
        const pause = isRepeatable || wasRefused(error) ? pauseBefore(attempt, retries, error) : undefined;
        if (pause === undefined) throw error;
        await sleep(pause, signal);
      }
    }
  }

  async #attempt<T>(
    method: Method,
    url: string,
    options: RequestOptions & RequestContent,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { signal } = options;
    const timeoutMs = (options.timeoutMs ?? this.#options.timeoutMs) + uploadMs(options.form);
    const limit = new AbortController();
    const endLimit = afterMs(timeoutMs, () => {
      limit.abort(new ConnectionError(`${method} ${url}: no answer within ${timeoutMs} ms`));
    });
    // The signal of the caller ends the body too, which may be read after this.
    const ended = eitherOf(signal, limit);
    try {
      const init = await untilAborted(this.#init(method, options), ended);
      const response = await this.#fetch(url, { ...init, signal: ended }, timeoutMs).catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
        throw new ConnectionError(`${method} ${url}: the server was not reached: ${causeOf(error)}`, { cause: error });
      });
      if (response.status >= 400) throw await errorOf(response);
      return await read(response);
    } catch (error) {
      if (signal?.aborted === true) throw reasonOf(signal);
      throw limit.signal.aborted ? reasonOf(limit.signal) : error;
    } finally {
      endLimit();
    }
  }

  async #fetch(url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
    const { fetch: given } = this.#options;
    return given === undefined ? fetch(url, { ...init, ...patience(timeoutMs) }) : given(url, init);
  }

  async #init(
    method: Method,
    { body, form, headers: given = {}, idempotencyKey }: RequestOptions & RequestContent,
  ): Promise<RequestInit> {
    const credential = await this.#options.credential();
    const headers = new Headers({
      'service-version': this.#options.version,
      ...(credential !== undefined && { authorization: `Bearer ${credential.text}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    });
    // Their names may be written in capitals.
    for (const [name, value] of Object.entries(given)) headers.set(name, value);
    return {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: formOf(form) }),
    };
  }
}

/** What these make twice is used once. */
const harmlessPaths: ReadonlySet<string> = new Set(['/v1/agents/websocket/{agent_id}/sessions']);

/** Whether a path, also one with its ids written out, is of a route that takes idempotency keys. */
function mayTakeKey(path: string): boolean {
  const parts = path.split('/');
  return idempotentPaths.some((route) => {
    const names = route.split('/');
    return names.length === parts.length && names.every((name, at) => name === parts[at] || name.startsWith('{'));
  });
}

/** Whether the server itself has said that it did not take the request: a proxy that gives up on it does not know. */
function wasRefused(error: unknown): boolean {
  if (!(error instanceof SonorantError)) return false;
  return error.status === 429 || (error.status === 503 && error.code !== 'http_503');
}

/** A signal that ends with either. Browsers before 2024 and the first versions of Node 20 cannot join two. */
function eitherOf(signal: AbortSignal | undefined, limit: AbortController): AbortSignal {
  if (signal === undefined) return limit.signal;
  if ('any' in AbortSignal) return AbortSignal.any([signal, limit.signal]);
  onAbort(signal, (reason) => limit.abort(reason));
  return limit.signal;
}

/** The server answers a form once it has all of it: a slow line gets a second more for each so many bytes. */
const uploadBytesPerSecond = 16_384;

function uploadMs(form: RequestContent['form'] = {}): number {
  const files = Object.values(form)
    .flat()
    .filter((value) => value instanceof Blob);
  return Math.ceil((1000 * files.reduce((sum, { size }) => sum + size, 0)) / uploadBytesPerSecond);
}

/** @throws {ConnectionError} it does not come whole */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown;
  } catch (error) {
    throw new ConnectionError('The connection was lost before the answer was whole.', { cause: error });
  }
}

/** 128 random bits in hexadecimal digits. Without a secure context browsers have no `randomUUID`. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What `fetch` hides in the cause of its error: a name that is not known, a port that nothing listens at. */
function causeOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
