/** Where the text of `sonorant say` comes from. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import type { TextPiece } from '../../speech/narration.ts';
import { CommandError, usageError } from '../errors.ts';

export interface TextSource {
  /** How errors name it. */
  readonly name: string;
  /** Bytes of the whole text; undefined when they are not known. */
  readonly totalBytes: number | undefined;
  readonly stream: Readable;
}

/**
 * @param words what stands on the command line: text, `-` alone for standard input, nothing for standard input too
 * @param file  a path; `-` is standard input
 * @throws {CommandError} when two sources are named, or none and standard input is a terminal
 * @throws {Error} (system error) when the file cannot be read
 */
export async function openSource(words: readonly string[], file: string | undefined): Promise<TextSource> {
  const fromInput =
    file === '-' || (file === undefined && (words.length === 0 || (words.length === 1 && words[0] === '-')));
  if (file !== undefined && words.length > 0) throw usageError('give the text either as arguments or with --file');
  if (fromInput) return standardInput(words.length === 0 && file === undefined);
  if (file === undefined) return inMemory(words.join(' '));
  const about = await stat(file);
  if (about.isDirectory()) throw new CommandError(`${file}: is a folder`);
  return { name: file, totalBytes: about.isFile() ? about.size : undefined, stream: createReadStream(file) };
}

function standardInput(unasked: boolean): TextSource {
  if (unasked && process.stdin.isTTY) {
    throw usageError('no text: give it as arguments, with --file, or on standard input; see "sonorant say --help"');
  }
  return { name: 'standard input', totalBytes: undefined, stream: process.stdin };
}

function inMemory(text: string): TextSource {
  const bytes = Buffer.from(text);
  return { name: 'the text', totalBytes: bytes.byteLength, stream: Readable.from([bytes]) };
}

/** Text is handed on in pieces of this size, so that no more of it is worked on than is needed soon. */
const pieceBytes = 4096;

/**
 * The text in pieces, without a byte order mark.
 * @param signal ends the reading, also while it waits for input
 * @param byLine each piece is one line or the rest, for text that is typed
 * @throws {CommandError} when the bytes are not UTF-8
 */
export async function* readText(source: TextSource, signal: AbortSignal, byLine = false): AsyncGenerator<TextPiece> {
  if (!byLine) {
    yield* readPieces(source, signal);
    return;
  }
  let rest = '';
  let at = 0;
  for await (const { text, bytes } of readPieces(source, signal)) {
    const lines = (rest + text).split(/(?<=\n)/);
    rest = lines.pop() ?? '';
    if (rest.endsWith('\n')) {
      lines.push(rest);
      rest = '';
    }
    for (const line of lines) yield { text: line, bytes, isLine: true };
    at = bytes;
  }
  yield { text: rest, bytes: at };
}

async function* readPieces({ name, stream }: TextSource, signal: AbortSignal): AsyncGenerator<TextPiece> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  for await (const chunk of addAbortSignal(signal, stream) as AsyncIterable<Uint8Array>) {
    for (let at = 0; at < chunk.byteLength; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes);
      const before = bytes;
      bytes += piece.byteLength;
      yield { text: decode(() => decoder.decode(piece, { stream: true }), name, before), bytes };
    }
  }
  yield { text: decode(() => decoder.decode(), name, bytes), bytes };
}

function decode(work: () => string, name: string, before: number): string {
  try {
    return work();
  } catch {
    throw new CommandError(`${name} is not UTF-8 text (somewhere behind byte ${before})`);
  }
}
