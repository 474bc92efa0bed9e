/** One POST to an untrusted address. */
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { howToAllow, isAllowedAddress, literalAddress, schemesOf } from './address.ts';

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface PostOptions {
  /** Whether private addresses may be reached. Default false. */
  readonly allowPrivate?: boolean | undefined;
  /** From the DNS query to the status of the answer. Default 15,000 ms. */
  readonly timeoutMs?: number | undefined;
  /** Default: the system's resolver. */
  readonly resolve?: Resolve | undefined;
}

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The parts of an answer that count. */
export interface PostAnswer {
  readonly status: number;
  /** The header `retry-after`, as it came. */
  readonly retryAfter: string | undefined;
}

/** What kept an answer from coming. */
export type PostFailure = 'timeout' | 'name_not_found' | 'address_refused' | 'https_required' | 'connection_failed';

/**
 * Why there was no answer. The message is for the webhook's owner and reveals nothing of the network around this
 * server.
 */
export class PostError extends Error {
  override readonly name = 'PostError';
  readonly code: PostFailure;

  constructor(code: PostFailure, message: string) {
    super(message);
    this.code = code;
  }
}

/** Most bytes of an answer's body that are read; its content is not used. */
const maxAnswerBytes = 65_536;

const systemResolve: Resolve = (hostname) => promisify(dnsLookup)(hostname, { all: true });

/**
 * Sends a message and returns what counts of the answer. Redirects are answers like any other. The connection goes to an
 * address that was checked, whatever the name resolves to a moment later; `Host` and TLS still use the name.
 * @throws {PostError} when there was no answer
 * @throws the reason of the signal when that is aborted
 */
export async function post(message: Message, signal: AbortSignal, options: PostOptions = {}): Promise<PostAnswer> {
  const { timeoutMs = 15_000 } = options;
  const deadline = new AbortController();
  // Not cleared by an answer: it also ends one whose body never does.
  setTimeout(() => deadline.abort(), timeoutMs).unref();
  try {
    return await exchange(message, AbortSignal.any([signal, deadline.signal]), options);
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.signal.aborted) throw new PostError('timeout', `No answer within ${timeoutMs / 1000} s.`);
    if (error instanceof PostError) throw error;
    const { code } = error as { readonly code?: unknown };
    const isName = code === 'ENOTFOUND' || code === 'EAI_AGAIN';
    throw new PostError(
      isName ? 'name_not_found' : 'connection_failed',
      `The connection failed${typeof code === 'string' ? ` (${code})` : ''}.`,
    );
  }
}

async function exchange(
  { url: text, headers, body }: Message,
  signal: AbortSignal,
  { allowPrivate = false, resolve = systemResolve }: PostOptions,
): Promise<PostAnswer> {
  const url = new URL(text);
  if (!schemesOf(allowPrivate).includes(url.protocol)) {
    throw new PostError('https_required', `Webhooks of this server go to addresses with https only; ${howToAllow}.`);
  }
  const addresses = await checkedAddresses(url, signal, allowPrivate, resolve);
  const bytes = Buffer.from(body);
  const options: RequestOptions = {
    method: 'POST',
    signal,
    // A connection of its own: one kept from before would go to an address that was checked then.
    agent: false,
    lookup: only(addresses),
    headers: { ...headers, 'content-length': bytes.length },
  };
  return await new Promise((fulfil, reject) => {
    const call = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (answer) => {
      fulfil({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] });
      let read = 0;
      answer.on('data', (part: Buffer) => {
        read += part.length;
        if (read > maxAnswerBytes) answer.destroy();
      });
      // Only the status counts: errors of the rest do not matter.
      answer.on('error', () => undefined);
    });
    call.on('error', reject);
    call.end(bytes);
  });
}

/** @throws {PostError} unless every address the URL leads to is allowed */
async function checkedAddresses(
  url: URL,
  signal: AbortSignal,
  allowPrivate: boolean,
  resolve: Resolve,
): Promise<readonly LookupAddress[]> {
  const literal = literalAddress(url);
  const addresses =
    literal === undefined
      ? await resolved(url.hostname, signal, resolve)
      : [{ address: literal, family: literal.includes(':') ? 6 : 4 }];
  if (addresses.length === 0) throw new PostError('name_not_found', 'The name has no address.');
  if (!addresses.every(({ address }) => isAllowedAddress(address, allowPrivate))) {
    const mayBeAllowed = !allowPrivate && addresses.every(({ address }) => isAllowedAddress(address, true));
    const remedy = mayBeAllowed ? `; ${howToAllow}` : '';
    throw new PostError(
      'address_refused',
      `The name leads to an address that webhooks of this server may not go to${remedy}.`,
    );
  }
  return addresses;
}

async function resolved(hostname: string, signal: AbortSignal, resolve: Resolve): Promise<readonly LookupAddress[]> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(new PostError('name_not_found', 'No answer from the name server.'));
  signal.throwIfAborted();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([resolve(hostname), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** A resolver that gives these addresses only. */
function only(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    if (all === true) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
}
