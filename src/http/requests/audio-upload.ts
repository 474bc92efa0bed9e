/** Uploaded audio on its way into the blob store. */
import { Readable } from 'node:stream';
import { sniffFormat } from '../../audio/decoding/sniff.ts';
import type { z } from 'zod';
import { ServiceError, invalidField } from '../../errors/service-error.ts';
import type { UploadRules } from './uploads.ts';
import { newBlobKey, type BlobKind, type Blobs } from '../../store/blobs/index.ts';

/** An object that no row names yet. */
export interface UncommittedBlob {
  readonly blob: string;
  /** Bytes. */
  readonly size: number;
}

/** Keeps the file `file` of an upload when its first bytes are those of audio. It goes through, piece by piece. */
export function keepAudio(
  blobs: Blobs,
  kind: BlobKind,
): Pick<UploadRules<z.ZodType, UncommittedBlob>, 'file' | 'keep' | 'discard'> {
  return {
    file: 'file',
    async keep(content) {
      const blob = newBlobKey(kind);
      return { blob, size: await blobs.put(blob, Readable.from(audioOnly(content), { objectMode: false })) };
    },
    discard: ({ blob }) => blobs.delete(blob),
  };
}

async function* audioOnly(content: Readable): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  let isKnown = false;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (isKnown) yield chunk;
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length < sniffedBytes) continue;
      requireAudio(head);
      isKnown = true;
      yield head;
    }
  }
  if (isKnown) return;
  requireAudio(head);
  yield head;
}

/** Enough to find two frames of MPEG audio, which has no header of its own. */
const sniffedBytes = 16 * 1024;
/** No audio file is smaller: the header of a WAV file alone has these. */
const leastBytes = 44;

function requireAudio(head: Buffer): void {
  if (head.length >= leastBytes && isAudio(head)) return;
  throw invalidField(
    'file',
    'Not audio: the content must be flac, mp3, mpeg, mpga, oga, ogg, wav or webm; the name of the file does not count',
  );
}

/** A tag at the beginning may be longer than what is looked at, and stands in front of audio only. */
function isAudio(head: Buffer): boolean {
  if (head.toString('latin1', 0, 3) === 'ID3' && head[3]! < 5) return true;
  try {
    sniffFormat(head);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes the row of an object. When that is refused, the object is deleted at once, if possible. When the database
 * fails, it is not known whether the row was written: the object stays, and is swept when no row names it.
 * @param write gives undefined, or throws a {@link ServiceError} below 500, for a refusal
 */
export async function commitBlob<T>(
  blobs: Blobs,
  { blob }: UncommittedBlob,
  write: () => Promise<T | undefined>,
): Promise<T | undefined> {
  // The client gets the refusal, not that the object store failed as well.
  const drop = (): Promise<void> => blobs.delete(blob).catch(() => undefined);
  try {
    const row = await write();
    if (row === undefined) await drop();
    return row;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) await drop();
    throw error;
  }
}
