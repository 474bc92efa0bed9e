/** The recordings that commands work on. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ClipLimits } from '../../audio/clip/index.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { CommandError, problemsOf, usageError } from '../errors.ts';

export interface Recording {
  /** How errors name it. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface RecordingOptions {
  /** More is refused. Default 640,000,000, an hour of WAV in CD quality, where ten minutes are worked on. */
  readonly maxBytes?: number;
}

/**
 * @param path `-` is standard input
 * @throws {CommandError} when it is no file, an empty one or too big a one, or standard input is a terminal
 */
export async function readRecording(
  path: string,
  { maxBytes = 640_000_000 }: RecordingOptions = {},
): Promise<Recording> {
  if (path === '-' && process.stdin.isTTY) {
    throw usageError('"-" takes a recording on standard input, and that is a terminal');
  }
  const name = path === '-' ? 'standard input' : path;
  if (path !== '-') {
    const found = await stat(path);
    if (!found.isFile()) throw new CommandError(`${path}: is not a file`);
    if (found.size > maxBytes) throw tooBig(path, maxBytes);
  }
  const bytes = new Uint8Array(await (path === '-' ? bounded(process.stdin, name, maxBytes) : readFile(path)));
  if (bytes.length === 0) throw new CommandError(`${name}: is empty`);
  return { name, bytes };
}

async function bounded(stream: AsyncIterable<Buffer>, name: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooBig(name, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooBig(name: string, maxBytes: number): CommandError {
  return new CommandError(`${name}: is too big: at most ${maxBytes} bytes`);
}

/** How long decoding one may take: longer than on a server, as this machine serves one user. */
export const localLimits: ClipLimits = { deadlineMs: 120_000 };

/** As a part of a form, with its name. */
export function uploadOf({ name, bytes }: Recording): File {
  return new File([bytes], basename(name));
}

/**
 * What is wrong, in terms of the files and the options.
 * @param names by the field of the form: the file, or the option with its dashes
 */
export function namedProblem(error: unknown, names: Readonly<Record<string, string>>): unknown {
  const problems = error instanceof Error ? problemsOf(error.message) : [];
  if (problems.length === 0) return error;
  const isUsage = problems.some(({ field }) => (names[field] ?? '--').startsWith('--'));
  const message = problems
    .map(({ field, problem }) => `${names[field] ?? `--${field.replaceAll('_', '-')}`}: ${problem}`)
    .join('; ');
  const isRequest = !(error instanceof ServiceError) || error.status < 500;
  return new CommandError(message, isUsage && isRequest ? 2 : 1);
}
