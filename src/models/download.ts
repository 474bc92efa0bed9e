/**
 * Files over HTTP onto the disk. What has arrived of a file that was cut stays there and is gone on with, in this run or in a
 * later one, as long as the server says that the file is still the same; else it is begun anew.
 */
import { mkdir, open, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemClock, type Clock } from '../timing/clock.ts';
import { ModelError } from '../model-files/model-error.ts';
import type { HttpAnswer } from '../outbound/answer.ts';
import { HttpClient } from '../outbound/http-client.ts';
import { bytesOf, get, TransientError } from './http-get.ts';
import { NotFetchedError } from './problems.ts';

export interface DownloadOptions {
  /** The header `authorization` of the requests to the server of the address. Default none. */
  readonly authorization?: string | undefined;
  /** For the connection, TLS included. Default 15,000 ms. */
  readonly connectMs?: number;
  /** Without a byte, before the answer and within it. Default 30,000 ms. */
  readonly stallMs?: number;
  /** Default 5. */
  readonly maxRedirects?: number;
  /** Redirects to another scheme, host or port are refused. Default false. */
  readonly staysAtOrigin?: boolean;
  /** A larger file is refused. Default 4 GiB. */
  readonly maxBytes?: number;
  /** Attempts in a row that bring less than 64 KiB, behind the first one. Default 5. */
  readonly retries?: number;
  /** Pause before the first of them; doubles with each, up to 30 s. Default 1,000 ms. */
  readonly backoffMs?: number;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** Hears what is on the disk, and how much there will be, undefined when the server does not say. */
  readonly onProgress?: (received: number, total: number | undefined) => void;
}

interface Settled
  extends
    Required<Omit<DownloadOptions, 'onProgress' | 'connectMs' | 'stallMs' | 'authorization'>>,
    Pick<DownloadOptions, 'onProgress' | 'authorization'> {
  readonly http: HttpClient;
}

/** The default of {@link DownloadOptions.maxBytes}. */
export const defaultMaxBytes = 4 * 2 ** 30;

const enoughProgress = 64 * 1024;
const longestPauseMs = 30_000;

/** What is known of a file that has not arrived in full. */
interface PartState {
  readonly url: string;
  /** Strong entity tag or date by which the server tells its versions apart. */
  readonly validator: string;
  readonly total: number | null;
}

/**
 * Downloads into a file, which appears when it is complete; beside it, while it is not, `<file>.part` and `<file>.state`.
 * @returns whether parts of several runs or attempts were joined
 * @throws {NotFetchedError} when it cannot be had: the message names the address
 * @throws {ModelError} when it is larger than allowed
 * @throws {Error} (system error) when it cannot be written
 * @throws the signal's reason when it is raised
 */
export async function download(url: string, file: string, options: DownloadOptions = {}): Promise<{ joined: boolean }> {
  const { connectMs = 15_000, stallMs = 30_000, clock = systemClock, ...rest } = options;
  const limits = { connectMs, headersMs: stallMs, silenceMs: stallMs };
  // The operator names the address, which may well be a mirror in a network of one's own.
  const http = new HttpClient({ reach: 'any', useEnvProxy: true, clock, ...limits });
  const settled: Settled = {
    maxRedirects: 5,
    staysAtOrigin: false,
    maxBytes: defaultMaxBytes,
    retries: 5,
    backoffMs: 1000,
    signal: new AbortController().signal,
    clock,
    http,
    ...rest,
  };
  await mkdir(dirname(file), { recursive: true });
  try {
    return { joined: await attempts(url, file, settled) };
  } finally {
    await http.close();
  }
}

/** @returns whether parts were joined */
async function attempts(url: string, file: string, settled: Settled): Promise<boolean> {
  let joined = false;
  for (let failures = 0; ;) {
    const before = await sizeOf(partOf(file));
    try {
      joined = (await attempt(url, file, settled)) || joined;
      return joined;
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      const gained = (await sizeOf(partOf(file))) - before;
      failures = gained >= enoughProgress ? 1 : failures + 1;
      if (failures > settled.retries) throw givenUp(error, failures, await sizeOf(partOf(file)));
      const pause = Math.min(longestPauseMs, settled.backoffMs * 2 ** (failures - 1));
      await wait(Math.min(longestPauseMs, Math.max(pause, error.retryAfterMs)), settled);
    }
  }
}

function givenUp({ message }: Error, attempts: number, kept: number): NotFetchedError {
  const hint = kept === 0 ? '' : '; what has arrived is kept, and the next attempt goes on with it';
  return new NotFetchedError(`${message} (${attempts} attempts)${hint}`);
}

/** Removes a file, complete or not, with everything beside it. */
export async function forget(file: string): Promise<void> {
  for (const path of [file, partOf(file), stateOf(file)]) await rm(path, { force: true });
}

