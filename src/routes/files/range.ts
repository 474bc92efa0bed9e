/** The header `Range` of a request for one object: https://www.rfc-editor.org/rfc/rfc9110#section-14 */
import { ServiceError } from '../../errors/service-error.ts';
import type { BlobRange } from '../../store/blobs/index.ts';

/**
 * @param header value of `Range`
 * @param size   bytes of the whole
 * @returns the bytes asked for; undefined for all of them: without a header, for several ranges, and for what is no range,
 * which HTTP lets a server pass over
 * @throws {ServiceError} `range_not_satisfiable` when it begins behind the end
 */
export function readRange(header: string | undefined, size: number): BlobRange | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/iu.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (start > end) {
    throw new ServiceError('range_not_satisfiable', `The file has ${size} bytes.`, {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  return { start, end };
}
