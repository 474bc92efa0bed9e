/** A document from an address that a caller names: only from where webhooks may go as well, redirects included. */
import { DocumentError, tooManyBytes, type FileName } from '../documents/index.ts';
import type { Resolve } from '../outbound/connector.ts';
import { HttpClient } from '../outbound/http-client.ts';
import { HttpError } from '../outbound/http-error.ts';
import { BookError } from './book-error.ts';

export interface FetchOptions {
  /** Private addresses and plain http as well. Default false. */
  readonly allowPrivate?: boolean | undefined;
  /** Default 100,000,000. */
  readonly maxBytes?: number | undefined;
  /** From the query for the name to the last byte. Default 60,000 ms. */
  readonly timeoutMs?: number | undefined;
  /** What the errors say where only {@link allowPrivate} is missing. */
  readonly howToAllow?: string | undefined;
  /** Default: the system's resolver. */
  readonly resolve?: Resolve | undefined;
}

export interface FetchedDocument extends FileName {
  readonly bytes: Uint8Array;
  /** Behind redirects. */
  readonly url: string;
}

const maxRedirects = 5;
const headers = {
  accept:
    'text/html,application/xhtml+xml,application/epub+zip,application/pdf,text/markdown,text/plain;q=0.9,*/*;q=0.5',
  'accept-encoding': 'identity',
  'user-agent': 'Sonorant (reads documents aloud)',
};

/**
 * @throws {BookError} `address`, when it may not be reached or answers with anything but 200
 * @throws {DocumentError} `too_large`
 */
export async function fetchDocument(
  url: string,
  options: FetchOptions = {},
  signal?: AbortSignal,
): Promise<FetchedDocument> {
  const { allowPrivate = false, maxBytes = 100_000_000, timeoutMs = 60_000, resolve } = options;
  const reach = allowPrivate ? 'private' : 'public';
  const http = new HttpClient({ reach, totalMs: timeoutMs, connectMs: 10_000, keepAlive: false, resolve });
  try {
    const answer = await http.send({ url, headers, maxRedirects }, signal);
    if (answer.status !== 200) {
      answer.destroy();
      throw new BookError('address', `${url} answers ${answer.status} ${answer.statusText}`.trimEnd());
    }
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of answer.body) {
      length += chunk.length;
      if (length > maxBytes) throw tooManyBytes(maxBytes);
      chunks.push(chunk);
    }
    return {
      bytes: Buffer.concat(chunks),
      url: answer.url,
      name: nameOf(answer.url),
      mediaType: answer.header('content-type'),
    };
  } catch (error) {
    if (error instanceof DocumentError || !(error instanceof HttpError)) throw error;
    throw new BookError('address', problemOf(error, url, options.howToAllow));
  } finally {
    await http.close();
  }
}

/** The last part of the path, as a file's name. */
function nameOf(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function problemOf({ kind, message, isPrivate, url: at }: HttpError, url: string, howToAllow = ''): string {
  const from = at.startsWith(url) || url.startsWith(at) ? url : `${url} leads to ${at}, which`;
  const remedy = howToAllow === '' ? '' : `; ${howToAllow}`;
  if (kind === 'https_required') return `${from} is not an https address${remedy}`;
  if (kind === 'address_refused') {
    return `${from} is an address of no public network, which may not be read${isPrivate ? remedy : ''}`;
  }
  return `${from}: ${message}`;
}
