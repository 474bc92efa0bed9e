/** The headers of a download: `Range` of its request, `content-disposition` of its response. */
import { HttpError } from '../../http/index.ts';
import type { BlobRange } from '../../store/blobs/index.ts';

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
