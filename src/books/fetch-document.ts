/** A document from an address that a caller names: only from where webhooks may go as well, redirects included. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
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

/** What an address led to. */
export interface FoundDocument extends FileName {
  /** Behind redirects. */
  readonly url: string;
}

/** The same with its content. */
export interface FetchedDocument extends FoundDocument {
  readonly bytes: Uint8Array;
}

const maxRedirects = 5;
const headers = {
  accept:
    'text/html,application/xhtml+xml,application/epub+zip,application/pdf,text/markdown,text/plain;q=0.9,*/*;q=0.5',
  'accept-encoding': 'identity',
  'user-agent': 'Sonorant (reads documents aloud)',
};

/**
 * Into memory.
 * @throws {BookError} `address`, when it may not be reached or answers with anything but 200
 * @throws {DocumentError} `too_large`
 */
export async function fetchDocument(
  url: string,
  options: FetchOptions = {},
  signal?: AbortSignal,
): Promise<FetchedDocument> {
  const chunks: Buffer[] = [];
  const found = await fetchInto(url, options, signal, async (body) => {
    for await (const chunk of body) chunks.push(chunk);
  });
  return { ...found, bytes: Buffer.concat(chunks) };
}

/** Into a file, in memory that does not grow with it; throws as {@link fetchDocument}. What is written when it fails stays. */
export function downloadDocument(
  url: string,
  path: string,
  options: FetchOptions = {},
  signal?: AbortSignal,
): Promise<FoundDocument> {
  return fetchInto(url, options, signal, (body) => pipeline(body, createWriteStream(path)));
}

async function fetchInto(
  url: string,
  options: FetchOptions,
  signal: AbortSignal | undefined,
  take: (body: AsyncIterable<Buffer>) => Promise<void>,
): Promise<FoundDocument> {
  const { allowPrivate = false, maxBytes = 100_000_000, timeoutMs = 60_000, resolve } = options;
  const reach = allowPrivate ? 'private' : 'public';
  const http = new HttpClient({ reach, totalMs: timeoutMs, connectMs: 10_000, idleMs: 0, resolve });
  try {
    const answer = await http.send({ url, headers, maxRedirects }, signal);
    if (answer.status !== 200) {
      answer.destroy();
      const problem = `${shownAddress(url)} answers ${answer.status} ${answer.statusText}`;
      throw new BookError('address', problem.trimEnd());
    }
    await take(bounded(answer.body, maxBytes));
    return { url: answer.url, name: nameOf(answer.url), mediaType: answer.header('content-type') };
  } catch (error) {
    if (error instanceof DocumentError || !(error instanceof HttpError)) throw error;
    throw new BookError('address', problemOf(error, url, options));
  } finally {
    await http.close();
  }
}

async function* bounded(body: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw tooManyBytes(maxBytes);
    yield chunk;
  }
}

/** An address as it is kept and shown: without the user and password that it is asked with. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username === '' && url.password === '') return address;
  url.username = '';
  url.password = '';
  return url.href;
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

/** Where a redirect leads is told only where private addresses may be read: it may be of a network that the caller cannot see. */
export function problemOf(
  { kind, message, isPrivate, url: at }: HttpError,
  url: string,
  { allowPrivate = false, howToAllow = '' }: FetchOptions,
): string {
  const isOwn = at.startsWith(url) || url.startsWith(at);
  const shown = shownAddress(url);
  const target = allowPrivate ? shownAddress(at) : 'another one';
  const from = isOwn ? shown : `${shown} leads to ${target}, which`;
  const remedy = howToAllow === '' ? '' : `; ${howToAllow}`;
  if (kind === 'https_required') return `${from} is not an https address${remedy}`;
  if (kind === 'address_refused') {
    return `${from} is an address of no public network, which may not be read${isPrivate ? remedy : ''}`;
  }
  return `${from}: ${allowPrivate ? message : message.replaceAll(/\bhttps?:\/\/\S+/gu, 'an address')}`;
}
