/** One POST to an untrusted address. */
import type { HttpAnswer } from '../outbound/answer.ts';
import type { Resolve } from '../outbound/connector.ts';
import { HttpClient } from '../outbound/http-client.ts';
import { HttpError } from '../outbound/http-error.ts';
import { howToAllow } from './address.ts';

export interface PostOptions {
  /** Whether private addresses may be reached. Default false. */
  readonly allowPrivate?: boolean | undefined;
  /** From the DNS query to the status of the answer. Default 15,000 ms. */
  readonly timeoutMs?: number | undefined;
  /** Default: the system's resolver. */
  readonly resolve?: Resolve | undefined;
}

export interface PostRequest {
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

/**
 * Sends a message and returns what counts of the answer. Redirects are answers like any other.
 * @throws {PostError} when there was no answer
 * @throws the reason of the signal when that is aborted
 */
export async function post(
  { url, headers, body }: PostRequest,
  signal: AbortSignal,
  { allowPrivate = false, timeoutMs = 15_000, resolve }: PostOptions = {},
): Promise<PostAnswer> {
  const reach = allowPrivate ? 'private' : 'public';
  // Of its own: a connection kept from before would go to an address that was checked then.
  const http = new HttpClient({ reach, totalMs: timeoutMs, idleMs: 0, resolve });
  try {
    const answer = await http.send({ url, method: 'POST', headers, body }, signal);
    void discard(answer).then(() => http.close());
    return { status: answer.status, retryAfter: answer.header('retry-after') };
  } catch (error) {
    void http.close();
    throw error instanceof HttpError ? new PostError(...failureOf(error, timeoutMs)) : error;
  }
}

async function discard({ body }: HttpAnswer): Promise<void> {
  let read = 0;
  try {
    for await (const part of body) {
      read += part.length;
      if (read > maxAnswerBytes) return;
    }
  } catch {
    // Only the status counts.
  }
}

function failureOf({ kind, code, isPrivate }: HttpError, timeoutMs: number): [PostFailure, string] {
  if (kind === 'timeout') return [kind, `No answer within ${timeoutMs / 1000} s.`];
  if (kind === 'https_required') {
    return [kind, `Webhooks of this server go to addresses with https only; ${howToAllow}.`];
  }
  if (kind === 'address_refused') {
    const remedy = isPrivate ? `; ${howToAllow}` : '';
    return [kind, `The name leads to an address that webhooks of this server may not go to${remedy}.`];
  }
  if (kind === 'name_not_found' && code === undefined) return [kind, 'The name has no address.'];
  const reason = code === undefined ? '' : ` (${code})`;
  return [kind === 'name_not_found' ? kind : 'connection_failed', `The connection failed${reason}.`];
}
