/** One request for a file, and what its failures mean for a further attempt. */
import { ModelError } from '../model-files/model-error.ts';
import type { HttpAnswer } from '../outbound/answer.ts';
import type { HttpClient } from '../outbound/http-client.ts';
import { HttpError } from '../outbound/http-error.ts';
import { retryAfterMs } from '../outbound/retry-after.ts';
import { NotFetchedError } from './problems.ts';

/** It may go well the next time: the connection was cut, or the server is busy. */
export class TransientError extends Error {
  override readonly name = 'TransientError';
  /** How long the server asks to be left alone, in ms; 0 when it does not say. */
  readonly retryAfterMs: number;

  constructor(message: string, pauseMs = 0) {
    super(message);
    this.retryAfterMs = pauseMs;
  }
}

export interface GetOptions {
  readonly http: HttpClient;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxRedirects: number;
  readonly staysAtOrigin: boolean;
  readonly signal: AbortSignal;
}

const passing = new Set([408, 425, 429]);

/**
 * The answer to a GET, behind redirects, with the status 200, 206 or 416; its body is still to be read with {@link bytesOf}.
 * @throws {TransientError} when another attempt may go well
 * @throws {NotFetchedError} when none will
 * @throws the signal's reason when it is raised
 */
export async function get(
  url: string,
  { http, headers, maxRedirects, staysAtOrigin, signal }: GetOptions,
): Promise<HttpAnswer> {
  // Content encoding would make lengths and ranges those of something else.
  const always = { 'user-agent': 'sonorant', 'accept-encoding': 'identity' };
  const answer = await http
    .send({ url, headers: { ...always, ...headers }, maxRedirects, staysAtOrigin }, signal)
    .catch((error: unknown) => {
      throw meaningOf(error);
    });
  if ([200, 206, 416].includes(answer.status)) return answer;
  answer.destroy();
  throw refusal(answer);
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

function refusal(answer: HttpAnswer): Error {
  const { url, status, statusText } = answer;
  const text = `${url}: the server answered ${`${status} ${statusText}`.trim()}`;
  if (status < 500 && !passing.has(status)) return new NotFetchedError(text);
  return new TransientError(text, retryAfterMs(answer.header('retry-after')));
}

/** @param url takes the place of the address behind redirects */
function meaningOf(error: unknown, url?: string): unknown {
  if (!(error instanceof HttpError)) return error;
  const { kind, code, message } = error;
  const text = `${url ?? error.url}: ${message}`;
  // Another attempt meets the same redirect or certificate.
  const isLasting = kind === 'redirect' || code?.startsWith('ERR_TLS') === true || code?.includes('CERT') === true;
  return isLasting ? new NotFetchedError(text) : new TransientError(text);
}

/**
 * The body as it arrives.
 * @throws {TransientError} when it is cut, or nothing comes for the limit
 * @throws the signal's reason when it is raised
 */
export async function* bytesOf({ body }: HttpAnswer, url: string): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw meaningOf(error, url);
  }
}
