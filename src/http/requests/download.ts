/** Downloads of objects, whole or in part. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import type { Blobs, BlobRange } from '../../store/blobs/index.ts';
import { responseStream, type BodyPiece } from '../response-stream.ts';
import { HttpError } from './http-error.ts';

/** What is sent; its bytes never change. */
export interface Download {
  /** Of what it belongs to. */
  readonly id: string;
  /** Its content type. */
  readonly type: string;
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
  /** Key of the object. */
  readonly blob: string;
}

/**
 * Answers with the object, or with the range of it that the request asks for.
 * @throws {ServiceError} `not_found` when it is gone
 * @throws {HttpError} `range_not_satisfiable`
 */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, type, filename, size, blob }: Download,
  blobs: Pick<Blobs, 'get' | 'stat'>,
): Promise<FastifyReply> {
  const { range: asked, 'if-range': condition } = request.headers;
  const etag = `"${id}"`;
  // The bytes never change, so a part that a client has is always of them; any other tag is of something else.
  const range = condition === undefined || condition === etag ? readRange(asked, size) : undefined;
  const isHead = request.method === 'HEAD';
  const content = isHead ? undefined : await blobs.get(blob, range);
  // Before the headers of the file: an error has none of them.
  const isGone = isHead ? (await blobs.stat(blob)) === undefined : content === undefined;
  if (isGone) throw new ServiceError('not_found', 'It is gone.');
  const length = range === undefined ? size : range.end - range.start + 1;
  void reply.type(type).headers({
    'content-length': length,
    'content-disposition': attachment(filename),
    'accept-ranges': 'bytes',
    etag,
    'cache-control': 'private',
    'x-content-type-options': 'nosniff',
  });
  if (range !== undefined) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  if (content === undefined) return reply.send(Readable.from([]));
  const body = responseStream(request, reply, piecesOf(content, type), {
    transport: 'download',
    // What is not read at all is not closed by leaving it.
    onClose: () => content.destroy(),
  });
  return reply.send(body);
}

/** Bytes of a second of audio at the lowest rate that is usual: a client may play so long on what it has taken. */
const slowestAudio = 4000;

async function* piecesOf(content: Readable, type: string): AsyncGenerator<BodyPiece, void, void> {
  const bytesPerSecond = type.startsWith('audio/') ? slowestAudio : Infinity;
  for await (const bytes of content as AsyncIterable<Buffer>) yield { bytes, seconds: bytes.length / bytesPerSecond };
}

/**
 * Reads the header `Range` of a request for one object: https://www.rfc-editor.org/rfc/rfc9110#section-14
 * @param header value of `Range`
 * @param size   bytes of the whole
 * @returns the bytes asked for; undefined for all of them: without a header, for several ranges, and for what is no range,
 * which HTTP lets a server pass over
 * @throws {HttpError} `range_not_satisfiable` when it begins behind the end
 */
export function readRange(header: string | undefined, size: number): BlobRange | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/iu.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (start > end) {
    throw new HttpError('range_not_satisfiable', `The file has ${size} bytes.`, {
      'content-range': `bytes */${size}`,
    });
  }
  return { start, end };
}

/**
 * The header that names a download (https://www.rfc-editor.org/rfc/rfc6266): in ASCII for old clients, in full for all others.
 * @param filename well-formed text
 */
export function attachment(filename: string): string {
  const ascii = filename.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encode(filename)}`;
}

/** RFC 5987 leaves these unencoded; everything else of UTF-8 goes as `%XX`. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