function partOf(file: string): string {
  return `${file}.part`;
}

function stateOf(file: string): string {
  return `${file}.state`;
}

async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.size ?? 0;
}

/** @returns whether it went on with an earlier part */
async function attempt(url: string, file: string, options: Settled): Promise<boolean> {
  const state = await readState(file, url);
  const have = state === undefined ? 0 : await sizeOf(partOf(file));
  if (have > 0 && have === state?.total) {
    await complete(file);
    return true;
  }
  const { authorization } = options;
  const headers = {
    ...(authorization !== undefined && { authorization }),
    ...(have > 0 && { range: `bytes=${have}-`, 'if-range': state!.validator }),
  };
  const answer = await get(url, { ...options, headers });
  const offset = answer.status === 206 ? continuedAt(answer, have, state) : 0;
  if (answer.status === 416 || offset === undefined) {
    answer.destroy();
    await forget(file);
    throw new TransientError(`${url}: the server does not go on with what has arrived`);
  }
  await receive(url, file, answer, { ...options, offset });
  await complete(file);
  return offset > 0;
}

/** Where the part that the server gives begins; undefined when it is not what was asked for, or of another version. */
function continuedAt(answer: HttpAnswer, have: number, state: PartState | undefined): number | undefined {
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(answer.header('content-range') ?? '') ?? [];
  const validator = validatorOf(answer);
  const isSame =
    (validator === undefined || validator === state?.validator) &&
    (total === '*' || Number(total) === (state?.total ?? Number(total)));
  return have > 0 && Number(start) === have && isSame ? have : undefined;
}

function validatorOf(answer: HttpAnswer): string | undefined {
  const etag = answer.header('etag');
  return etag !== undefined && !etag.startsWith('W/') ? etag : answer.header('last-modified');
}

/** Bytes of the whole file, as the server says. */
function totalOf(answer: HttpAnswer, offset: number): number | undefined {
  const length = answer.header('content-length');
  return length === undefined ? undefined : offset + Number(length);
}

async function receive(
  url: string,
  file: string,
  answer: HttpAnswer,
  { offset, ...options }: Settled & { readonly offset: number },
): Promise<void> {
  const total = totalOf(answer, offset);
  try {
    refuseWebPage(url, answer);
    refuseLarge(url, total ?? 0, options.maxBytes);
  } catch (error) {
    answer.destroy();
    throw error;
  }
  const part = await open(partOf(file), offset === 0 ? 'w' : 'r+');
  let at = offset;
  try {
    // After the part was emptied: the state of one version never stands beside the bytes of another.
    if (offset === 0) await writeState(file, { url, validator: validatorOf(answer), total: total ?? null });
    options.onProgress?.(at, total);
    for await (const chunk of bytesOf(answer, url)) {
      if (at + chunk.length > options.maxBytes) await forget(file);
      refuseLarge(url, at + chunk.length, options.maxBytes);
      await writeAll(part, chunk, at);
      at += chunk.length;
      options.onProgress?.(at, total);
    }
    await part.sync();
  } finally {
    await part.close();
  }
  if (total !== undefined && at !== total) throw new TransientError(`${url}: ended after ${at} of ${total} bytes`);
}

async function writeAll(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    written += (await file.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
  }
}

function refuseWebPage(url: string, answer: HttpAnswer): void {
  if (!/^text\/html\b/i.test(answer.header('content-type') ?? '')) return;
  const hint = url.includes('/blob/') ? '; the file itself is at the address with /resolve/ in place of /blob/' : '';
  throw new NotFetchedError(`${url}: the server answered with a web page instead of a file${hint}`);
}

function refuseLarge(url: string, bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) {
    throw new ModelError(`${url}: is larger than ${maxBytes} bytes; --max-size allows more`);
  }
}

/** Without a validator the part cannot be gone on with, and nothing is noted. */
async function writeState(
  file: string,
  { validator, ...state }: Omit<PartState, 'validator'> & { readonly validator: string | undefined },
): Promise<void> {
  if (validator === undefined) await rm(stateOf(file), { force: true });
  else await writeFile(stateOf(file), JSON.stringify({ ...state, validator } satisfies PartState));
}

async function readState(file: string, url: string): Promise<PartState | undefined> {
  const text = await readFile(stateOf(file), 'utf8').catch(() => '');
  try {
    const state = JSON.parse(text) as Partial<PartState>;
    return state.url === url && typeof state.validator === 'string' ? (state as PartState) : undefined;
  } catch {
    // A run that was killed may have left half of it: then the file is begun anew.
    return undefined;
  }
}

async function complete(file: string): Promise<void> {
  await rename(partOf(file), file);
  await rm(stateOf(file), { force: true });
}

async function wait(ms: number, { clock, signal }: Settled): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => {
      cancel();
      reject(signal.reason as Error);
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
